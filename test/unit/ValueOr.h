// For tests that compare the text of an llvm::Expected's error. lib and runtime hand errors on as they are.
#pragma once

#include <llvm/Support/Error.h>

#include <string>

namespace fullgraph::test {

/// The value, and an empty `error`; or the error's text, and an empty T.
template <class T> T valueOr(std::string &error, llvm::Expected<T> made) {
  error.clear();
  if (made)
    return std::move(*made);
  error = llvm::toString(made.takeError());
  return T();
}

} // namespace fullgraph::test
