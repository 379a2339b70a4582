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

/// 16-bit floats that a device's compiler has no type for, as whole numbers of 16 bits: values are f32 wherever there
/// is arithmetic, so that they are only loaded, stored and converted.
class HalvesAsBits : public Internal::IRMutator {
public:
  explicit HalvesAsBits(KernelPlace place) : place(place) {}

private:
  using IRMutator::visit;

  /// OpenCL has f16 as an extension, and Halide's code for PTX does not compile with bf16.
  bool isBits(Type type) const {
    return type.is_bfloat() || (place == KernelPlace::OpenCl && type.is_float() && type.bits() == 16);
  }
  Type stored(Type type) const { return isBits(type) ? UInt(16, type.lanes()) : type; }

  Expr visit(const Internal::Cast *op) override {
    if (!isBits(op->type) && !isBits(op->value.type()))
      return IRMutator::visit(op);
    return mutate(Internal::lower_float16_cast(op));
  }
  Expr visit(const Internal::Reinterpret *op) override {
    const Expr value = mutate(op->value);
    const Type type = stored(op->type);
    return value.type() == type ? value : Internal::Reinterpret::make(type, value);
  }
  Expr visit(const Internal::FloatImm *op) override {
    if (!isBits(op->type))
      return op;
    const uint16_t bits = op->type.is_bfloat() ? bfloat16_t(op->value).to_bits() : float16_t(op->value).to_bits();
    return Internal::UIntImm::make(UInt(16), bits);
  }
  Expr visit(const Internal::Variable *op) override {
    if (!isBits(op->type))
      return op;
    return Internal::Variable::make(stored(op->type), op->name, op->image, op->param, op->reduction_domain);
  }
  Expr visit(const Internal::Load *op) override {
    if (!isBits(op->type))
      return IRMutator::visit(op);
    return Internal::Load::make(stored(op->type), op->name, mutate(op->index), op->image, op->param,
                                mutate(op->predicate), op->alignment);
  }
  Expr visit(const Call *op) override {
    const Expr call = IRMutator::visit(op);
    const auto *made = call.as<Call>();
    if (!made || !isBits(made->type))
      return call;
    return Call::make(stored(made->type), made->name, made->args, made->call_type, made->func, made->value_index,
                      made->image, made->param);
  }
  Internal::Stmt visit(const Internal::Allocate *op) override {
    const Internal::Stmt allocation = IRMutator::visit(op);
    const auto *made = allocation.as<Internal::Allocate>();
    if (!made || !isBits(made->type))
      return allocation;
    return Internal::Allocate::make(made->name, stored(made->type), made->memory_type, made->extents,
                                    made->condition, made->body, made->new_expr, made->free_function,
                                    made->padding);
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
  pipeline.add_custom_lowering_pass(new HalvesAsBits(place));
}

std::optional<std::string> missingOnDevices(const Pipeline &pipeline) {
  OwnCalls calls;
  for (const Func &output : pipeline.outputs())
    calls.look(output.function());
  return calls.found;
}

} // namespace fullgraph::lower
