// Versions of a compiled function made before they are needed.
#pragma once

#include <fullgraph/control.h>
#include <fullgraph/tensor.h>

#include <utility>
#include <vector>

namespace fg {

namespace rt {
/// How often warmup() calls: once more where a size is a name or "?", which then is another one.
int warmupTurns(std::initializer_list<string_view> shapes);
/// Zeros of these dtypes and sizes, each in memory of its own.
std::vector<Tensor> warmupInputs(std::initializer_list<string_view> shapes, int turn);
} // namespace rt

/// Calls `f` with zeros of these shapes, so that the versions that such calls need are there:
///   fg::warmup(forward, "f64[8, 784]");
///   fg::warmup([&](fg::Tensor x) { model.forward(x); }, "f32[N, 784]");
/// dtype '[' dims ']'; a dim is an integer, or a name or '?' for a size that changes: two calls then show
/// that to Dynamic::Auto. A name is one size within the call. Throws fg::Error for a malformed shape, and
/// whatever `f` throws. Returns when all is compiled, also under CompilePolicy::Background.
template <class F, class... Shapes> void warmup(F &&f, const Shapes &...shapes) {
  const int turns = rt::warmupTurns({string_view(shapes)...});
  for (int turn = 0; turn < turns; ++turn) {
    const std::vector<Tensor> inputs = rt::warmupInputs({string_view(shapes)...}, turn);
    [&]<size_t... I>(std::index_sequence<I...>) {
      static_cast<void>(f(inputs[I]...));
    }(std::index_sequence_for<Shapes...>());
    wait_for_compilation();
  }
}

} // namespace fg
