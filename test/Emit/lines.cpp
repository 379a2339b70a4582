// __LINE__, __FILE__ and a debugger's lines are those of the user's file, in front of and behind the generated code.
// RUN: %build_and_compare %s | FileCheck %s
// RUN: %fullgraph %s -o %t.fg.cpp -- %fg_flags
// RUN: %clangxx -std=c++20 -O0 -g %fg_include -c %t.fg.cpp -o %t.o
// RUN: llvm-dwarfdump --debug-line %t.o | FileCheck --check-prefix=DEBUG %s
#include <fullgraph/fullgraph.h>

#include <cstdio>
#include <cstring>

static void here(const char *file, int line) {
  const char *slash = std::strrchr(file, '/');
  std::printf("%s:%d\n", slash ? slash + 1 : file, line);
}

FG_COMPILE() fg::Tensor f(FG_SHAPE("f32[N]") fg::Tensor x) { return fg::relu(x); } static const int lineOfF = __LINE__;

int main() {
  here(__FILE__, lineOfF);
  here(__FILE__, __LINE__);
  return static_cast<int>(f(fg::ones({2})).numel()) - 2;
}

// CHECK: lines.cpp:16
// CHECK-NEXT: lines.cpp:20
// DEBUG: name: "{{(.*/)?}}lines.cpp"
