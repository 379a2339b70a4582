// Which overload does a call select? Two modes over one source:
//   OverloadProbe list <source> <namespace>... -- <flags>   the functions of the namespaces, and the methods
//   of
//                                                           their class Tensor, one a line
//   OverloadProbe select <source> -- <flags>                what the call in each function probe_<n>()
//   selects
// A parameter is printed as `type|name|default?`, its type without sugar. scripts/overloads.py makes the
// sources and compares the answers of two libraries.
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Tooling/CompilationDatabase.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <set>

using namespace clang;

namespace {

/// Lines of the main file with an error, be it there or in a template that is instantiated from there.
class ErrorLines : public DiagnosticConsumer {
public:
  void HandleDiagnostic(DiagnosticsEngine::Level level, const Diagnostic &info) override {
    if (level >= DiagnosticsEngine::Error) {
      ++NumErrors;
      inError = true;
    } else if (level != DiagnosticsEngine::Note) {
      inError = false;
    }
    if (!inError || !info.hasSourceManager())
      return;
    const SourceManager &sources = info.getSourceManager();
    const SourceLocation at = sources.getExpansionLoc(info.getLocation());
    if (at.isValid() && sources.isInMainFile(at))
      lines.insert(sources.getExpansionLineNumber(at));
    else if (level >= DiagnosticsEngine::Fatal)
      llvm::errs() << "fatal error outside of the probes\n";
  }
  std::set<unsigned> lines;

private:
  bool inError = false;
};

void printParameters(const FunctionDecl &function, unsigned count) {
  const ASTContext &context = function.getASTContext();
  PrintingPolicy policy(context.getLangOpts());
  policy.SuppressTagKeyword = true;
  for (unsigned i = 0; i < count; ++i) {
    const ParmVarDecl &parameter = *function.getParamDecl(i);
    llvm::outs() << '\t' << parameter.getType().getCanonicalType().getAsString(policy) << '|'
                 << parameter.getName() << '|' << (parameter.hasDefaultArg() ? 1 : 0);
  }
  llvm::outs() << '\n';
}

void printFunction(StringRef scope, const NamedDecl &named) {
  const NamedDecl *target = &named;
  if (const auto *shadow = dyn_cast<UsingShadowDecl>(target))
    target = shadow->getTargetDecl();
  bool isTemplate = false;
  if (const auto *pattern = dyn_cast<FunctionTemplateDecl>(target)) {
    isTemplate = true;
    target = pattern->getTemplatedDecl();
  }
  const auto *function = dyn_cast<FunctionDecl>(target);
  if (!function || !function->getDeclName().isIdentifier() || function->isDeleted() ||
      function->getAccess() == AS_private || function->getAccess() == AS_protected)
    return;
  if (const auto *method = dyn_cast<CXXMethodDecl>(function); method && method->isStatic())
    return;
  llvm::outs() << scope << '\t' << function->getName() << '\t' << (isTemplate ? "template" : "plain");
  printParameters(*function, function->getNumParams());
}

void listClass(StringRef scope, const CXXRecordDecl &record) {
  for (const CXXBaseSpecifier &base : record.bases())
    if (const CXXRecordDecl *of = base.getType()->getAsCXXRecordDecl(); of && of->hasDefinition())
      listClass(scope, *of->getDefinition());
  for (const Decl *member : record.decls())
    if (const auto *named = dyn_cast<NamedDecl>(member))
      printFunction(scope, *named);
}

class Lister : public ASTConsumer {
public:
  explicit Lister(llvm::ArrayRef<std::string> namespaces) : namespaces(namespaces) {}
  void HandleTranslationUnit(ASTContext &context) override {
    for (const std::string &name : namespaces) {
      const DeclContext *scope = context.getTranslationUnitDecl();
      llvm::SmallVector<StringRef, 4> parts;
      StringRef(name).split(parts, "::");
      for (const StringRef part : parts) {
        const DeclContext *inner = nullptr;
        for (const NamedDecl *found : scope->lookup(&context.Idents.get(part))) {
          if (const auto *alias = dyn_cast<NamespaceAliasDecl>(found))
            found = alias->getNamespace();
          if (const auto *space = dyn_cast<NamespaceDecl>(found))
            inner = space;
        }
        if (!inner) {
          llvm::errs() << "no namespace " << name << '\n';
          std::exit(1);
        }
        scope = inner;
      }
      listNamespace(name, *cast<NamespaceDecl>(scope));
    }
  }

private:
  void listNamespace(StringRef name, const NamespaceDecl &space) {
    for (const NamespaceDecl *part : space.redecls())
      for (const Decl *member : part->decls()) {
        if (const auto *inner = dyn_cast<NamespaceDecl>(member); inner && inner->isInline())
          listNamespace(name, *inner);
        if (const auto *named = dyn_cast<UsingDecl>(member)) {
          for (const UsingShadowDecl *shadow : named->shadows())
            printFunction(name, *shadow);
        } else if (const auto *other = dyn_cast<NamedDecl>(member);
                   other &&
                   other->getDeclContext()->isFileContext()) { // no method defined outside of its class
          printFunction(name, *other);
        }
        if (const auto *record = dyn_cast<CXXRecordDecl>(member);
            record && record->isThisDeclarationADefinition() && record->getName() == "Tensor")
          listClass((name + "::Tensor").str(), *record);
      }
  }

  llvm::ArrayRef<std::string> namespaces;
};

/// The call that the expression is, below what the language wraps around it.
const Expr *callOf(const Stmt *statement) {
  while (statement) {
    if (isa<CallExpr>(statement) || isa<CXXConstructExpr>(statement))
      return cast<Expr>(statement);
    const Stmt *inner = nullptr;
    for (const Stmt *child : statement->children())
      if (child) {
        inner = child;
        break;
      }
    statement = inner;
  }
  return nullptr;
}

class Selector : public ASTConsumer {
public:
  explicit Selector(const ErrorLines &errors) : errors(errors) {}
  void HandleTranslationUnit(ASTContext &context) override {
    const SourceManager &sources = context.getSourceManager();
    for (const Decl *decl : context.getTranslationUnitDecl()->decls()) {
      const auto *probe = dyn_cast<FunctionDecl>(decl);
      if (!probe || !probe->getDeclName().isIdentifier() || !probe->getName().starts_with("probe_") ||
          !probe->hasBody())
        continue;
      llvm::outs() << probe->getName().drop_front(6);
      const auto *call = dyn_cast_or_null<CallExpr>(callOf(*probe->getBody()->child_begin()));
      const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
      if (!callee || call->containsErrors() ||
          errors.lines.count(sources.getExpansionLineNumber(probe->getLocation()))) {
        llvm::outs() << "\t-\n";
        continue;
      }
      if (const FunctionTemplateDecl *pattern = callee->getPrimaryTemplate())
        callee = pattern->getTemplatedDecl();
      unsigned given = 0;
      for (const Expr *argument : call->arguments())
        given += !isa<CXXDefaultArgExpr>(argument);
      if (isa<CXXOperatorCallExpr>(call) && isa<CXXMethodDecl>(callee))
        --given;
      llvm::outs() << '\t' << callee->getName();
      printParameters(*callee, std::min(given, callee->getNumParams()));
    }
  }

private:
  const ErrorLines &errors;
};

class Action : public ASTFrontendAction {
public:
  Action(llvm::ArrayRef<std::string> namespaces, const ErrorLines &errors)
      : namespaces(namespaces), errors(errors) {}
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &, StringRef) override {
    if (!namespaces.empty())
      return std::make_unique<Lister>(namespaces);
    return std::make_unique<Selector>(errors);
  }

private:
  llvm::ArrayRef<std::string> namespaces;
  const ErrorLines &errors;
};

class Factory : public tooling::FrontendActionFactory {
public:
  Factory(llvm::ArrayRef<std::string> namespaces, const ErrorLines &errors)
      : namespaces(namespaces), errors(errors) {}
  std::unique_ptr<FrontendAction> create() override { return std::make_unique<Action>(namespaces, errors); }

private:
  llvm::ArrayRef<std::string> namespaces;
  const ErrorLines &errors;
};

} // namespace

int main(int argc, char **argv) {
  std::vector<std::string> arguments(argv + 1, argv + argc);
  const auto dashes = std::find(arguments.begin(), arguments.end(), "--");
  if (dashes - arguments.begin() < 2 || dashes == arguments.end()) {
    llvm::errs() << "usage: OverloadProbe list <source> <namespace>... -- <flags>\n"
                    "       OverloadProbe select <source> -- <flags>\n";
    return 2;
  }
  const std::vector<std::string> namespaces(arguments.begin() + 2, dashes);
  std::vector<std::string> flags(dashes + 1, arguments.end());
  flags.insert(flags.end(), {"-w", "-ferror-limit=0", "-resource-dir", FULLGRAPH_CLANG_RESOURCE_DIR});
  const tooling::FixedCompilationDatabase database(".", flags);
  tooling::ClangTool tool(database, {arguments[1]});
  ErrorLines errors;
  tool.setDiagnosticConsumer(&errors);
  Factory factory(namespaces, errors);
  const int status = tool.run(&factory);
  if (arguments[0] == "list" && status != 0) {
    llvm::errs() << arguments[1] << " has errors\n";
    return 1;
  }
  return 0;
}
