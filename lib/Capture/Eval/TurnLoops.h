// A loop of the program over a number as one kernel (Tensors/Turns.h): `for (int64_t t = 0; t < x.size(0);
// ++t)` whose turns carry tensors, and stack what they compute in a list or in a part of a tensor. Statements
// asks it.
#pragma once

#include "lib/Capture/Syntax/TurnText.h"
#include "lib/Capture/Walk/WalkPart.h"

namespace fullgraph {

class Turns;

class TurnLoops : WalkPart {
public:
  using WalkPart::WalkPart;

  /// Walks the loop, whose index is declared. False: it is none that a kernel computes. Where that shows in
  /// the middle of a turn, the walk begins anew (WalkAgain).
  bool captured(const clang::ForStmt *loop);
  /// The same of `for (const auto &x : xs.unbind(0))`.
  bool captured(const clang::CXXForRangeStmt *loop);

private:
  struct Carried {
    Location *object = nullptr, *part = nullptr; // of the object: itself, where that is a tensor
    bool isWritten = false;
    AbsValue before;         // the part, in front of the loop
    bool isAssigned = false; // by each turn, before it is read: `before` is of no account
  };
  std::vector<Carried> carriedBy(const Turns &turns, const TurnText &text, const clang::Expr *call);
  void findParts(const Turns &turns, std::vector<Carried> &carried, const clang::Expr *call);
  bool mayBeTried(const clang::Stmt *loop) const;
  std::optional<TurnText> textOf(const clang::Stmt *loop, llvm::Expected<TurnText> text);
  bool attempt(const clang::Stmt *loop, llvm::function_ref<void()> walkLoop);
  void walkTurns(Turns &turns, const TurnText &text, const clang::Stmt *loop, const clang::Expr *call,
                 llvm::function_ref<void()> beginTurn);
  Location *place(const clang::VarDecl *variable) const;

  Path &path = use<Path>();
  TypeGuesses &guesses = use<TypeGuesses>();
  Caller &caller = use<Caller>();
  Expressions &expressions = use<Expressions>();
  Statements &statements = use<Statements>();
  Objects &objects = use<Objects>();
  Reporter &report = use<Reporter>();
};

} // namespace fullgraph
