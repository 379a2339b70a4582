// How much capture does for one function: counted, so that it is bounded, and the same on every machine. The
// walks count, Functions.cpp stops a function that has had its share (FG704). Time plays no part, so that two
// machines capture the same.
#pragma once

#include "lib/Graph/SourceLoc.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

namespace clang {
class FunctionDecl;
} // namespace clang

namespace fullgraph {

/// What was done for one annotated function, over all of its paths, regions, attempts and guesses, and for
/// the functions that are planned with it. Without a bound on the sum, limits of their own on each of those
/// multiply: 32 graphs a region, for each of 200 nested blocks, each of 1000 operators.
struct CaptureWork {
  uint64_t walks = 0;      // from the beginning of the function, or of a region
  uint64_t statements = 0; // and calls, turns of loops
  uint64_t operators = 0;  // of the graphs
  uint64_t proofs = 0;     // steps of the prover (ShapeEnv)
  double seconds = 0;      // for the report alone

  /// What its conditions make too many of: it is captured in regions of few graphs (FG711). Empty: they do
  /// not.
  std::string joined;
  bool isJoined() const { return !joined.empty(); }

  /// What multiplies it: conditions, by the paths that began at them, and functions, by how often they were
  /// walked.
  std::map<std::tuple<std::string, unsigned, unsigned>, uint64_t> forks; // file, line, column
  std::map<const clang::FunctionDecl *, uint64_t> calls;

  /// In statements: an operator, whose type is inferred, takes about as long as ten of them, and as 60 steps
  /// of the prover.
  uint64_t total() const { return statements + 10 * operators + proofs / 6; }
  /// Past this the function stays as it is written (FG704): some seconds. The models of `examples` take 2,000
  /// to 130,000.
  static constexpr uint64_t most = 2'000'000;
  uint64_t allowed = most;
  bool isSpent() const { return total() > allowed; }
  /// Walks over the whole body leave this much for those over its regions.
  bool isHalfSpent() const { return total() > allowed / 2; }

  /// Walks for the types and objects of calls in sight have a share of their own, which the search for types
  /// cannot use up: of this, so much is spent.
  static constexpr uint64_t mostInShare = most;
  uint64_t inShare = 0;
  bool isOfShare = false; // it is the work of such a walk
  bool isShareSpent() const { return leftInShare() == 0; }
  uint64_t leftInShare() const { // such a walk within such a walk has what is left of the outer one
    return isOfShare ? allowed - std::min(total(), allowed) : mostInShare - std::min(inShare, mostInShare);
  }
  /// What is left of the share, for one walk of something that is joined or not.
  std::shared_ptr<CaptureWork> share(const std::string &joined) const {
    auto own = std::make_shared<CaptureWork>();
    own->allowed = leftInShare();
    own->isOfShare = true;
    own->joined = joined;
    return own;
  }
  /// A quarter of what is left: for walks that are worth no more.
  std::shared_ptr<CaptureWork> quarter() const {
    auto own = std::make_shared<CaptureWork>();
    own->allowed = (allowed - std::min(total(), allowed)) / 4;
    own->joined = joined;
    return own;
  }
  /// The work of a walk that had such a part.
  void add(const CaptureWork &part) {
    if (part.isOfShare && !isOfShare) {
      inShare += part.total();
    } else {
      walks += part.walks;
      statements += part.statements;
      operators += part.operators;
      proofs += part.proofs;
    }
    for (const auto &[callee, times] : part.calls)
      calls[callee] += times;
  }
};

/// Thrown by the walk that meets the bound.
struct WorkSpent {};

/// Runs `walk`, whose work is counted in `work`, within `part` of it. Nothing: it would take more than that.
template <class Walk>
auto walkWithin(std::shared_ptr<CaptureWork> &work, std::shared_ptr<CaptureWork> part, Walk walk)
    -> std::optional<decltype(walk())> {
  struct Part {
    std::shared_ptr<CaptureWork> &work;
    const std::shared_ptr<CaptureWork> whole;
    ~Part() { whole->add(*std::exchange(work, whole)); }
  } const within{work, std::exchange(work, std::move(part))};
  try {
    return walk();
  } catch (const WorkSpent &) {
    return std::nullopt;
  }
}

} // namespace fullgraph
