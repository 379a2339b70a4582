#include "lib/Frontend/AstVisitor.h"

#include "clang/AST/RecursiveASTVisitor.h"

namespace fullgraph {
namespace {

/// Hands everything that it meets to `visitor`.
class Traversal : public clang::RecursiveASTVisitor<Traversal> {
public:
  using Base = clang::RecursiveASTVisitor<Traversal>;
  explicit Traversal(AstVisitor &visitor) : visitor(visitor) {}

#define NODE(CLASS)                                                                                          \
  bool Traverse##CLASS(clang::CLASS *node) { return visitor.Traverse##CLASS(node); }
  FG_TRAVERSED_NODES(NODE)
#undef NODE
#define NODE(CLASS)                                                                                          \
  bool Visit##CLASS(clang::CLASS *node) { return visitor.Visit##CLASS(node); }
  FG_VISITED_NODES(NODE)
#undef NODE
  bool VisitTagTypeLoc(clang::TagTypeLoc type) { return visitor.VisitTagTypeLoc(type); }
  bool VisitTypedefTypeLoc(clang::TypedefTypeLoc type) { return visitor.VisitTypedefTypeLoc(type); }

  bool dataTraverseStmtPre(clang::Stmt *stmt) { return visitor.dataTraverseStmtPre(stmt); }
  bool dataTraverseStmtPost(clang::Stmt *stmt) { return visitor.dataTraverseStmtPost(stmt); }
  bool shouldTraversePostOrder() const { return visitor.shouldTraversePostOrder(); }
  bool shouldVisitImplicitCode() const { return visitor.shouldVisitImplicitCode(); }
  bool shouldVisitTemplateInstantiations() const { return visitor.shouldVisitTemplateInstantiations(); }

private:
  AstVisitor &visitor;
};

} // namespace

bool AstVisitor::TraverseStmt(clang::Stmt *stmt) { return Traversal(*this).TraverseStmt(stmt); }

#define NODE(CLASS)                                                                                          \
  bool AstVisitor::Traverse##CLASS(clang::CLASS *node) {                                                     \
    return Traversal(*this).Traversal::Base::Traverse##CLASS(node);                                          \
  }
FG_TRAVERSED_NODES(NODE)
#undef NODE

} // namespace fullgraph
