// An overrider that takes a list by a size apart: the objects in sight say which overriders run, and the list has a graph
// for each number of parts up to a few. The build tells that others run eagerly (FG712), and so does the program.
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not=error --implicit-check-not="running eagerly" %s < %t.log
// LOG: remark: where 'x.split' loops more than 6 times, the whole function runs eagerly {{.*}}[FG712]
// LOG: fullgraph: overriders_with_lists.cpp: 1 function, {{.*}} 0 breaks,
// LOG: fullgraph: Net::forward: needs x_size0 <= {{[0-9]}}; running eagerly
// CHECK-COUNT-3: CPUFloatType
#include <fullgraph/fullgraph.h>
#include <iostream>
#include <memory>
#include <vector>
struct Layer { virtual ~Layer() = default; virtual fg::Tensor forward(const fg::Tensor &x) const = 0; };
struct Gate : Layer {
  fg::Tensor w = fg::randn({4, 4});
  fg::Tensor forward(const fg::Tensor &x) const override {
    auto parts = x.matmul(w).chunk(2, 1);
    return fg::cat({parts[0] * parts[1].sigmoid(), parts[1]}, 1);
  }
};
struct Rows : Layer {
  fg::Tensor forward(const fg::Tensor &x) const override {
    auto rows = x.split(1, 0);
    return x + rows[0];
  }
};
struct Net {
  std::vector<std::unique_ptr<Layer>> layers;
  FG_COMPILE(.fullgraph = true)
  fg::Tensor forward(fg::Tensor x) const {
    for (const auto &l : layers) x = l->forward(x);
    return x;
  }
};
int main() {
  fg::manual_seed(0);
  Net n;
  n.layers.push_back(std::make_unique<Gate>());
  n.layers.push_back(std::make_unique<Rows>());
  for (const int64_t rows : {3, 6, 9})
    std::cout << n.forward(fg::randn({rows, 4})) << "\n";
}
