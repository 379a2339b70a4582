// fg::Mode, as the command line and FG_COMPILE name it. The options of lib/Driver, the annotations' checks and
// capture use it. It is the one place that has the modes' names.
#pragma once

#include <string>

namespace clang {
class ASTContext;
} // namespace clang

namespace fullgraph {

struct ModeName {
  const char *flag, *cxx; // "max-autotune", "MaxAutotune"
};
inline constexpr ModeName modeNames[] = {{"default", "Default"},
                                         {"reduce-overhead", "ReduceOverhead"},
                                         {"max-autotune", "MaxAutotune"},
                                         {"max-autotune-no-cudagraphs", "MaxAutotuneNoCudaGraphs"}};

/// What a mode other than Default changes by now: nothing, and the build says so. `use`:
/// "--mode=max-autotune".
inline std::string modeRemark(const std::string &use) {
  return use + " has no effect yet: kernels are those of fg::Mode::Default";
}

struct AnnotatedFunction;
/// The remark, where the function's options name such a mode.
void remarkMode(clang::ASTContext &context, const AnnotatedFunction &function);

} // namespace fullgraph
