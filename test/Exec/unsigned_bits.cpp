// Unsigned numbers that wrap around all the time, as random states and hashes do: exact at 32 bits and below,
// told at 64. That they do not wrap is assumed of counts only.
// RUN: %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
// LOG: graph break: no capture rule for unsigned arithmetic that wraps around
// CHECK: xorshift 330
// CHECK: congruential 748
// CHECK: hash 13
// CHECK: counts 81
// CHECK: sizes 327736
// CHECK: bytes 296
// CHECK: packed 4294967295
// CHECK: wide 1024
#include <fullgraph/fullgraph.h>

#include <cstdint>
#include <cstdio>
#include <string>

using T = fg::Tensor;
#define S1 FG_SHAPE("f64[N]")

struct Xorshift {
  uint32_t s = 12345;
  uint32_t next() {
    s ^= s << 13;
    s ^= s >> 17;
    s ^= s << 5;
    return s;
  }
};
struct Congruential {
  uint32_t s = 1;
  uint32_t next() { return s = s * 1664525u + 1013904223u; }
};
struct Wide {
  uint64_t s = 88172645463325252ull;
  unsigned next() {
    s ^= s << 13;
    s ^= s >> 7;
    s ^= s << 17;
    return static_cast<unsigned>(s % 1000);
  }
};

FG_COMPILE(.fullgraph = true) T xorshift(S1 T x, Xorshift &r) { return x * double(r.next() % 1000); }
FG_COMPILE(.fullgraph = true) T congruential(S1 T x, Congruential &r) { return x * double(r.next() % 1000); }
FG_COMPILE() T hash(S1 T x, const std::string &key) {
  uint32_t h = 2166136261u;
  for (char c : key)
    h = (h ^ static_cast<uint8_t>(c)) * 16777619u;
  return x * double(h % 100);
}
FG_COMPILE(.fullgraph = true) T counts(S1 T x, unsigned a, unsigned b) {
  const unsigned c = a * b + 7, d = (a << 3) - b;
  return x * double(c) + double(d + a);
}
FG_COMPILE(.fullgraph = true) T sizes(S1 T x, size_t i, size_t n) { // wrap nowhere
  const size_t k = (i & 3) + 1, m = (i & 7) * n, q = (n << 2) + (i ^ n), b = n * 65536;
  return x * double(k + m + q) + double(b);
}
FG_COMPILE(.fullgraph = true) T bytes(S1 T x, uint8_t a, uint8_t b) {
  uint8_t c = a * b, d = a << 5;
  c += 200;
  return x * double(c) + double(d);
}
FG_COMPILE(.fullgraph = true) T packed(S1 T x, uint16_t a, uint32_t b) {
  return x * double((static_cast<uint32_t>(a) << 16) | (b & 0xffff));
}
FG_COMPILE() T wide(S1 T x, Wide &r) {
  x = x * 2;
  return x * double(r.next());
}

int main() {
  const T x = fg::ones({1}, fg::kDouble);
#define P(name, e) std::printf(name " %.0f\n", (e).item<double>());
  Xorshift r;
  Congruential c;
  Wide w;
  for (int i = 0; i < 20; ++i) {
    P("xorshift", xorshift(x, r));
    P("congruential", congruential(x, c));
    P("hash", hash(x, i % 2 ? "ab" : "wxyz"));
    P("counts", counts(x, 6 + unsigned(i), 4));
    P("sizes", sizes(x, size_t(6 + i), 5));
    P("bytes", bytes(x, uint8_t(3 + 12 * i), uint8_t(5 * i)));
    P("packed", packed(x, 0xffff, 0xffff - uint32_t(i)));
    P("wide", wide(x, w));
  }
}
