// Calls and statements that stay in the user's code although nothing broke: a region ends in front of them.
// The models and the evaluator call it. Each `leave...` ends the walk with a SplitPoint; none returns.
#pragma once

#include "lib/Capture/Walk/WalkPart.h"

namespace fullgraph {

class Splits : WalkPart {
public:
  using WalkPart::WalkPart;

  void remarkLibraryLoop(const clang::Expr *call);
  void remarkLibraryTurns(int mostTurns);
  void leaveLibraryLoop(size_t nodesBefore);
  void leaveCountedList();
  bool isArgument() const;
  [[noreturn]] void splitAtArgument(const AbsValue &number, clang::SourceRange use);
  [[noreturn]] void failOnArgument(const AbsValue &number, const clang::Expr *use);
  /// The call stays; what is before it and behind it is captured apart.
  [[noreturn]] void leaveCall(const clang::Expr *call, LeftCall left = {});
  [[noreturn]] void leavePlainCode(const clang::Expr *expr, const char *what, Hints result = {});
  [[noreturn]] void leaveOutermost(const clang::Expr *expr, LeftCall left);

  bool sizedByData = false; // that call found a size in the elements of a tensor

private:
  bool computesSince(size_t nodesBefore) const;

  Reporter &report = use<Reporter>();
};

} // namespace fullgraph
