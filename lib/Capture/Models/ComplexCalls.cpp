// Operators on complex tensors. Graphs have no complex arithmetic: a call becomes that of the operator's form
// in composites/complex.h, which is composed of real operators on the numbers' parts and inlined as any
// composite. Views need none, but for `reshape`, which may copy: complex values of a graph are inputs and
// views.
#include "lib/Capture/Models/TensorModel.h"

#include "lib/Capture/Caller/Caller.h"
#include "lib/Capture/Domain/Types.h"
#include "lib/Capture/Eval/Calls.h"
#include "lib/Capture/Path/Path.h"
#include "lib/Capture/Report/Reporter.h"
#include "lib/Capture/Tensors/TensorOps.h"
#include "lib/Shapes/Infer.h"

using namespace clang;

namespace fullgraph {
namespace {

/// The widest complex dtype that the call computes with; nullopt where it is real.
std::optional<ScalarType> complexDtype(const std::vector<Arg> &args) {
  std::optional<ScalarType> widest;
  const auto see = [&](ScalarType dtype) {
    if (fg::isComplexType(dtype) && widest != fg::kComplexDouble)
      widest = dtype;
  };
  for (const Arg &arg : args) {
    if (const auto *value = std::get_if<Value *>(&arg))
      see((*value)->type.dtype);
    else if (const auto *values = std::get_if<std::vector<Value *>>(&arg))
      for (const Value *value : *values)
        see(value->type.dtype);
    else if (const auto *dtype = std::get_if<ScalarType>(&arg))
      see(*dtype);
  }
  return widest;
}

/// The form whose parameters all are arguments of the operator.
const FunctionDecl *findForm(const OpSchema &op, const FunctionDecl *callee, ASTContext &context) {
  const DeclContext *library = callee->getDeclContext()->getRedeclContext();
  for (const NamedDecl *found : library->lookup(&context.Idents.get("complex_forms")))
    if (const auto *forms = dyn_cast<NamespaceDecl>(found))
      for (const NamedDecl *decl : forms->lookup(&context.Idents.get(op.name)))
        if (const auto *form = dyn_cast<FunctionDecl>(decl))
          if (llvm::all_of(form->parameters(), [&](const ParmVarDecl *parameter) {
                return op.argIndex(parameter->getName()).has_value();
              }))
            return form;
  return nullptr;
}

} // namespace

std::optional<CallResult> TensorModel::complexCall(const OpSchema &op, bool inPlace,
                                                   const FunctionDecl *callee,
                                                   const std::vector<Location *> &args,
                                                   const std::vector<Arg> &bound, const Expr *call) {
  const std::optional<ScalarType> dtype = complexDtype(bound);
  if (!dtype || (op.isView() && !op.is(Op::reshape)))
    return std::nullopt;
  const EagerPath refused{"throws: \"" + op.name + "\" not implemented for '" + fg::toString(*dtype) + "'",
                          call->getExprLoc()};
  const FunctionDecl *form = findForm(op, callee, context);
  if (!form)
    throw refused;
  const FunctionDecl *definition = nullptr;
  if (!form->hasBody(definition))
    report.unsupported(call, "'" + op.name + "' of complex tensors here");
  std::map<std::string, Location *> given;
  Location *self = nullptr;
  for (unsigned i = 0; i < callee->getNumParams() && i < args.size(); ++i) {
    const std::string name = callee->getParamDecl(i)->getNameAsString();
    given[name] = args[i];
    if (name == "self" && !self)
      self = args[i];
    const bool leftOut = std::holds_alternative<std::monostate>(bound[*op.argIndex(name)]);
    if (!leftOut && llvm::none_of(form->parameters(),
                                  [&](const ParmVarDecl *parameter) { return parameter->getName() == name; }))
      throw refused; // div's rounding_mode
  }
  std::vector<Location *> locations;
  for (const ParmVarDecl *parameter : form->parameters()) {
    const std::string name = parameter->getNameAsString();
    const auto *number = std::get_if<Value *>(&bound[*op.argIndex(name)]);
    if (number && isTensorType(parameter->getType().getNonReferenceType()) &&
        ((*number)->type.weak || !given.count(name))) {
      // A number is as precise as the complex operands, and never makes them more so.
      Value *tensor =
          tensors.appendChecked(schemaOf(Op::to), {*number, fg::realType(*dtype), Sym::boolean(false)}, call);
      locations.push_back(
          path.temporary(AbsValue::ofTensor(tensor), parameter->getType().getNonReferenceType()));
      continue;
    }
    const auto found = given.find(name);
    if (found == given.end())
      report.unsupported(call, "'" + op.name + "' of complex tensors without '" + name + "'");
    locations.push_back(found->second);
  }
  CallResult result = calls.invoke(definition, nullptr, locations, call);
  if (!inPlace)
    return result;
  Location *target = self ? self : args[0];
  const AbsValue computed = result.reference ? caller.read(result.reference, call) : result.value;
  if (computed.isPoison())
    return CallResult{computed, target};
  writeParts(tensors.tensorOperand(caller.read(target, call), call), tensors.tensorOperand(computed, call),
             bound, call);
  return CallResult{{}, target};
}

/// writeTensor of the numbers' parts.
void TensorModel::writeParts(Value *destination, Value *source, const std::vector<Arg> &args,
                             const Expr *call) {
  const ScalarType from = source->type.dtype, to = destination->type.dtype;
  if (!fg::canCast(from, to))
    throw EagerPath{std::string("throws: result type ") + fg::toString(from) +
                        " can't be cast to the desired output type " + fg::toString(to),
                    call->getExprLoc()};
  const auto parts = [&](Value *value) {
    return fg::isComplexType(value->type.dtype)
               ? tensors.appendChecked(schemaOf(Op::view_as_real), {value}, call)
               : value;
  };
  std::vector<Arg> operands;
  for (const Arg &arg : args)
    if (Value *const *operand = std::get_if<Value *>(&arg); operand && *operand)
      operands.emplace_back(parts(*operand));
  Value *numbers = parts(source);
  if (!fg::isComplexType(from) && fg::isComplexType(to)) // a bool of a comparison, kept as 1 or 0
    report.unsupported(call, "a complex tensor that is set to what is real");
  tensors.writeTensor(parts(destination), numbers, operands, call);
}

} // namespace fullgraph
