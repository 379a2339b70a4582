// Models of std::string and std::string_view: text that is known, or the host program's.
#include "lib/Capture/Interpreter.h"

using namespace clang;

namespace fullgraph {

AbsValue Interpreter::hostString(std::string text) {
  AbsValue value;
  value.kind = ValueKind::HostString;
  value.text = std::move(text);
  return value;
}

/// A known string, or one of the host program, as a std::string in C++.
std::string Interpreter::stringText(const AbsValue &value) {
  return "::std::string(" + (value.is(ValueKind::String) ? quoted(value.text) : value.text) + ")";
}

/// std::to_string of an integer.
std::optional<AbsValue> Interpreter::textOfNumber(const AbsValue &number) const {
  if (!number.isScalar() || number.sym.type() != SymType::Int)
    return std::nullopt;
  if (const std::optional<int64_t> known = number.sym.asInt())
    return AbsValue::ofString(std::to_string(*known));
  if (number.sym.kind() != SymKind::Symbol)
    return std::nullopt;
  return hostString("::std::to_string(" + function.symbols.at(number.sym.name()).host + ")");
}

std::optional<Interpreter::CallResult> Interpreter::stringMethod(llvm::StringRef name, Location *object,
                                                                 const std::vector<Location *> &args,
                                                                 const Expr *call) {
  const AbsValue self = object->value;
  if (self.is(ValueKind::HostString)) {
    if (name == "empty")
      return CallResult{AbsValue::ofScalar(hostSymbol(self.text + ".empty()", SymType::Bool, loc(call),
                                                      self.text + "_empty")),
                        nullptr};
    if (name == "size" || name == "length")
      return CallResult{AbsValue::ofScalar(hostSymbol("static_cast<int64_t>(" + self.text + ".size())",
                                                      SymType::Int, loc(call), self.text + "_size")),
                        nullptr};
    if (name == "data" || name == "c_str") {
      AbsValue pointer;
      pointer.kind = ValueKind::Opaque;
      pointer.text = self.text + "." + name.str() + "()";
      return CallResult{std::move(pointer), nullptr};
    }
    if (name == "convert")
      return CallResult{self, nullptr}; // string → string_view
    return std::nullopt;
  }
  const auto number = [](size_t n) {
    return CallResult{AbsValue::ofScalar(Sym(static_cast<int64_t>(n))), nullptr};
  };
  if (name == "size" || name == "length")
    return number(self.text.size());
  if (name == "empty")
    return CallResult{AbsValue::ofScalar(Sym::boolean(self.text.empty())), nullptr};
  if (name == "convert" || name == "c_str" || name == "data")
    return CallResult{self, nullptr};
  if (name == "operator[]" || name == "at")
    return CallResult{{}, subscript(object, read(args[0], call), call)};
  if ((name == "operator+=" || name == "append") && args.size() == 1 &&
      read(args[0], call).is(ValueKind::String)) {
    assign(object, AbsValue::ofString(self.text + args[0]->value.text), call);
    return CallResult{{}, object};
  }
  if (name == "compare" && args.size() == 1 && read(args[0], call).is(ValueKind::String))
    return CallResult{AbsValue::ofScalar(Sym(static_cast<int64_t>(self.text.compare(args[0]->value.text)))),
                      nullptr};
  if ((name == "starts_with" || name == "ends_with") && read(args[0], call).is(ValueKind::String)) {
    const llvm::StringRef text = self.text, other = args[0]->value.text;
    return CallResult{AbsValue::ofScalar(Sym::boolean(name == "starts_with" ? text.starts_with(other)
                                                                            : text.ends_with(other))),
                      nullptr};
  }
  return std::nullopt;
}

} // namespace fullgraph
