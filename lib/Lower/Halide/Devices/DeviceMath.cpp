#include "lib/Lower/Halide/Devices/DeviceMath.h"

#include "lib/Lower/Halide/VectorMath.h"

#include <bit>
#include <set>

namespace fullgraph::lower {
using namespace Halide;
using Internal::Call;

namespace {

/// C's name of a function without the suffix of its float form; empty for what is no function of C's:
/// Halide's and our own have an underscore in their names.
std::string cName(const Call *call) {
  if (call->call_type != Call::PureExtern || !call->type.is_float() ||
      call->name.find('_') != std::string::npos)
    return {};
  const bool isFloatForm = call->type.bits() == 32 && call->name.back() == 'f';
  return isFloatForm ? call->name.substr(0, call->name.size() - 1) : call->name;
}

class DeviceCalls : public Internal::IRMutator {
public:
  explicit DeviceCalls(KernelPlace place) : place(place) {}

private:
  using IRMutator::visit;

  /// CUDA's are those of libdevice, "__nv_sinf" and "__nv_sin"; OpenCL's have one name for all types.
  std::string ownName(const std::string &name, Type type) const {
    if (place == KernelPlace::OpenCl)
      return name;
    return "__nv_" + name + (type.bits() == 32 ? "f" : "");
  }

  /// Halide prints a constant of 64 bits for OpenCL with the digits of a float.
  Expr visit(const Internal::FloatImm *op) override {
    if (place != KernelPlace::OpenCl || op->type.bits() != 64 ||
        static_cast<double>(static_cast<float>(op->value)) == op->value)
      return op;
    return Internal::Reinterpret::make(op->type,
                                       Internal::UIntImm::make(UInt(64), std::bit_cast<uint64_t>(op->value)));
  }

  Expr visit(const Call *op) override {
    if (libmOfHugeAngles(op)) { // a device's own reduction of the angle holds for all of them
      std::string name = libmOfHugeAngles(op);
      name.pop_back(); // of the form for floats
      return Call::make(op->type, ownName(name, op->type), {mutate(op->args[1])}, Call::PureExtern);
    }
    const std::string name = cName(op);
    if (name.empty())
      return IRMutator::visit(op);
    std::vector<Expr> args;
    for (const Expr &arg : op->args)
      args.push_back(mutate(arg));
    return Call::make(op->type, ownName(name, op->type), args, Call::PureExtern);
  }

  const KernelPlace place;
};

/// Looks for calls of our own library's functions, through all Funcs.
class OwnCalls : public Internal::IRVisitor {
public:
  std::optional<std::string> found;
  void look(const Internal::Function &function) {
    if (!seen.insert(function.name()).second)
      return;
    function.accept(this);
  }

private:
  using IRVisitor::visit;
  void visit(const Call *op) override {
    if (op->call_type == Call::PureExtern && op->name.rfind("fg_math_", 0) == 0)
      found = op->name;
    if (op->call_type == Call::Halide && op->func.defined())
      look(Internal::Function(op->func));
    IRVisitor::visit(op);
  }
  std::set<std::string> seen;
};

} // namespace

void callDeviceMath(Pipeline &pipeline, KernelPlace place) {
  pipeline.add_custom_lowering_pass(new DeviceCalls(place));
}

std::optional<std::string> missingOnDevices(const Pipeline &pipeline) {
  OwnCalls calls;
  for (const Func &output : pipeline.outputs())
    calls.look(output.function());
  return calls.found;
}

} // namespace fullgraph::lower
