// fg::Mode, as the command line and FG_COMPILE name it. The options of lib/Driver, the annotations' checks
// and capture use it. It is the one place that has the modes' names.
#pragma once

#include <iterator>
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

/// Are kernels measured while they are built? The numbers are those of fg::Mode, and places in `modeNames`.
inline bool isAutotuned(unsigned mode) { return mode >= 2; }
/// A mode that changes nothing by now, which the build says. `use`: "--mode=reduce-overhead".
inline bool isWithoutEffect(unsigned mode) { return mode == 1; }
inline std::string modeRemark(const std::string &use) {
  return use + " has no effect yet: kernels are those of fg::Mode::Default";
}
/// Of a flag's value, which is one of them.
inline unsigned modeOf(const std::string &flag) {
  unsigned mode = 0;
  while (mode + 1 < std::size(modeNames) && flag != modeNames[mode].flag)
    ++mode;
  return mode;
}

struct AnnotatedFunction;
/// The remark, where the function's options name such a mode.
void remarkMode(clang::ASTContext &context, const AnnotatedFunction &function);

} // namespace fullgraph
