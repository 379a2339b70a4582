// How breaks are described: places, names of values, definition chains.
#include "lib/Capture/Report/Reporter.h"

#include "lib/Capture/Domain/ClassModel.h"
#include "lib/Capture/Domain/Types.h"
#include "lib/Capture/Domain/UnitMemory.h"
#include "lib/Capture/Report/FixIts.h"
#include "lib/Capture/Report/Splits.h"
#include "lib/Frontend/Annotations.h"
#include "lib/Frontend/AstVisitor.h"
#include "lib/Frontend/LibraryFiles.h"

#include <fullgraph/detail/check.h>

#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/Support/raw_ostream.h"

#include <map>

using namespace clang;

namespace fullgraph {

std::string sourceText(const Expr *expr, const ASTContext &context) {
  const SourceManager &sources = context.getSourceManager();
  const CharSourceRange range(sources.getExpansionRange(expr->getSourceRange()));
  return Lexer::getSourceText(range, sources, context.getLangOpts()).str();
}

SourceLoc Reporter::loc(SourceLocation where) const {
  SourceLoc result;
  if (where.isInvalid())
    return result;
  const PresumedLoc presumed =
      context.getSourceManager().getPresumedLoc(context.getSourceManager().getExpansionLoc(where));
  if (presumed.isInvalid())
    return result;
  const SourceManager &sources = context.getSourceManager();
  const auto entry = sources.getFileEntryRefForID(sources.getFileID(sources.getExpansionLoc(where)));
  const llvm::StringRef real = entry ? entry->getFileEntry().tryGetRealPathName() : llvm::StringRef();
  result.file = real.empty() ? presumed.getFilename() : real.str();
  result.line = presumed.getLine();
  result.column = presumed.getColumn();
  return result;
}

SourceLoc Reporter::loc(const Stmt *stmt) const {
  if (!stmt)
    return {};
  const auto *expr = dyn_cast<Expr>(stmt);
  return loc(expr ? expr->getExprLoc() : stmt->getBeginLoc());
}

bool Reporter::isLibrary(SourceLocation where) const {
  return UnitMemory::remember(&UnitMemory::libraryPlaces, where.getPtrEncoding(), [&] {
    const SourceManager &sources = context.getSourceManager();
    const SourceLocation begin =
        sources.getLocForStartOfFile(sources.getFileID(sources.getExpansionLoc(where)));
    return UnitMemory::remember(&UnitMemory::libraryFiles, begin.getPtrEncoding(),
                                [&] { return isLibraryCode(where, context); });
  });
}

SourceLoc Reporter::userLoc(const Expr *expr) const {
  SourceLocation where = expr->getExprLoc();
  for (auto it = walk.activeCalls.rbegin(); it != walk.activeCalls.rend() && isLibrary(where); ++it)
    where = (*it)->getExprLoc();
  return loc(where);
}

/// The fg::ErrorOnGraphBreak scopes of functions, each looked for once: every break asks.
class ErrorScopes {
public:
  explicit ErrorScopes(const ASTContext &context) : context(context), sources(context.getSourceManager()) {}

  /// What the innermost one that holds a place of the function's body says.
  std::optional<bool> at(const FunctionDecl *function, SourceLocation place) {
    const auto [entry, fresh] = scopes.try_emplace(function);
    if (fresh)
      Finder(*this, entry->second).TraverseStmt(function->getBody());
    place = sources.getExpansionLoc(place);
    std::optional<bool> innermost;
    for (const Scope &scope : entry->second) // inner ones come later
      if (sources.isBeforeInTranslationUnit(scope.begin, place) &&
          !sources.isBeforeInTranslationUnit(scope.end, place))
        innermost = scope.value;
    return innermost;
  }

private:
  struct Scope {
    SourceLocation begin, end;
    bool value = false;
  };
  struct Finder : AstVisitor {
    Finder(const ErrorScopes &all, std::vector<Scope> &found) : all(all), found(found) {}
    bool VisitCompoundStmt(CompoundStmt *block) override {
      for (const Stmt *child : block->body())
        if (const auto *declaration = dyn_cast<DeclStmt>(child))
          for (const Decl *decl : declaration->decls())
            if (const auto *var = dyn_cast<VarDecl>(decl))
              if (const std::optional<bool> value = all.valueOf(var))
                found.push_back({all.sources.getExpansionLoc(child->getBeginLoc()),
                                 all.sources.getExpansionLoc(block->getEndLoc()), *value});
      return true;
    }
    const ErrorScopes &all;
    std::vector<Scope> &found;
  };

  std::optional<bool> valueOf(const VarDecl *var) const {
    const CXXRecordDecl *record = var->getType()->getAsCXXRecordDecl();
    if (!record || !record->getIdentifier() || record->getName() != "ErrorOnGraphBreak" ||
        !isFgNamespace(record->getDeclContext()) || !var->getInit())
      return std::nullopt;
    const auto *construct = dyn_cast<CXXConstructExpr>(var->getInit()->IgnoreImplicit());
    bool value = false;
    if (construct && construct->getNumArgs() == 1 &&
        construct->getArg(0)->EvaluateAsBooleanCondition(value, context))
      return value;
    return std::nullopt;
  }
  const ASTContext &context;
  const SourceManager &sources;
  std::map<const FunctionDecl *, std::vector<Scope>> scopes;
};

void Reporter::fail(BreakKind kind, SourceRange range, std::vector<std::string> args,
                    std::vector<BreakNote> notes, const AbsValue *deciding) {
  BreakError error;
  error.graphBreak.kind = kind;
  error.graphBreak.range = range;
  error.graphBreak.args = std::move(args);
  error.graphBreak.notes = std::move(notes);
  error.graphBreak.function = function.decl->getQualifiedNameAsString();

  // The place to show is the user's: a break inside a library's body belongs to the call that led there.
  for (auto it = walk.activeCalls.rbegin();
       it != walk.activeCalls.rend() && isLibrary(error.graphBreak.range.getBegin()); ++it)
    error.graphBreak.range = (*it)->getSourceRange();
  for (size_t depth = walk.frames.size(); depth > 1; --depth) {
    const Frame &inner = walk.frames[depth - 1];
    error.graphBreak.told |= inner.function && isAnnotated(inner.function);
    if (!inner.call || isLibrary(inner.call->getBeginLoc()) ||
        inner.call->getSourceRange() == error.graphBreak.range)
      continue;
    // A recursion is called from the same place each time.
    if (llvm::none_of(error.graphBreak.callStack,
                      [&](const BreakNote &known) { return known.loc == inner.call->getExprLoc(); }))
      error.graphBreak.callStack.push_back(
          {inner.call->getExprLoc(), inner.function->getQualifiedNameAsString(), {}});
  }
  SourceLocation place = range.getBegin();
  for (size_t depth = walk.frames.size(); depth > 0 && !error.graphBreak.strict; --depth) {
    const Frame &inner = walk.frames[depth - 1];
    if (inner.function && inner.function->hasBody() && !isLibrary(inner.function->getLocation())) {
      if (!function.errorScopes)
        function.errorScopes = std::make_shared<ErrorScopes>(context);
      error.graphBreak.strict = function.errorScopes->at(inner.function, place);
    }
    if (inner.call)
      place = inner.call->getExprLoc();
  }
  if (!walk.frames.empty()) {
    FixItContext fixes{context, walk.frames.back().function, nullptr, nullptr, nullptr, nullptr, {}};
    fixes.typeOf = [this](const VarDecl *var) -> const TensorType * {
      const auto found = walk.frames.back().variables.find(var);
      const bool known = found != walk.frames.back().variables.end() && found->second->value.isTensor();
      return known && found->second->value.tensor ? &found->second->value.tensor->type : nullptr;
    };
    if (deciding) {
      fixes.tensor = deciding->origin;
      fixes.read = deciding->expr;
    }
    fixes.callee = failingCallee;
    addFixIts(error.graphBreak, fixes);
  }
  throw error;
}

/// As the user wrote it, in quotes: one line, and not all of a long one.
std::string Reporter::shortText(const Expr *expr) const {
  constexpr size_t most = 48;
  std::string text = sourceText(expr, context);
  size_t end = std::min({text.find('\n'), text.size(), most});
  while (end < text.size() && end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80)
    --end; // in the middle of a character
  if (end < text.size())
    text = text.substr(0, end) + "...";
  return "'" + text + "'";
}

void Reporter::unsupported(const Stmt *stmt, std::string what) {
  fail(BreakKind::UnsupportedConstruct, stmt->getSourceRange(), {std::move(what)});
}

void Reporter::failOnTensorValue(BreakKind kind, const AbsValue &scalar, SourceRange range,
                                 std::vector<BreakNote> extra) {
  if (walk.kernel &&
      kind == BreakKind::ScalarReadback) // nothing is read back: tensors have no such arithmetic
    fail(BreakKind::UnsupportedConstruct, range, {"this use of a number in a kernel function"},
         std::move(extra), &scalar);
  if (kind == BreakKind::ScalarReadback && splits.isArgument())
    splits.splitAtArgument(scalar, range);
  std::vector<BreakNote> notes = definitionChain(scalar.tensor);
  for (BreakNote &note : extra)
    notes.push_back(std::move(note));
  fail(kind, range, {nameOf(scalar.tensor)}, std::move(notes), &scalar);
}

void Reporter::record(Break graphBreak) {
  walk.diagnosing = true;
  if (!function.found.places.insert(graphBreak.at()).second)
    return;
  function.found.breaks.push_back(std::move(graphBreak));
}

namespace {
/// Operands first: the values that `value` is computed from, nearest named ones only.
void namedOrigins(Value *value, std::vector<Value *> &origins, std::set<Value *> &seen, int depth) {
  if (!value || depth > 64 || !seen.insert(value).second)
    return;
  if (!value->source.empty()) {
    origins.push_back(value);
    return;
  }
  if (value->def)
    value->def->forEachOperand([&](Value *operand) { namedOrigins(operand, origins, seen, depth + 1); });
}
} // namespace

std::string Reporter::nameOf(Value *value) const {
  std::vector<Value *> origins;
  std::set<Value *> seen;
  namedOrigins(value, origins, seen, 0);
  if (!origins.empty())
    return origins.front()->source;
  return value && value->def ? "result of " + std::string(value->def->opName()) : "tensor";
}

std::vector<BreakNote> Reporter::definitionChain(Value *value) const {
  std::vector<Value *> origins;
  std::set<Value *> seen;
  namedOrigins(value, origins, seen, 0);
  std::vector<BreakNote> notes;
  for (Value *origin : origins) {
    if (!origin->loc.isValid() || notes.size() == 4)
      continue;
    std::string text;
    if (!origin->def) {
      text = "'" + origin->source + "' comes from the caller";
    } else {
      std::vector<Value *> inputs;
      std::set<Value *> visited{origin};
      origin->def->forEachOperand([&](Value *operand) { namedOrigins(operand, inputs, visited, 0); });
      text = "'" + origin->source + "' is computed here";
      for (size_t i = 0; i < inputs.size(); ++i)
        text += (i == 0 ? ", from '" : i + 1 == inputs.size() ? " and '" : ", '") + inputs[i]->source + "'";
    }
    // SourceLoc back to clang's location: the files are those of this translation unit.
    auto file = context.getSourceManager().getFileManager().getOptionalFileRef(origin->loc.file);
    SourceLocation where;
    if (file)
      where = context.getSourceManager().translateFileLineCol(&file->getFileEntry(), origin->loc.line,
                                                              origin->loc.column);
    if (where.isValid())
      notes.push_back({where, std::move(text), {}});
  }
  return notes;
}

void Reporter::trace(SourceLocation where, const llvm::Twine &what) const {
  if (walk.verbose)
    llvm::errs() << "capture: " << loc(where).str() << ": " << what << "\n";
}

/// A list of sizes as ATen prints it.
static std::string sizesText(const AbsValue *value) {
  if (!value || !value->is(ValueKind::Sequence) || value->sequence->open)
    return "[...]";
  std::string text;
  for (const Location *element : value->sequence->elements)
    text += (text.empty() ? "" : ", ") + (element->value.isScalar() ? element->value.sym.str() : "?");
  return "[" + text + "]";
}

/// ": <the message>" of the library's FG_CHECK, as far as it is known; "" where it is not.
std::string Reporter::failureText(const std::vector<Location *> &args) {
  if (args.size() != 1 || !args[0] || !args[0]->value.is(ValueKind::Sequence) ||
      args[0]->value.sequence->open)
    return "";
  std::string text;
  for (const Location *element : args[0]->value.sequence->elements) {
    const AbsValue &piece = element->value;
    if (!piece.is(ValueKind::Record))
      return "";
    std::map<llvm::StringRef, const AbsValue *> fields;
    for (const auto &[fieldDecl, location] : piece.record->fields)
      fields[fieldDecl->getName()] = &location->value;
    const AbsValue *kind = fields["kind"], *words = fields["text"], *number = fields["integer"];
    using Kind = fg::detail::Piece::Kind;
    const auto isA = [&](Kind wanted) {
      return kind && kind->isScalar() && kind->sym.isConst(static_cast<int64_t>(wanted));
    };
    if (isA(Kind::Text) && words && words->is(ValueKind::String))
      text += words->text;
    else if (isA(Kind::Type) && number && number->isScalar() && number->sym.isConst())
      text += fg::toString(static_cast<ScalarType>(*number->sym.asInt()));
    else if (isA(Kind::Sizes))
      text += sizesText(fields["sizes"]);
    else if (number && number->isScalar())
      text += number->sym.str();
  }
  return text.empty() ? "" : ": " + text;
}

/// Classes whose objects other threads see: what they do depends on more than this function's code.
void Reporter::refuseThreading(const CXXRecordDecl *record, const Expr *expr) {
  const ClassFacts &facts = factsOf(record);
  const std::string name = facts.spelling ? facts.spelling : "std::" + libraryClassName(record).str();
  if (facts.role == ClassRole::Lock)
    fail(BreakKind::LockOrAtomic, expr->getSourceRange(), {name});
  if (facts.role == ClassRole::Thread)
    fail(BreakKind::ThreadCreation, expr->getSourceRange(), {name});
}

/// What is no break, and said once: by the walk over the whole function.
void Reporter::remark(BreakKind kind, SourceRange range, std::vector<std::string> args,
                      std::vector<BreakNote> notes) {
  if (walk.region || walk.attempts.depth || walk.predicting)
    return;
  try {
    fail(kind, range, std::move(args), std::move(notes));
  } catch (BreakError &error) {
    record(std::move(error.graphBreak));
  }
}

void Reporter::remarkOfOtherPaths(BreakKind kind, SourceRange range, std::vector<std::string> args) {
  const bool diagnosing = walk.diagnosing;
  remark(kind, range, std::move(args), {});
  walk.diagnosing = diagnosing;
}

void Reporter::remarkDataSize(SourceRange range, const std::string &what, Value *tensor) {
  remark(BreakKind::DataDependentShape, range, {what, nameOf(tensor)}, definitionChain(tensor));
}

/// What is called, as the user wrote it: "layers->forward".
std::string Reporter::calleeText(const Expr *call) const {
  const Expr *callee = call;
  if (const auto *operation = dyn_cast<CXXOperatorCallExpr>(call))
    callee = operation->getArg(0);
  else if (const auto *function = dyn_cast<CallExpr>(call))
    callee = function->getCallee();
  return sourceText(callee, context);
}

/// The innermost function of the user's that runs.
size_t Reporter::userDepth() const {
  size_t depth = walk.frames.size();
  while (depth > 1 && isLibrary(walk.frames[depth - 1].function->getLocation()))
    --depth;
  return depth;
}

void Reporter::keepOrThrow(BreakError &error) {
  // Past the step limit nothing may go on.
  if (walk.region || walk.attempts.depth || walk.predicting ||
      error.graphBreak.kind == BreakKind::UnrollLimit)
    throw std::move(error);
  // What an operand that broke is handed to breaks with it: std::cout << x << "\n".
  const SourceRange range = error.graphBreak.range;
  const bool follows = llvm::any_of(function.found.breaks, [&](const Break &known) {
    return isGraphBreak(known.kind) && (known.kind != error.graphBreak.kind || known.range != range) &&
           range.fullyContains(known.range);
  });
  if (follows)
    walk.diagnosing = true;
  else
    record(std::move(error.graphBreak));
}

/// Under diagnosis the rest of an expression of the user's is walked, too: it may hold further breaks.
bool Reporter::goesOnBehind(const BreakError &error, const Expr *at) const {
  return !walk.region && !walk.attempts.depth && !walk.predicting &&
         error.graphBreak.kind != BreakKind::UnrollLimit && !isLibrary(at->getExprLoc());
}

} // namespace fullgraph
