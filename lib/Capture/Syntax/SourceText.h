// The places of statements and expressions in the text of the user's file, and what a function's code uses.
// Any room of lib/Capture behind Syntax may ask it. It reads the AST and the source, and knows nothing of a
// walk.
#pragma once

#include "lib/Graph/SourceLoc.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace fullgraph {

/// Invalid where the place is in no file that was read.
clang::SourceLocation clangLocation(const SourceLoc &where, const clang::ASTContext &context);

/// Offsets into the file that holds one function's body. nullopt for what stands elsewhere, or only in part
/// in the file's own text (a macro's expansion, an #include inside a body), or for several of its kind (an
/// instance of `(f(xs), ...)`).
class SourceText {
public:
  SourceText(const clang::ASTContext &context, const clang::FunctionDecl *function);

  struct Range {
    unsigned begin = 0, end = 0; // end: behind the last character
  };
  std::optional<Range> expression(const clang::Stmt *expr) const;
  /// With its ';' where it has one.
  std::optional<Range> statement(const clang::Stmt *stmt) const;
  std::optional<unsigned> offset(clang::SourceLocation where) const;
  /// Behind the token that begins there.
  std::optional<unsigned> tokenEnd(clang::SourceLocation where) const;
  std::string text(Range range) const { return buffer.substr(range.begin, range.end - range.begin).str(); }
  unsigned lineOf(unsigned offset) const;
  unsigned columnOf(unsigned offset) const;

private:
  const clang::ASTContext &context;
  const clang::SourceManager &sources;
  clang::FileID file;
  llvm::StringRef buffer;
  std::vector<Range> expanded; // of parameter packs
};

/// `it` of `*it` and of `it->`, where a class of the standard library has the operator; null for others.
const clang::Expr *dereferencedIn(const clang::Expr *expr);
/// `it->`: what stands for it in the text is an object, with a '.' behind.
bool isArrow(const clang::Expr *expr);

/// What a function's body says of its variables, wherever control goes.
class VariableUses {
public:
  explicit VariableUses(const clang::FunctionDecl *function, const clang::SourceManager &sources);

  /// Is the variable named at a place from `begin` on?
  bool isNamedFrom(const clang::VarDecl *variable, clang::SourceLocation begin) const;
  /// Or may it be reached through another name?
  bool isUsedFrom(const clang::VarDecl *variable, clang::SourceLocation begin) const;
  /// Captured by reference, bound to a reference, or its address taken.
  bool isAliased(const clang::VarDecl *variable) const { return aliased.count(variable); }
  /// May it change where its name does not stand? `T &r = v; r = x;` changes v.
  bool mayChangeUnnamed(const clang::VarDecl *variable) const;
  bool isUsedWithin(const clang::VarDecl *variable, clang::SourceRange range) const;
  /// Of one of the loops around: what a `for` declares in its head, its next turn finds.
  bool isUsedInNextTurn(const clang::VarDecl *variable, llvm::ArrayRef<const clang::Stmt *> loops) const;
  bool hasLabels() const { return labels; }
  /// The object that a reference of this function is bound to, or a pointer points to, for good: a path whose
  /// names mean the same wherever the variable does. Null where there is none.
  const clang::Expr *boundObject(const clang::ValueDecl *variable) const;

private:
  friend class UseFinder;
  const clang::SourceManager &sources;
  unsigned orderOf(clang::SourceLocation where) const;
  void name(const clang::ValueDecl *variable);
  std::map<const clang::VarDecl *, std::vector<unsigned>> uses; // in order
  std::set<const clang::VarDecl *>
      aliased; // captured by reference, bound to a reference, or its address taken
  std::set<const clang::VarDecl *> changedUnnamed;                         // of `aliased`: by what may write
  std::map<const clang::IdentifierInfo *, const clang::ValueDecl *> named; // null: several variables
  std::set<const clang::VarDecl *> assigned; // by name, not what a pointer leads to
  const clang::FunctionDecl *function;
  clang::FileID file;
  bool labels = false;
};

/// The variables that a statement names.
std::set<const clang::VarDecl *> namedVariables(const clang::Stmt *stmt);
/// Is the variable read in the code, or handed on as const, and nothing else? Its address and other
/// references to it count as writes.
bool isOnlyRead(const clang::VarDecl *var, const clang::Stmt *body);
/// Does the function, but for the lambdas in it, declare another variable of this name?
bool hasNamesake(const clang::ValueDecl *variable, const clang::FunctionDecl *function);
/// What a statement may change: assigned, or handed to something that may.
struct ChangedPlaces {
  std::set<const clang::VarDecl *> variables;
  bool self = false; // what `this` leads to: all of it, or what these of its members are or lead to
  bool anyMember = false;
  std::set<const clang::FieldDecl *> members;
};
ChangedPlaces changesOf(const clang::Stmt *stmt);
/// What a loop does again in each turn.
const clang::Stmt *turnOf(const clang::Stmt *loop);
/// The variable or `this` that a path begins with: of layers[i]->weight, layers.
const clang::Expr *rootOfPath(const clang::Expr *expr);
/// The member of `this` that a path leads through: of this->layers[i]->weight, layers. Null, if there is
/// none.
const clang::FieldDecl *memberOfThis(const clang::Expr *path);
/// Evaluating it changes nothing, whenever it is done: it only calls operators of the library that compute
/// new tensors, and functions whose bodies do no more. `except` is not looked at.
bool isQuiet(const clang::Stmt *expr, const clang::Stmt *except = nullptr);
/// Does it compute nothing but what C++ does with numbers in variables? `change > 1e-6 && k < most`
bool namesOnly(const clang::Stmt *expr);
/// Does a method of the standard library, const or not, only hand out what its object holds? v.begin()
bool handsOut(const clang::CXXMethodDecl *method);
bool isQuietBut(const clang::Stmt *expr, llvm::function_ref<bool(const clang::Stmt *)> isHeld);
/// Likewise, but that it may print: no tensor changes, and no variable that someone else could read.
bool isQuietButPrints(const clang::Stmt *expr);
/// Does a function's body change nothing but variables of its own?
bool isPureBody(const clang::Stmt *body);
/// Does the body change its own variables alone, and call nothing but the library, the standard one and
/// closures in it? Then a `const T &` is, at each place of the body, the object that it was at its beginning.
bool changesOnlyOwn(const clang::Stmt *body);
/// A name, or members of one: evaluating it does nothing.
bool isPlainPath(const clang::Expr *expr);
/// A path that is one object, whatever is assigned to the variables in it.
bool isFixedPath(const clang::Expr *path);
/// What `&object` points to, where that is a path of names.
const clang::Expr *addressedObject(const clang::Expr *init);

/// The statements of a block.
inline std::vector<const clang::Stmt *> childrenOf(const clang::CompoundStmt *block) {
  return {block->body_begin(), block->body_end()};
}

} // namespace fullgraph
