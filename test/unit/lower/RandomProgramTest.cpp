// Random graphs: views, reductions, products and writes in orders that nobody would think of.
#include "ProgramRunner.h"

#include <cstdlib>
#include <random>

using namespace fullgraph;
using namespace fullgraph::test;

namespace {

/// A graph over values of shapes [N, 6], [6, N], [N, 1], [6] and [N, 3], as text.
class RandomGraph {
public:
  explicit RandomGraph(unsigned seed) : random(seed) {}

  std::string text() {
    values = {{"%x", NM}, {"%y", NM}, {"%b", M}, {"%c", N1}};
    body = "  %one: i64[] weak = scalar(value = 1)\n";
    const int count = 6 + pick(10);
    for (int i = 0; i < count; ++i)
      step();
    std::string results;
    const int wanted = 1 + pick(3);
    for (int i = 0; i < wanted; ++i)
      results += (i ? ", " : "") +
                 values[values.size() - 1 -
                        static_cast<size_t>(pick(std::min<int>(6, static_cast<int>(values.size()))))]
                     .name;
    return "graph @f(%x: f32[N, 6], %y: f32[N, 6], %b: f32[6], %c: f32[N, 1], %w: f32[6, 6]) {\n" + body +
           "  return " + results + "\n}\n";
  }

private:
  enum Shape { NM, MN, N1, M, N3 };
  struct Item {
    std::string name;
    Shape shape;
  };

  int pick(int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); }
  const Item *any(Shape shape) {
    std::vector<const Item *> of;
    for (const Item &item : values)
      if (item.shape == shape)
        of.push_back(&item);
    return of.empty() ? nullptr : of[static_cast<size_t>(pick(static_cast<int>(of.size())))];
  }
  void add(Shape shape, const std::string &call) {
    const std::string name = "%" + std::to_string(next++);
    body += "  " + name + " = " + call + "\n";
    values.push_back({name, shape});
  }

  void step() {
    const Item item = values[static_cast<size_t>(pick(static_cast<int>(values.size())))];
    const std::string &v = item.name;
    switch (pick(11)) {
    case 0:
      return add(item.shape, "tanh(" + v + ")");
    case 1:
      return add(item.shape, "neg(" + v + ")");
    case 2:
      return add(item.shape, "sigmoid(" + v + ")");
    case 3:
    case 4:
      if (const Item *other = any(item.shape))
        return add(item.shape, (pick(2) ? "mul(" + v + ", " + other->name + ")"
                                        : "add(" + v + ", " + other->name + ", %one)"));
      return;
    case 5: // broadcast
      if (item.shape == NM)
        if (const Item *other = any(pick(2) ? N1 : M))
          return add(NM, "maximum(" + v + ", " + other->name + ")");
      return;
    case 6: // reduce
      if (item.shape == NM)
        return pick(2) ? add(N1, (pick(2) ? "amax(" : "mean(") + v + ", dim = [1], keepdim = true)")
                       : add(M, "sum(" + v + ", dim = [0])");
      if (item.shape == MN)
        return add(M, "amin(" + v + ", dim = [1])");
      return;
    case 7:
      if (item.shape == NM || item.shape == N3)
        return add(item.shape, "softmax(" + v + ", dim = " + std::to_string(pick(2)) + ")");
      return;
    case 8: // views
      if (item.shape == NM && pick(2))
        return add(MN, "permute(" + v + ", dims = [1, 0])");
      if (item.shape == MN)
        return add(NM, "permute(" + v + ", dims = [1, 0])");
      if (item.shape == NM)
        return add(N3, slice3(v));
      return;
    case 9:
      if (item.shape == NM)
        return add(NM, "linear(" + v + ", %w, none)");
      if (item.shape == N3)
        if (const Item *other = any(N3))
          return add(NM, "cat([" + v + ", " + other->name + "], dim = 1)");
      return;
    default: // a write to an input
      if (item.shape == NM && pick(2))
        return add(NM, "copy_(%x, " + v + ")");
      if (item.shape == N3) {
        add(N3, slice3("%y"));
        return add(N3, "copy_(" + values.back().name + ", " + v + ")");
      }
      return;
    }
  }
  std::string slice3(const std::string &v) {
    const int start = pick(4);
    return "slice(" + v + ", dim = 1, start = " + std::to_string(start) +
           ", end = " + std::to_string(start + 3) + ")";
  }

  std::mt19937 random;
  std::vector<Item> values;
  std::string body;
  int next = 0;
};

} // namespace

/// FULLGRAPH_RANDOM_SEEDS=first,count runs others, as FULLGRAPH_RANDOM_SEEDS=1000,500.
TEST(RandomPrograms, AgreeWithTheInterpreter) {
  unsigned first = 1, count = 40;
  if (const char *seeds = std::getenv("FULLGRAPH_RANDOM_SEEDS"))
    std::sscanf(seeds, "%u,%u", &first, &count);
  for (unsigned seed = first; seed < first + count; ++seed) {
    const std::string text = RandomGraph(seed).text();
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
    CompiledProgram program(text);
    ASSERT_TRUE(program.ok()) << program.error();
    for (const int n : {1, 3, 17})
      EXPECT_TRUE(program.check({{"N", n}}, 1e-3, 1e-4));
    if (::testing::Test::HasFailure()) {
      ADD_FAILURE() << printGraph(program.graph()) << program.plan().str();
      return;
    }
  }
}
