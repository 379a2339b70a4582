// Conditions of the program that would make more graphs than .max_graphs: the function is cut between them. No break,
// also under fullgraph; a remark says so.
// RUN: %fullgraph --verify %s -- %fg_flags
// RUN: %fullgraph %s --emit=capture -o /dev/null -- %fg_flags -Wno-graph-break=joined-conditions 2>&1 | FileCheck --allow-empty --implicit-check-not=remark %s
// RUN: not %fullgraph %s --emit=capture -o /dev/null -- %fg_flags -Werror=graph-break=joined-conditions 2>&1 | FileCheck --check-prefix=ERROR %s
// ERROR: error: the conditions of 'flags' would make more than 4 graphs: it is compiled in 2 regions [-Wgraph-break=joined-conditions] [FG711]
#include <fullgraph/fullgraph.h>
#include <fullgraph/nn.h>

#include <vector>

using fg::Tensor;
#define X FG_SHAPE("f32[N]")

FG_COMPILE(.fullgraph = true, .max_graphs = 4)
Tensor flags(X Tensor x, bool a, bool b, bool c) {
  // expected-remark@-1 {{the conditions of 'flags' would make more than 4 graphs: it is compiled in 2 regions [-Wgraph-break=joined-conditions] [FG711]}}
  if (a) // expected-note {{paths fork here}}
    x = fg::relu(x);
  if (b) // expected-note {{paths fork here: }}
    x = fg::exp(x);
  if (c) // expected-note {{paths fork here: }}
    x = x + 1;
  return x * 2;
}

FG_COMPILE(.fullgraph = true, .max_graphs = 8)
Tensor fits(X Tensor x, bool a, bool b, bool c) {
  if (a)
    x = fg::relu(x);
  if (b)
    x = fg::exp(x);
  if (c)
    x = x + 1;
  return x * 2;
}

// A constructor in sight settles a condition: nothing is asked.
struct Settled : fg::nn::Module {
  bool a = true, b = false, c = true;
  FG_COMPILE(.fullgraph = true, .max_graphs = 4)
  Tensor forward(X Tensor x) const {
    if (a)
      x = fg::relu(x);
    if (b)
      x = fg::exp(x);
    if (c)
      x = x + 1;
    return x * 2;
  }
};

// What a function that is called asks is cut there; the notes name it.
static Tensor helper(Tensor x, bool a, bool b, bool c) {
  if (a) // expected-note {{paths fork here}}
    x = fg::relu(x);
  if (b) // expected-note {{paths fork here: }}
    x = fg::exp(x);
  if (c) // expected-note {{paths fork here: }}
    x = x + 1;
  return x * 2;
}
FG_COMPILE(.fullgraph = true, .max_graphs = 4)
Tensor caller(X Tensor x, bool a, bool b, bool c) {
  // expected-remark@-1 {{the conditions of 'caller' would make more than 4 graphs: it is compiled in 2 regions, beside those of functions that it calls [-Wgraph-break=joined-conditions] [FG711]}}
  x = fg::tanh(x);
  x = helper(x, a, b, c);
  return x - 1;
}

// A branch that holds too many has them in regions of its arms.
FG_COMPILE(.fullgraph = true, .max_graphs = 4)
Tensor arms(X Tensor x, bool all, bool a, bool b, bool c) {
  // expected-remark@-1 {{the conditions of 'arms' would make more than 4 graphs: it is compiled in 3 regions [-Wgraph-break=joined-conditions] [FG711]}}
  if (all) {
    if (a) // expected-note {{paths fork here}}
      x = fg::relu(x);
    if (b) // expected-note {{paths fork here: }}
      x = fg::exp(x);
    if (c) // expected-note {{paths fork here: }}
      x = x + 1;
  }
  return x * 2;
}

// expected-note@*:* 3 {{help: FG_COMPILE(.max_graphs = 128): one graph for each combination}}
// expected-note@*:* 3 {{run 'fullgraph explain FG711' for the explanation and the other ways out}}
