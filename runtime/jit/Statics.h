// Statics that outlive the program's end.
#pragma once

namespace fullgraph::jit {

/// Statics that Halide and LLVM make from now on are not destroyed. To be called before they compile.
void keepStatics();

} // namespace fullgraph::jit
