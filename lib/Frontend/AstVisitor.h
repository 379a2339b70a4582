// clang's RecursiveASTVisitor with virtual functions. Each instance of clang's template takes seconds to
// compile and hundreds of KB of code, so the tool has a single one, in AstVisitor.cpp, which all its visitors
// share. (LLVM 20 has DynamicRecursiveASTVisitor for the same reason.)
//
// The functions are named as clang names them, and mean the same. A visitor that wants a node that is not
// listed here adds the node to its list.
#pragma once

#include "clang/AST/ASTFwd.h"
#include "clang/AST/TypeLoc.h"

namespace fullgraph {

/// Nodes that visitors look at when the traversal meets them.
#define FG_VISITED_NODES(NODE)                                                                               \
  NODE(Stmt)                                                                                                 \
  NODE(AsmStmt)                                                                                              \
  NODE(AtomicExpr)                                                                                           \
  NODE(AttributedStmt)                                                                                       \
  NODE(BinaryOperator)                                                                                       \
  NODE(BreakStmt)                                                                                            \
  NODE(CallExpr)                                                                                             \
  NODE(CompoundStmt)                                                                                         \
  NODE(ContinueStmt)                                                                                         \
  NODE(CoroutineBodyStmt)                                                                                    \
  NODE(CXXBindTemporaryExpr)                                                                                 \
  NODE(CXXConstructExpr)                                                                                     \
  NODE(CXXDeleteExpr)                                                                                        \
  NODE(CXXFoldExpr)                                                                                          \
  NODE(CXXForRangeStmt)                                                                                      \
  NODE(CXXMemberCallExpr)                                                                                    \
  NODE(CXXNewExpr)                                                                                           \
  NODE(CXXOperatorCallExpr)                                                                                  \
  NODE(CXXThisExpr)                                                                                          \
  NODE(DeclRefExpr)                                                                                          \
  NODE(DesignatedInitExpr)                                                                                   \
  NODE(DoStmt)                                                                                               \
  NODE(ExplicitCastExpr)                                                                                     \
  NODE(ForStmt)                                                                                              \
  NODE(GotoStmt)                                                                                             \
  NODE(ImplicitCastExpr)                                                                                     \
  NODE(IndirectGotoStmt)                                                                                     \
  NODE(InitListExpr)                                                                                         \
  NODE(LabelStmt)                                                                                            \
  NODE(LambdaExpr)                                                                                           \
  NODE(MemberExpr)                                                                                           \
  NODE(PackExpansionExpr)                                                                                    \
  NODE(ReturnStmt)                                                                                           \
  NODE(StringLiteral)                                                                                        \
  NODE(UnaryOperator)                                                                                        \
  NODE(WhileStmt)                                                                                            \
  NODE(Decl)                                                                                                 \
  NODE(BindingDecl)                                                                                          \
  NODE(CXXRecordDecl)                                                                                        \
  NODE(FunctionDecl)                                                                                         \
  NODE(VarDecl)

/// Nodes that some visitor traverses in its own way.
#define FG_TRAVERSED_NODES(NODE)                                                                             \
  NODE(CXXDefaultArgExpr)                                                                                    \
  NODE(CXXDefaultInitExpr)                                                                                   \
  NODE(CXXForRangeStmt)                                                                                      \
  NODE(CXXRecordDecl)                                                                                        \
  NODE(Decl)                                                                                                 \
  NODE(ForStmt)                                                                                              \
  NODE(InitListExpr)                                                                                         \
  NODE(LambdaExpr)                                                                                           \
  NODE(WhileStmt)

class AstVisitor {
public:
  virtual ~AstVisitor() = default;

  /// Each function gives whether the traversal goes on.
  bool TraverseStmt(clang::Stmt *stmt);
#define NODE(CLASS) virtual bool Traverse##CLASS(clang::CLASS *node);
  FG_TRAVERSED_NODES(NODE)
#undef NODE

#define NODE(CLASS)                                                                                          \
  virtual bool Visit##CLASS(clang::CLASS *) { return true; }
  FG_VISITED_NODES(NODE)
#undef NODE
  virtual bool VisitTagTypeLoc(clang::TagTypeLoc) { return true; }
  virtual bool VisitTypedefTypeLoc(clang::TypedefTypeLoc) { return true; }

  /// Before and behind each statement and what is in it. False of the first: the traversal leaves the
  /// statement out.
  virtual bool dataTraverseStmtPre(clang::Stmt *) { return true; }
  virtual bool dataTraverseStmtPost(clang::Stmt *) { return true; }

  virtual bool shouldTraversePostOrder() const { return false; }
  virtual bool shouldVisitImplicitCode() const { return false; }
  virtual bool shouldVisitTemplateInstantiations() const { return false; }
};

} // namespace fullgraph
