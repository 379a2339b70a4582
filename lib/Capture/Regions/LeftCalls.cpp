#include "lib/Capture/Regions/LeftCalls.h"

#include "lib/Capture/Domain/ClassModel.h"
#include "lib/Capture/Domain/Names.h"
#include "lib/Capture/Domain/Types.h"
#include "lib/Capture/Syntax/SourceText.h"
#include "lib/Capture/Walk/FunctionContext.h"
#include "lib/Frontend/Annotations.h"
#include "lib/Frontend/AstVisitor.h"

#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/StringExtras.h"

#include <set>

using namespace clang;

namespace fullgraph {
namespace {

/// The hint of one turn's result, with one more dim in front.
Hints stacked(const Hints &result, const std::string &key, const std::string &count) {
  const auto found = result.find(key);
  if (found == result.end() || count.empty() || !found->second.isContiguous())
    return {};
  TensorHint hint = found->second;
  addFirstDim(hint, count);
  return {{key, hint}};
}

/// (carry, y) of one turn → (carry, ys).
Hints scanned(const LeftCall &left, const Hints &result) {
  const std::string carry = tupleKey(returnedKey(), 0);
  Hints hints = stacked(result, tupleKey(returnedKey(), 1), left.slices);
  const auto before = left.carried.find(returnedKey()), after = result.find(carry);
  if (before != left.carried.end() && after != result.end())
    hints[carry] = joinHints({{carry, before->second}}, {{carry, after->second}}).at(carry);
  return hints;
}

/// What a turn leaves is what the next one finds.
Hints planWhileLoop(const LeftCall &left, const PlanFunction &plan) {
  Hints carried = left.carried;
  for (int turn = 0; turn < 2; ++turn) {
    Hints result;
    for (const HandedFunction &handed : left.functions) {
      Hints arguments = handed.arguments;
      const bool one = handed.function->getNumParams() == 1;
      for (unsigned i = 0; i < handed.function->getNumParams(); ++i) {
        const ParmVarDecl *parameter = handed.function->getParamDecl(i);
        if (!parameter->getIdentifier())
          continue;
        const std::string of = one ? returnedKey() : tupleKey(returnedKey(), i);
        if (const auto found = carried.find(of); found != carried.end())
          arguments[variableText(parameter)] = found->second;
        else
          arguments.erase(variableText(parameter));
      }
      result = plan(handed.function, arguments); // the body comes last
    }
    Hints joined = joinHints(carried, result);
    if (joined == carried)
      break;
    carried = std::move(joined);
  }
  return carried;
}

/// Through the copies and moves that C++ puts around a value.
const Expr *stripped(const Expr *expr) {
  while (expr) {
    const Expr *inner = expr->IgnoreImplicit();
    const auto *construct = dyn_cast<CXXConstructExpr>(inner);
    if (construct && construct->getNumArgs() == 1 && construct->getConstructor()->isCopyOrMoveConstructor())
      inner = construct->getArg(0)->IgnoreImplicit();
    if (inner == expr)
      return inner;
    expr = inner;
  }
  return nullptr;
}

/// What of the call's result an expression is: all of it, or the part that std::get<K>(call) takes, as a key
/// of its hints.
std::optional<std::string> partOfResult(const Expr *expr, const Expr *call) {
  if (!expr)
    return std::nullopt;
  expr = expr->IgnoreImplicit()->IgnoreParens();
  if (expr == call)
    return returnedKey();
  const auto *get = dyn_cast<CallExpr>(expr);
  const FunctionDecl *callee = get && get->getNumArgs() == 1 ? get->getDirectCallee() : nullptr;
  if (!callee || !isStdLibrary(callee) || !callee->getIdentifier() || callee->getName() != "get" ||
      !callee->getTemplateSpecializationArgs() ||
      factsOf(get->getArg(0)->getType()).role != ClassRole::Product ||
      get->getArg(0)->IgnoreImplicit()->IgnoreParens() != call)
    return std::nullopt;
  const TemplateArgument &which = callee->getTemplateSpecializationArgs()->get(0);
  return which.getKind() == TemplateArgument::Integral
             ? std::optional(tupleKey(returnedKey(), which.getAsIntegral().getZExtValue()))
             : std::nullopt;
}

/// The variable that a statement gives the call's result, or a part of it, and which part.
std::optional<std::pair<std::string, std::string>> targetOf(const Stmt *stmt, const Expr *call) {
  const auto named = [&](const std::string &variable, const Expr *from) {
    const std::optional<std::string> part = partOfResult(stripped(from), call);
    return part ? std::optional(std::pair(variable, *part)) : std::nullopt;
  };
  if (const auto *declaration = dyn_cast<DeclStmt>(stmt); declaration && declaration->isSingleDecl()) {
    const auto *var = dyn_cast<VarDecl>(declaration->getSingleDecl());
    if (var && var->getIdentifier() && var->getInit())
      return named(var->getNameAsString(), var->getInit());
  }
  if (const auto *expr = dyn_cast<Expr>(stmt))
    if (const auto *assignment = dyn_cast<CXXOperatorCallExpr>(expr->IgnoreImplicit());
        assignment && assignment->getOperator() == OO_Equal)
      if (const auto *reference = dyn_cast<DeclRefExpr>(assignment->getArg(0)->IgnoreParenImpCasts()))
        return named(variableText(reference->getDecl()), assignment->getArg(1));
  return std::nullopt;
}

} // namespace

Hints planLeftCall(const LeftCall &left, const PlanFunction &plan) {
  if (left.functions.empty())
    return left.result;
  const auto planned = [&](size_t i) {
    return plan(left.functions[i].function, left.functions[i].arguments);
  };
  switch (left.kind) {
  case LeftCall::WhileLoop:
    return planWhileLoop(left, plan);
  case LeftCall::Scan:
    return scanned(left, planned(0));
  case LeftCall::Map:
    return stacked(planned(0), returnedKey(), left.slices);
  case LeftCall::Modules: // the result is that of whichever is last, the library's own among them
    for (size_t i = 0; i < left.functions.size(); ++i)
      planned(i);
    return left.result;
  case LeftCall::Cond:
  case LeftCall::Opaque:
    break;
  }
  Hints known = planned(0);
  for (size_t i = 1; i < left.functions.size(); ++i)
    known = knownToBoth(known, planned(i));
  return known;
}

Hints inTermsOf(const Hints &arguments, const FunctionDecl *callee, const Hints &returned) {
  std::map<std::string, std::string> letters;
  for (const ParmVarDecl *parameter : callee->getDefinition()->parameters()) {
    const std::optional<ShapeAnnotation> shape = shapeAnnotation(parameter);
    const auto argument = arguments.find(variableText(parameter));
    if (!shape || shape->text.find('|') != std::string::npos || argument == arguments.end() ||
        argument->second.hasAlternatives())
      continue;
    const std::vector<std::string> own = hintDims(shape->text), passed = hintDims(argument->second.shape);
    for (size_t d = 0; own.size() == passed.size() && d < own.size(); ++d)
      letters.emplace(own[d], passed[d]);
  }
  Hints result;
  for (const auto &[key, hint] : returned) {
    if (hint.hasAlternatives())
      continue;
    TensorHint &renamed = result[key] = hint;
    if (hint.shape.empty())
      continue;
    renameDims(renamed, [&](const std::string &dim) {
      const auto letter = letters.find(dim);
      return llvm::all_of(dim, llvm::isDigit) ? dim : letter == letters.end() ? "?" : letter->second;
    });
  }
  return result;
}

Hints joinArguments(const Hints &a, const Hints &b) {
  Hints joined = a;
  for (const auto &[key, hint] : b) {
    const auto [place, fresh] = joined.emplace(key, hint);
    if (fresh || place->second == hint)
      continue;
    TensorHint &mine = place->second;
    if (mine.hasAlternatives()) {
      if (!llvm::StringRef(mine.shape).contains(hint.shape) && llvm::StringRef(mine.shape).count('|') < 3)
        mine.shape += " | " + hint.shape;
      continue;
    }
    const TensorHint both = joinHints({{key, mine}}, {{key, hint}}).at(key);
    if (!both.shape.empty() || mine.number)
      mine = both;
    else if (mine.isContiguous() && hint.isContiguous() && !mine.shape.empty() && !hint.shape.empty())
      mine.shape += " | " + hint.shape;
  }
  return joined;
}

Hints knownToBoth(const Hints &a, const Hints &b) {
  Hints joined = joinHints(a, b);
  for (auto it = joined.begin(); it != joined.end();)
    it = a.count(it->first) && b.count(it->first) ? std::next(it) : joined.erase(it);
  return joined;
}

void nameAs(const std::string &name, const std::string &key, const Hints &result, Hints &hints) {
  for (const auto &[known, hint] : result)
    if (const std::optional<std::string> named = renamedKey(known, key, name))
      hints[*named] = hint;
}

/// What FG_SHAPE says of the elements of a parameter or member is said of the variable that runs over them.
static void nameDeclared(const CXXForRangeStmt *loop, Hints &hints) {
  const Expr *range = loop->getRangeInit()->IgnoreParenImpCasts();
  const auto *reference = dyn_cast<DeclRefExpr>(range);
  const auto *member = dyn_cast<MemberExpr>(range);
  const ValueDecl *list = reference ? reference->getDecl() : member ? member->getMemberDecl() : nullptr;
  const std::optional<ShapeAnnotation> shape = list ? shapeAnnotation(list) : std::nullopt;
  if (!shape)
    return;
  TensorHint hint{shape->text, {}};
  if (member && !hint.hasAlternatives()) // its letters are those of its class
    forgetLetters(hint);
  const auto name = [&](const ValueDecl *decl) {
    const QualType type = decl->getType().getNonReferenceType();
    if (isTensorType(type))
      hints[decl->getNameAsString()] = hint;
    else if (isTensorList(type))
      hints[anyElementKey(decl->getNameAsString())] = hint;
  };
  const VarDecl *variable = loop->getLoopVariable();
  if (const auto *parts = dyn_cast<DecompositionDecl>(variable))
    for (const BindingDecl *part : parts->bindings())
      name(part);
  else if (variable->getIdentifier())
    name(variable);
}

static std::optional<std::string> keyOf(const Expr *expr);

/// `history` of `auto it = history.begin();`: the list that an iterator goes through, wherever it stands in
/// it.
static std::optional<std::string> keyOfIterated(const Expr *iterator) {
  const auto *reference = dyn_cast<DeclRefExpr>(iterator->IgnoreParenImpCasts());
  const auto *variable = reference ? dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
  const Expr *init = variable && variable->getInit() ? stripped(variable->getInit()) : nullptr;
  const auto *begins = dyn_cast_or_null<CXXMemberCallExpr>(init ? init->IgnoreParenImpCasts() : nullptr);
  return begins && isIterator(begins->getType()) && begins->getNumArgs() == 0
             ? keyOf(begins->getImplicitObjectArgument())
             : std::nullopt;
}

/// The key of hints about what an expression names: a variable, a member of one or of the own object, any
/// element of such a list.
static std::optional<std::string> keyOf(const Expr *expr) {
  expr = expr->IgnoreParenImpCasts();
  if (const auto *reference = dyn_cast<DeclRefExpr>(expr))
    return reference->getDecl()->getIdentifier() ? std::optional(variableText(reference->getDecl()))
                                                 : std::nullopt;
  if (const auto *member = dyn_cast<MemberExpr>(expr); member && member->getMemberDecl()->getIdentifier()) {
    const std::string name = member->getMemberDecl()->getNameAsString();
    if (isa<CXXThisExpr>(member->getBase()->IgnoreParenImpCasts()))
      return "this->" + name;
    const bool isPointer = member->isArrow() && !dereferencedIn(member->getBase()->IgnoreParenImpCasts());
    const std::optional<std::string> base = isPointer ? std::nullopt : keyOf(member->getBase());
    return base ? std::optional(*base + "." + name) : std::nullopt;
  }
  if (const Expr *iterator = dereferencedIn(expr)) {
    const std::optional<std::string> list = keyOfIterated(iterator);
    return list ? std::optional(anyElementKey(*list)) : std::nullopt;
  }
  const auto *call = dyn_cast<CXXOperatorCallExpr>(expr);
  const Expr *list = call && call->getOperator() == OO_Subscript ? call->getArg(0) : nullptr;
  if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(expr))
    list = subscript->getBase();
  const std::optional<std::string> key = list ? keyOf(list) : std::nullopt;
  return key ? std::optional(anyElementKey(*key)) : std::nullopt;
}

void nameObject(const std::string &name, const Expr *object, Hints &hints) {
  if (const std::optional<std::string> key = keyOf(object))
    nameAs(name, *key, Hints(hints), hints);
}

/// What a variable is made of: the object that it refers to, `Layer &layer = layers[i];`, or that it is a
/// copy of, `Params fast = params;`. Null: neither.
static const Expr *madeOf(const VarDecl *variable) {
  const Expr *init = variable->getInit();
  if (!init || variable->getType()->isReferenceType())
    return init;
  if (isTensorType(variable->getType())) // a region knows it
    return nullptr;
  const auto *made = dyn_cast<CXXConstructExpr>(init->IgnoreUnlessSpelledInSource());
  if (!made) // the copy is not spelled
    return variable->getType()->isRecordType() ? init->IgnoreUnlessSpelledInSource() : nullptr;
  return made->getConstructor()->isCopyOrMoveConstructor() ? made->getArg(0) : nullptr;
}

void nameElement(const Stmt *stmt, Hints &hints) {
  const auto *declaration = dyn_cast<DeclStmt>(stmt);
  if (const auto *variable = declaration && declaration->isSingleDecl()
                                 ? dyn_cast<VarDecl>(declaration->getSingleDecl())
                                 : nullptr;
      variable && variable->getIdentifier() && madeOf(variable)) {
    nameObject(variable->getNameAsString(), madeOf(variable), hints);
    return;
  }
  const auto *loop = dyn_cast<CXXForRangeStmt>(stmt);
  if (!loop)
    return;
  nameDeclared(loop, hints);
  const std::optional<std::string> list = keyOf(loop->getRangeInit());
  const VarDecl *variable = loop->getLoopVariable();
  if (list && variable->getIdentifier())
    nameAs(variable->getNameAsString(), anyElementKey(*list), Hints(hints), hints);
}

std::vector<ProfiledCall> withElement(const Stmt *stmt, std::vector<ProfiledCall> calls) {
  for (ProfiledCall &call : calls)
    for (std::map<std::string, std::string> *types : {&call.shapes, &call.sizes}) {
      Hints hints;
      for (const auto &[cxx, shape] : *types)
        hints[cxx].shape = shape;
      nameElement(stmt, hints);
      for (const auto &[cxx, hint] : hints)
        (*types)[cxx] = hint.shape;
    }
  return calls;
}

namespace {
/// The lists whose elements a loop asks for in each turn, and the keys that the elements have in its body.
class TurnElements : public AstVisitor {
public:
  explicit TurnElements(const Stmt *stmt) {
    if (const auto *loop = dyn_cast<CXXForRangeStmt>(stmt)) {
      const std::optional<std::string> list = keyOf(loop->getRangeInit());
      if (list && loop->getLoopVariable()->getIdentifier())
        lists.emplace(*list, loop->getLoopVariable()->getNameAsString());
    } else if (const auto *counted = dyn_cast<ForStmt>(stmt)) {
      TraverseStmt(const_cast<Stmt *>(counted->getBody()));
    }
  }
  bool VisitCXXOperatorCallExpr(CXXOperatorCallExpr *call) override {
    const std::optional<std::string> list =
        call->getOperator() == OO_Subscript ? keyOf(call->getArg(0)) : std::nullopt;
    if (list && !isa<IntegerLiteral>(call->getArg(1)->IgnoreParenImpCasts()))
      lists.emplace(*list, anyElementKey(*list));
    return true;
  }

  /// The call with the types of the elements at `index`, and those types alone; nullopt: there are none.
  std::optional<std::pair<ProfiledCall, std::map<std::string, std::string>>>
  at(size_t index, const ProfiledCall &call) const {
    std::pair<ProfiledCall, std::map<std::string, std::string>> turn(call, {});
    for (const auto &[list, key] : lists)
      for (const auto types : {&ProfiledCall::shapes, &ProfiledCall::sizes})
        for (const auto &[cxx, shape] : call.*types)
          if (const std::optional<std::string> name = renamedKey(cxx, indexKey(list, index), key)) {
            (turn.first.*types)[*name] = shape;
            if (types == &ProfiledCall::shapes)
              turn.second[*name] = shape;
          }
    return turn.second.empty() ? std::nullopt : std::optional(std::move(turn));
  }

private:
  std::map<std::string, std::string> lists; // by their keys
};
} // namespace

std::vector<std::pair<size_t, ProfiledCall>> otherElements(const Stmt *stmt,
                                                           const std::vector<ProfiledCall> &calls) {
  constexpr size_t mostKinds = 8;
  const TurnElements elements(stmt);
  std::vector<std::pair<size_t, ProfiledCall>> others;
  for (size_t origin = 0; origin < calls.size(); ++origin) {
    std::set<std::map<std::string, std::string>> kinds;
    std::vector<std::pair<size_t, ProfiledCall>> turns;
    for (size_t i = 0; kinds.size() < mostKinds; ++i) {
      auto turn = elements.at(i, calls[origin]);
      if (!turn)
        break;
      if (kinds.insert(std::move(turn->second)).second)
        turns.emplace_back(origin, std::move(turn->first));
    }
    if (kinds.size() > 1) // else what is known of any element says it
      std::move(turns.begin(), turns.end(), std::back_inserter(others));
  }
  return others;
}

void forgetSizes(const Stmt *stmt, Hints &hints) {
  const auto *expr = dyn_cast<Expr>(stmt);
  const auto *assignment = expr ? dyn_cast<CXXOperatorCallExpr>(expr->IgnoreImplicit()) : nullptr;
  if (!assignment || assignment->getOperator() != OO_Equal)
    return;
  const auto *target = dyn_cast<DeclRefExpr>(assignment->getArg(0)->IgnoreParenImpCasts());
  if (!target || !isTensorType(target->getDecl()->getType().getNonReferenceType()))
    return;
  const std::string name = variableText(target->getDecl());
  const auto [entry, fresh] = hints.try_emplace(name);
  TensorHint &hint = entry->second;
  if (fresh)
    if (const std::optional<ShapeAnnotation> declared = shapeAnnotation(target->getDecl()))
      hint.shape = declared->text;
  forgetDims(hint);
}

bool nameResult(const Stmt *stmt, const Expr *call, const Hints &result, Hints &hints) {
  if (const auto target = targetOf(stmt, call))
    nameAs(target->first, target->second, result, hints);
  if (const auto *loop = dyn_cast<CXXForRangeStmt>(stmt);
      loop && loop->getLoopVariable()->getIdentifier() &&
      stripped(loop->getRangeInit())->IgnoreParens() == call)
    nameAs(loop->getLoopVariable()->getNameAsString(), anyElementKey(returnedKey()), result, hints);
  const auto *declaration = dyn_cast<DeclStmt>(stmt);
  const auto *parts = declaration && declaration->isSingleDecl()
                          ? dyn_cast<DecompositionDecl>(declaration->getSingleDecl())
                          : nullptr;
  if (const auto *back = dyn_cast<ReturnStmt>(stmt))
    return back->getRetValue() && stripped(back->getRetValue())->IgnoreParens() == call;
  if (!parts || !parts->getInit() || stripped(parts->getInit())->IgnoreParens() != call)
    return false;
  for (size_t i = 0; i < parts->bindings().size(); ++i)
    nameAs(parts->bindings()[i]->getNameAsString(), tupleKey(returnedKey(), i), result, hints);
  return false;
}

void leaveBlock(const std::vector<const Stmt *> &statements, const Hints &outer, Hints &hints) {
  std::set<std::string> declared;
  for (const Stmt *stmt : statements)
    if (const auto *declaration = dyn_cast<DeclStmt>(stmt))
      for (const Decl *d : declaration->decls())
        if (const auto *var = dyn_cast<VarDecl>(d); var && var->getIdentifier())
          declared.insert(var->getNameAsString());
  for (auto it = hints.begin(); it != hints.end();)
    it = declared.count(rootOf(it->first)) ? hints.erase(it) : std::next(it);
  for (const auto &[cxx, hint] : outer)
    if (declared.count(rootOf(cxx)))
      hints.emplace(cxx, hint);
}

} // namespace fullgraph
