#include "lib/Capture/Caller/Prototypes.h"

#include "lib/Capture/Explore/Interpreter.h"
#include "lib/Capture/Walk/WalkPart.h"
#include "lib/Frontend/AstVisitor.h"

#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace fullgraph {
namespace {

/// The fields that a statement assigns.
class FieldWrites : public AstVisitor {
public:
  explicit FieldWrites(std::set<const FieldDecl *> &into) : into(into) {}
  bool VisitBinaryOperator(BinaryOperator *op) override {
    if (op->isAssignmentOp())
      note(op->getLHS());
    return true;
  }
  bool VisitCXXOperatorCallExpr(CXXOperatorCallExpr *op) override { // of a text
    if (op->isAssignmentOp() && op->getNumArgs() == 2)
      note(op->getArg(0));
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *op) override {
    if (op->isIncrementDecrementOp() || op->getOpcode() == UO_AddrOf)
      note(op->getSubExpr());
    return true;
  }

private:
  void note(const Expr *target) {
    if (const auto *member = dyn_cast<MemberExpr>(target->IgnoreParenImpCasts()))
      if (const auto *fieldDecl = dyn_cast<FieldDecl>(member->getMemberDecl()))
        into.insert(fieldDecl);
  }
  std::set<const FieldDecl *> &into;
};

void findChanging(const ASTContext &context, std::optional<std::set<const FieldDecl *>> &changing) {
  if (changing)
    return;
  FieldWrites writes(changing.emplace());
  for (const CXXRecordDecl *of : classesOf(context)) {
    if (isStdLibrary(of))
      continue;
    for (const CXXMethodDecl *method : of->methods())
      if (Stmt *body = method->getBody(); body && !isa<CXXConstructorDecl>(method))
        writes.TraverseStmt(body);
  }
}

} // namespace

const Prototype *prototypeOf(const CXXRecordDecl *record, ASTContext &context, FunctionContext &function) {
  if (!function.prototypes)
    function.prototypes = std::make_shared<PrototypeTable>();
  const auto [entry, fresh] = function.prototypes->byClass.emplace(record->getCanonicalDecl(), nullptr);
  if (!fresh)
    return entry->second.get(); // null while its own constructor is being walked
  auto prototype = std::make_unique<Prototype>();
  findChanging(context, function.prototypes->changing);
  const CXXConstructorDecl *ctor = mainConstructor(record);
  prototype->function.decl = ctor ? static_cast<const FunctionDecl *>(ctor) : function.decl;
  prototype->function.options = function.options;
  prototype->function.options.unrollLimit = std::numeric_limits<int>::max();
  prototype->interpreter =
      std::make_shared<Interpreter>(context, prototype->function, std::vector<PathDecision>(), false);
  prototype->object = prototype->interpreter->runPrototype(ctor, record);
  prototype->madeObjects = prototype->interpreter->madeObjects();
  prototype->takesModules = prototype->interpreter->takesModules();
  Prototype *result = prototype.get();
  function.prototypes->byClass[record->getCanonicalDecl()] = std::move(prototype);
  return result;
}

} // namespace fullgraph
