// Names that the generated code makes up, as names of the program's: variables, parameters, members, macros,
// functions. The made-up ones then begin with another prefix.
// RUN: %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" --implicit-check-not=error: %s < %t.log
// RUN: %fullgraph %s -o %t.fg.cpp -- %fg_flags
// RUN: FileCheck --check-prefix=CODE %s < %t.fg.cpp
// LOG: own_names.cpp: {{[0-9]+}} functions
// CHECK: flags: 9 5 12
// CHECK-NEXT: temporaries: 45
// CHECK-NEXT: outputs: 4 9
// CHECK-NEXT: parts: 3 4
// CHECK-NEXT: macros: 12
// CHECK-NEXT: objects: 5 24
// CHECK-NEXT: arrays: 1 5
// CODE: bool fg2_1 = false;
#include <fullgraph/fullgraph.h>

#include <array>
#include <cstdio>

using fg::Tensor;

#define fg_level broken level
#define fg1_known broken known
#define fg_recompiled() broken recompiled
#define fg_workspace broken workspace
#define fg_held broken held
#define fg_x broken x
#define fg_2 3

FG_DISABLE("") void opaque() {}
FG_DISABLE("") int next() {
  static int count = 1;
  return ++count;
}

// --- flags of regions

int fg_7 = 7;

FG_COMPILE() Tensor flags(FG_SHAPE("f32[N]") Tensor x, int fg_0) {
  Tensor fg_1 = x + 1;
  opaque();
  Tensor y = fg_1 * 2 + fg_0;
  opaque();
  return y + fg_2 - 1;
}
FG_COMPILE() Tensor held(FG_SHAPE("f32[N]") Tensor fg_0_y, bool fg_1held) {
  Tensor y = fg_0_y + 1;
  opaque();
  Tensor fg_1_z = y * 2;
  opaque();
  return fg_1held ? fg_1_z + 1 : fg_1_z;
}
FG_COMPILE() Tensor globals(FG_SHAPE("f32[N]") Tensor x) {
  opaque();
  Tensor y = x + fg_7;
  opaque();
  return y + 4;
}

// --- temporaries, and symbols of the same names

FG_COMPILE() Tensor temporaries(FG_SHAPE("f32[t1]") Tensor x, int64_t t1, int64_t others, double object) {
  Tensor y = x * next() + 30;
  return y * t1 + others + object + t1;
}

// --- outputs

struct Outputs {
  Tensor fg_out0 = fg::ones({2});
  int fg_out1 = 2;
  FG_COMPILE() Tensor run(FG_SHAPE("f32[N]") Tensor x) {
    Tensor fg_out2 = x + 1;
    fg_out0 = fg_out2 * fg_out1;
    opaque();
    return fg_out0;
  }
  FG_COMPILE(.fullgraph = true)
  Tensor all(FG_SHAPE("f32[N]") Tensor x, int64_t out0, bool out1, int64_t fg_others) {
    return out1 ? x * out0 + fg_out1 + fg_others : x;
  }
};

// --- parts of other classes, and a function with the name of what reaches them

class Hidden {
  FG_SHAPE("f32[N]") Tensor fg_pointer = fg::ones({2});
  int64_t fg_member = 2;

public:
  Tensor apply(const Tensor &x) const { return x * fg_member + fg_pointer; }
  FG_COMPILE() Tensor seen(FG_SHAPE("f32[N]") Tensor x) {
    Tensor fg_tag = x * fg_member;
    opaque();
    return fg_tag + fg_pointer * fg_member;
  }
};

FG_COMPILE(.fullgraph = true) Tensor shown(const Hidden &fg_reach, FG_SHAPE("f32[N]") Tensor fg_pointer) {
  return fg_reach.apply(fg_pointer);
}

FG_COMPILE() Tensor macros(FG_SHAPE("f32[N]") Tensor x, int64_t level, int64_t workspace, bool recompiled) {
  Tensor known = x * level;
  opaque();
  return recompiled ? known + workspace : known;
}

// --- objects that a path makes, and what is read before it is written

struct Pair {
  Tensor first;
  int64_t second = 0;
};
FG_COMPILE(.fullgraph = true) Pair made(FG_SHAPE("f32[N]") Tensor x, int64_t fg_object) {
  Pair p;
  p.first = x + fg_object;
  p.second = fg_object;
  return p;
}
struct Counter {
  int64_t fg_before0 = 3;
  Tensor held = fg::ones({2});
  FG_COMPILE(.fullgraph = true) Tensor step(FG_SHAPE("f32[N]") Tensor x) {
    const int64_t before = fg_before0;
    fg_before0 = fg_before0 + 1;
    held = x * before;
    return held * before * fg_before0;
  }
};

// --- arrays that are handed over

FG_COMPILE() Tensor arrays(FG_SHAPE("f32[N]") Tensor x, int fg_i) {
  Tensor parts[2];
  parts[0] = x;
  parts[1] = x + fg_i;
  opaque();
  return parts[fg_i - 3] + parts[0] - x;
}

int main() {
  const Tensor x = fg::ones({2});
  const auto first = [](const Tensor &t) { return int(t[0].item<double>()); };
  std::printf("flags: %d %d %d\n", first(flags(x, 3)), first(held(x, true)), first(globals(x)));
  std::printf("temporaries: %d\n", first(temporaries(x, 1, 2, 10)));
  Outputs outputs;
  const int run = first(outputs.run(x));
  std::printf("outputs: %d %d\n", run, first(outputs.all(x, 3, true, 4)));
  Hidden hidden;
  std::printf("parts: %d %d\n", first(shown(hidden, x)), first(hidden.seen(x)));
  std::printf("macros: %d\n", first(macros(x, 5, 7, true)));
  Counter counter;
  std::printf("objects: %d %d\n", int(made(x, 4).second) + first(made(x, 4).first) - 4,
              first(counter.step(x * 2)) / 3);
  std::printf("arrays: %d %d\n", first(arrays(x, 3)), first(arrays(x, 4)));
}
