/* The C ABI between generated code and kernels.
 *
 * A kernel is one C function: int kernel(fg_buffer *inputs..., scalars..., fg_buffer *outputs...), which
 * returns 0; one of family "library" is int fg_library_x(void **arguments), with pointers to the same.
 * Scalars are int64_t (integers, bools) or double. The layouts below are Halide's (halide_buffer_t of
 * HalideRuntime.h), pinned by static_asserts below: kernels are compiled against those.
 */
#ifndef FULLGRAPH_ABI_H
#define FULLGRAPH_ABI_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Changes when anything in this header changes. */
#define FG_ABI_VERSION 1

/* fg_type.code */
enum { FG_TYPE_INT = 0, FG_TYPE_UINT = 1, FG_TYPE_FLOAT = 2, FG_TYPE_BFLOAT = 4 };

typedef struct fg_type {
  uint8_t code;
  uint8_t bits;   /* bool: 1, stored as a byte */
  uint16_t lanes; /* 1 */
} fg_type;

/* One dimension. Dimensions are given innermost first; strides are in elements. */
typedef struct fg_dim {
  int32_t min; /* 0 */
  int32_t extent;
  int32_t stride;
  uint32_t flags;
} fg_dim;

typedef struct fg_buffer {
  uint64_t device;
  const void *device_interface;
  uint8_t *host; /* the element at the dimensions' mins */
  uint64_t flags;
  fg_type type;
  int32_t dimensions;
  fg_dim *dim;
  void *padding;
} fg_buffer;

#ifdef __cplusplus
}

/* An operator's text attribute as a library function gets it: FNV-1a, of which 52 bits are kept: a
 * double holds them exactly. */
namespace fg::detail {
template <class Text> constexpr int64_t libraryText(const Text &text) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : text)
    if (c)
      hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return static_cast<int64_t>(hash >> 12);
}
} // namespace fg::detail

static_assert(sizeof(fg_type) == 4 && sizeof(fg_dim) == 16, "Halide's layout");
static_assert(sizeof(void *) != 8 || (sizeof(fg_buffer) == 56 && offsetof(fg_buffer, host) == 16 &&
                                      offsetof(fg_buffer, type) == 32 && offsetof(fg_buffer, dim) == 40),
              "Halide's layout");
#endif

#endif /* FULLGRAPH_ABI_H */
