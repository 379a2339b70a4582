#include "lib/Capture/Regions/RegionEdits.h"

#include "lib/Capture/Domain/ClassModel.h"
#include "lib/Capture/Domain/Names.h"
#include "lib/Capture/Domain/Types.h"
#include "lib/Capture/Explore/SameVersions.h"
#include "lib/Capture/Syntax/EvaluationOrder.h"
#include "lib/Capture/Walk/FunctionContext.h"
#include "lib/Graph/StableSort.h"

#include "clang/Lex/Lexer.h"

using namespace clang;

namespace fullgraph {
namespace {

/// A value's type: of what a reference to a temporary is bound to, too.
QualType valueType(const VarDecl *var) { return var->getType().getNonReferenceType().getUnqualifiedType(); }

bool bindsTemporary(const VarDecl *var) {
  const Expr *init = var->getInit();
  if (const auto *cleanups = dyn_cast_or_null<ExprWithCleanups>(init))
    init = cleanups->getSubExpr();
  return isa_and_nonnull<MaterializeTemporaryExpr>(init);
}

const Expr *initialiser(const VarDecl *var) {
  return var->getInit() ? var->getInit()->IgnoreImplicit() : nullptr;
}

/// `T x;`: what it holds then, if anything, is its constructor's business.
bool isDefaultInitialised(const VarDecl *var) {
  const Expr *init = initialiser(var);
  if (!init)
    return true;
  const auto *construct = dyn_cast<CXXConstructExpr>(init);
  return construct && construct->getNumArgs() == 0 && var->getInitStyle() == VarDecl::CallInit &&
         construct->getParenOrBraceRange().isInvalid();
}

bool movable(QualType type) {
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  return !record || !record->hasDefinition() || record->hasSimpleMoveConstructor() ||
         record->hasSimpleCopyConstructor() || record->hasNonTrivialMoveConstructor() ||
         record->hasNonTrivialCopyConstructor() || record->hasUserDeclaredMoveConstructor();
}

/// Does a constructor or a conversion function of a class make the value? Its text is of the other type.
bool convertsObject(const Expr *init) {
  while (true) {
    if (const auto *cast = dyn_cast<ImplicitCastExpr>(init)) {
      if (cast->getCastKind() == CK_UserDefinedConversion || cast->getCastKind() == CK_ConstructorConversion)
        return true;
      init = cast->getSubExpr();
    } else if (const auto *full = dyn_cast<FullExpr>(init)) {
      init = full->getSubExpr();
    } else if (const auto *temporary = dyn_cast<MaterializeTemporaryExpr>(init)) {
      init = temporary->getSubExpr();
    } else if (const auto *bound = dyn_cast<CXXBindTemporaryExpr>(init)) {
      init = bound->getSubExpr();
    } else {
      return false;
    }
  }
}

} // namespace

bool staysInPlace(const Decl *decl, const ASTContext &context) {
  const auto *var = dyn_cast<VarDecl>(decl);
  if (!var || var->getType()->isReferenceType() || isTensorType(context.getBaseElementType(var->getType())))
    return false;
  const CXXRecordDecl *record = var->getType()->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  return factsOf(record).staysInPlace || runsDestructor(var->getType());
}

bool staysInPlace(llvm::ArrayRef<const Stmt *> parts, const ASTContext &context) {
  const auto *declaration = parts.size() == 1 ? dyn_cast<DeclStmt>(parts.front()) : nullptr;
  return declaration &&
         llvm::any_of(declaration->decls(), [&](const Decl *d) { return staysInPlace(d, context); });
}

std::vector<std::vector<const Stmt *>> casesOf(const SwitchStmt *choice) {
  std::vector<std::vector<const Stmt *>> groups;
  const auto *body = dyn_cast<CompoundStmt>(choice->getBody());
  if (!body)
    return groups;
  size_t count = 0, direct = 0; // a label inside a statement jumps into it
  for (const SwitchCase *label = choice->getSwitchCaseList(); label; label = label->getNextSwitchCase())
    ++count;
  for (const Stmt *child : body->body()) {
    const auto *label = dyn_cast<SwitchCase>(child);
    const Stmt *inner = child;
    for (; label; label = dyn_cast<SwitchCase>(inner)) {
      ++direct;
      inner = label->getSubStmt();
    }
    if (inner != child)
      groups.push_back({inner});
    else if (!groups.empty())
      groups.back().push_back(child);
  }
  if (count != direct)
    groups.clear();
  for (std::vector<const Stmt *> &group :
       groups) // [[fallthrough]] must be the last thing in front of its label
    while (!group.empty() && isa<AttributedStmt>(group.back()) &&
           isa<NullStmt>(cast<AttributedStmt>(group.back())->getSubStmt()))
      group.pop_back();
  return groups;
}

std::vector<RegionEdits::Unit> RegionEdits::unitsOf(const std::vector<const Stmt *> &statements) const {
  std::vector<Unit> units;
  for (const Stmt *stmt : statements) {
    const auto range = source.statement(stmt);
    if (!range) { // stands elsewhere: glued to what is around it
      if (units.empty())
        return {};
      units.back().parts.push_back(stmt);
      continue;
    }
    if (!units.empty() && range->begin < units.back().range.end) {
      units.back().parts.push_back(stmt);
      units.back().range.end = std::max(units.back().range.end, range->end);
      continue;
    }
    units.push_back({{stmt}, *range});
  }
  return units;
}

std::optional<std::string> RegionEdits::typeText(QualType type) const {
  if (const auto *array = context.getAsConstantArrayType(type)) { // is carried as what can be assigned
    const std::optional<std::string> element = typeText(array->getElementType().getUnqualifiedType());
    if (!element || array->getElementType()->isArrayType())
      return std::nullopt;
    return "::std::array<" + *element + ", " + std::to_string(array->getSize().getZExtValue()) + ">";
  }
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  const TagDecl *tag = type->getAsTagDecl();
  if ((record && record->isLambda()) || (tag && (!tag->getIdentifier() || tag->getParentFunctionOrMethod())))
    return std::nullopt;
  if (isTensorType(type))
    return "::fg::Tensor";
  return fullTypeName(type, context);
}

RegionEdits::Form RegionEdits::formOf(const VarDecl *var, const std::set<const VarDecl *> &changed) const {
  const auto mayChange = [&](const VarDecl *named) {
    return changed.count(named) || uses.mayChangeUnnamed(named);
  };
  // An object that a path begins with is where it was; what an index in the path holds is not.
  const auto mayLeadElsewhere = [&](const Expr *path) {
    return llvm::any_of(namedVariables(path), [&](const VarDecl *named) {
      return changed.count(named) || (named->getType()->isArithmeticType() && mayChange(named));
    });
  };
  if (var->isConstexpr() || var->isStaticLocal() || !var->hasLocalStorage())
    return Form::Free;
  const QualType type = valueType(var);
  const Expr *init = initialiser(var);
  if (const CXXRecordDecl *record = type->getAsCXXRecordDecl(); record && record->isLambda()) {
    const auto *lambda = dyn_cast_or_null<LambdaExpr>(init);
    if (!lambda)
      return Form::None;
    for (const LambdaCapture &capture : lambda->captures()) {
      if (capture.getCaptureKind() == LCK_StarThis)
        return Form::None;
      if (!capture.capturesVariable() || capture.getCaptureKind() != LCK_ByCopy)
        continue;
      const auto *captured = dyn_cast<VarDecl>(capture.getCapturedVar());
      if (!captured || captured->isInitCapture() || mayChange(captured) ||
          assignsItself(captured->getType().getNonReferenceType())) // its copy runs code of the user's
        return Form::None;
    }
    return Form::Free;
  }
  if (var->getType()->isReferenceType() && !bindsTemporary(var)) {
    if (!init || !isPlainPath(init))
      return Form::None;
    return !isa<DeclRefExpr>(init->IgnoreParenImpCasts()) && mayLeadElsewhere(init) ? Form::None : Form::Free;
  }
  const Expr *object = init && type->isPointerType() ? addressedObject(init) : nullptr;
  if (object) { // points to it again where the declaration stands
    return changed.count(var) || (!isFixedPath(object) && mayLeadElsewhere(object)) ? Form::None : Form::Free;
  }
  const QualType held = type->isArrayType() ? context.getBaseElementType(type) : type;
  if (held.isVolatileQualified() || !typeText(type) || !movable(held))
    return Form::None;
  if (runsDestructor(type))
    return Form::None;
  if (isDefaultInitialised(var))
    return var->getType().isConstQualified() ? Form::None : Form::Later;
  if (const auto *array = context.getAsConstantArrayType(type)) {
    const auto *list = dyn_cast<InitListExpr>(init);
    if (!list || list->getNumInits() != array->getSize().getZExtValue() || list->getNumInits() > 64)
      return Form::None;
    for (const Expr *element : list->inits())
      if (const auto range = source.expression(element->IgnoreImplicit());
          !range || source.text(*range).front() == '{')
        return Form::None;
    return Form::Value;
  }
  // `auto x = {1, 2}` has no other spelling.
  if (factsOfAny(type->getAsCXXRecordDecl()).isBraced)
    return Form::None;
  return source.expression(init) || var->getInitStyle() != VarDecl::CInit ? Form::Value : Form::None;
}

namespace {
std::vector<const VarDecl *> variablesOf(const Stmt *stmt) {
  std::vector<const VarDecl *> variables;
  if (const auto *declaration = dyn_cast<DeclStmt>(stmt))
    for (const Decl *d : declaration->decls())
      if (const auto *var = dyn_cast<VarDecl>(d))
        variables.push_back(var);
  return variables;
}
} // namespace

SourceLocation RegionEdits::behind(const std::vector<const Stmt *> &statements,
                                   const std::vector<RegionStep> &ahead) const {
  if (!ahead.empty())
    return ahead.front().stmt->getBeginLoc();
  const SourceManager &sources = context.getSourceManager();
  return Lexer::getLocForEndOfToken(sources.getExpansionRange(statements.back()->getEndLoc()).getEnd(), 0,
                                    sources, context.getLangOpts());
}

/// Which of the statements are declarations that stand outside of the runs.
std::vector<bool> RegionEdits::outsideRuns(const std::vector<const Stmt *> &statements,
                                           const std::vector<RegionStep> &ahead) const {
  const SourceLocation next = behind(statements, ahead);
  std::vector<bool> outside(statements.size(), false);
  for (size_t i = 0; i < statements.size(); ++i)
    for (const VarDecl *var : variablesOf(statements[i]))
      if (uses.isNamedFrom(var, next))
        outside[i] = true;
  // What a declaration outside of the runs, or another run, names must be outside, too.
  for (bool grew = true; grew;) {
    grew = false;
    size_t run = 0;
    std::map<const VarDecl *, std::pair<size_t, size_t>> declaredIn; // the run, and the statement
    for (size_t i = 0; i < statements.size(); ++i) {
      run += outside[i];
      for (const VarDecl *named : namedVariables(statements[i]))
        if (const auto found = declaredIn.find(named);
            found != declaredIn.end() && found->second.first != run) {
          outside[found->second.second] = grew = true;
          declaredIn.erase(found);
        }
      if (!outside[i])
        for (const VarDecl *var : variablesOf(statements[i]))
          declaredIn[var] = {run, i};
      run += outside[i];
    }
  }
  return outside;
}

std::optional<size_t> RegionEdits::findResults(const std::vector<const Stmt *> &statements,
                                               const std::vector<RegionStep> &ahead,
                                               std::vector<RegionResult> &results) const {
  results.clear();
  std::set<const VarDecl *> changed;
  for (const Stmt *stmt : statements)
    for (const VarDecl *var : changesOf(stmt).variables)
      changed.insert(var);
  const std::vector<bool> outside = outsideRuns(statements, ahead);
  for (size_t i = 0; i < statements.size(); ++i) {
    if (!outside[i]) {
      // A type that is declared in a run is not seen behind it.
      if (const auto *declaration = dyn_cast<DeclStmt>(statements[i]))
        for (const Decl *d : declaration->decls())
          if (!isa<VarDecl>(d) && !isa<EmptyDecl>(d) && !isa<StaticAssertDecl>(d))
            return i;
      continue;
    }
    for (const VarDecl *var : variablesOf(statements[i])) {
      switch (formOf(var, changed)) {
      case Form::None:
        return i;
      case Form::Free:
        break;
      case Form::Value:
      case Form::Later:
        results.push_back({var, var->getNameAsString(), valueType(var), i});
        break;
      }
    }
  }
  for (size_t i = 0; i < ahead.size(); ++i)
    results.push_back({nullptr, ahead[i].name, ahead[i].type, statements.size() + i});
  return std::nullopt;
}

RegionFailure RegionEdits::madeInPlace(const Unit &declaration) {
  RegionFailure failure;
  failure.at = declaration.single() ? makerOf(declaration.single()) : nullptr;
  failure.left.plainCode = "operators in the making of an object that stays where it is declared";
  return failure;
}

// --- edits

RegionEdits::Mark RegionEdits::mark() const {
  Mark mark = state;
  mark.edits = edits.size();
  mark.regions = regions.size();
  return mark;
}

void RegionEdits::rollBack(const Mark &mark) {
  edits.erase(edits.begin() + static_cast<std::ptrdiff_t>(mark.edits), edits.end());
  regions.resize(mark.regions);
  state = mark;
}

void RegionEdits::addBraces(const Mark &mark, SourceText::Range range) {
  if (edits.size() == mark.edits)
    return;
  add(range.begin, "{ ", Order::Open);
  add(range.end, " }", Order::Close);
}

void RegionEdits::makeFunction(const Expr *expr, QualType type) {
  const SourceText::Range range = *source.expression(expr);
  add(range.begin, "[&]() -> " + *typeText(type.getUnqualifiedType()) + " { ", Order::Open);
  add(range.begin, "return " + composedText(range) + "; }()");
  edits.back().edit.length = range.end - range.begin;
  replace(range, "");
  state.replaced.erase(range.begin);
  state.functions[range.begin] = range.end;
}

void RegionEdits::add(unsigned offset, std::string text, Order order) {
  Edit edit;
  edit.edit.offset = offset;
  edit.edit.text = std::move(text);
  edit.order = order;
  edits.push_back(std::move(edit));
}

void RegionEdits::addLines(unsigned offset, std::string text) {
  add(offset, std::move(text));
  edits.back().edit.isLines = true;
}

void RegionEdits::replace(SourceText::Range range, std::string with) {
  auto &replaced = state.replaced;
  for (auto it = replaced.lower_bound(range.begin); it != replaced.end() && it->first < range.end;)
    it = replaced.erase(it);
  replaced[range.begin] = {range.end, std::move(with)};
}

std::vector<TextPiece> RegionEdits::composedPieces(SourceText::Range range) const {
  std::vector<TextPiece> pieces;
  unsigned at = range.begin;
  for (auto it = state.replaced.lower_bound(range.begin); it != state.replaced.end() && it->first < range.end;
       ++it) {
    pieces.push_back({"", at, it->first});
    pieces.push_back({it->second.second});
    at = it->second.first;
  }
  pieces.push_back({"", at, range.end});
  return pieces;
}

std::string RegionEdits::composedText(SourceText::Range range) const {
  std::string text;
  for (const TextPiece &piece : composedPieces(range))
    text += piece.text.empty() ? source.text({piece.begin, piece.end}) : piece.text;
  return text;
}

std::vector<SourceEdit> RegionEdits::takeEdits() {
  for (const auto &[begin, end] : state.replaced) {
    add(begin, end.second);
    edits.back().edit.length = end.first - begin;
  }
  std::vector<SourceEdit> sorted;
  std::vector<const Edit *> order;
  for (const Edit &edit : edits)
    order.push_back(&edit);
  stableSort(order, [](const Edit *a, const Edit *b) {
    return std::pair(a->edit.offset, a->order) < std::pair(b->edit.offset, b->order);
  });
  for (const Edit *edit : order)
    sorted.push_back(edit->edit);
  return sorted;
}

CapturedRegion *RegionEdits::makeRegion(Run &run) {
  auto region = std::make_unique<CapturedRegion>();
  const std::string number = std::to_string(regions.size());
  region->name = regions.empty() ? "start" : "resume_" + number;
  region->loc.line = source.lineOf(run.offset);
  region->loc.column = source.columnOf(run.offset);
  region->place.offset = run.offset;
  region->place.line = region->loc.line;
  region->place.column = region->loc.column;
  region->versions = std::move(run.versions);
  dropSameVersions(region->versions);
  if (run.goesOn) {
    region->flag = ownPrefix + number;
    for (const RegionResult &result : run.results) {
      RegionValue value;
      value.name = region->flag + "_" +
                   (result.name.empty() ? "binding" + std::to_string(region->values.size()) : result.name);
      value.type = typeText(result.type).value_or("");
      value.variable = result.name;
      value.isOptional = !isTensorType(result.type) && result.type->isRecordType();
      region->values.push_back(std::move(value));
    }
  }
  regions.push_back(std::move(region));
  Edit edit;
  edit.edit.offset = run.offset;
  edit.edit.isLines = true;
  edit.edit.region = regions.back().get();
  edit.order = Order::Code;
  edits.push_back(std::move(edit));
  return regions.back().get();
}

void RegionEdits::declareAhead(const Run &run, const CapturedRegion &region) {
  std::string lines;
  for (const RegionStep &step : run.ahead) {
    const SourceText::Range range = *source.expression(step.ahead);
    std::string carrier;
    for (size_t i = 0; i < run.results.size(); ++i)
      if (run.results[i].name == step.name && !run.results[i].variable && !region.flag.empty())
        carrier = region.values[i].name;
    const std::string type = *typeText(step.type.getUnqualifiedType());
    lines += "  [[maybe_unused]] " + type + " " + step.name + " = " +
             (carrier.empty() ? "" : region.flag + " ? ::fg::rt::take(" + carrier + ") : ") + "static_cast<" +
             type + ">(" + composedText(range) + ");\n";
    replace(range, useOf(step.stmt, step.ahead, step.name));
  }
  if (!lines.empty())
    addLines(run.behind, std::move(lines));
}

CapturedRegion &RegionEdits::addRegion(Run run) {
  CapturedRegion &region = *makeRegion(run);
  if (!region.flag.empty()) {
    std::map<const VarDecl *, const RegionValue *> valueOf;
    for (size_t i = 0; i < run.results.size(); ++i)
      if (run.results[i].variable)
        valueOf[run.results[i].variable] = &region.values[i];
    std::vector<const Stmt *> statements;
    for (const Unit &unit : run.units)
      for (const Stmt *part : unit.parts)
        statements.push_back(part);
    const std::vector<bool> outside = outsideRuns(statements, run.ahead);
    size_t next = 0; // statement
    std::optional<unsigned> open, end;
    const auto close = [&] {
      if (open)
        add(*end, " }", Order::Close);
      open.reset();
    };
    for (const Unit &unit : run.units) {
      bool isOutside = false;
      for (size_t part = 0; part < unit.parts.size(); ++part)
        isOutside |= outside[next++];
      if (!isOutside) {
        if (unit.parts.size() == 1 && isa<NullStmt>(unit.parts.front()) && !open)
          continue;
        if (!open) {
          open = unit.range.begin;
          add(*open, "if (!" + region.flag + ") { ");
        }
        end = unit.range.end;
        continue;
      }
      close();
      for (const Stmt *part : unit.parts)
        for (const VarDecl *var : variablesOf(part))
          if (const auto found = valueOf.find(var); found != valueOf.end())
            addDeclaration(var, region, *found->second, unit.range);
    }
    close();
  }
  declareAhead(run, region);
  return region;
}

void RegionEdits::addDeclaration(const VarDecl *var, const CapturedRegion &region, const RegionValue &value,
                                 SourceText::Range statement) {
  const std::string taken = "::fg::rt::take(" + value.name + ")";
  if (const auto *array = context.getAsConstantArrayType(valueType(var))) {
    if (isDefaultInitialised(var)) {
      const std::string i = ownPrefix + "i", element = "[" + i + "]";
      add(statement.end,
          " if (" + region.flag + ") for (::std::size_t " + i + " = 0; " + i + " < " + value.name +
              ".size(); ++" + i + ") " + var->getNameAsString() + element + " = ::fg::rt::take(" +
              value.name + element + ");",
          Order::Close);
      return;
    }
    const std::string type = *typeText(array->getElementType().getUnqualifiedType());
    const auto *list = cast<InitListExpr>(initialiser(var));
    for (unsigned i = 0; i < list->getNumInits(); ++i) {
      const SourceText::Range range = *source.expression(list->getInit(i)->IgnoreImplicit());
      add(range.begin, region.flag + " ? ::fg::rt::take(" + value.name + "[" + std::to_string(i) +
                           "]) : static_cast<" + type + ">(");
      add(range.end, ")", Order::Close);
    }
    return;
  }
  if (isDefaultInitialised(var)) {
    add(statement.end, " if (" + region.flag + ") " + var->getNameAsString() + " = " + taken + ";",
        Order::Close);
    return;
  }
  const Expr *init = initialiser(var);
  // Of a name, not of whatever initialises a structured binding.
  const QualType type = valueType(var);
  const std::string chosen = region.flag + " ? " + taken + " : ";
  if (var->getInitStyle() == VarDecl::CInit) {
    const SourceText::Range range = *source.expression(init);
    const bool braced = isa<InitListExpr>(init) || source.text(range).front() == '{';
    const bool same =
        context.hasSameUnqualifiedType(type, init->getType()) && !convertsObject(var->getInit());
    if (braced)
      add(range.begin, chosen + "::std::type_identity_t<" + value.type + ">");
    else if (same)
      add(range.begin, chosen);
    else {
      add(range.begin, chosen + "static_cast<" + value.type + ">(");
      add(range.end, ")", Order::Close);
    }
    return;
  }
  // T x(...) and T x{...}: the brackets become those of a T.
  const std::optional<unsigned> nameEnd = source.tokenEnd(var->getLocation());
  add(*nameEnd, " = " + chosen + "::std::type_identity_t<" + value.type + ">");
}

void RegionEdits::addLoopCondition(Run run, SourceText::Range condition) {
  const std::string name = run.ahead.front().name;
  const CapturedRegion &region = *makeRegion(run);
  declareAhead(run, region);
  addLines(run.offset, "  if (!" + name + ")\n    break;\n");
  replace(condition, "true");
}

} // namespace fullgraph
