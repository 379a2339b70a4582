// Messages say what is in the way: of a function that shares its name with another one, of code without a loop, of an
// object without a destructor, of a modelled function whose values nobody knows.
// RUN: %fullgraph --verify %s -- %fg_flags
#include <fullgraph/fullgraph.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <vector>

using fg::Tensor;

// The seed is the program's; each run has the same.
FG_COMPILE() Tensor seeded(FG_SHAPE("f32[N]") Tensor x) {
  fg::manual_seed(3);
  // expected-warning@-1 {{graph break: 'the generator of random numbers' is changed in a way that cannot wait for the graph's end [-Wgraph-break=global-mutation] [FG401]}}
  return x + 1;
}

// No module of the library's.
FG_COMPILE() Tensor named(FG_SHAPE("f32[N]") Tensor x, const std::exception &e) {
  return e.what()[0] == 'a' ? x + 1 : x;
  // expected-warning@-1 {{graph break: virtual 'std::exception::what' may dispatch to unknown overriders; 'named' stays eager [-Wgraph-break=virtual-call] [FG202]}}
}

// C's remove deletes a file; the algorithm of that name does not.
FG_COMPILE() Tensor removed(FG_SHAPE("f32[N]") Tensor x) {
  std::remove("no file");
  // expected-warning@-1 {{graph break: 'remove' performs input or output [-Wgraph-break=io] [FG501]}}
  return x * 2;
}

FG_COMPILE() Tensor without(FG_SHAPE("f32[N]") Tensor x, std::vector<int> &values) {
  const auto end = std::remove(values.begin(), values.end(), 2);
  return x * (end - values.begin());
}

// Not initialised at run time, but who knows what is in it.
FG_COMPILE() Tensor kept(FG_SHAPE("f32[N]") Tensor x) {
  const static Tensor *none = nullptr;
  // expected-warning@-1 {{graph break: function-local static 'none' may have been changed by an earlier call [-Wgraph-break=static-local] [FG308]}}
  return none ? *none : x + 1;
}

struct Deep {
  Deep() = default;
  Deep(const Deep &other) : w(other.w.clone()) {}
  Tensor w;
};
FG_COMPILE() Deep deep(FG_SHAPE("f32[N]") Tensor x) {
  Deep d;
  d.w = x + 1;
  return d;
  // expected-warning@-1 {{graph break: no capture rule for the return of 'd', which may run the constructor of 'Deep' or not}}
}

// N may be 0: then nothing is divided.
FG_COMPILE() Tensor divided(FG_SHAPE("i64[N, 4]") Tensor x) {
  return x % 0;
  // expected-warning@-1 {{no call of 'divided' gets past this: it throws: ZeroDivisionError, unless it has no elements; 'divided' stays eager [-Wgraph-break=always-throws] [FG707]}}
}
FG_COMPILE() Tensor alwaysDivided(FG_SHAPE("i64[2, 4]") Tensor x) {
  return x % 0;
  // expected-warning@-1 {{no call of 'alwaysDivided' gets past this: it throws: ZeroDivisionError; 'alwaysDivided' stays eager [-Wgraph-break=always-throws] [FG707]}}
}

FG_COMPILE(.unroll_limit = 6) Tensor straight(FG_SHAPE("f32[N]") Tensor x) {
  Tensor a = x * 2 + x;
  Tensor b = a * 3 + x;
  // expected-warning@-1 {{graph break: function 'straight' exceeds 6 operators [-Wgraph-break=unroll-limit] [FG705]}}
  Tensor c = b * 4 + x;
  return c;
}

// expected-note@*:* 2 {{the operand is 'x', i64}}
// expected-note@*:* 0+ {{help: }}
// expected-note@*:* 0+ {{run 'fullgraph explain}}
