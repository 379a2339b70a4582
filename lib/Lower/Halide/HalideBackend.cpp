// The backend that is Halide: kernel graphs as pipelines with schedules of ours.
#include "lib/Lower/Backend.h"

#include "lib/Graph/Failure.h"
#include "lib/Lower/Halide/Devices/DeviceMath.h"
#include "lib/Lower/Halide/Devices/DeviceProduct.h"
#include "lib/Lower/Halide/HalideTarget.h"
#include "lib/Lower/Halide/KernelBuilder.h"
#include "lib/Lower/Halide/Levels.h"
#include "lib/Lower/Halide/LoopKernel.h"
#include "lib/Lower/Halide/Variants.h"

#include <memory>

namespace fullgraph {
using namespace lower;

namespace {

/// Halide's warnings are about schedules of ours, not about the user's program.
class Silence : public Halide::CompileTimeErrorReporter {
public:
  void warning(const char *) override {}
  void error(const char *message) override { throw Halide::CompileError(message); }
};

void silenceHalide() {
  static Silence silence;
  Halide::set_custom_compile_time_error_reporter(&silence);
}

/// Runs `f`; what it throws as an error.
template <class F> llvm::Error guarded(const F &f) {
  try {
    silenceHalide();
    f();
    return llvm::Error::success();
  } catch (const LowerError &e) {
    return failure(e.what());
  } catch (const Halide::Error &e) {
    return failure(std::string("Halide: ") + e.what());
  } catch (const std::exception &e) {
    return failure(e.what());
  }
}

class HalideBackend : public Backend {
public:
  using Backend::Backend;
  std::string version() const override;
  llvm::Expected<std::vector<TargetSpec>> parseTarget(const std::string &text) const override;
  bool hasProducts(const Kernel &kernel) const override;
  llvm::Error supports(const Kernel &kernel, const TargetSpec &target) const override;
  int64_t gainByLevel(const Kernel &kernel) const override { return gainFromAvx512(*kernel.graph); }
  LevelTimes compileMilliseconds(const Kernel &kernel) const override {
    return lower::compileMilliseconds(*kernel.graph);
  }
  llvm::Expected<std::vector<KnobGroup>> knobs(const Kernel &kernel, const TargetSpec &target,
                                               const LowerOptions &options) const override;
  llvm::Error compileKernel(const Kernel &kernel, const TargetSpec &target, const LowerOptions &options,
                            const std::string &symbol, const std::string &objectPath) const override;
  llvm::Expected<std::string> printKernel(const Kernel &kernel, const TargetSpec &target,
                                          const LowerOptions &options,
                                          const std::string &symbol) const override;
  llvm::Error compileRuntime(const TargetSpec &target, const std::string &objectPath) const override;
};

llvm::Expected<std::vector<TargetSpec>> HalideBackend::parseTarget(const std::string &text) const {
  return parseHalideTarget(text);
}

bool HalideBackend::hasProducts(const Kernel &kernel) const {
  return std::any_of(kernel.graph->nodes().begin(), kernel.graph->nodes().end(),
                     [](const auto &node) { return isLibraryProduct(*node); });
}

llvm::Error HalideBackend::supports(const Kernel &kernel, const TargetSpec &target) const {
  if (!target.isDevice())
    return llvm::Error::success();
  if (isLoopKernel(*kernel.graph))
    return failure("a loop has no kernel for devices");
  std::optional<std::string> missing;
  if (llvm::Error error = guarded([&] {
        KernelBuilder builder(*kernel.graph, target, LowerOptions());
        builder.build();
        missing = missingOnDevices(builder.pipeline());
      }))
    return error;
  return missing ? failure("a device has no function '" + *missing + "'") : llvm::Error::success();
}

llvm::Expected<std::vector<KnobGroup>> HalideBackend::knobs(const Kernel &kernel, const TargetSpec &target,
                                                            const LowerOptions &options) const {
  std::vector<KnobGroup> groups;
  if (llvm::Error error = guarded([&] { groups = knobsOf(*kernel.graph, target, options); }))
    return error;
  return groups;
}

llvm::Error HalideBackend::compileKernel(const Kernel &kernel, const TargetSpec &target,
                                         const LowerOptions &options, const std::string &symbol,
                                         const std::string &objectPath) const {
  return guarded([&] {
    compileVariants(*kernel.graph, target, options, symbol)
        .compile({{Halide::OutputFileType::object, objectPath}});
  });
}

llvm::Expected<std::string> HalideBackend::printKernel(const Kernel &kernel, const TargetSpec &target,
                                                       const LowerOptions &options,
                                                       const std::string &symbol) const {
  std::string text;
  llvm::Error error = guarded([&] {
    const std::vector<Variant> variants = variantsOf(*kernel.graph, target);
    KernelBuilder builder(*kernel.graph, target, options, variants.back().rows);
    builder.build();
    std::string comment = "// " + kernel.name + ":";
    for (const std::string &op : kernel.fused)
      comment += " " + op;
    if (variants.size() > 1) {
      comment += "\n//\n// The variant for every size. The compiled kernel has others, for";
      for (size_t i = 0; i + 1 < variants.size(); ++i)
        comment += (i ? ", " : " ") + variants[i].condition.str();
      comment += ".";
    }
    comment += "\n//\n// c++ -std=c++17 kernel.cpp -lHalide && ./a.out kernel.o\n";
    std::string tail = "  if (argc != 2) {\n    fprintf(stderr, \"usage: %s <object file>\\n\", argv[0]);\n  "
                       "  return 1;\n  }\n" +
                       builder.pipelineText() + ".compile_to_module({";
    for (size_t i = 0; i < builder.argumentNames().size(); ++i)
      tail += (i ? ", " : "") + builder.argumentNames()[i];
    tail +=
        "}, \"" + symbol + "\",\n      Target(\"" + kernelTarget(target).to_string() +
        "\"), LinkageType::External)\n      .compile({{OutputFileType::object, argv[1]}});\n  return 0;\n";
    text = builder.record().program(comment, tail);
  });
  if (error)
    return std::move(error);
  return text;
}

std::string HalideBackend::version() const {
  return "Halide " + std::to_string(HALIDE_VERSION_MAJOR) + "." + std::to_string(HALIDE_VERSION_MINOR) + "." +
         std::to_string(HALIDE_VERSION_PATCH);
}

llvm::Error HalideBackend::compileRuntime(const TargetSpec &target, const std::string &objectPath) const {
  return guarded([&] {
    // For the architecture's baseline: kernels choose more by their own target.
    Halide::compile_standalone_runtime(objectPath, Halide::Target(target.triple));
  });
}

} // namespace

std::unique_ptr<Backend> makeHalideBackend(std::string name) {
  return std::make_unique<HalideBackend>(std::move(name));
}

} // namespace fullgraph
