// Statements of C++: straight-line code, branches, loops. A statement that breaks while breaks are looked for
// leaves what it may have written unknown (`poisonTargets`).
#pragma once

#include "lib/Capture/Walk/WalkPart.h"

namespace fullgraph {

/// What a condition decides.
enum class BranchRole : uint8_t { Branch, Loop, ShortCircuit, Ternary, Switch };

class Statements : WalkPart {
public:
  using WalkPart::WalkPart;

  Flow exec(const clang::Stmt *stmt);
  AbsValue diagnoseOperand(const clang::Expr *operand);
  std::optional<bool> truth(const AbsValue &value, const clang::Expr *condition, BranchRole role,
                            const clang::Stmt *stmt);

private:
  Flow execGuarded(const clang::Stmt *stmt); // records a break and goes on
  Flow execCompound(const clang::CompoundStmt *stmt);
  Flow execIf(const clang::IfStmt *stmt);
  Flow execFor(const clang::ForStmt *stmt);
  Flow execRangeFor(const clang::CXXForRangeStmt *stmt);
  Location *rangeOf(const clang::CXXForRangeStmt *stmt, Location *range);
  Flow execWhile(const clang::WhileStmt *stmt);
  Flow execDo(const clang::DoStmt *stmt);
  Flow execSwitch(const clang::SwitchStmt *stmt);
  Flow execReturn(const clang::ReturnStmt *stmt);
  void execDecl(const clang::VarDecl *var);
  void bindParts(const clang::DecompositionDecl *decl, Location *whole, const clang::Expr *init);
  void splitLoop(const clang::Expr *count);
  bool countsInUnsigned(const clang::Expr *condition);
  bool staysLoop(const clang::Stmt *loop, const clang::Expr *condition);
  bool goesOverCounted(const AbsValue &list);
  bool asksCounted(const clang::Stmt *condition);
  std::optional<bool> knownToGoOn(const clang::Expr *condition, const clang::Stmt *loop, size_t since);
  std::optional<bool> loopGoesOn(const clang::Expr *condition, const clang::Stmt *loop, size_t since);
  Flow execLoopBody(const clang::Stmt *body, bool &stop);
  Flow endLoop(const clang::Stmt *body);
  [[noreturn]] void leaveStatic(const clang::VarDecl *var);
  bool leavesLoop(BreakError &error, const clang::IfStmt *stmt);
  [[noreturn]] void splitAt(const clang::Expr *expr);
  bool showsCalls(const clang::Stmt *branch) const;
  Flow diagnoseBranches(const std::vector<const clang::Stmt *> &branches);
  void destroy(Location *object, clang::QualType type, const clang::VarDecl &var);
  void leaveScope(const std::vector<std::pair<const clang::VarDecl *, Location *>> &variables);
  bool seeRest(const clang::Stmt *stmt, size_t since);
  void poisonTargets(const clang::Stmt *stmt);
  std::optional<bool> decideTurn(const Sym &condition, const clang::Expr *expr);

  bool scopeIsLeft = false; // a declaration stands in a block, which ends its variable

  Reporter &report = use<Reporter>();
  Splits &splits = use<Splits>();
  Path &path = use<Path>();
  Caller &caller = use<Caller>();
  KernelWalk &kernels = use<KernelWalk>();
  ConstructorWalk &constructors = use<ConstructorWalk>();
  Expressions &expressions = use<Expressions>();
  Objects &objects = use<Objects>();
  HintCollector &collector = use<HintCollector>();
};

} // namespace fullgraph
