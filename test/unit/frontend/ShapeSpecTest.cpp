#include "lib/Frontend/ShapeSpec.h"

#include <gtest/gtest.h>

#include <random>

using namespace fullgraph;

namespace {

ShapeSpec parseOne(std::string_view text) {
  std::optional<ShapeSpecError> error;
  const std::vector<ShapeSpec> specs = parseShapeSpec(text, error);
  EXPECT_FALSE(error) << text << ": " << (error ? error->message : "");
  EXPECT_EQ(specs.size(), 1u) << text;
  return specs.empty() ? ShapeSpec() : specs[0];
}

/// The text the error points at, '|', and its message.
std::string errorOf(std::string_view text) {
  std::optional<ShapeSpecError> error;
  const std::vector<ShapeSpec> specs = parseShapeSpec(text, error);
  if (!error)
    return "no error";
  EXPECT_TRUE(specs.empty()) << text;
  EXPECT_GE(error->length, 1u) << text;
  EXPECT_LE(error->offset, text.size()) << text;
  return std::to_string(error->offset) + "+" + std::to_string(error->length) + " " + error->message;
}

TEST(ShapeSpec, EveryDtype) {
  for (const fg::ScalarType t : fg::allScalarTypes) {
    const ShapeSpec spec = parseOne(std::string(fg::shortName(t)) + "[]");
    EXPECT_EQ(spec.dtype, t);
    EXPECT_TRUE(spec.dims.empty());
    EXPECT_FALSE(spec.cuda);
  }
}

TEST(ShapeSpec, LiteralNamedAndUnnamedDims) {
  const ShapeSpec spec = parseOne(" f32 [ 4 ,N, ? ]\t");
  EXPECT_EQ(spec.dtype, fg::kFloat);
  ASSERT_EQ(spec.dims.size(), 3u);
  EXPECT_EQ(spec.dims[0].kind, ShapeDim::Literal);
  EXPECT_EQ(spec.dims[0].value, 4);
  EXPECT_EQ(spec.dims[1].kind, ShapeDim::Named);
  EXPECT_EQ(spec.dims[1].name, "N");
  EXPECT_EQ(spec.dims[1].factor, 1);
  EXPECT_FALSE(spec.dims[1].lower || spec.dims[1].upper);
  EXPECT_EQ(spec.dims[2].kind, ShapeDim::Unnamed);
}

TEST(ShapeSpec, BoundsAndFactors) {
  const ShapeSpec spec = parseOne("i64[1<=N<=1024, 8*K, 16 <= 8*batch_size <= 64, M<=7, 2<=L, 0]");
  ASSERT_EQ(spec.dims.size(), 6u);
  EXPECT_EQ(spec.dims[0].lower, 1);
  EXPECT_EQ(spec.dims[0].upper, 1024);
  EXPECT_EQ(spec.dims[0].factor, 1);
  EXPECT_EQ(spec.dims[1].factor, 8);
  EXPECT_EQ(spec.dims[1].name, "K");
  EXPECT_FALSE(spec.dims[1].lower || spec.dims[1].upper);
  EXPECT_EQ(spec.dims[2].factor, 8);
  EXPECT_EQ(spec.dims[2].name, "batch_size");
  EXPECT_EQ(spec.dims[2].lower, 16);
  EXPECT_EQ(spec.dims[2].upper, 64);
  EXPECT_FALSE(spec.dims[3].lower);
  EXPECT_EQ(spec.dims[3].upper, 7);
  EXPECT_EQ(spec.dims[4].lower, 2);
  EXPECT_FALSE(spec.dims[4].upper);
  EXPECT_EQ(spec.dims[5].kind, ShapeDim::Literal);
  EXPECT_EQ(spec.dims[5].value, 0);
}

TEST(ShapeSpec, AlternativesAndDevices) {
  std::optional<ShapeSpecError> error;
  const std::vector<ShapeSpec> specs = parseShapeSpec("f32[N, 4] | bf16[N,4]@cuda|u8[]@cpu", error);
  ASSERT_FALSE(error);
  ASSERT_EQ(specs.size(), 3u);
  EXPECT_EQ(specs[0].dtype, fg::kFloat);
  EXPECT_FALSE(specs[0].cuda);
  EXPECT_EQ(specs[1].dtype, fg::kBFloat16);
  EXPECT_TRUE(specs[1].cuda);
  EXPECT_EQ(specs[2].dtype, fg::kByte);
  EXPECT_FALSE(specs[2].cuda);
}

TEST(ShapeSpec, Layouts) {
  EXPECT_TRUE(parseOne("f32[M,N]").order.empty());
  EXPECT_EQ(parseOne("f32[M,N]{column_major}").order, (std::vector<unsigned>{1, 0}));
  EXPECT_EQ(parseOne("f32[N,3,H,W] { channels_last } @cpu").order, (std::vector<unsigned>{0, 2, 3, 1}));
  EXPECT_EQ(parseOne("f32[N,C,D,H,W]{channels_last_3d}").order, (std::vector<unsigned>{0, 2, 3, 4, 1}));
  EXPECT_EQ(parseOne("f32[A,B,C]{0>2>1}").order, (std::vector<unsigned>{0, 2, 1}));
  EXPECT_TRUE(parseOne("f32[A,B]{0>1}").order.empty());
  EXPECT_TRUE(parseOne("f32[A]{column_major}").order.empty());
  const ShapeSpec spec = parseOne("f32[M,N,4]{?, 2*M*N, 1}");
  ASSERT_EQ(spec.strides.size(), 3u);
  EXPECT_TRUE(spec.strides[0].any);
  EXPECT_EQ(spec.strides[1].factor, 2);
  EXPECT_EQ(spec.strides[1].dims, (std::vector<unsigned>{0, 1}));
  EXPECT_EQ(spec.strides[2].factor, 1);
  EXPECT_TRUE(spec.strides[2].dims.empty());
  // A size may have a layout's name.
  EXPECT_EQ(parseOne("f32[N,columns]{columns,1}").strides[0].dims, (std::vector<unsigned>{1}));

  for (const char *text : {"", "{column_major}", "{channels_last}", "{0>2>1>3}"})
    EXPECT_EQ(layoutText(parseOne("f32[?,?,?,?]" + std::string(text)).order), text);

  const std::string layouts =
      "; layouts are channels_last, column_major, the dims from the outermost one (0>2>1), or a "
      "stride for each dim ({N, 1})";
  EXPECT_EQ(errorOf("f32[]{1}"), "6+1 a tensor without dims has no layout");
  EXPECT_EQ(errorOf("f32[M,N]{channels_last}"),
            "9+13 'channels_last' is a layout of 4 dims, and this tensor has 2");
  EXPECT_EQ(errorOf("f32[M,N]{1}"), "9+1 1 strides for 2 dims");
  EXPECT_EQ(errorOf("f32[M,N]{1,M"), "12+1 expected '}' behind the layout, found the end" + layouts);
  EXPECT_EQ(errorOf("f32[M,N]{K,1}"), "9+1 no size of this tensor is 'K'");
  EXPECT_EQ(errorOf("f32[M,8*N]{N,1}"), "11+1 no size of this tensor is 'N'");
  EXPECT_EQ(errorOf("f32[M,N]{0>2}"), "11+1 the dims are 0 to 1, each of them once");
  EXPECT_EQ(errorOf("f32[M,N]{0>0}"), "11+1 the dims are 0 to 1, each of them once");
  EXPECT_EQ(errorOf("f32[A,B,C]{0>1}"), "11+3 2 of 3 dims are in the order");
  EXPECT_EQ(errorOf("f32[M,N]{-1,1}").substr(0, 29), "9+1 expected a stride, found ");
}

TEST(ShapeSpec, DtypeErrorsSuggest) {
  const std::string dtypes = "dtypes are f64, f32, f16, bf16, i64, i32, i16, i8, u8, bool, c64, c128";
  EXPECT_EQ(errorOf("f33[4]"), "0+3 unknown dtype 'f33'; did you mean 'f32'? " + dtypes);
  EXPECT_EQ(errorOf("f32[4]|float[4]"), "7+5 unknown dtype 'float'; did you mean 'f32'? " + dtypes);
  EXPECT_EQ(errorOf("complex64[4]"), "0+9 unknown dtype 'complex64'; " + dtypes);
  EXPECT_EQ(errorOf("[4]"), "0+1 expected a dtype, found '['; " + dtypes);
  EXPECT_EQ(errorOf("f32[4]|"), "7+1 expected a dtype, found the end; " + dtypes);
}

TEST(ShapeSpec, StructuralErrorsPointAtTheToken) {
  EXPECT_EQ(errorOf(""), "0+1 empty shape; write a dtype and sizes, as in \"f32[N, 784]\"");
  EXPECT_EQ(errorOf("   "), "0+3 empty shape; write a dtype and sizes, as in \"f32[N, 784]\"");
  EXPECT_EQ(errorOf("f32"),
            "3+1 expected '[' and the sizes after 'f32', found the end; a tensor without dims is 'f32[]'");
  EXPECT_EQ(errorOf("f32[4"), "5+1 expected ',' or ']' after a size, found the end");
  EXPECT_EQ(errorOf("f32[4 5]"), "6+1 expected ',' or ']' after a size, found '5'");
  EXPECT_EQ(errorOf("f32[4,]").substr(0, 28), "6+1 expected a size, found '");
  EXPECT_EQ(errorOf("f32[4]]"), "6+1 expected '|' and another alternative, or the end, found ']'");
  EXPECT_EQ(errorOf("f32[4],f32[5]"), "6+1 expected '|' between alternatives or the end, found ','");
  EXPECT_EQ(errorOf("f32[4]@gpu"), "7+3 unknown device 'gpu'; devices are cpu, cuda");
  EXPECT_EQ(errorOf("f32[4]@"), "7+1 expected a device after '@', found the end; devices are cpu, cuda");
  EXPECT_EQ(errorOf("f32[1,2,3,4,5,6,7,8,9]"), "20+1 more than 8 dims; a tensor has at most 8");
}

TEST(ShapeSpec, DimErrorsSayHowToWriteIt) {
  EXPECT_EQ(errorOf("f32[-1]"), "4+1 sizes are not negative; a size that may be anything is '?'");
  EXPECT_EQ(errorOf("f32[K*8]"), "5+1 the factor stands in front: write 8*K, not K*8");
  EXPECT_EQ(errorOf("f32[N<4]"), "5+1 bounds are inclusive: write '<='");
  EXPECT_EQ(errorOf("f32[N>=4]"), "5+1 write bounds with '<=': 1<=N<=1024");
  EXPECT_EQ(errorOf("f32[1<=4]"), "7+1 a bound belongs to a name: 1<=N<=1024");
  EXPECT_EQ(errorOf("f32[8*]"), "6+1 expected the name of a size, found ']'");
  EXPECT_EQ(errorOf("f32[8K]"), "4+2 a name begins with a letter; a factor is written with '*': 8*K");
  EXPECT_EQ(errorOf("f32[0*K]"), "4+1 a factor is at least 1");
  EXPECT_EQ(errorOf("f32[4<=N<=2]"), "4+7 no size is at least 4 and at most 2");
  EXPECT_EQ(errorOf("f32[9<=8*K<=15]"), "4+10 no multiple of 8 lies between 9 and 15");
  EXPECT_EQ(errorOf("f32[9223372036854775808]"), "4+19 the number does not fit into 64 bits");
  EXPECT_EQ(parseOne("f32[9223372036854775807]").dims[0].value, INT64_MAX);
  const std::string tooMany = "a tensor of these sizes has more elements than 64 bits can count";
  EXPECT_EQ(errorOf("f32[9223372036854775807,9223372036854775807]"), "4+39 " + tooMany);
  EXPECT_EQ(errorOf("f32[4611686018427387904, 2<=N, 1]"), "4+28 " + tooMany);
  for (const char *possible : {"f32[4611686018427387904,N]", "f32[4611686018427387904,4611686018427387904,0]",
                               "f32[?,4611686018427387904,2]", "f32[4611686018427387903,2]"})
    EXPECT_GE(parseOne(possible).dims.size(), 2u) << possible;
  EXPECT_EQ(errorOf("f32[N<=-1]"), "7+1 sizes and bounds are not negative");
  EXPECT_EQ(errorOf("f32[\xc3\xa9]").substr(0, 37), "4+1 expected a size, found byte 0xc3;");
}

// Any bytes: an error within the text or a list, and no error only for what the grammar generates.
TEST(ShapeSpec, RandomBytes) {
  std::mt19937 random(7);
  const std::string alphabet = "f32i64u8boolbf16[[]],,??**<=<=||@cuda {}>{}> 0123456789NKx_-+\t\xff";
  size_t accepted = 0;
  for (int i = 0; i < 200000; ++i) {
    std::string text = i % 2 ? "f32[" : "";
    const size_t length = random() % 14;
    for (size_t j = 0; j < length; ++j)
      text += i % 3 == 0 ? char(random()) : alphabet[random() % alphabet.size()];
    if (i % 4 == 1)
      text += "]";
    std::optional<ShapeSpecError> error;
    const std::vector<ShapeSpec> specs = parseShapeSpec(text, error);
    ASSERT_NE(specs.empty(), !error) << text;
    if (error) {
      ASSERT_LE(error->offset + error->length, text.size() + 1) << text;
      ASSERT_FALSE(error->message.empty());
    } else {
      ++accepted;
      for (const ShapeSpec &spec : specs) {
        ASSERT_NE(spec.dtype, fg::ScalarType::Undefined);
        ASSERT_LE(spec.dims.size(), 8u);
      }
    }
  }
  EXPECT_GT(accepted, 500u); // the generator reaches past the first token
}

} // namespace
