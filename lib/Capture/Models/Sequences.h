// std::vector, array, initializer_list, span, pair, tuple, fg::ArrayRef, and their iterators.
#pragma once

#include "lib/Capture/Walk/WalkPart.h"

namespace fullgraph {

class Sequences : WalkPart {
public:
  using WalkPart::WalkPart;

  std::optional<CallResult> sequenceMethod(llvm::StringRef record, llvm::StringRef name, Location *object,
                                           const std::vector<Location *> &args, const clang::Expr *call);
  std::optional<CallResult> iteratorMethod(llvm::StringRef name, Location *object,
                                           const std::vector<Location *> &args, const clang::Expr *call);

private:
  Reporter &report = use<Reporter>();
  Path &path = use<Path>();
  Caller &caller = use<Caller>();
  Renderer &render = use<Renderer>();
  Scalars &scalars = use<Scalars>();
  Expressions &expressions = use<Expressions>();
  Objects &objects = use<Objects>();
};

} // namespace fullgraph
