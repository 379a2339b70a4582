#include "lib/Lower/Halide/ExprPrinter.h"

#include "lib/Lower/Halide/VectorMath.h"

#include <cmath>
#include <cstdio>

namespace fullgraph::lower {
using namespace Halide::Internal;
using Halide::Expr;
using Halide::Type;

std::string typeText(Type type) {
  const std::string bits = std::to_string(type.bits());
  if (type.is_bool())
    return "Bool()";
  if (type.is_bfloat())
    return "BFloat(" + bits + ")";
  return (type.is_float() ? "Float(" : type.is_uint() ? "UInt(" : "Int(") + bits + ")";
}

namespace {

std::string constantText(Type type, const std::string &value) {
  return type == Halide::Int(32) ? value : "Internal::make_const(" + typeText(type) + ", " + value + ")";
}

/// Counts how often each node is used, visiting each once.
class UseCounter : public IRGraphVisitor {
public:
  std::map<const IRNode *, unsigned> uses;

protected:
  void include(const Expr &e) override {
    if (uses[e.get()]++ == 0)
      e.accept(this);
  }
};

/// The IEEE operations; the names of the printed program's helpers.
const std::map<std::string, std::string> &strictNames() {
  static const std::map<std::string, std::string> names = {
      {"strict_add", "add"}, {"strict_sub", "sub"}, {"strict_mul", "mul"}, {"strict_div", "quotient"},
      {"strict_lt", "lt"},   {"strict_le", "le"},   {"strict_eq", "eq"}};
  return names;
}

} // namespace

std::string ExprPrinter::print(const Expr &e, std::vector<std::string> &lines, unsigned &number) {
  UseCounter counts;
  e.accept(&counts);
  uses = std::move(counts.uses);
  named.clear();
  declarations = &lines;
  counter = &number;
  return sub(e);
}

std::string ExprPrinter::sub(const Expr &e) {
  const auto found = named.find(e.get());
  if (found != named.end())
    return found->second;
  e.accept(this);
  std::string text = std::move(result);
  const bool leaf = e.as<Variable>() || e.as<IntImm>() || e.as<UIntImm>() || e.as<FloatImm>();
  if (leaf || (uses[e.get()] < 2 && text.size() < 100))
    return text;
  const std::string name = "t" + std::to_string((*counter)++);
  declarations->push_back("Expr " + name + " = " + text + ";");
  return named[e.get()] = name;
}

std::string ExprPrinter::helper(const std::string &name) {
  usedHelpers.insert(name);
  return name;
}

void ExprPrinter::infix(const Expr &a, const char *op, const Expr &b) {
  const std::string left = sub(a), right = sub(b);
  result = "(" + left + " " + op + " " + right + ")";
}

void ExprPrinter::call(const std::string &function, const std::vector<Expr> &args) {
  std::string text = function + "(";
  for (size_t i = 0; i < args.size(); ++i)
    text += (i ? ", " : "") + sub(args[i]);
  result = text + ")";
}

void ExprPrinter::visit(const IntImm *op) {
  // make_const is overloaded on the C++ type; the least value cannot be written as a literal with a minus
  // sign.
  const bool fits = op->value == static_cast<int32_t>(op->value) && op->value != INT32_MIN;
  result = constantText(op->type, fits                     ? std::to_string(op->value)
                                  : op->value == INT64_MIN ? "INT64_MIN"
                                                           : "int64_t(" + std::to_string(op->value) + "LL)");
  if (!fits && op->type == Halide::Int(32))
    result = "Internal::make_const(Int(32), " + result + ")";
}

void ExprPrinter::visit(const UIntImm *op) {
  if (op->type.is_bool())
    result = op->value ? "Internal::const_true()" : "Internal::const_false()";
  else
    result =
        constantText(op->type, op->value <= INT32_MAX ? std::to_string(op->value)
                                                      : "uint64_t(" + std::to_string(op->value) + "ULL)");
}

void ExprPrinter::visit(const FloatImm *op) {
  char text[64];
  if (std::isnan(op->value))
    std::snprintf(text, sizeof text, "NAN");
  else if (std::isinf(op->value))
    std::snprintf(text, sizeof text, op->value < 0 ? "-INFINITY" : "INFINITY");
  else if (op->value == 0) // -0 would be an integer
    std::snprintf(text, sizeof text, std::signbit(op->value) ? "-0.0" : "0");
  else
    std::snprintf(text, sizeof text, op->type.bits() == 64 ? "%.17g" : "%.9g", op->value);
  result = constantText(op->type, text);
}

void ExprPrinter::visit(const StringImm *op) { result = '"' + op->value + '"'; }
void ExprPrinter::visit(const Cast *op) {
  result = "cast(" + typeText(op->type) + ", " + sub(op->value) + ")";
}
void ExprPrinter::visit(const Reinterpret *op) {
  result = "reinterpret(" + typeText(op->type) + ", " + sub(op->value) + ")";
}

void ExprPrinter::visit(const Variable *op) {
  if (op->type.is_handle()) { // the buffer itself; see opaqueZero in KernelBuilder.cpp
    const std::string image = op->param.name();
    const auto found = recorder.names.find(image);
    const std::string name = found == recorder.names.end() ? image : found->second;
    result = "Internal::Variable::make(type_of<halide_buffer_t *>(), \"" + name + ".buffer\", " + name +
             ".parameter())";
    return;
  }
  if (const auto let = lets.find(op->name); let != lets.end()) {
    result = let->second;
    return;
  }
  const auto found = recorder.names.find(op->name);
  result = found == recorder.names.end() ? op->name : found->second;
}

void ExprPrinter::visit(const Let *op) {
  const std::string value = sub(op->value), name = "t" + std::to_string((*counter)++);
  declarations->push_back("Expr " + name + " = " + value + ";");
  lets[op->name] = name;
  result = sub(op->body);
}

void ExprPrinter::visit(const Add *op) { infix(op->a, "+", op->b); }
void ExprPrinter::visit(const Sub *op) { infix(op->a, "-", op->b); }
void ExprPrinter::visit(const Mul *op) { infix(op->a, "*", op->b); }
void ExprPrinter::visit(const Div *op) { infix(op->a, "/", op->b); }
void ExprPrinter::visit(const Mod *op) { infix(op->a, "%", op->b); }
void ExprPrinter::visit(const Min *op) { call("min", {op->a, op->b}); }
void ExprPrinter::visit(const Max *op) { call("max", {op->a, op->b}); }
void ExprPrinter::visit(const EQ *op) { infix(op->a, "==", op->b); }
void ExprPrinter::visit(const NE *op) { infix(op->a, "!=", op->b); }
void ExprPrinter::visit(const LT *op) { infix(op->a, "<", op->b); }
void ExprPrinter::visit(const LE *op) { infix(op->a, "<=", op->b); }
void ExprPrinter::visit(const GT *op) { infix(op->a, ">", op->b); }
void ExprPrinter::visit(const GE *op) { infix(op->a, ">=", op->b); }
void ExprPrinter::visit(const And *op) { infix(op->a, "&&", op->b); }
void ExprPrinter::visit(const Or *op) { infix(op->a, "||", op->b); }
void ExprPrinter::visit(const Not *op) { result = "!" + sub(op->a); }
void ExprPrinter::visit(const Select *op) {
  call("select", {op->condition, op->true_value, op->false_value});
}

void ExprPrinter::visit(const Call *op) {
  const auto found = recorder.names.find(op->name);
  if (op->call_type == Call::Halide || op->call_type == Call::Image) {
    call(found == recorder.names.end() ? op->name : found->second, op->args);
    if (op->call_type == Call::Halide && Halide::Internal::Function(op->func).outputs() > 1)
      result += "[" + std::to_string(op->value_index) + "]";
    return;
  }
  const auto strict = strictNames().find(op->name);
  if (strict != strictNames().end())
    return call(helper(strict->second), op->args);
  if (op->is_intrinsic(Call::abs))
    return call("abs", op->args);
  if (op->is_intrinsic(Call::bitwise_and))
    return infix(op->args[0], "&", op->args[1]);
  if (op->is_intrinsic(Call::bitwise_or))
    return infix(op->args[0], "|", op->args[1]);
  if (op->is_intrinsic(Call::bitwise_xor))
    return infix(op->args[0], "^", op->args[1]);
  if (op->is_intrinsic(Call::shift_left))
    return infix(op->args[0], "<<", op->args[1]);
  if (op->is_intrinsic(Call::shift_right))
    return infix(op->args[0], ">>", op->args[1]);
  if (op->is_intrinsic(Call::bitwise_not)) {
    result = "~" + sub(op->args[0]);
    return;
  }
  if (op->is_intrinsic(Call::div_round_to_zero))
    return call("div_round_to_zero", op->args);
  if (op->is_intrinsic(Call::mod_round_to_zero))
    return call("mod_round_to_zero", op->args);
  if (op->is_intrinsic(Call::unsafe_promise_clamped))
    return call("unsafe_promise_clamped", op->args);
  if (op->is_intrinsic(Call::likely))
    return call("likely", op->args);
  if (op->is_intrinsic(Call::round))
    return call("round", op->args);
  for (const char *name : {"is_nan", "floor", "ceil", "trunc", "sqrt"})
    if (op->name == std::string(name) + "_f32" || op->name == std::string(name) + "_f64")
      return call(name, op->args);
  if (const char *const function = libmOfHugeAngles(op)) { // the same values, without the branch
    const std::string far = "Internal::Call::make(" + typeText(op->type) + ", \"" + function + "\", {" +
                            sub(op->args[1]) + "}, Internal::Call::PureExtern)";
    const std::string huge = sub(op->args[0]), near = sub(op->args[2]);
    result = "select(" + huge + ", " + far + ", " + near + ")";
    return;
  }
  std::string text = "Internal::Call::make(" + typeText(op->type) + ", \"" + op->name + "\", {";
  for (size_t i = 0; i < op->args.size(); ++i)
    text += (i ? ", " : "") + sub(op->args[i]);
  const char *kind = op->call_type == Call::PureExtern      ? "PureExtern"
                     : op->call_type == Call::PureIntrinsic ? "PureIntrinsic"
                     : op->call_type == Call::Intrinsic     ? "Intrinsic"
                                                            : "Extern";
  result = text + "}, Internal::Call::" + kind + ")";
}

std::string ExprPrinter::helpers(const std::set<std::string> &used) {
  if (used.empty())
    return "";
  std::string text = "// IEEE operations: Halide and LLVM leave these as they are.\n";
  for (const auto &[intrinsic, name] : strictNames()) {
    if (!used.count(name))
      continue;
    const bool compares = name == "lt" || name == "le" || name == "eq";
    text += "static Expr " + name + "(Expr a, Expr b) {\n  return Internal::Call::make(" +
            (compares ? "Bool()" : "a.type()") + ", Internal::Call::" + intrinsic +
            ", {a, b}, Internal::Call::PureIntrinsic);\n}\n";
  }
  return text + "\n";
}

} // namespace fullgraph::lower
