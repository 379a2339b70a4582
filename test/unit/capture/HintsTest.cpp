// Keys and shapes of hints: Domain/Hints.h.
#include "lib/Capture/Domain/Hints.h"
#include "lib/Graph/Graph.h"

#include <gtest/gtest.h>

using namespace fullgraph;

namespace {

Hints of(const std::string &key, const std::string &shape) { return {{key, TensorHint{shape, {}}}}; }
std::string shapeAfter(const std::string &shape, void (*change)(TensorHint &)) {
  TensorHint hint{shape, {1, 0}};
  change(hint);
  return hint.shape;
}

TEST(Hints, AKeyIsNamedAnewWhereItIsReachedFromWhatHasTheName) {
  const std::string second = tupleKey(returnedKey(), 1);
  EXPECT_EQ(renamedKey(returnedKey(), returnedKey(), "h"), "h");
  EXPECT_EQ(renamedKey(second, returnedKey(), "h"), "std::get<1>(h)");
  EXPECT_EQ(renamedKey(second, second, "b"), "b");
  EXPECT_EQ(renamedKey(pointeeKey(memberKey(second, "x")), second, "b"), "(*b.x)");
  EXPECT_EQ(renamedKey(tupleKey(returnedKey(), 0), second, "b"), std::nullopt);
  EXPECT_EQ(renamedKey("h", returnedKey(), "b"), std::nullopt);
}

TEST(Hints, AnElementIsThatOfItsOwnListOnly) {
  const std::string any = anyElementKey("xs");
  EXPECT_EQ(renamedKey(memberKey(any, "w"), any, "x"), "x.w");
  EXPECT_EQ(renamedKey(anyElementKey("axs"), any, "x"), std::nullopt);
  EXPECT_EQ(renamedKey(anyElementKey(memberKey("state", "xs")), any, "x"), std::nullopt);
}

TEST(Hints, ATensorIsFoundByItsKeyOrAsAnyElement) {
  Hints hints = of(anyElementKey("xs"), "f32[N]");
  EXPECT_TRUE(findHint(hints, indexKey("xs", 3)));
  EXPECT_TRUE(findHint(hints, "xs[n + m[1]]"));
  EXPECT_FALSE(findHint(hints, indexKey("ys", 3)));
  hints.merge(of(indexKey("xs", 3), "i64[]"));
  EXPECT_EQ(findHint(hints, indexKey("xs", 3))->shape, "i64[]");
}

TEST(Hints, WhatIsWithinAnObjectIsBehindItsName) {
  Hints hints = of("h", "f32[1]");
  hints.merge(of(memberKey("h", "x"), "f32[2]"));
  hints.merge(of(anyElementKey("h"), "f32[3]"));
  hints.merge(of("height", "f32[4]"));
  std::vector<std::string> rests;
  for (const auto &[rest, hint] : hintsWithin(hints, "h"))
    rests.push_back(rest + " " + hint.shape);
  EXPECT_EQ(rests, (std::vector<std::string>{" f32[1]", ".x f32[2]", "[?] f32[3]"}));
}

TEST(Hints, RootsAndMembers) {
  EXPECT_EQ(rootOf(pointeeKey(memberKey("state", "hidden"))), "state");
  EXPECT_EQ(rootOf(tupleKey("pair", 0)), "pair");
  EXPECT_EQ(memberKey(thisKey(), "w"), "this->w");
  EXPECT_EQ(resultsOf(of("h", "f32[]")), Hints());
  EXPECT_EQ(resultsOf(of(tupleKey(returnedKey(), 0), "f32[]")).size(), 1u);
}

TEST(Hints, ShapesForgetWhatTheyMust) {
  EXPECT_EQ(shapeAfter("f32[N, 4]", forgetDims), "f32[?, ?]");
  EXPECT_EQ(shapeAfter("f32[N] | f32[4]", forgetDims), "");
  EXPECT_EQ(shapeAfter("f32[N, 4, 2*N]", forgetLetters), "f32[?, 4, ?]");
  EXPECT_EQ(shapeAfter("f32[2*data_size_1, N, data_size]",
                       [](TensorHint &hint) { forgetDimsOf(hint, "data_size"); }),
            "f32[?, N, ?]");
  EXPECT_EQ(shapeAfter("f32[]", [](TensorHint &hint) { addFirstDim(hint, "T"); }), "f32[T]");
  EXPECT_EQ(shapeAfter("f32[N]", [](TensorHint &hint) { addFirstDim(hint, "3"); }), "f32[3, N]");
}

TEST(Hints, LayoutsAreToldAsFgShapeWould) {
  const Sym m = Sym::symbol("m"), n = Sym::symbol("n");
  TensorType type;
  type.dtype = fg::kFloat;
  type.sizes = {m, n};
  EXPECT_EQ(shapeOfAnySizes(type), "f32[?, ?]");
  type.strides = {Sym(1), m};
  EXPECT_EQ(shapeOfAnySizes(type), "f32[?, ?]{column_major}");
  type.strides = {n * Sym(2), Sym(1)};
  EXPECT_EQ(shapeOfAnySizes(type), "f32[?, ?]{?, 1}");
  type.strides = {Sym(0), Sym(1)};
  EXPECT_EQ(shapeOfAnySizes(type), "f32[?, ?]{0, 1}");
  EXPECT_EQ(shapeAfter("f32[N, 4]{?, 1}", forgetLetters), "f32[?, 4]{?, 1}");
  EXPECT_EQ(shapeAfter("f32[N, 4]{?, 1}", forgetDims), "f32[?, ?]"); // the dtype and the rank alone
}

TEST(Hints, AHintHasStridesWhereNoOrderOfDimsSaysThem) {
  const Sym m = Sym::symbol("m"), n = Sym::symbol("n");
  TensorType type;
  type.dtype = fg::kFloat;
  type.sizes = {m, n};
  EXPECT_TRUE(hintOf(type)->isContiguous());
  type.strides = {Sym(1), m};
  EXPECT_EQ(hintOf(type)->shape, "f32[m, n]");
  EXPECT_EQ(layoutOf(*hintOf(type)), "{column_major}");
  EXPECT_FALSE(hintOf(type)->isContiguous());
  type.strides = {n * Sym(2), Sym(1)};
  EXPECT_EQ(hintOf(type)->shape, "f32[m, n]{?, 1}");
  EXPECT_EQ(layoutOf(*hintOf(type)), "{?, 1}");
  EXPECT_FALSE(hintOf(type)->isContiguous());
  type.weak = true;
  EXPECT_FALSE(hintOf(type));
}

TEST(Hints, BothSidesOfABranchAreJoined) {
  EXPECT_EQ(joinHints(of("h", "f32[N, 4]"), of("h", "f32[N, 8]")).at("h").shape, "f32[N, ?]");
  EXPECT_EQ(joinHints(of("h", "f32[N]"), of("h", "i64[N]")).at("h").shape, "");
  EXPECT_EQ(joinHints(of("h", "f32[N]"), of("g", "i64[N]")).size(), 2u);
  EXPECT_EQ(joinHints(of("h", "f32[N, 4]{?, 1}"), of("h", "f32[N, 8]{?, 1}")).at("h").shape,
            "f32[N, ?]{?, 1}");
  // A slice and a contiguous tensor both have dense rows. Where one has none, the tensor is taken for contiguous.
  EXPECT_EQ(joinHints(of("h", "f32[N, 4]{?, 1}"), of("h", "f32[N, 8]")).at("h").shape, "f32[N, ?]{?, 1}");
  EXPECT_EQ(joinHints(of("h", "f32[N, 4]"), of("h", "f32[N, 4]{8, 1}")).at("h").shape, "f32[N, 4]{?, 1}");
  EXPECT_EQ(joinHints(of("h", "f32[N, 4]{1, ?}"), of("h", "f32[N, 4]")).at("h").shape, "f32[N, 4]");
  EXPECT_EQ(joinHints(of("h", "f32[N, 4]{column_major}"), of("h", "f32[N, 4]")).at("h").shape, "f32[N, 4]");
  EXPECT_EQ(joinHints(of("h", "f32[N]{?}"), of("h", "f32[N]")).at("h").shape, "f32[N]");
}

} // namespace
