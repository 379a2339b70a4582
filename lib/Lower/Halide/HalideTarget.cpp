#include "lib/Lower/Halide/HalideTarget.h"

#include "lib/Graph/Failure.h"

namespace fullgraph::lower {

using Halide::Target;

namespace {

const char *const knownTargets = "\"host\", \"x86-64-v3\", \"x86-64-v4\", \"aarch64-linux\", a Halide target "
                                 "such as \"x86-64-linux\", or a "
                                 "device, \"cuda\" or \"opencl\"";

std::string osName(Target::OS os) {
  switch (os) {
  case Target::OSX:
    return "osx";
  case Target::Windows:
    return "windows";
  default:
    return "linux";
  }
}

} // namespace

llvm::Expected<std::vector<TargetSpec>> parseHalideTarget(const std::string &text) {
  const Target host = Halide::get_host_target();
  const std::string os = osName(host.os);
  if (text == "host" || text.empty()) {
    // Kernels that gain by AVX-512 (Levels.h) have code for both; the program chooses by the machine it runs
    // on.
    if (host.arch == Target::X86)
      return std::vector<TargetSpec>{{"x86-64-" + os, 3}, {"x86-64-" + os, 4, /*whereItPays=*/true}};
    return std::vector<TargetSpec>{{"arm-64-" + os, 0}};
  }
  if (text == "cuda" || text == "opencl") {
    const bool x86 = host.arch == Target::X86;
    TargetSpec device{(x86 ? "x86-64-" : "arm-64-") + os, x86 ? 3 : 0, /*whereItPays=*/false,
                      text == "cuda" ? KernelPlace::Cuda : KernelPlace::OpenCl};
    std::vector<TargetSpec> targets{device};
    device.withLibrary = true;
    if (text == "cuda")
      targets.push_back(device);
    return targets;
  }
  if (text == "x86-64-v3" || text == "x86-64-v4")
    return std::vector<TargetSpec>{{"x86-64-" + os, text == "x86-64-v3" ? 3 : 4}};
  if (text == "aarch64-linux" || text == "arm64-linux" || text == "aarch64-linux-gnu")
    return std::vector<TargetSpec>{{"arm-64-linux", 0}};
  if (Target::validate_target_string(text)) {
    const Target target(text);
    if (target.bits == 64 && (target.arch == Target::X86 || target.arch == Target::ARM)) {
      const bool x86 = target.arch == Target::X86;
      const int level = !x86 ? 0 : target.has_feature(Target::AVX512_Skylake) ? 4 : 3;
      return std::vector<TargetSpec>{{(x86 ? "x86-64-" : "arm-64-") + osName(target.os), level}};
    }
  }
  return failure("unknown target '" + text + "'; known are " + knownTargets);
}

Target halideTarget(const TargetSpec &spec) {
  Target target(spec.triple);
  if (target.arch == Target::X86 && spec.level >= 3) {
    target.set_features({Target::SSE41, Target::AVX, Target::AVX2, Target::FMA, Target::F16C});
    if (spec.level >= 4)
      target.set_features({Target::AVX512, Target::AVX512_Skylake});
  }
  return target;
}

Target kernelTarget(const TargetSpec &spec) {
  Target target = halideTarget(spec);
  target.set_features({Target::NoRuntime, Target::NoAsserts, Target::NoBoundsQuery});
  // PTX of the lowest architecture that is served: later ones run it, too.
  if (spec.place == KernelPlace::Cuda)
    target.set_features({Target::CUDA, Target::CUDACapability80});
  if (spec.place == KernelPlace::OpenCl)
    target.set_features({Target::OpenCL, Target::CLDoubles});
  return target;
}

} // namespace fullgraph::lower
