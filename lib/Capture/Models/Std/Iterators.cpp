#include "lib/Capture/Models/Std/Iterators.h"

#include "lib/Capture/Caller/Caller.h"
#include "lib/Capture/Eval/Objects.h"
#include "lib/Capture/Models/Std/Model.h"

using namespace clang;

namespace fullgraph {

std::optional<CallResult> Iterators::method(llvm::StringRef name, Location *object,
                                            const std::vector<Location *> &args, const Expr *call) {
  const AbsValue self = caller.read(object, call);
  if (!self.is(ValueKind::Pointer) || !self.sequence)
    return std::nullopt;
  if (name == "operator*" && args.empty())
    return CallResult{{}, caller.sequenceElement(nullptr, *self.sequence, self.sym, call)};
  if (name == "operator->")
    return CallResult{AbsValue::pointerTo(caller.sequenceElement(nullptr, *self.sequence, self.sym, call)),
                      nullptr};
  if (name == "base")
    return CallResult{self, nullptr};
  if (name == "operator++" || name == "operator--") {
    AbsValue next = self;
    next.sym = self.sym + (name == "operator++" ? Sym(1) : Sym(-1));
    objects.assign(object, std::move(next), call);
    return args.empty() ? CallResult{{}, object}
                        : CallResult{self, nullptr}; // the postfix form has a dummy int
  }
  if (args.size() != 1)
    return std::nullopt;
  const AbsValue other = caller.read(args[0], call);
  if (other.isScalar())
    return moved(name, object, other.sym, call);
  if (!other.is(ValueKind::Pointer) || other.sequence != self.sequence)
    return std::nullopt;
  const Sym &a = self.sym, &b = other.sym;
  const auto boolean = [](const Sym &s) { return CallResult{AbsValue::ofScalar(s), nullptr}; };
  if (name == "operator-")
    return boolean(a - b);
  if (name == "operator==")
    return boolean(symEq(a, b));
  if (name == "operator!=")
    return boolean(symNe(a, b));
  if (name == "operator<")
    return boolean(symLt(a, b));
  if (name == "operator>")
    return boolean(symLt(b, a));
  if (name == "operator<=")
    return boolean(symLe(a, b));
  if (name == "operator>=")
    return boolean(symLe(b, a));
  return std::nullopt;
}

/// An iterator and a number: it + n, it += n, it[n].
std::optional<CallResult> Iterators::moved(llvm::StringRef name, Location *object, const Sym &by,
                                           const Expr *call) {
  AbsValue place = object->value;
  if (name == "operator[]")
    return CallResult{{}, caller.sequenceElement(nullptr, *place.sequence, place.sym + by, call)};
  const bool adds = name == "operator+" || name == "operator+=";
  if (!adds && name != "operator-" && name != "operator-=")
    return std::nullopt;
  place.sym = place.sym + (adds ? by : -by);
  if (name == "operator+" || name == "operator-")
    return CallResult{std::move(place), nullptr};
  objects.assign(object, std::move(place), call);
  return CallResult{{}, object};
}

namespace {

class IteratorModel : public ClassModel {
public:
  IteratorModel() : ClassModel({.role = ClassRole::Iterator}) {}

  /// A const one of another one.
  std::optional<AbsValue> construct(Walk &walk, const ConstructorSite &site) const override {
    const AbsValue &from = partOf<Caller>(walk).read(site.args[0], site.expr);
    return site.args.size() == 1 && from.is(ValueKind::Pointer) ? std::optional(from) : std::nullopt;
  }

  std::optional<CallResult> method(Walk &walk, const MethodSite &site) const override {
    const AbsValue &self = site.object->value;
    if (!self.is(ValueKind::Pointer) || self.sequence)
      return Iterators(walk).method(site.name, site.object, site.args, site.call);
    if (site.name == "operator*") {
      if (!self.location)
        throw EagerPath{"dereferences a null pointer", site.call->getBeginLoc()};
      return CallResult{{}, self.location};
    }
    if (site.name == "operator->")
      return CallResult{AbsValue::pointerTo(self.location), nullptr};
    return std::nullopt;
  }
};

} // namespace

const ClassModel &models::iterators() {
  static const IteratorModel model;
  return model;
}

} // namespace fullgraph
