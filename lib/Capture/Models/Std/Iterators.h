// Iterators and pointers into lists: a list and an index. Those of maps point to the entry.
#pragma once

#include "lib/Capture/Walk/WalkPart.h"

namespace fullgraph {

class Iterators : WalkPart {
public:
  using WalkPart::WalkPart;

  std::optional<CallResult> method(llvm::StringRef name, Location *object,
                                   const std::vector<Location *> &args, const clang::Expr *call);

private:
  std::optional<CallResult> moved(llvm::StringRef name, Location *object, const Sym &by,
                                  const clang::Expr *call);

  Caller &caller = use<Caller>();
  Objects &objects = use<Objects>();
};

} // namespace fullgraph
