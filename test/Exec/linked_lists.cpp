// Objects of the caller's that lead to others of their class: a loop over a list has a question in each turn,
// and no end of its own. It stays a loop around the compiled code of its body.
// RUN: %build_and_run %s 2>%t.log | FileCheck --implicit-check-not=FAILED %s
// RUN: FileCheck --check-prefix=LOG %s < %t.log
// LOG: linked_lists.cpp: 5 functions, {{.*}} 0 breaks
#include "Inputs/both.h"

#include <memory>

using fg::Tensor;

struct Node {
  Tensor value;
  const Node *next = nullptr;
};
struct Owned {
  FG_SHAPE("f32[4]") Tensor value;
  std::unique_ptr<Owned> next;
};

FG_COMPILE() Tensor walked(FG_SHAPE("f32[N, M]") Tensor x, const Node *n) {
  for (; n; n = n->next)
    x = x + n->value;
  return x;
}
FG_COMPILE() Tensor counted(FG_SHAPE("f32[N, M]") Tensor x, const Node *n) {
  while (n != nullptr) {
    x = x * 2 + 1;
    n = n->next;
  }
  return x;
}
FG_COMPILE() Tensor left(FG_SHAPE("f32[N, M]") Tensor x, const Node *n) {
  for (;;) {
    if (!n)
      break;
    x = x + 1;
    n = n->next;
  }
  return x.relu();
}
FG_COMPILE() Tensor owned(FG_SHAPE("f32[4]") Tensor x, const Owned &first) {
  for (const Owned *n = &first; n; n = n->next.get())
    x = x + n->value;
  return x;
}
FG_COMPILE() Tensor repeated(FG_SHAPE("f32[N, M]") Tensor x, const Node *n) {
  do {
    x = x.sin();
    n = n ? n->next : nullptr;
  } while (n);
  return x;
}

int main() {
  const Tensor x = fg::arange(8, fg::kFloat).reshape({2, 4});
  Node nodes[3];
  Owned first{x[1], nullptr};
  for (int i = 0; i < 3; ++i)
    nodes[i] = {x * i + 1, i < 2 ? &nodes[i + 1] : nullptr};
  first.next = std::make_unique<Owned>(Owned{x[0] + 1, nullptr});
  for (int i = 0; i <= 3; ++i) {
    const Node *n = i < 3 ? &nodes[i] : nullptr;
    both::check("lists",
                [&] { return std::vector{walked(x, n), counted(x, n), left(x, n), repeated(x, n)}; });
  }
  // CHECK-COUNT-4: lists: same
  both::check("owned", [&] { return std::vector{owned(x[0], first), owned(x[0], *first.next)}; });
  // CHECK: owned: same
}
