// Objects that lead to each other by many ways, at two calls: each pair of their parts is compared once. (It took for ever.)
// RUN: timeout 60 %fullgraph %s --emit=capture -- %fg_flags 2>/dev/null | FileCheck %s
// CHECK: function Tensor scaled(const Tensor & x, const Node & node)
// CHECK: mul(
#include <fullgraph/fullgraph.h>

using fg::Tensor;

struct Node {
  Node *left = nullptr, *right = nullptr, *up = nullptr;
  int kind = 1;
};

FG_COMPILE() Tensor scaled(const Tensor &x, const Node &node) { return node.kind == 1 ? x * 2 : x + 1; }

struct Ring {
  Node a, b, c, d;
  void close() {
    a.left = &b, a.right = &c;
    b.up = &a, b.left = &d, b.right = &c;
    c.up = &a, c.left = &b, c.right = &d;
    d.up = &b, d.left = &a, d.right = &c;
  }
};

int main() {
  Ring one, other;
  one.close();
  other.close();
  scaled(fg::randn({2, 3}), one.a);
  scaled(fg::randn({2, 3}), other.a);
  scaled(fg::randn({2, 3}), one.a);
}
