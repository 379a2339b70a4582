// Models of std::string and std::string_view: text that is known, or the host program's.
#include "lib/Capture/Interpreter.h"

#include "llvm/ADT/StringExtras.h"

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

/// text.find("part") != std::string::npos, text.rfind("part", 0) == 0. As a number, npos has no Sym.
std::optional<AbsValue> Interpreter::foundInString(const BinaryOperator *op) {
  static const std::set<llvm::StringRef> finders = {
      "find", "rfind", "find_first_of", "find_first_not_of", "find_last_of", "find_last_not_of"};
  if (!op->isEqualityOp() || op->HasSideEffects(context, /*IncludePossibleEffects=*/false))
    return std::nullopt;
  const auto isString = [](const Decl *member) {
    const llvm::StringRef name = modelledClass(dyn_cast<CXXRecordDecl>(member->getDeclContext()));
    return name == "basic_string" || name == "basic_string_view";
  };
  const auto placeText = [&](const Expr *side) -> std::optional<std::string> {
    const auto *use = dyn_cast<DeclRefExpr>(side);
    const auto *member = dyn_cast<MemberExpr>(side);
    const ValueDecl *named = use ? use->getDecl() : member ? member->getMemberDecl() : nullptr;
    if (named && named->getIdentifier() && named->getName() == "npos" && isString(named))
      return "::std::string::npos";
    const auto *literal = dyn_cast<IntegerLiteral>(side);
    return literal ? std::optional(llvm::toString(literal->getValue(), 10, /*Signed=*/false)) : std::nullopt;
  };
  const Expr *left = op->getLHS()->IgnoreParenImpCasts(), *right = op->getRHS()->IgnoreParenImpCasts();
  if (!isa<CXXMemberCallExpr>(left))
    std::swap(left, right);
  const auto *call = dyn_cast<CXXMemberCallExpr>(left);
  const CXXMethodDecl *method = call ? call->getMethodDecl() : nullptr;
  const std::optional<std::string> place = placeText(right);
  if (!method || !place || !method->getIdentifier() || !finders.count(method->getName()) || !isString(method))
    return std::nullopt;
  const AbsValue self = read(evalLocation(call->getImplicitObjectArgument()), call);
  if (!self.is(ValueKind::HostString))
    return std::nullopt;
  std::string arguments;
  for (const Expr *argument : call->arguments()) {
    if (isa<CXXDefaultArgExpr>(argument))
      continue;
    const AbsValue value = eval(argument);
    const std::optional<int64_t> number = value.isScalar() ? value.sym.asInt() : std::nullopt;
    if (!value.is(ValueKind::String) && !number)
      return std::nullopt;
    arguments += arguments.empty() ? "" : ", ";
    arguments += !number                             ? quoted(value.text)
                 : argument->getType()->isCharType() ? "static_cast<char>(" + std::to_string(*number) + ")"
                                                     : std::to_string(*number);
  }
  const std::string text = self.text + "." + method->getNameAsString() + "(" + arguments + ")";
  const Sym found = hostSymbol("(" + text + " == " + *place + ")", SymType::Bool, loc(call), text);
  return AbsValue::ofScalar(op->getOpcode() == BO_EQ ? found : symNot(found));
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
    if ((name == "starts_with" || name == "ends_with" || name == "contains") && args.size() == 1 &&
        read(args[0], call).is(ValueKind::String)) {
      const std::string &part = args[0]->value.text;
      return CallResult{
          AbsValue::ofScalar(hostSymbol(self.text + "." + name.str() + "(" + quoted(part) + ")",
                                        SymType::Bool, loc(call), self.text + "_" + name.str() + "_" + part)),
          nullptr};
    }
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
