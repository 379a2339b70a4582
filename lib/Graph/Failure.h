// What cannot be done because of the environment (a file, a plug-in, a backend) is an llvm::Error that holds
// a sentence for the user. Any layer may make one; lib/Driver and runtime/jit tell it.
#pragma once

#include <llvm/ADT/Twine.h>
#include <llvm/Support/Error.h>

namespace fullgraph {

inline llvm::Error failure(const llvm::Twine &what) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), what);
}

} // namespace fullgraph
