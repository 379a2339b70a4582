// A part of a walk that need not succeed: the body of a function that would otherwise stay a call, a shape
// function, the begin() and end() of a class. Models and the evaluator call it.
//
// What a failed attempt did to objects, to the graph and to what is known is not taken back. So the walk is
// marked (Walk::Attempts): it ends without a graph, and the planner walks anew up to where it ended.
#pragma once

#include "lib/Capture/Walk/WalkPart.h"

namespace fullgraph {

class Attempt {
public:
  /// Is the program's own throw the end of the path, or has just the attempt failed?
  enum class Throws : uint8_t { EndPath, Fail };

  /// `entering`: the function whose call is attempted. Its own model does not take that call again.
  explicit Attempt(Walk &walk, Throws throws = Throws::EndPath, const clang::FunctionDecl *entering = nullptr)
      : walk(walk), throws(throws), depth(walk.attempts.depth, walk.attempts.depth + 1),
        attempted(walk.attempts.entering, entering ? entering : walk.attempts.entering) {}

  /// Runs the part. False: it failed.
  template <class F> bool run(F &&part) {
    try {
      part();
      return true;
    } catch (const EagerPath &) {
      if (throws == Throws::EndPath)
        throw;
    } catch (const WalkEnd &) { // no break of the function's
    }
    walk.attempts.failed = true;
    return false;
  }

private:
  Walk &walk;
  const Throws throws;
  llvm::SaveAndRestore<unsigned> depth;
  llvm::SaveAndRestore<const clang::FunctionDecl *> attempted;
};

} // namespace fullgraph
