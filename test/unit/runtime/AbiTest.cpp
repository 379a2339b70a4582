// The C ABI of kernels: compiling this file pins abi.h to Halide's layout, and Ops.def to ops.h.
#include <fullgraph/dispatch.h>
#include <fullgraph/fullgraph.h>

#include <gtest/gtest.h>

#if __has_include(<HalideRuntime.h>)
#include <HalideRuntime.h>

static_assert(sizeof(fg_buffer) == sizeof(halide_buffer_t) && alignof(fg_buffer) == alignof(halide_buffer_t));
static_assert(offsetof(fg_buffer, device) == offsetof(halide_buffer_t, device));
static_assert(offsetof(fg_buffer, device_interface) == offsetof(halide_buffer_t, device_interface));
static_assert(offsetof(fg_buffer, host) == offsetof(halide_buffer_t, host));
static_assert(offsetof(fg_buffer, flags) == offsetof(halide_buffer_t, flags));
static_assert(offsetof(fg_buffer, type) == offsetof(halide_buffer_t, type));
static_assert(offsetof(fg_buffer, dimensions) == offsetof(halide_buffer_t, dimensions));
static_assert(offsetof(fg_buffer, dim) == offsetof(halide_buffer_t, dim));
static_assert(offsetof(fg_buffer, padding) == offsetof(halide_buffer_t, padding));
static_assert(sizeof(fg_dim) == sizeof(halide_dimension_t));
static_assert(offsetof(fg_dim, min) == offsetof(halide_dimension_t, min));
static_assert(offsetof(fg_dim, extent) == offsetof(halide_dimension_t, extent));
static_assert(offsetof(fg_dim, stride) == offsetof(halide_dimension_t, stride));
static_assert(offsetof(fg_dim, flags) == offsetof(halide_dimension_t, flags));
static_assert(sizeof(fg_type) == sizeof(halide_type_t) &&
              offsetof(fg_type, bits) == offsetof(halide_type_t, bits) &&
              offsetof(fg_type, lanes) == offsetof(halide_type_t, lanes));
static_assert(int(FG_TYPE_INT) == int(halide_type_int) && int(FG_TYPE_UINT) == int(halide_type_uint));
static_assert(int(FG_TYPE_FLOAT) == int(halide_type_float) && int(FG_TYPE_BFLOAT) == int(halide_type_bfloat));
#endif

// Every operator of the table is a function of fg, but for those that only graphs have.
namespace fg {
void scalar();
void number();
void select_scatter();
void slice_scatter();
void turn_state();
void turn_slice();
void last_turn();
void all_turns();
} // namespace fg
#define FG_OP(name, family, schema, ...)                                                                     \
  namespace declared_##name {                                                                                \
    using fg::name;                                                                                          \
  }
#include <fullgraph/Ops.def>

TEST(Abi, BuffersDescribeTensors) {
  const fg::Tensor x = fg::arange(6, fg::kFloat).view({2, 3});
  const fg::rt::Dim dims[] = {{3, 1}, {2, 3}};
  fg::rt::View<2> view(fg::rt::data(x), fg::kFloat, dims);
  const fg_buffer *buffer = view;
  EXPECT_EQ(buffer->host, static_cast<uint8_t *>(x.data_ptr()));
  EXPECT_EQ(buffer->dimensions, 2);
  EXPECT_EQ(buffer->dim[1].stride, 3);
  EXPECT_EQ(buffer->type.code, FG_TYPE_FLOAT);
  EXPECT_EQ(buffer->type.bits, 32);
  EXPECT_EQ(fg::rt::bufferType(fg::kBool).bits, 1);
  EXPECT_EQ(fg::rt::bufferType(fg::kBFloat16).code, FG_TYPE_BFLOAT);
}
