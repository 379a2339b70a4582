// Models of std::string and std::string_view: text that is known, or the user's program's.

#include "lib/Capture/Models/Std/Strings.h"

#include "lib/Capture/Caller/Caller.h"
#include "lib/Capture/Caller/Renderer.h"
#include "lib/Capture/Domain/Names.h"
#include "lib/Capture/Domain/Signatures.h"
#include "lib/Capture/Domain/Types.h"
#include "lib/Capture/Eval/Calls.h"
#include "lib/Capture/Eval/Expressions.h"
#include "lib/Capture/Eval/Objects.h"
#include "lib/Capture/Models/Std/Model.h"
#include "lib/Capture/Path/Path.h"
#include "lib/Capture/Report/Reporter.h"
#include "lib/Capture/Tensors/TensorNumbers.h"

#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace fullgraph {
namespace {

constexpr uint64_t npos = ~uint64_t(0);

bool isText(const AbsValue &value) { return value.is(ValueKind::String) || value.is(ValueKind::OpenString); }

/// A text as a std::string_view in C++.
std::string viewText(const AbsValue &value) {
  if (value.is(ValueKind::OpenString))
    return "::std::string_view(" + value.text + ")";
  const bool ends = llvm::StringRef(value.text).contains('\0'); // not where a literal's array does
  return "::std::string_view(" + quoted(value.text) + (ends ? ", " + std::to_string(value.text.size()) : "") +
         ")";
}

/// Is it the same, and nothing else, to evaluate it once more?
bool isPure(const Expr *expr, const ASTContext &context) {
  expr = expr->IgnoreParenImpCasts();
  const auto all = [&](auto parts) {
    return llvm::all_of(parts, [&](const Expr *e) { return isPure(e, context); });
  };
  if (const auto *temporary = dyn_cast<MaterializeTemporaryExpr>(expr))
    return isPure(temporary->getSubExpr(), context);
  if (const auto *temporary = dyn_cast<CXXBindTemporaryExpr>(expr))
    return isPure(temporary->getSubExpr(), context);
  if (const auto *cast = dyn_cast<ExplicitCastExpr>(expr))
    return isPure(cast->getSubExpr(), context);
  if (const auto *member = dyn_cast<MemberExpr>(expr))
    return isPure(member->getBase(), context);
  if (const auto *made = dyn_cast<CXXConstructExpr>(expr))
    return isStdLibrary(made->getConstructor()) && all(made->arguments());
  if (const auto *call = dyn_cast<CXXMemberCallExpr>(expr))
    return call->getMethodDecl() && call->getMethodDecl()->isConst() && all(call->arguments()) &&
           isPure(call->getImplicitObjectArgument(), context);
  if (const auto *call = dyn_cast<CXXOperatorCallExpr>(expr))
    return (call->getOperator() == OO_Arrow || call->getOperator() == OO_Star ||
            call->getOperator() == OO_Subscript) &&
           all(call->arguments());
  return isa<CXXDefaultArgExpr>(expr) || !expr->HasSideEffects(context, /*IncludePossibleEffects=*/true);
}

/// A known number of a call; npos where it is left out or said.
std::optional<uint64_t> countOf(const AbsValue &value) {
  if (value.is(ValueKind::None))
    return npos;
  const std::optional<int64_t> known = value.isScalar() ? value.sym.asInt() : std::nullopt;
  return known && *known >= 0 ? std::optional<uint64_t>(*known) : std::nullopt;
}

/// "basic_string::find(C const*, size_t)" -> {"C const*", "size_t"}
std::vector<llvm::StringRef> parametersOf(llvm::StringRef signature) {
  llvm::SmallVector<llvm::StringRef> found;
  llvm::StringRef list = signature.split('(').second;
  list = list.take_front(list.rfind(')'));
  unsigned depth = 0;
  size_t begin = 0;
  for (size_t i = 0; i <= list.size(); ++i) {
    if (i == list.size() || (list[i] == ',' && depth == 0)) {
      if (const llvm::StringRef one = list.slice(begin, i).trim(); !one.empty())
        found.push_back(one);
      begin = i + 1;
    } else {
      depth += list[i] == '<';
      depth -= list[i] == '>';
    }
  }
  return {found.begin(), found.end()};
}

bool isFinder(llvm::StringRef name) {
  static const std::set<llvm::StringRef> names = {
      "find", "rfind", "find_first_of", "find_first_not_of", "find_last_of", "find_last_not_of"};
  return names.count(name);
}

size_t found(llvm::StringRef finder, llvm::StringRef in, llvm::StringRef part, size_t from) {
  const std::string_view text = in;
  return finder == "find"                ? text.find(part, from)
         : finder == "rfind"             ? text.rfind(part, from)
         : finder == "find_first_of"     ? text.find_first_of(part, from)
         : finder == "find_first_not_of" ? text.find_first_not_of(part, from)
         : finder == "find_last_of"      ? text.find_last_of(part, from)
                                         : text.find_last_not_of(part, from);
}

} // namespace

AbsValue Strings::openString(std::string text) {
  AbsValue value;
  value.kind = ValueKind::OpenString;
  value.text = std::move(text);
  return value;
}

/// std::to_string of an integer: one that is known, one of the caller's, or one so much more or less than
/// that.
std::optional<AbsValue> Strings::textOfNumber(const AbsValue &number) const {
  if (!number.isScalar() || number.sym.type() != SymType::Int)
    return std::nullopt;
  if (const std::optional<int64_t> known = number.sym.asInt())
    return AbsValue::ofString(std::to_string(*known));
  if (number.sym.kind() == SymKind::Symbol)
    return openString("::std::to_string(" + function.symbols.at(number.sym.name()).cxx + ")");
  std::set<std::string> symbols;
  number.sym.forEachSymbol([&](const std::string &name, SymType) { symbols.insert(name); });
  if (symbols.size() != 1)
    return std::nullopt;
  const std::optional<int64_t> more = (number.sym - Sym::symbol(*symbols.begin(), SymType::Int)).asInt();
  if (!more)
    return std::nullopt;
  return openString("::std::to_string(static_cast<int64_t>(" + function.symbols.at(*symbols.begin()).cxx +
                    ") + " + std::to_string(*more) + ")");
}

/// text.find("part") != std::string::npos, text.rfind("part", 0) == 0. As a number, npos has no Sym.
std::optional<AbsValue> Strings::foundInString(const BinaryOperator *op) {
  if (!op->isEqualityOp())
    return std::nullopt;
  const Expr *left = op->getLHS()->IgnoreParenImpCasts(), *right = op->getRHS()->IgnoreParenImpCasts();
  if (!isa<CXXMemberCallExpr>(left))
    std::swap(left, right);
  const auto *call = dyn_cast<CXXMemberCallExpr>(left);
  const CXXMethodDecl *method = call ? call->getMethodDecl() : nullptr;
  if (!method || !method->getIdentifier() || !isFinder(method->getName()) || !isModelled(method))
    return std::nullopt;
  const std::optional<uint64_t> place = constantCount(right, context);
  if (!place)
    return std::nullopt;
  if (!isPure(call->getImplicitObjectArgument(), context)) // it is evaluated again where it is no text
    return std::nullopt;
  Location *object = expressions.evalLocation(call->getImplicitObjectArgument());
  if (!isText(caller.read(object, call)))
    return std::nullopt;
  std::vector<const Expr *> written(call->arg_begin(), call->arg_end());
  const std::vector<Location *> args = calls.evalArgs(method, written);
  const AbsValue self = caller.read(object, call);
  const std::optional<TextCall> asked = textCall(signatureOf(method), args, call);
  if (!asked || asked->texts.size() != 1)
    report.fail(BreakKind::SystemCallee, call->getSourceRange(), systemCallee(method));
  const bool backwards = method->getName().starts_with("rfind") || method->getName().starts_with("find_last");
  const uint64_t from = asked->numbers.empty() ? (backwards ? npos : 0) : asked->numbers[0];
  const uint64_t at = *place;
  if (self.is(ValueKind::String) && asked->texts[0].is(ValueKind::String)) {
    const bool equal = found(method->getName(), self.text, asked->texts[0].text, from) == at;
    return AbsValue::ofScalar(Sym::boolean(equal == (op->getOpcode() == BO_EQ)));
  }
  const std::string text = viewText(self) + "." + method->getNameAsString() + "(" +
                           viewText(asked->texts[0]) +
                           (from == npos ? ")" : ", " + std::to_string(from) + ")");
  const Sym is =
      caller.cxxSymbol("(" + text + " == " + (at == npos ? "::std::string::npos" : std::to_string(at)) + ")",
                       SymType::Bool, report.loc(call), text);
  return AbsValue::ofScalar(op->getOpcode() == BO_EQ ? is : symNot(is));
}

/// What a call says, by its signature: texts, the counts and places among them, and parts of texts as texts
/// of their own. None where something of it is not known.
std::optional<TextCall> Strings::textCall(llvm::StringRef signature, const std::vector<Location *> &args,
                                          const Expr *call) {
  const std::vector<llvm::StringRef> parameters = parametersOf(signature);
  if (parameters.size() != args.size())
    return std::nullopt;
  const llvm::StringRef name = signature.split('(').first.rsplit("::").second;
  TextCall result;
  for (size_t i = 0; i < args.size(); ++i) {
    const AbsValue &value = caller.read(args[i], call);
    const llvm::StringRef parameter = parameters[i];
    if (parameter == "A const&")
      continue;
    if (parameter == "size_t") {
      const std::optional<uint64_t> count = countOf(value);
      if (!count)
        return std::nullopt;
      result.numbers.push_back(*count);
      continue;
    }
    if (parameter == "C") {
      if (!value.isScalar() || !value.sym.asInt())
        return std::nullopt;
      result.texts.push_back(AbsValue::ofString(std::string(1, static_cast<char>(*value.sym.asInt()))));
      result.isChar = true;
      continue;
    }
    if (!isText(value))
      return std::nullopt;
    AbsValue text = value;
    const auto number = [&](size_t behind) {
      return i + behind < args.size() && parameters[i + behind] == "size_t"
                 ? countOf(caller.read(args[i + behind], call))
                 : std::optional<uint64_t>(npos);
    };
    if (parameter == "C const*" || parameter == "char const*") {
      const bool finds = isFinder(name);
      const size_t counted = finds ? 2 : 1; // find(text, from, n)
      if (i + counted < args.size() && parameters[i + counted] == "size_t") {
        const std::optional<uint64_t> count = number(counted);
        if (!value.is(ValueKind::String) || !count || *count > value.text.size())
          return std::nullopt;
        text.text.resize(*count);
        if (finds && countOf(caller.read(args[i + 1], call)))
          result.numbers.push_back(*countOf(caller.read(args[i + 1], call)));
        else if (finds)
          return std::nullopt;
        i += counted;
      } else if (value.is(ValueKind::String)) {
        text.text = text.text.c_str(); // a literal's array ends at its terminator
      }
    } else if (i + 1 < args.size() && parameters[i + 1] == "size_t" && !isFinder(name)) { // a part of it
      const std::optional<uint64_t> from = number(1), count = number(2);
      std::optional<AbsValue> part = from && count ? textPart(value, *from, *count, call) : std::nullopt;
      if (!part)
        return std::nullopt;
      text = std::move(*part);
      i += i + 2 < args.size() && parameters[i + 2] == "size_t" ? 2 : 1;
    }
    result.texts.push_back(std::move(text));
  }
  return result;
}

/// text.substr(from, count). Of a string of the user's program, that it is so long is a guard: another one
/// throws.
std::optional<AbsValue> Strings::textPart(const AbsValue &text, uint64_t from, uint64_t count,
                                          const Expr *call) {
  if (text.is(ValueKind::String)) {
    if (from > text.text.size())
      throw EagerPath{"throws std::out_of_range", call->getExprLoc()};
    return AbsValue::ofString(text.text.substr(from, count));
  }
  if (!text.is(ValueKind::OpenString) || from > INT32_MAX || (count != npos && count > INT32_MAX))
    return std::nullopt;
  if (from != 0)
    path.assume(symLe(Sym(static_cast<int64_t>(from)), textSize(text, call)), report.loc(call));
  return openString("::fg::rt::part(" + text.text + ", " + std::to_string(from) +
                    (count == npos ? ")" : ", " + std::to_string(count) + ")"));
}

Sym Strings::textSize(const AbsValue &text, const Expr *call) {
  return caller.cxxSymbol("static_cast<int64_t>(" + text.text + ".size())", SymType::Int, report.loc(call),
                          text.text + "_size");
}

/// Both, one behind the other.
AbsValue Strings::joined(const AbsValue &a, const AbsValue &b) {
  if (a.is(ValueKind::String) && b.is(ValueKind::String))
    return AbsValue::ofString(a.text + b.text);
  return openString("(" + Renderer::stringText(a) + " + " + Renderer::stringText(b) + ")");
}

std::optional<AbsValue> Strings::stringFrom(const FunctionDecl *ctor, const std::vector<Location *> &args,
                                            const Expr *expr) {
  const std::string signature = signatureOf(ctor);
  const std::optional<TextCall> made = textCall(signature, args, expr);
  if (!made || made->texts.size() > 1)
    return std::nullopt;
  if (made->texts.empty())
    return made->numbers.empty() ? std::optional(AbsValue::ofString("")) : std::nullopt;
  if (!made->isChar)
    return made->numbers.empty() ? std::optional(made->texts[0]) : std::nullopt;
  if (made->numbers.size() != 1 || made->numbers[0] > 65536)
    return std::nullopt;
  return AbsValue::ofString(std::string(made->numbers[0], made->texts[0].text[0]));
}

std::optional<CallResult> Strings::method(const MethodSite &site) {
  if (!isText(site.object->value))
    return std::nullopt;
  if (std::optional<CallResult> result = read(site))
    return result;
  const auto *called = dyn_cast<CallExpr>(site.call);
  const auto *method = dyn_cast_or_null<CXXMethodDecl>(called ? called->getDirectCallee() : nullptr);
  if (!method)
    return std::nullopt;
  const llvm::StringRef name = site.name;
  if (name == "operator[]" || name == "at" || name == "front" || name == "back")
    return character(site, method);
  const std::optional<TextCall> asked = textCall(signatureOf(method), site.args, site.call);
  if (!asked)
    return std::nullopt;
  if (name == "substr" && asked->numbers.size() == 2) {
    std::optional<AbsValue> part =
        textPart(site.object->value, asked->numbers[0], asked->numbers[1], site.call);
    return part ? std::optional(CallResult{std::move(*part), nullptr}) : std::nullopt;
  }
  if (std::optional<CallResult> result = search(site, *asked))
    return result;
  if (name == "compare")
    return compare(site, *asked);
  // The caller's is assigned behind the graph, where the text of another object may have changed.
  if (site.object->external && !site.object->value.is(ValueKind::String) &&
      llvm::any_of(asked->texts, [](const AbsValue &text) { return !text.is(ValueKind::String); }))
    return std::nullopt;
  return change(site, *asked);
}

/// What is asked of the text as a whole.
std::optional<CallResult> Strings::read(const MethodSite &site) {
  const llvm::StringRef name = site.name;
  const AbsValue &self = site.object->value;
  const bool known = self.is(ValueKind::String);
  const auto number = [](Sym sym) { return CallResult{AbsValue::ofScalar(std::move(sym)), nullptr}; };
  if (name == "empty")
    return number(known ? Sym::boolean(self.text.empty())
                        : caller.cxxSymbol(self.text + ".empty()", SymType::Bool, report.loc(site.call),
                                           self.text + "_empty"));
  if (name == "size" || name == "length")
    return number(known ? Sym(static_cast<int64_t>(self.text.size())) : textSize(self, site.call));
  if (name == "convert" || ((name == "data" || name == "c_str") && known))
    return CallResult{self, nullptr}; // string → string_view
  if (name != "data" && name != "c_str")
    return std::nullopt;
  AbsValue pointer;
  pointer.kind = ValueKind::Opaque;
  pointer.text = self.text + "." + name.str() + "()";
  return CallResult{std::move(pointer), nullptr};
}

/// A character is a number here: what is handed out for one that may be written refuses that.
std::optional<CallResult> Strings::character(const MethodSite &site, const CXXMethodDecl *method) {
  const auto &[record, name, object, args, call] = site;
  const AbsValue self = object->value;
  const bool known = self.is(ValueKind::String);
  const bool reads = method->isConst() || factsOf(method->getParent()).role == ClassRole::TextView;
  const std::optional<uint64_t> at = name == "front"               ? std::optional<uint64_t>(0)
                                     : !args.empty()               ? countOf(caller.read(args[0], call))
                                     : known && !self.text.empty() ? std::optional(self.text.size() - 1)
                                                                   : std::nullopt;
  if (!at)
    return std::nullopt;
  const auto handedOut = [&](Location *character) {
    if (!reads) {
      character->oneOf.objects = {{object, self}};
      character->oneOf.returnedBy = method->getNameAsString();
    }
    return CallResult{{}, character};
  };
  if (known) {
    if (*at > self.text.size() || (*at == self.text.size() && name != "operator[]"))
      throw EagerPath{"reads past a string", call->getExprLoc()};
    return handedOut(path.temporary(AbsValue::ofScalar(Sym(self.text.c_str()[*at])), context.CharTy));
  }
  if (*at > INT32_MAX)
    return std::nullopt;
  path.assume(symLt(Sym(static_cast<int64_t>(*at)), textSize(self, call)), report.loc(call));
  const std::string text = "::fg::rt::character(" + self.text + ", " + std::to_string(*at) + ")";
  return handedOut(path.temporary(
      AbsValue::ofScalar(caller.cxxSymbol(text, SymType::Int, report.loc(call), text)), context.CharTy));
}

/// contains, find and their like.
std::optional<CallResult> Strings::search(const MethodSite &site, const TextCall &asked) {
  const auto &[record, name, object, args, call] = site;
  const AbsValue self = object->value;
  const std::vector<AbsValue> &texts = asked.texts;
  if (texts.size() != 1)
    return std::nullopt;
  const bool allKnown = self.is(ValueKind::String) && texts[0].is(ValueKind::String);
  const auto number = [](Sym sym) { return CallResult{AbsValue::ofScalar(std::move(sym)), nullptr}; };
  if (name == "starts_with" || name == "ends_with" || name == "contains") {
    if (allKnown) {
      const llvm::StringRef in = self.text, part = texts[0].text;
      return number(Sym::boolean(name == "contains"      ? in.contains(part)
                                 : name == "starts_with" ? in.starts_with(part)
                                                         : in.ends_with(part)));
    }
    const std::string text =
        name == "contains"
            ? "(" + viewText(self) + ".find(" + viewText(texts[0]) + ") != ::std::string::npos)"
            : viewText(self) + "." + name.str() + "(" + viewText(texts[0]) + ")";
    return number(caller.cxxSymbol(text, SymType::Bool, report.loc(call), text));
  }
  if (!isFinder(name) || !allKnown)
    return std::nullopt;
  const bool backwards = name == "rfind" || name.starts_with("find_last");
  const uint64_t from = asked.numbers.empty() ? (backwards ? npos : 0) : asked.numbers[0];
  const size_t at = found(name, self.text, texts[0].text, from);
  return at == npos ? std::nullopt : std::optional(number(Sym(static_cast<int64_t>(at)))); // npos has no Sym
}

std::optional<CallResult> Strings::compare(const MethodSite &site, const TextCall &asked) {
  const AbsValue self = site.object->value;
  const std::vector<uint64_t> &numbers = asked.numbers;
  if (asked.texts.size() != 1 || (!numbers.empty() && numbers.size() != 2))
    return std::nullopt;
  std::optional<AbsValue> part =
      numbers.empty() ? std::optional(self) : textPart(self, numbers[0], numbers[1], site.call);
  if (!part)
    return std::nullopt;
  const AbsValue &other = asked.texts[0];
  if (part->is(ValueKind::String) && other.is(ValueKind::String))
    return CallResult{AbsValue::ofScalar(Sym(static_cast<int64_t>(part->text.compare(other.text)))), nullptr};
  const std::string text = "static_cast<int64_t>(" + viewText(*part) + ".compare(" + viewText(other) + "))";
  return CallResult{AbsValue::ofScalar(caller.cxxSymbol(text, SymType::Int, report.loc(site.call), text)),
                    nullptr};
}

std::optional<CallResult> Strings::change(const MethodSite &site, const TextCall &asked) {
  const auto &[record, name, object, args, call] = site;
  const AbsValue self = object->value;
  const std::vector<AbsValue> &texts = asked.texts;
  if (name == "clear" || (name == "pop_back" && self.is(ValueKind::String) && !self.text.empty())) {
    objects.assign(
        object, AbsValue::ofString(name == "clear" ? "" : self.text.substr(0, self.text.size() - 1)), call);
    return CallResult{};
  }
  const bool appends = name == "operator+=" || name == "append" || name == "push_back";
  if (!(appends || name == "operator=" || name == "assign") || texts.size() != 1)
    return std::nullopt;
  AbsValue given = texts[0];
  if (!asked.numbers.empty()) { // (n, c)
    if (!asked.isChar || asked.numbers.size() != 1 || asked.numbers[0] > 65536)
      return std::nullopt;
    given.text.assign(asked.numbers[0], texts[0].text[0]);
  }
  objects.assign(object, appends ? joined(self, given) : given, call);
  return name == "push_back" ? CallResult{} : CallResult{{}, object};
}

namespace {

class TextModel : public ClassModel {
public:
  using ClassModel::ClassModel;

  std::optional<AbsValue> defaultValue(Walk &, QualType, const Expr *, bool) const override {
    return AbsValue::ofString("");
  }
  std::optional<AbsValue> construct(Walk &walk, const ConstructorSite &site) const override {
    return Strings(walk).stringFrom(site.constructor, site.args, site.expr);
  }
  std::optional<CallResult> method(Walk &walk, const MethodSite &site) const override {
    return Strings(walk).method(site);
  }
  bool load(Walk &, Location *location, const Expr *) const override {
    location->value = Strings::openString(location->cxx);
    return true;
  }
};

} // namespace

const ClassModel &models::strings() {
  static const TextModel model({.role = ClassRole::Text, .isPlain = true, .spelling = "::std::string"});
  return model;
}

const ClassModel &models::stringViews() {
  static const TextModel model({.role = ClassRole::TextView, .isPlain = true});
  return model;
}

} // namespace fullgraph
