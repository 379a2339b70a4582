// Loops until convergence: whatever way the condition is written in, the loop stays a loop of the program's, around
// compiled regions of its body. That is no break, under fullgraph, too.
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="stays eager" --implicit-check-not="running eagerly" --implicit-check-not="warning" %s < %t.log
// LOG: convergence.cpp: 18 functions, {{.*}} 0 breaks
// CHECK: parameter: 23 turns
// CHECK: constant: 23 turns
// CHECK: and_count: 5 turns
// CHECK: breaks: 23 turns
// CHECK: returns: 23 turns
// CHECK: nested: 46 turns
#include <fullgraph/fullgraph.h>

#include <cstdio>

using fg::Tensor;
#define WHOLE FG_COMPILE(.fullgraph = true)
#define N FG_SHAPE("f32[N]")

static int turns = 0;
static Tensor next(const Tensor &x) { return x * 0.5 + fg::sin(x) * 0.1; }
static Tensor distance(const Tensor &x, const Tensor &y) { return (y - x).abs().max(); }

WHOLE Tensor parameter(N Tensor x, float tol, int *n) {
  float change = 1;
  while (change > tol) {
    Tensor y = next(x);
    change = distance(x, y).item<float>();
    x = y;
    ++*n;
  }
  return x;
}
WHOLE Tensor constant(N Tensor x, int *n) {
  float change = 1;
  while (change > 1e-5) {
    Tensor y = next(x);
    change = distance(x, y).item<float>();
    x = y;
    ++*n;
  }
  return x + change;
}
WHOLE Tensor doubles(N Tensor x, int *n) {
  for (double change = 1; change > 1e-5;) {
    Tensor y = next(x);
    change = distance(x, y).item<double>();
    x = y;
    ++*n;
  }
  return x;
}
WHOLE Tensor and_count(N Tensor x, int *n) {
  float change = 1;
  int k = 0;
  while (change > 1e-5 && k < 5) {
    Tensor y = next(x);
    change = distance(x, y).item<float>();
    x = y;
    ++k;
    ++*n;
  }
  return x + k;
}
WHOLE Tensor count_and(N Tensor x, int most, int *n) {
  float change = 1;
  for (int k = 0; k < most && !(change <= 1e-5f); ++k) {
    Tensor y = next(x);
    change = distance(x, y).item<float>();
    x = y;
    ++*n;
  }
  return x;
}
WHOLE Tensor tested_behind(N Tensor x, int *n) {
  float change;
  do {
    Tensor y = next(x);
    change = distance(x, y).item<float>();
    x = y;
    ++*n;
  } while (change > 1e-5);
  return x;
}

// A statement of the body ends these.
WHOLE Tensor breaks(N Tensor x, float tol, int *n) {
  for (int k = 0; k < 100; ++k) {
    Tensor y = next(x);
    float change = distance(x, y).item<float>();
    x = y;
    ++*n;
    if (change < tol)
      break;
  }
  return x * 2;
}
WHOLE Tensor endless(N Tensor x, int *n) {
  while (true) {
    Tensor y = next(x);
    const float change = distance(x, y).item<float>();
    ++*n;
    if (change < 1e-5) {
      x = y + 1;
      break;
    }
    x = y;
  }
  return x;
}
WHOLE Tensor in_place_of_a_name(N Tensor x, int *n) {
  for (int k = 0; k < 100; ++k) {
    Tensor y = next(x);
    ++*n;
    if (distance(x, y).item<float>() < 1e-5)
      break;
    x = y;
  }
  return x;
}
WHOLE Tensor named(N Tensor x, int *n) {
  for (int k = 0; k < 100; ++k) {
    Tensor y = next(x);
    const bool done = distance(x, y).item<float>() < 1e-5;
    x = y;
    ++*n;
    if (done)
      break;
  }
  return x;
}
WHOLE Tensor returns(N Tensor x, int *n) {
  for (int k = 0; k < 100; ++k) {
    Tensor y = next(x);
    const float change = distance(x, y).item<float>();
    ++*n;
    if (change < 1e-5)
      return y * 3;
    x = y;
  }
  return x;
}
WHOLE Tensor either(N Tensor x, int *n) {
  for (int k = 0;; ++k) {
    Tensor y = next(x);
    const float change = distance(x, y).item<float>();
    ++*n;
    if (change < 1e-5 || k == 7)
      break;
    else
      x = y - 0.001;
  }
  return x;
}
WHOLE Tensor now_and_then(N Tensor x, int *n) {
  for (int k = 0; k < 100; ++k) {
    Tensor y = next(x);
    ++*n;
    if (k % 4 == 3) {
      const float change = distance(x, y).item<float>();
      if (change < 1e-4)
        break;
    }
    x = y;
  }
  return x;
}

static Tensor settle(Tensor x, double tol, int *n) {
  while (true) {
    Tensor y = next(x);
    ++*n;
    const double change = distance(x, y).item<double>();
    if (change < tol)
      return y;
    x = y;
  }
}
WHOLE Tensor called(N Tensor x, int *n) {
  x = settle(x + 1, 1e-5, n);
  return settle(x * 100, 1e-5, n) + 1;
}
WHOLE Tensor nested(N Tensor x, int *n) {
  for (int outer = 0; outer < 2; ++outer) {
    float change = 1;
    Tensor h = x;
    while (change > 1e-5) {
      Tensor y = next(h);
      change = distance(h, y).item<float>();
      h = y;
      ++*n;
    }
    x = x + h;
  }
  return x;
}
// The last turn's number is read behind the loop, too,.
WHOLE Tensor read_behind(N Tensor x, int *n) {
  double change = 1;
  for (int k = 0; k < 9; ++k) {
    Tensor y = next(x);
    change = distance(x, y).item<float>();
    x = y;
    ++*n;
    if (change < 1e-5)
      break;
  }
  return x - change;
}
// 1e-6 is no float: C++ compares doubles.
WHOLE Tensor edge(N Tensor x, int *n) {
  for (int k = 0; k < 3; ++k) {
    const float change = (x * 1e-6f).max().item<float>();
    ++*n;
    if (change <= 1e-6)
      break;
    x = x * 1;
  }
  return x;
}

int main() {
  fg::manual_seed(1);
  const Tensor x = fg::randn({5});
  const auto show = [&](const char *name, const Tensor &y) {
    std::printf("%s: %d turns %.5f\n", name, turns, y.sum().item<double>());
    turns = 0;
  };
  show("parameter", parameter(x, 1e-5f, &turns));
  show("constant", constant(x, &turns));
  show("doubles", doubles(x, &turns));
  show("and_count", and_count(x, &turns));
  show("count_and", count_and(x, 50, &turns));
  show("count_and", count_and(x, 3, &turns));
  show("tested_behind", tested_behind(x, &turns));
  show("breaks", breaks(x, 1e-5f, &turns));
  show("endless", endless(x, &turns));
  show("in_place_of_a_name", in_place_of_a_name(x, &turns));
  show("named", named(x, &turns));
  show("returns", returns(x, &turns));
  show("either", either(x, &turns));
  show("now_and_then", now_and_then(x, &turns));
  show("called", called(x, &turns));
  show("nested", nested(x, &turns));
  show("read_behind", read_behind(x, &turns));
  show("edge", edge(fg::ones({2}), &turns));
}
