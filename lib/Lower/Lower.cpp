#include "lib/Lower/Lower.h"

#include "lib/Lower/HalideTarget.h"
#include "lib/Lower/KernelBuilder.h"
#include "lib/Lower/Variants.h"

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

/// Runs `f`; its failure as text.
template <class F> std::string guarded(const F &f) {
  try {
    silenceHalide();
    f();
    return "";
  } catch (const LowerError &e) {
    return e.what();
  } catch (const Halide::Error &e) {
    return std::string("Halide: ") + e.what();
  } catch (const std::exception &e) {
    return e.what();
  }
}

} // namespace

std::string compileKernel(const Kernel &kernel, const TargetSpec &target, const LowerOptions &options,
                          const std::string &symbol, const std::string &objectPath) {
  return guarded([&] {
    compileVariants(*kernel.graph, target, options, symbol)
        .compile({{Halide::OutputFileType::object, objectPath}});
  });
}

std::string printHalide(const Kernel &kernel, const TargetSpec &target, const LowerOptions &options,
                        const std::string &symbol, std::string &error) {
  std::string text;
  error = guarded([&] {
    const std::vector<Variant> variants = variantsOf(*kernel.graph);
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
                       "  return 1;\n  }\n"
                       "  Pipeline(out).compile_to_module({";
    for (size_t i = 0; i < builder.argumentNames().size(); ++i)
      tail += (i ? ", " : "") + builder.argumentNames()[i];
    tail +=
        "}, \"" + symbol + "\",\n      Target(\"" + kernelTarget(target).to_string() +
        "\"), LinkageType::External)\n      .compile({{OutputFileType::object, argv[1]}});\n  return 0;\n";
    text = builder.recorded().program(comment, tail);
  });
  return text;
}

std::string backendVersion() {
  return "Halide " + std::to_string(HALIDE_VERSION_MAJOR) + "." + std::to_string(HALIDE_VERSION_MINOR) + "." +
         std::to_string(HALIDE_VERSION_PATCH);
}

std::string compileRuntime(const TargetSpec &target, const std::string &objectPath) {
  return guarded([&] {
    // For the architecture's baseline: kernels choose more by their own target.
    Halide::compile_standalone_runtime(objectPath, Halide::Target(target.triple));
  });
}

} // namespace fullgraph
