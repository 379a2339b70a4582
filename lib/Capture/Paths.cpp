// The path explorer: walks an annotated function once for each combination of undecided host conditions, and
// puts the paths together as a decision tree.
#include "lib/Capture/Capture.h"
#include "lib/Capture/FixIts.h"
#include "lib/Capture/Interpreter.h"
#include "lib/Frontend/Annotations.h"

#include "clang/AST/ASTLambda.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/Mangle.h"
#include "clang/AST/QualTypeNames.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/thread.h"
#include "llvm/Support/xxhash.h"

#include <chrono>

using namespace clang;

namespace fullgraph {
namespace {

constexpr size_t maxVersions = 16;

SourceLoc locOf(SourceLocation where, const ASTContext &context) {
  SourceLoc result;
  const SourceManager &sources = context.getSourceManager();
  const SourceLocation expansion = sources.getExpansionLoc(where);
  const PresumedLoc presumed = sources.getPresumedLoc(expansion, /*UseLineDirectives=*/false);
  if (presumed.isInvalid())
    return result;
  const auto entry = sources.getFileEntryRefForID(sources.getFileID(expansion));
  const llvm::StringRef real = entry ? entry->getFileEntry().tryGetRealPathName() : llvm::StringRef();
  result.file = real.empty() ? presumed.getFilename() : real.str();
  result.line = presumed.getLine();
  result.column = presumed.getColumn();
  return result;
}

Break breakAt(BreakKind kind, SourceRange range, std::vector<std::string> args,
              const FunctionDecl *function) {
  Break b;
  b.kind = kind;
  b.range = range;
  b.args = std::move(args);
  b.function = function->getQualifiedNameAsString();
  return b;
}

/// Adds one path to the tree. Every node of a shared prefix is there already.
void insertPath(std::unique_ptr<DecisionNode> &root, const std::vector<PathDecision> &decisions,
                std::unique_ptr<DecisionNode> leaf) {
  std::unique_ptr<DecisionNode> *place = &root;
  for (const PathDecision &decision : decisions) {
    if (!*place) {
      *place = std::make_unique<DecisionNode>();
      (*place)->kind = DecisionNode::Branch;
      (*place)->condition = decision.condition;
      (*place)->loc = decision.loc;
      if (decision.assumed) {
        (*place)->whenFalse = std::make_unique<DecisionNode>();
        (*place)->whenFalse->loc = decision.loc;
        (*place)->whenFalse->reason = "needs " + decision.condition.str();
      }
    }
    place = decision.taken ? &(*place)->whenTrue : &(*place)->whenFalse;
  }
  *place = std::move(leaf);
}

bool hasGraph(const DecisionNode *node) {
  if (!node)
    return false;
  if (node->kind == DecisionNode::GraphLeaf)
    return true;
  return node->kind == DecisionNode::Branch &&
         (hasGraph(node->whenTrue.get()) || hasGraph(node->whenFalse.get()));
}

/// Branches whose two sides both run the user's code decide nothing.
void prune(std::unique_ptr<DecisionNode> &node) {
  if (!node || node->kind != DecisionNode::Branch)
    return;
  prune(node->whenTrue);
  prune(node->whenFalse);
  if (hasGraph(node.get()))
    return;
  std::unique_ptr<DecisionNode> side = std::move(node->whenTrue ? node->whenTrue : node->whenFalse);
  node = std::move(side);
}

/// The condition under which a template's body is this instantiation; nullopt when C++ cannot say it at the
/// place of the template.
class InstantiationCondition {
public:
  InstantiationCondition(ASTContext &context, const FunctionDecl *function)
      : context(context), function(function) {}

  std::optional<std::string> text() {
    if (const auto *method = dyn_cast<CXXMethodDecl>(function))
      if (method->getParent()->isLambda() && method->getParent()->isGenericLambda())
        return std::nullopt;
    for (const DeclContext *scope = function->getDeclContext(); scope; scope = scope->getParent()) {
      const auto *record = dyn_cast<ClassTemplateSpecializationDecl>(scope);
      if (!record || record->isExplicitSpecialization())
        continue;
      const auto pattern = record->getSpecializedTemplateOrPartial();
      if (const auto *partial = dyn_cast<ClassTemplatePartialSpecializationDecl *>(pattern))
        add(partial->getTemplateParameters(), record->getTemplateInstantiationArgs());
      else
        add(record->getSpecializedTemplate()->getTemplateParameters(), record->getTemplateArgs());
    }
    if (const FunctionTemplateDecl *primary = function->getPrimaryTemplate())
      add(primary->getTemplateParameters(), *function->getTemplateSpecializationArgs());
    if (!possible || parts.empty())
      return std::nullopt;
    std::string all;
    for (const std::string &part : parts)
      all += (all.empty() ? "" : " && ") + part;
    return all;
  }

private:
  void add(const TemplateParameterList *parameters, const TemplateArgumentList &arguments) {
    for (unsigned i = 0; i < parameters->size() && i < arguments.size(); ++i) {
      const NamedDecl *parameter = parameters->getParam(i);
      const TemplateArgument &argument = arguments[i];
      if (parameter->isParameterPack() || !parameter->getIdentifier()) {
        possible =
            possible && !parameter->isParameterPack(); // an unnamed parameter decides nothing in the body
        continue;
      }
      if (argument.getKind() == TemplateArgument::Type) {
        addType(parameter->getName(), argument.getAsType());
      } else if (argument.getKind() == TemplateArgument::Integral) {
        const QualType type = argument.getIntegralType();
        std::string value = llvm::toString(argument.getAsIntegral(), 10);
        if (type->isEnumeralType())
          value = "static_cast<" + name(type) + ">(" + value + ")";
        parts.push_back(parameter->getNameAsString() + " == " + value);
      } else {
        possible = false;
      }
    }
  }

  void addType(llvm::StringRef parameter, QualType type) {
    const TagDecl *tag = type.getNonReferenceType()->getAsTagDecl();
    if (tag) {
      const SourceManager &sources = context.getSourceManager();
      const bool named = tag->getIdentifier() && !tag->getParentFunctionOrMethod();
      if (!named || !sources.isBeforeInTranslationUnit(sources.getExpansionLoc(tag->getLocation()),
                                                       sources.getExpansionLoc(function->getLocation())))
        possible = false; // declared behind the template: its body cannot name it
    }
    parts.push_back("std::is_same_v<" + parameter.str() + ", " + name(type) + ">");
  }

  std::string name(QualType type) {
    PrintingPolicy policy(context.getLangOpts());
    policy.SuppressTagKeyword = true;
    return TypeName::getFullyQualifiedName(type, context, policy, true);
  }

  ASTContext &context;
  const FunctionDecl *function;
  std::vector<std::string> parts;
  bool possible = true;
};

class FunctionCapture {
public:
  FunctionCapture(ASTContext &context, const AnnotatedFunction &annotated, const CaptureOptions &options)
      : context(context), annotated(annotated), options(options), decl(annotated.decl) {}

  CapturedFunction run() {
    const auto start = std::chrono::steady_clock::now();
    describe();
    if (!result.options.disable && result.options.backend != "eager")
      capture();
    report();
    result.captureSeconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return std::move(result);
  }

private:
  void describe() {
    const SourceManager &sources = context.getSourceManager();
    result.options = annotated.options;
    result.name = decl->getQualifiedNameAsString();
    const auto *method = dyn_cast<CXXMethodDecl>(decl);
    if (method && method->getParent()->isLambda()) {
      const SourceLoc where = locOf(decl->getLocation(), context);
      result.name = "lambda at line " + std::to_string(where.line);
    }
    result.prototype =
        decl->getReturnType().getAsString(context.getPrintingPolicy()) + " " + result.name + "(";
    for (const ParmVarDecl *parameter : decl->parameters()) {
      if (result.prototype.back() != '(')
        result.prototype += ", ";
      result.prototype +=
          parameter->getType().getAsString(context.getPrintingPolicy()) + " " + parameter->getNameAsString();
    }
    result.prototype += method && method->isConst() ? ") const" : ")";
    result.loc = locOf(decl->getLocation(), context);
    result.inHeader = !sources.isInMainFile(sources.getExpansionLoc(decl->getLocation()));
    std::string base;
    for (char c :
         method && method->getParent()->isLambda() ? std::string("lambda") : decl->getQualifiedNameAsString())
      base += llvm::isAlnum(c) ? c : '_';
    std::string key = ASTNameGenerator(context).getName(decl);
    if (method && method->getParent()->isLambda())
      key += result.loc.str();
    result.id = llvm::formatv("{0}_{1:x-8}", base, llvm::xxh3_64bits(key) & 0xffffffffu);
    const Stmt *body = decl->getBody();
    if (!isa_and_nonnull<CompoundStmt>(body)) {
      result.breaks.push_back(breakAt(BreakKind::Exception, SourceRange(decl->getLocation()), {"try"}, decl));
      return;
    }
    const SourceLocation brace = body->getBeginLoc();
    if (brace.isMacroID()) {
      result.breaks.push_back(breakAt(BreakKind::UnsupportedConstruct, SourceRange(decl->getLocation()),
                                      {"a function whose body comes from a macro"}, decl));
      return;
    }
    const SourceLoc where = locOf(brace, context);
    result.body.file = where.file;
    result.body.offset = sources.getFileOffset(brace) + 1;
    result.body.line = where.line;
    result.body.column = where.column + 1;
    if (decl->getTemplateInstantiationPattern()) {
      std::optional<std::string> condition = InstantiationCondition(context, decl).text();
      if (condition)
        result.instantiation = *condition;
      else
        result.breaks.push_back(breakAt(BreakKind::UnsupportedConstruct, SourceRange(decl->getLocation()),
                                        {"an instantiation that cannot be named where the template stands"},
                                        decl));
    }
    if (isa<CoroutineBodyStmt>(body))
      result.breaks.push_back(
          breakAt(BreakKind::Coroutine, SourceRange(decl->getLocation()), {"co_await"}, decl));
  }

  void capture() {
    if (!result.breaks.empty())
      return;
    FunctionContext shared;
    shared.decl = decl;
    shared.options = result.options;
    size_t graphs = 0;
    while (true) {
      CapturedVersion version;
      bool complete = explore(shared, version, graphs);
      for (Break &b : shared.breaks)
        result.breaks.push_back(std::move(b));
      const bool broke = !shared.breaks.empty();
      shared.breaks.clear();
      if (!complete || broke)
        break;
      prune(version.tree);
      if (hasGraph(version.tree.get())) {
        for (const auto &[name, def] : shared.symbols)
          version.symbols.push_back(def);
        result.versions.push_back(std::move(version));
      }
      // The next combination of alternatives, like an odometer.
      size_t position = 0;
      while (position < shared.alternatives.size() &&
             ++shared.alternatives[position] == shared.alternativeCounts[position])
        shared.alternatives[position++] = 0;
      if (position == shared.alternatives.size())
        break;
      if (result.versions.size() >= maxVersions) {
        result.breaks.push_back(breakAt(BreakKind::VersionLimit, SourceRange(decl->getLocation()),
                                        {"more than " + std::to_string(maxVersions)}, decl));
        break;
      }
    }
    for (const auto &[name, where] : shared.unknownTypes) {
      result.remarks.push_back("rank or dtype of '" + name + "' is not known at build time");
      unknown.emplace_back(name, where);
    }
    if (!result.breaks.empty())
      result.versions.clear();
  }

  bool explore(FunctionContext &shared, CapturedVersion &version, size_t &graphs) {
    std::vector<PathDecision> prefix;
    size_t paths = 0;
    while (true) {
      Interpreter interpreter(context, shared, prefix, options.verbose);
      interpreter.run();
      std::vector<PathDecision> path = std::move(interpreter.decisions);
      if (interpreter.leaf->kind == DecisionNode::GraphLeaf) {
        ++graphs;
        if (version.label.empty() && interpreter.leaf->graph)
          for (const GraphInput &input : interpreter.leaf->graph->inputs())
            version.label +=
                (version.label.empty() ? "" : ", ") + input.value->source + ": " + input.value->type.str();
      }
      insertPath(version.tree, path, std::move(interpreter.leaf));
      while (!path.empty() && (path.back().assumed || !path.back().taken))
        path.pop_back();
      if (path.empty())
        return true;
      if (static_cast<int>(graphs) >= shared.options.maxGraphs ||
          static_cast<int>(++paths) >= 8 * shared.options.maxGraphs) {
        shared.breaks.push_back(breakAt(BreakKind::VersionLimit, SourceRange(decl->getLocation()),
                                        {"more than " + std::to_string(shared.options.maxGraphs)}, decl));
        return false;
      }
      path.back().taken = false;
      prefix = std::move(path);
    }
  }

  void report() {
    DiagnosticsEngine &diags = context.getDiagnostics();
    const SourceManager &sources = context.getSourceManager();
    std::sort(result.breaks.begin(), result.breaks.end(), [&](const Break &a, const Break &b) {
      const SourceLocation la = sources.getExpansionLoc(a.range.getBegin()),
                           lb = sources.getExpansionLoc(b.range.getBegin());
      if (la != lb && la.isValid() && lb.isValid())
        return sources.isBeforeInTranslationUnit(la, lb);
      return a.kind < b.kind;
    });
    for (const Break &b : result.breaks)
      reportBreak(diags, b, result.options.fullgraph, options.breakFlags);
    if (!result.breaks.empty())
      return;
    for (const auto &[name, where] : unknown)
      reportBreak(diags,
                  breakAt(BreakKind::UnknownRank, SourceRange(where.isValid() ? where : decl->getLocation()),
                          {name}, decl),
                  result.options.fullgraph, options.breakFlags);
  }

  ASTContext &context;
  const AnnotatedFunction &annotated;
  const CaptureOptions &options;
  const FunctionDecl *decl;
  CapturedFunction result;
  std::vector<std::pair<std::string, SourceLocation>> unknown;
};

/// FG_SHAPE texts that do not parse, wherever they stand: a misspelt one must not silently mean "eager".
class ShapeChecker : public RecursiveASTVisitor<ShapeChecker> {
public:
  explicit ShapeChecker(ASTContext &context) : context(context) {}
  bool shouldVisitTemplateInstantiations() const { return false; }
  bool TraverseDecl(Decl *decl) {
    if (decl && !isa<TranslationUnitDecl>(decl) && decl->getLocation().isValid() &&
        context.getSourceManager().isInSystemHeader(decl->getLocation()))
      return true;
    return RecursiveASTVisitor::TraverseDecl(decl);
  }
  bool VisitValueDecl(ValueDecl *decl) {
    const std::optional<ShapeAnnotation> shape = shapeAnnotation(decl);
    if (!shape)
      return true;
    std::optional<ShapeSpecError> error;
    parseShapeSpec(shape->text, error);
    if (!error)
      return true;
    // The caret goes to the character: the text is an ordinary literal, one column a byte behind the quote.
    DiagnosticsEngine &diags = context.getDiagnostics();
    SourceLocation where = context.getSourceManager().getSpellingLoc(shape->loc);
    where = where.getLocWithOffset(static_cast<int>(error->offset) + 1);
    diags.Report(where, diags.getCustomDiagID(DiagnosticsEngine::Error, "FG_SHAPE: %0")) << error->message;
    return true;
  }

private:
  ASTContext &context;
};

} // namespace

std::vector<CapturedFunction> captureTranslationUnit(ASTContext &context, const CaptureOptions &options) {
  std::vector<CapturedFunction> result;
  const std::vector<AnnotatedFunction> annotated = findAnnotatedFunctions(context);
  if (annotated.empty()) {
    for (const FunctionDecl *pattern : findUninstantiatedTemplates(context)) {
      Break graphBreak = breakAt(BreakKind::UninstantiatedTemplate, SourceRange(pattern->getLocation()),
                                 {pattern->getNameAsString()}, pattern);
      addFixIts(graphBreak, FixItContext{context, pattern, nullptr, nullptr, nullptr});
      reportBreak(context.getDiagnostics(), graphBreak, false, options.breakFlags);
    }
    return result;
  }
  ShapeChecker(context).TraverseDecl(context.getTranslationUnitDecl());
  if (context.getDiagnostics().hasErrorOccurred())
    return result;
  // The interpreter recurses with the program's expressions and calls: it gets a stack that its own nesting
  // limit fits.
  constexpr unsigned stackBytes = 512u << 20; // address space; pages are taken as they are used
  llvm::thread worker(std::optional<unsigned>(stackBytes), [&] {
    for (const AnnotatedFunction &function : annotated)
      result.push_back(FunctionCapture(context, function, options).run());
  });
  worker.join();
  return result;
}

} // namespace fullgraph
