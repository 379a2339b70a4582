// The boundary between kernel graphs and what makes machine code of them. lib/Driver and runtime/jit compile
// kernels through a `Backend`, and know nothing of what is behind it: each implementation is a folder of
// lib/Lower with headers of its own, and a row of Backends.def. An object that a backend makes has the C
// interface of include/fullgraph/abi.h.
#pragma once

#include "lib/Fusion/Program.h"
#include "lib/Lower/Knobs.h"
#include "lib/Lower/Target.h"

#include <llvm/Support/Error.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fullgraph {

/// The decisions in one of a kernel's pipelines, which serves the calls where `condition` holds and that of
/// no pipeline in front of it; the last one's serves all others, and has none.
struct KnobGroup {
  std::optional<Sym> condition;
  std::vector<Knob> knobs;
};

/// One object serves a whole process, from several threads at a time.
class Backend {
public:
  /// `name`: the value of `.backend` in its row.
  explicit Backend(std::string name) : ownName(std::move(name)) {}
  virtual ~Backend() = default;
  Backend(const Backend &) = delete;

  const std::string &name() const { return ownName; }
  /// Of what it is built on: kernels that another version compiled are other kernels.
  virtual std::string version() const = 0;

  /// The targets that a text of the command line names; an error says which texts there are. All backends
  /// know "host", which may be several levels of one architecture.
  virtual llvm::Expected<std::vector<TargetSpec>> parseTarget(const std::string &text) const = 0;
  /// Why it has no code for the kernel, if it has none: asked before a kernel is compiled.
  virtual llvm::Error supports(const Kernel &, const TargetSpec &) const { return llvm::Error::success(); }
  /// About how many operations a call does whose code for a higher level of x86-64 is so much faster that it
  /// is worth its compile time. 0: it is not.
  virtual int64_t gainByLevel(const Kernel &) const { return 0; }
  /// About how many milliseconds it takes to compile for each level.
  virtual LevelTimes compileMilliseconds(const Kernel &) const { return {}; }
  /// Has it products that a device's library may compute? See TargetSpec::withLibrary.
  virtual bool hasProducts(const Kernel &) const { return false; }
  /// What a tuning may decide of the kernel, with the decisions of `options.tuning` made. An error says which
  /// of those cannot be, and what can.
  virtual llvm::Expected<std::vector<KnobGroup>> knobs(const Kernel &, const TargetSpec &,
                                                       const LowerOptions &) const {
    return std::vector<KnobGroup>();
  }
  /// Compiles `kernel` to an object file with one C function `symbol(fg_buffer *…inputs, scalars…, fg_buffer
  /// *…outputs)` returning 0, where scalars are int64_t (Int, Bool) or double (F32, F64), one for each
  /// symbol. May abort the process on a bug of the backend: the driver calls it in a worker.
  virtual llvm::Error compileKernel(const Kernel &kernel, const TargetSpec &target,
                                    const LowerOptions &options, const std::string &symbol,
                                    const std::string &objectPath) const = 0;
  /// The kernel as a program that a person reads, compiles and runs (`--emit=halide`).
  virtual llvm::Expected<std::string> printKernel(const Kernel &kernel, const TargetSpec &target,
                                                  const LowerOptions &options,
                                                  const std::string &symbol) const = 0;
  /// What its kernels are linked with, as an object for `target`.
  virtual llvm::Error compileRuntime(const TargetSpec &target, const std::string &objectPath) const = 0;

private:
  const std::string ownName;
};

/// Has `kernel` code for `target`, among the targets that it is compiled for?
inline bool isCompiledFor(const Kernel &kernel, const TargetSpec &target) {
  if (target.isDevice())
    return kernel.hasDevices && (!target.withLibrary || kernel.hasProducts);
  return !target.whereItPays || kernel.hasLevels;
}

/// The first row of Backends.def that compiles kernels. Versions made at run time are compiled by it.
const Backend &defaultBackend();
/// Null where `name` is no backend that compiles kernels.
const Backend *findBackend(std::string_view name);

} // namespace fullgraph
