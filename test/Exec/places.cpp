// Places that are named through what the same statements change: a counter moves on behind the element that
// it named. What is assigned, returned or pointed to is the place that was meant.
// RUN: %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
// LOG: 5 functions, {{.*}} 0 breaks
// CHECK: the first one: 1, next 1
// CHECK: slot: 3 3
// CHECK-NEXT: slot: 7 7
// CHECK-NEXT: slot: 25 25
// CHECK-NEXT: took a, at 1
// CHECK: a b, at 2
#include <fullgraph/fullgraph.h>

#include <cstdio>
#include <string>
#include <vector>

struct Slot {
  FG_SHAPE("f32[N]") fg::Tensor held;
  int64_t uses = 0;
};

struct Ring {
  /// Writes to the slot of the counter, and moves the counter on.
  FG_COMPILE(.fullgraph = true)
  fg::Tensor push(FG_SHAPE("f32[N]") fg::Tensor x) {
    fg::Tensor before = slots[next].held;
    slots[next].held = before * 0.5 + x;
    slots[next].uses += 1;
    next = next == 2 ? 0 : next + 1;
    return before + 1;
  }
  /// The slot that was written, though the counter names another one when it returns.
  FG_COMPILE(.fullgraph = true)
  fg::Tensor &add(FG_SHAPE("f32[N]") fg::Tensor x) {
    fg::Tensor &slot = slots[next].held;
    slot = slot + x;
    next += 1;
    return slot;
  }

  std::vector<Slot> slots = std::vector<Slot>(3, Slot{fg::zeros({2}), 0});
  size_t next = 0;
};

/// The counter is the function's own variable, and the loop around the graph is its own, too.
FG_COMPILE(.fullgraph = true)
fg::Tensor fill(std::vector<Slot> &slots, FG_SHAPE("f32[N]") fg::Tensor x,
                const std::vector<double> &scales) {
  size_t at = 0;
  for (double scale : scales) {
    x = x * scale;
    slots[at++].held = x + 1;
  }
  return x;
}

struct Item {
  std::string label;
  FG_SHAPE("f32[N]") fg::Tensor held;
};

/// What is told of an item is told of the one that the counter named at first.
FG_COMPILE(.fullgraph = true)
std::pair<std::string, fg::Tensor> take(const std::vector<Item> &items, size_t &at,
                                        FG_SHAPE("f32[N]") fg::Tensor x) {
  const Item &item = items[at++];
  return {item.label, item.held + x};
}
FG_COMPILE(.fullgraph = true)
const Item *advance(const std::vector<Item> &items, size_t &at, FG_SHAPE("f32[N]") fg::Tensor &x) {
  const Item *current = &items[at];
  x = x + current->held;
  ++at;
  return current;
}

static void print(const char *name, const fg::Tensor &x) {
  std::printf("%s: %g %g\n", name, x[0].item<double>(), x[1].item<double>());
}

int main() {
  Ring ring;
  for (int i = 1; i < 6; ++i)
    print("push", ring.push(fg::full({2}, 1.0 * i)));
  for (const Slot &slot : ring.slots)
    std::printf("%d ", static_cast<int>(slot.uses)), print("slot", slot.held);
  ring.next = 0;
  fg::Tensor &slot = ring.add(fg::ones({2}));
  std::printf("the first one: %d, next %d\n", &slot == &ring.slots[0].held, static_cast<int>(ring.next));
  print("added", slot);
  print("filled", fill(ring.slots, fg::ones({2}), {2.0, 3.0, 4.0}));
  for (const Slot &each : ring.slots)
    print("slot", each.held);
  const std::vector<Item> items{{"a", fg::ones({2})}, {"b", fg::ones({2})}};
  size_t at = 0;
  const auto [label, held] = take(items, at, fg::ones({2}));
  std::printf("took %s, at %d\n", label.c_str(), static_cast<int>(at));
  print("held", held);
  at = 0;
  fg::Tensor sum = fg::ones({2});
  const Item *first = advance(items, at, sum), *second = advance(items, at, sum);
  std::printf("%s %s, at %d\n", first->label.c_str(), second->label.c_str(), static_cast<int>(at));
  print("sum", sum);
}
