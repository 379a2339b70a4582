// Complex tensors: operators are captured as what they are composed of, and inputs and results are the
// program's own complex tensors.
// RUN: env FULLGRAPH_JIT=0 %build_and_run %s 2>/dev/null | FileCheck --implicit-check-not=FAILED %s
// Layouts that were not declared are compiled for when they come.
// RUN: %jit %build_and_run %s 2>%t.log | FileCheck --implicit-check-not=FAILED %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not=eager --implicit-check-not="graph break" %s < %t.log
// LOG: complex.cpp: 16 functions, {{.*}} 0 breaks
// `contiguous` of a complex tensor returns its operand itself where that is contiguous, and the graph was captured for
// one that is not: such a call runs as it is written.
// LOG: fullgraph: strided: needs contiguous() of 'z' to copy; running eagerly
#include "Inputs/both.h"

using fg::IntArrayRef;
using fg::Tensor;
using fg::indexing::Slice;
#define ONE_GRAPH FG_COMPILE(.fullgraph = true)

// Llama's rotary embedding as its authors write it.
ONE_GRAPH Tensor rotary(FG_SHAPE("f32[B, T, H, D]") const Tensor &x,
                        FG_SHAPE("c64[T, E]") const Tensor &turns) {
  const auto pairs = fg::view_as_complex(x.reshape({x.size(0), x.size(1), x.size(2), -1, 2}));
  const auto turned = pairs * turns.unsqueeze(0).unsqueeze(2);
  return fg::view_as_real(turned).flatten(3).type_as(x);
}
ONE_GRAPH Tensor turns(int64_t dim, int64_t end) {
  const auto rates = 1.0 / fg::pow(10000.0, fg::arange(0, dim, 2, fg::kFloat) / double(dim));
  const auto angles = fg::outer(fg::arange(end, fg::kFloat), rates);
  return fg::polar(fg::ones_like(angles), angles);
}
// Written in place: whole, a part, a row, and through the parts of a view.
ONE_GRAPH void scale_(FG_SHAPE("c64[N, M]") Tensor &z, double factor) { z.mul_(factor).add_(1); }
ONE_GRAPH Tensor rows_(FG_SHAPE("c64[N, M]") Tensor &z, FG_SHAPE("c64[M]") const Tensor &w) {
  z[0] *= w;
  z.index_put_({Slice(1), 0}, 0.5);
  fg::real(z.select(1, 1)).neg_();
  fg::view_as_real(z.t())[2].zero_();
  return z.select(1, 1);
}
// Views of what is given, of what is written, and of what is new, in both directions.
ONE_GRAPH std::vector<Tensor> views(FG_SHAPE("c64[N, M]") Tensor &z, FG_SHAPE("f32[K, 2]") const Tensor &x) {
  Tensor sum = z + 1;
  z.sub_(2);
  const Tensor c = fg::view_as_complex(x);
  return {fg::real(z),
          fg::imag(z.slice(0, 1)),
          z.t(),
          c,
          c.slice(0, 1, std::nullopt, 2),
          sum,
          fg::imag(sum).t(),
          sum.slice(1, 1),
          fg::view_as_real(sum),
          z};
}
ONE_GRAPH Tensor strided(FG_SHAPE("c64[N, M]") const Tensor &z, FG_SHAPE("c64[M, N]") const Tensor &w) {
  return (z.t() / w).conj() + z.t().contiguous();
}
// Of the same layout as its operands, however many operators stand between.
ONE_GRAPH Tensor iterated(FG_SHAPE("c64[N, M]") const Tensor &c, int64_t) {
  Tensor z = fg::zeros_like(c);
  for (int i = 0; i < 6; ++i)
    z = z * z + c;
  return z.abs();
}
ONE_GRAPH Tensor counted(FG_SHAPE("c64[N, M]") const Tensor &c, int64_t steps) {
  Tensor z = fg::zeros_like(c), alive = fg::zeros_like(fg::real(c));
  for (int64_t i = 0; i < steps; ++i) {
    z = z * z + c;
    alive += (fg::abs(z) < 2).to(fg::kFloat);
  }
  return alive;
}
// Signals.
ONE_GRAPH Tensor denoised(FG_SHAPE("f32[B, L]") const Tensor &signal) {
  const Tensor window = fg::hann_window(32);
  const Tensor spectrum = fg::stft(signal, 32, 8, 32, window, true, "reflect", false, std::nullopt, true);
  const Tensor size = spectrum.abs(), phase = spectrum.angle();
  const Tensor gate = fg::clamp_min(size - 0.1, 0);
  return fg::istft(fg::polar(gate, phase), 32, 8, 32, window, true, false, std::nullopt, signal.size(1));
}
ONE_GRAPH Tensor filtered(FG_SHAPE("f32[B, L]") const Tensor &x, FG_SHAPE("f32[K]") const Tensor &taps) {
  const int64_t n = x.size(1) + taps.size(0) - 1;
  return fg::fft::irfft(fg::fft::rfft(x, n) * fg::fft::rfft(taps, n), n);
}
ONE_GRAPH Tensor image(FG_SHAPE("f64[H, W]") const Tensor &x) {
  const Tensor f = fg::fft::fftshift(fg::fft::fft2(x));
  return fg::real(fg::fft::ifft2(fg::fft::ifftshift(f * (f.abs() > 1))));
}
ONE_GRAPH Tensor layer(FG_SHAPE("c64[N, M]") const Tensor &z, FG_SHAPE("c64[K, M]") const Tensor &weight) {
  const Tensor h = fg::linear(z, weight);
  return fg::softmax(fg::matmul(h, h.conj().t()).abs(), -1);
}
ONE_GRAPH Tensor chosen(FG_SHAPE("c64[N, M]") const Tensor &z, bool first) {
  return first ? z * 2 : fg::where(fg::real(z) > 0, z, fg::zeros_like(z));
}
ONE_GRAPH std::tuple<Tensor, Tensor> reduced(FG_SHAPE("c128[N, M]") const Tensor &z) {
  return {z.sum(0), (z - z.mean({1}, true)).abs().square().sum()};
}
ONE_GRAPH Tensor paired(FG_SHAPE("f32[N, 2]") const Tensor &x) { return fg::view_as_complex(x).abs(); }
ONE_GRAPH Tensor kept(FG_SHAPE("c64[N, M]") const Tensor &z) { return z; }

namespace {
Tensor numbers(IntArrayRef sizes, int seed) {
  std::vector<int64_t> pairs = sizes.vec();
  pairs.push_back(2);
  return fg::view_as_complex(both::values(pairs) * (0.4 * seed) + 0.1);
}
} // namespace

int main() {
  for (const int64_t n : {3, 1}) {
    const auto check = [n](const char *what, auto f) {
      both::check((what + (" " + std::to_string(n))).c_str(), f);
    };
    check("rotary", [&] {
      const Tensor t = turns(6, n);
      return std::vector<Tensor>{t, rotary(both::values({2, n, 2, 6}), t)};
    });
    check("scale_", [&] {
      Tensor z = numbers({n, 4}, 1), rest = numbers({n, 8}, 2);
      scale_(z, 0.5);
      return std::vector<Tensor>{z};
    });
    check("rows_", [&] {
      Tensor z = numbers({n, 4}, 1);
      const Tensor column = rows_(z, numbers({4}, 2));
      return std::vector<Tensor>{z, column, fg::tensor(int64_t(column.is_alias_of(z)))};
    });
    check("views", [&] {
      Tensor z = numbers({n, 4}, 1);
      const Tensor x = both::values({n, 2});
      std::vector<Tensor> all = views(z, x);
      const size_t count = all.size();
      for (size_t i = 0; i < count; ++i)
        all.push_back(fg::tensor({int64_t(all[i].is_alias_of(z)), int64_t(all[i].is_alias_of(x)),
                                  int64_t(all[i].is_alias_of(all[5])), all[i].storage_offset()}));
      all[6].fill_(7); // the parts of the sum
      all[0].fill_(8);
      return all;
    });
    check("strided", [&] { return std::vector<Tensor>{strided(numbers({n, 4}, 1), numbers({4, n}, 2))}; });
    check("strided views", [&] {
      return std::vector<Tensor>{
          strided(numbers({4, n}, 1).t(), numbers({4, 2 * n}, 2).slice(1, 0, 2 * n, 2))};
    });
    check("iterated", [&] {
      return std::vector<Tensor>{iterated(numbers({n, 4}, 1), 6), iterated(numbers({4, n}, 1).t(), 6)};
    });
    check("counted", [&] {
      return std::vector<Tensor>{counted(numbers({n, 4}, 1), 9), counted(numbers({n, 4}, 1), 0)};
    });
    check("denoised", [&] { return std::vector<Tensor>{denoised(both::values({n, 100}))}; });
    check("filtered",
          [&] { return std::vector<Tensor>{filtered(both::values({n, 50}), both::values({7}))}; });
    check("image", [&] { return std::vector<Tensor>{image(both::values({n + 4, 7}).to(fg::kDouble))}; });
    check("layer", [&] { return std::vector<Tensor>{layer(numbers({n, 4}, 1), numbers({5, 4}, 2))}; });
    check("chosen", [&] {
      return std::vector<Tensor>{chosen(numbers({n, 4}, 1), true), chosen(numbers({n, 4}, 1), false)};
    });
    check("reduced", [&] {
      const auto [sums, size] = reduced(numbers({n, 4}, 1).to(fg::kComplexDouble));
      return std::vector<Tensor>{sums, size};
    });
    check("paired", [&] { return std::vector<Tensor>{paired(both::values({n, 2}))}; });
    check("kept", [&] {
      const Tensor z = numbers({n, 4}, 1);
      return std::vector<Tensor>{fg::tensor(int64_t(kept(z).is_same(z)))};
    });
  }
  // CHECK: rotary 3: same
  // CHECK-NEXT: scale_ 3: same
  // CHECK-NEXT: rows_ 3: same
  // CHECK-NEXT: views 3: same
  // CHECK-NEXT: strided 3: same
  // CHECK-NEXT: strided views 3: same
  // CHECK-NEXT: iterated 3: same
  // CHECK-NEXT: counted 3: same
  // CHECK-NEXT: denoised 3: same
  // CHECK-NEXT: filtered 3: same
  // CHECK-NEXT: image 3: same
  // CHECK-NEXT: layer 3: same
  // CHECK-NEXT: chosen 3: same
  // CHECK-NEXT: reduced 3: same
  // CHECK-NEXT: paired 3: same
  // CHECK-NEXT: kept 3: same
  // CHECK-NEXT: rotary 1: same
  // CHECK-NEXT: scale_ 1: same
  // CHECK-NEXT: rows_ 1: same
  // CHECK-NEXT: views 1: same
  // CHECK-NEXT: strided 1: same
  // CHECK-NEXT: strided views 1: same
  // CHECK-NEXT: iterated 1: same
  // CHECK-NEXT: counted 1: same
  // CHECK-NEXT: denoised 1: same
  // CHECK-NEXT: filtered 1: same
  // CHECK-NEXT: image 1: same
  // CHECK-NEXT: layer 1: same
  // CHECK-NEXT: chosen 1: same
  // CHECK-NEXT: reduced 1: same
  // CHECK-NEXT: paired 1: same
  // CHECK-NEXT: kept 1: same
}
