// The walk of a module's constructor (Walk::predicting), whose arguments nobody knows: the answers that it
// takes for its questions, and the numbers that stand for its arguments. The evaluator (lib/Capture/Eval) and
// Modules/PrototypeWalk call it, and only while a constructor is predicted. What comes of such a walk is a
// belief, which guards check before anything relies on it.
#pragma once

#include "lib/Capture/Caller/SeenCalls.h"
#include "lib/Capture/Eval/CallRule.h"

namespace fullgraph {

/// The answers that one walk of a module's constructor is given.
struct ConstructorAnswers {
  size_t depth = 0;        // of the frames, while the constructor's own body runs
  std::vector<bool> taken; // the answers so far, then those that come next
  size_t next = 0;
  std::vector<std::pair<Sym, bool>> answers; // a condition that is asked twice has one
};

class ConstructorWalk : WalkPart {
public:
  using WalkPart::WalkPart;

  void forgetTarget(const clang::Expr *target);
  void forgetAsked(const clang::Expr *target);
  Location *asNumber(Location *argument, const clang::ParmVarDecl *parameter);
  std::optional<AbsValue> unknownScalar(const clang::CXXConstructorDecl *ctor);
  AbsValue unknownNumber(SymType type, std::optional<int64_t> lower = {});
  void forgetNumbers(AbsValue &value, clang::QualType type, const std::string &name);
  void forgetReals(AbsValue &value);
  std::optional<bool> choose(const Sym *condition);
  void mergeAlternatives(AbsValue &part);
  bool isLastTurn(const clang::Stmt *body);
  void forgetTurns(const clang::Stmt *body) { turns.erase(body); }
  bool takesUncounted(const clang::Stmt *loop);
  void noteResult(const CallSite &site, const CallResult &result);
  void noteHeld();
  Location *newObject(AbsValue made, clang::QualType type);

  bool takesModules = false;             // predicting: a parameter's class
  ConstructorAnswers *choices = nullptr; // predicting: of the module that is being made
  SeenCalls *seen = nullptr; // predicting: no constructor, but a function that calls compiled ones

private:
  void forgetPlacesOf(const clang::Expr *target, void (*forgetPlace)(Location *));
  bool repeatsTypes(const clang::Stmt *body);

  struct Turns {
    unsigned count = 0;
    size_t kinds = 0; // of calls, seen until the end of the last turn
  };
  std::map<const clang::Stmt *, Turns> turns;            // seen: of the caller's own loops
  std::set<const clang::Stmt *> uncounted;               // seen: those of which nobody knows when they end
  std::map<const Location *, Location *> unknownNumbers; // predicting: argument → the number it stands for
  size_t unknownNumbersMade = 0;

  Path &path = use<Path>();
  Caller &caller = use<Caller>();
  Expectations &expectations = use<Expectations>();
  HintCollector &collector = use<HintCollector>();
  Reporter &report = use<Reporter>();
};

} // namespace fullgraph
