// What clang refuses without any flag is refused, also where one of clang's flags could turn it off: the compiler would
// refuse the generated source. Nothing is written then.
// RUN: rm -rf %t && mkdir -p %t
// RUN: %fullgraph --verify %s -- %fg_flags
// RUN: %fullgraph --verify %s -- %fg_flags -w -Wno-error -Wno-unused -fpermissive -fno-gnu-unique
// RUN: not %fullgraph %s -o %t/a.cpp -- %fg_flags -DONE 2>&1 | FileCheck %s --check-prefix=ONE
// ONE: default-errors.cpp:{{[0-9]+}}:10: error: type 'double' cannot be narrowed to 'long'{{.*}}[-Wc++11-narrowing]
// RUN: not ls %t/a.cpp
// RUN: not ls %t/a.a

// The user's own flags and pragmas let it through, by clang's name or by GCC's. It is no warning of the tool's then.
// RUN: %fullgraph %s --emit=capture -o %t/b.txt -- %fg_flags -DONE -Wno-narrowing 2>&1 | count 0
// RUN: %fullgraph %s --emit=capture -o %t/b.txt -- %fg_flags -DONE -Wno-error=c++11-narrowing 2>&1 | count 0
// RUN: %fullgraph %s --emit=capture -o %t/b.txt -- %fg_flags -DONE -DPRAGMA -Wall -Werror 2>&1 | count 0
#include <fullgraph/fullgraph.h>

#ifdef ONE
#ifdef PRAGMA
#pragma GCC diagnostic ignored "-Wnarrowing"
#endif
FG_COMPILE() fg::Tensor scaled(FG_SHAPE("f32[4]") fg::Tensor x, double by) {
  // clang-format off
  long n{by};
  // clang-format on
  return x * n;
}
#else
#include <cstdio>
#include <vector>

FG_COMPILE() fg::Tensor scaled(FG_SHAPE("f32[4]") fg::Tensor x, double by) {
  long n{by}; // expected-error {{type 'double' cannot be narrowed to 'long'}} expected-note {{insert an explicit cast}}
  return x * n;
}
struct Size {
  int value;
};
Size narrowed(long v) {
  return Size{v}; // expected-error {{cannot be narrowed from type 'long' to 'int'}} expected-note {{insert an explicit cast}}
}
std::vector<int> elements(double d) {
  return {1, d}; // expected-error {{cannot be narrowed to 'int'}} expected-note {{insert an explicit cast}}
}
char letter() {
  return {300}; // expected-error {{cannot be narrowed to type 'char'}} expected-note {{insert an explicit cast}}
}
template <unsigned char N> struct Few {};
Few<300> few; // expected-error {{cannot be narrowed to type 'unsigned char'}}
enum Bits : unsigned char { All = 256 }; // expected-error {{cannot be narrowed to type 'unsigned char'}}
int chosen(int v) {
  switch (v) {
  case 3000000000: // expected-error {{cannot be narrowed to type 'int'}}
    return 1;
  }
  return 0;
}

void nothing() {
  return 1; // expected-error {{void function 'nothing' should not return a value}}
}
int something() {
  return; // expected-error {{non-void function 'something' should return a value}}
}
void thrown() throw(int); // expected-error {{dynamic exception specifications}} expected-note {{noexcept(false)}}
void counted(bool b) {
  b++; // expected-error {{incrementing expression of type bool}}
}
int registered() {
  register int x = 1; // expected-error {{'register' storage class specifier}}
  return x;
}
#define FORMAT "ld"
void printed(long v) {
  std::printf("%"FORMAT, v); // expected-error {{requires a space between literal and identifier}}
}
int variadic(const char *, ...);
void passed(std::vector<int> v) {
  variadic("", v); // expected-error {{cannot pass object of non-trivial type}}
}
enum Letter { A, B };
constexpr Letter outside = static_cast<Letter>(100); // expected-error {{outside the valid range of values}}
int global;
constexpr int never() { // expected-error {{never produces a constant expression}}
  return global;        // expected-note {{read of non-const variable}}
}
// expected-note@-4 {{declared here}}
int *addressed() {
  struct Here {
    int x;
  };
  return &Here().x; // expected-error {{cannot take the address of an rvalue}}
}
#endif
