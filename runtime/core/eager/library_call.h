// How eager operators call the functions of runtime/core/library. Operators of the family Library call it. The
// arguments are those that a compiled kernel would pass, so eager and compiled code run the same function.
#pragma once

#include "runtime/core/tensor/impl.h"
#include "runtime/core/library/library.h"

#include <fullgraph/dispatch.h>

namespace fg::detail {

/// A tensor as the functions see it. Their sizes and strides have 32 bits.
class LibraryBuffer {
public:
  LibraryBuffer(const Tensor &t)
      : buffer{0,
               nullptr,
               static_cast<uint8_t *>(t.data_ptr()),
               0,
               rt::bufferType(t.scalar_type()),
               int32_t(t.dim()),
               dim,
               nullptr} {
    FG_CHECK(!t.is_complex(), "not implemented for '", t.scalar_type(), "'");
    for (int64_t d = 0; d < t.dim(); ++d) {
      FG_CHECK(t.size(d) <= INT32_MAX && t.stride(d) <= INT32_MAX, "a tensor of sizes ", t.sizes(),
               " is too large for this operator");
      dim[t.dim() - 1 - d] = {0, int32_t(t.size(d)), int32_t(t.stride(d)), 0};
    }
  }
  LibraryBuffer(const LibraryBuffer &) = delete;
  void *argument() { return &buffer; }

private:
  fg_buffer buffer;
  fg_dim dim[maxRank];
};

class LibraryNumber {
public:
  LibraryNumber(int64_t value) : value(value) {}
  void *argument() { return &value; }

private:
  int64_t value;
};

template <class T>
using LibraryArgument = ::std::conditional_t<::std::is_same_v<T, Tensor>, LibraryBuffer, LibraryNumber>;

/// The function's result; the last argument is the tensor that it writes. Nothing is called for one without
/// elements.
template <class... Arguments> int callLibrary(int (*function)(void **), const Arguments &...arguments) {
  return [&](LibraryArgument<Arguments> &&...held) {
    void *list[] = {held.argument()...};
    return function(list);
  }(LibraryArgument<Arguments>(arguments)...);
}

} // namespace fg::detail
