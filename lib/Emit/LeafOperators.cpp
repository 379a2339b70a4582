// The leaf's function under backend "interp": the graph's operators one by one, as calls of the library.

#include "lib/Emit/LeafPrinter.h"
#include "lib/Ops/Promotion.h"

namespace fullgraph {
namespace {

std::string numberText(double number) {
  if (number == static_cast<double>(static_cast<int64_t>(number)))
    return std::to_string(static_cast<int64_t>(number));
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", number);
  return text;
}

} // namespace

/// A 0-d tensor of a number of the user's program.
std::string LeafPrinter::tensorOf(const Value *value, ScalarType dtypeOfIt) const {
  const std::string &name = valueNames.at(value);
  return value->type.weak ? "::fg::full({}, " + name + ", " + dtype(dtypeOfIt) + ")" : name;
}

std::string LeafPrinter::argumentText(const Node &node, size_t index) const {
  const ArgSchema &schema = node.op->args[index];
  const Arg &arg = node.args[index];
  if (std::holds_alternative<std::monostate>(arg))
    return !schema.optional && schema.defaultNumber ? numberText(*schema.defaultNumber) : "::std::nullopt";
  if (const auto *value = std::get_if<Value *>(&arg)) {
    if (schema.scalar)
      return (*value)->type.weak ? valueNames.at(*value) : valueNames.at(*value) + ".item()";
    const bool promotes = node.op->isPointwise() && !node.result()->type.weak;
    return tensorOf(*value, promotes ? dtypeOfWeakOperands(node) : (*value)->type.dtype);
  }
  if (const auto *values = std::get_if<std::vector<Value *>>(&arg)) {
    std::vector<std::string> items;
    for (const Value *value : *values)
      items.push_back(tensorOf(value, value->type.dtype));
    return "{" + join(items) + "}";
  }
  if (const auto *sym = std::get_if<Sym>(&arg))
    return cxx(*sym);
  if (const auto *syms = std::get_if<std::vector<Sym>>(&arg))
    return "::fg::IntArrayRef" + list(*syms);
  if (const auto *type = std::get_if<ScalarType>(&arg))
    return dtype(*type);
  return stringLiteral(std::get<std::string>(arg));
}

std::string LeafPrinter::emptyText(const TensorType &type) const {
  return hasContiguousStrides(type)
             ? "::fg::rt::empty(" + dtype(type.dtype) + ", " + list(type.sizes) + placeArgument() + ")"
             : "::fg::rt::empty_strided(" + dtype(type.dtype) + ", " + list(type.sizes) + ", " +
                   list(type.strides) + placeArgument() + ")";
}

void LeafPrinter::printOperator(const Node &node) {
  const Value &result = *node.result();
  const std::string name = names.claim(result.name);
  const std::string unused = graph.hasUses(&result) ? "" : "[[maybe_unused]] ";
  const std::string place = placeText(node.loc);
  const std::string comment = place.empty() ? "" : " // " + commentText(place);
  std::vector<std::string> arguments;
  for (size_t i = 0; i < node.args.size(); ++i)
    arguments.push_back(argumentText(node, i));

  std::string function(node.opName());
  if (node.is(Op::view))
    function = "reshape"; // a value here may have other strides than in the user's program: no view may fail
  if (node.is(Op::as_strided)) { // of memory that is laid out as the graph has it
    const Value *root = node.value("self")->root();
    const std::string memory = names.claim(root->name + "_memory");
    out.line("const ::fg::Tensor " + memory + " = [&] {");
    out.line("  ::fg::Tensor fg_laid = " + emptyText(root->type) + ";");
    out.line("  return ::fg::copy_(fg_laid, " + valueNames.at(root) + ");");
    out.line("}();");
    out.line(unused + "const ::fg::Tensor " + name + " = ::fg::rt::as_strided(" + memory + ", " +
             dtype(result.type.dtype) + ", " + list(std::get<std::vector<Sym>>(node.args[1])) + ", " +
             list(std::get<std::vector<Sym>>(node.args[2])) + ", " + cxx(result.offset) + ");" + comment);
    valueNames[&result] = name;
    return;
  }
  if (node.is(Op::view_as_complex)) // the same of its parts, which must stand side by side
    arguments[0] = "::fg::contiguous(" + arguments[0] + ")";
  const std::string call = "::fg::" + function + "(" + join(arguments) + ")";
  const std::string scalar = unused + "const ::fg::Scalar " + name,
                    tensor = unused + "const ::fg::Tensor " + name;
  if (node.is(Op::scalar)) {
    out.line(scalar + "(" + arguments[0] + ");" + comment);
  } else if (node.is(Op::number)) {
    out.line(scalar + " = " + arguments[0] + ".item();" + comment);
  } else if (result.type.weak) {
    out.line(scalar + " = " + call + ".item();" + comment);
  } else if (node.is(Op::contiguous)) { // a copy also of what is contiguous already
    out.line("::fg::Tensor " + name + " = " + emptyText({result.type.dtype, result.type.sizes, {}, false}) +
             ";" + comment);
    out.line("::fg::copy_(" + name + ", " + arguments[0] + ");");
  } else if (node.is(Op::select_scatter) || node.is(Op::slice_scatter)) {
    const std::string view = function.substr(0, function.find("_scatter"));
    out.line("::fg::Tensor " + name + " = " + emptyText(result.type) + ";" + comment);
    out.line("::fg::copy_(" + name + ", " + arguments[0] + ");");
    const std::string part = names.claim(result.name + "_part"), source = arguments[1];
    arguments.erase(arguments.begin() + 1);
    arguments[0] = name;
    out.line("::fg::Tensor " + part + " = ::fg::" + view + "(" + join(arguments) + ");");
    out.line("::fg::copy_(" + part + ", " + source + ");");
  } else {
    out.line(tensor + " = " + call + ";" + comment);
  }
  valueNames[&result] = name;
}

/// Results are computed on the side; inputs are written when nothing can throw any more.
void LeafPrinter::printOperators() {
  for (unsigned i = 0; i < graph.inputs().size(); ++i)
    valueNames[input(i).value] = inputNames[i];
  out.blank();
  out.line("// Backend \"interp\": the graph's operators one by one. What throws here throws in the user's "
           "own code.");
  out.open("try {");
  for (const auto &node : graph.nodes())
    printOperator(*node);
  for (const unsigned i : function.steps.fresh) {
    const ProgramOutput &output = program.outputs[i];
    out.line(outputNames[i] + " = " + emptyText(output.type) + ";");
    // Elements that share their memory, of what was expanded, are written once: copy_ refuses such a tensor.
    std::string to = outputNames[i], from = tensorOf(output.value, output.type.dtype);
    for (size_t d = 0; d < output.type.strides.size(); ++d)
      if (output.type.strides[d].asInt() == 0)
        for (std::string *one : {&to, &from})
          *one = "::fg::slice(" + *one + ", " + std::to_string(d) + ", 0, 1)";
    if (to == outputNames[i]) {
      out.line("::fg::copy_(" + to + ", " + from + ");");
      continue;
    }
    const std::string once = names.claim(output.value->name + "_once");
    out.line("::fg::Tensor " + once + " = " + to + ";");
    out.line("::fg::copy_(" + once + ", " + from + ");");
  }
  for (const Mutation &mutation : graph.mutations()) {
    const std::string &name = valueNames.at(mutation.input);
    const std::string written = names.claim(mutation.input->name + "_written");
    out.line("::fg::Tensor " + written + " = " + name + ";");
    out.line("::fg::copy_(" + written + ", " + tensorOf(mutation.value, mutation.value->type.dtype) + ");");
  }
  out.turn("} catch (const ::fg::Error &fg_error) {");
  out.line("return ::fg::rt::miss(" + id + ", {\"an operator failed: \", fg_error.what()});");
  out.close();
  printReturned();
}

} // namespace fullgraph
