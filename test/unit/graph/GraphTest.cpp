#include "lib/Graph/Graph.h"
#include "lib/Ops/OpSchema.h"

#include <gtest/gtest.h>

using namespace fullgraph;

namespace {

TensorType f32(std::vector<Sym> sizes) { return {ScalarType::Float, std::move(sizes), {}, false}; }
const Sym N = Sym::symbol("N");

TEST(TensorType, Layout) {
  TensorType type = f32({N, 3, 4});
  EXPECT_EQ(type.numel(), 12 * N);
  EXPECT_TRUE(type.isContiguous());
  EXPECT_EQ(type.stridesOrContiguous(), (std::vector<Sym>{12, 4, 1}));
  EXPECT_EQ(type.str(), "f32[N, 3, 4]");
  type.strides = {1, N, 3 * N};
  EXPECT_EQ(type.str(), "f32[N, 3, 4]{1, N, 3*N}");
  EXPECT_EQ((TensorType{ScalarType::Double, {}, {}, true}).str(), "f64[] weak");
  EXPECT_EQ(contiguousStrides({}), std::vector<Sym>{});
  EXPECT_EQ(contiguousStrides({0, 5}), (std::vector<Sym>{5, 1}));
}

TEST(Graph, NamesAreUnique) {
  Graph graph;
  Value *x = graph.addInput("x", f32({4}), "x", {});
  Value *again = graph.addInput("x", f32({4}), "this->x", {});
  EXPECT_EQ(x->name, "x");
  EXPECT_EQ(again->name, "x_1");
  EXPECT_EQ(graph.uniqueName("this->w"), "this__w");
  Node *node = graph.append(findOp("relu"), {x}, {f32({4})});
  EXPECT_EQ(node->result()->name, "0");
  graph.rename(node->result(), "x");
  EXPECT_EQ(node->result()->name, "x_2");
  Node *next = graph.append(findOp("relu"), {x}, {f32({4})});
  graph.rename(next->result(), "0");
  EXPECT_EQ(next->result()->name, "0"); // free again
}

TEST(Graph, UsesAreReplacedEverywhere) {
  Graph graph;
  Value *x = graph.addInput("x", f32({4}), "x", {});
  Value *y = graph.addInput("y", f32({4}), "y", {});
  Node *add = graph.append(findOp("add"), {x, x, std::monostate()}, {f32({4})});
  Node *cat = graph.append(findOp("cat"), {std::vector<Value *>{x, y, x}, Sym(0)}, {f32({12})});
  graph.outputs() = {x, add->result()};
  graph.mutations().push_back({x, x});
  graph.replaceAllUses(x, y);
  EXPECT_EQ(add->value("self"), y);
  EXPECT_EQ(add->value("alpha"), nullptr);
  EXPECT_EQ(cat->values("tensors"), (std::vector<Value *>{y, y, y}));
  EXPECT_EQ(graph.outputs()[0], y);
  EXPECT_EQ(graph.mutations()[0].value, y);
  EXPECT_EQ(graph.mutations()[0].input, x); // what is written stays
  EXPECT_FALSE(graph.hasUses(x));
  EXPECT_TRUE(graph.hasUses(y));
  EXPECT_TRUE(graph.hasUses(add->result()));
  EXPECT_FALSE(graph.hasUses(cat->result()));
  graph.erase(cat);
  EXPECT_EQ(graph.nodes().size(), 1u);
}

TEST(Graph, NodesAreInsertedInOrder) {
  Graph graph;
  Value *x = graph.addInput("x", f32({4}), "x", {});
  Node *last = graph.append(findOp("relu"), {x}, {f32({4})});
  Node *first = graph.append(findOp("exp"), {x}, {f32({4})}, {}, last);
  EXPECT_EQ(graph.nodes().front().get(), first);
  EXPECT_EQ(graph.nodes().back().get(), last);
  EXPECT_EQ(first->result()->def, first);
  EXPECT_TRUE(graph.isInput(x));
  EXPECT_FALSE(graph.isInput(first->result()));
}

TEST(Graph, ArgumentsByName) {
  Graph graph;
  Value *x = graph.addInput("x", f32({4, 5}), "x", {});
  Node *sum = graph.append(findOp("sum"), {x, std::vector<Sym>{1}, Sym::boolean(true), ScalarType::Double},
                           {f32({4, 1})});
  EXPECT_EQ(sum->opName(), "sum");
  EXPECT_EQ(sum->syms("dim"), std::vector<Sym>{1});
  EXPECT_TRUE(sum->flag("keepdim"));
  EXPECT_EQ(sum->dtype("dtype"), ScalarType::Double);
  Node *slice = graph.append(findOp("slice"), {x, Sym(0), std::monostate(), N, Sym(1)}, {f32({N, 5})});
  EXPECT_EQ(slice->optionalSym("start"), std::nullopt);
  EXPECT_EQ(slice->optionalSym("end"), N);
  Node *gelu = graph.append(findOp("gelu"), {x, std::string("tanh")}, {f32({4, 5})});
  EXPECT_EQ(gelu->string("approximate"), "tanh");
}

} // namespace
