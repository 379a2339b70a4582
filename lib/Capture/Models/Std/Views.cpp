// Lists of elements that others own: fg::ArrayRef, std::span, std::initializer_list.
#include "lib/Capture/Caller/Caller.h"
#include "lib/Capture/Models/Std/Model.h"
#include "lib/Capture/Models/Std/Sequences.h"

#include "clang/AST/DeclCXX.h"

using namespace clang;

namespace fullgraph {
namespace {

/// Of a list, of one element, or of a pointer and a length or an end.
std::optional<AbsValue> viewOf(Caller &caller, const ConstructorSite &site) {
  const auto &[constructor, args, type, expr] = site;
  const AbsValue &value = caller.read(args[0], expr);
  if (args.size() == 1 && value.is(ValueKind::Sequence))
    return value;
  if (args.size() == 1 && value.is(ValueKind::Pointer))
    return std::nullopt;
  auto sequence = std::make_shared<SequenceObject>();
  if (args.size() == 1) {
    sequence->elements.push_back(args[0]);
    return AbsValue::ofSequence(std::move(sequence));
  }
  const AbsValue second = caller.read(args[1], expr);
  if (args.size() != 2 || !value.is(ValueKind::Pointer) || !value.sequence || value.sequence->open ||
      !value.sym.asInt())
    return std::nullopt;
  const int64_t begin = *value.sym.asInt();
  int64_t end = begin;
  if (second.isScalar() && second.sym.asInt())
    end = begin + *second.sym.asInt();
  else if (second.is(ValueKind::Pointer) && second.sequence == value.sequence && second.sym.asInt())
    end = *second.sym.asInt();
  else
    return std::nullopt;
  if (begin < 0 || end < begin || end > static_cast<int64_t>(value.sequence->elements.size()))
    return std::nullopt;
  sequence->elements.assign(value.sequence->elements.begin() + begin, value.sequence->elements.begin() + end);
  return AbsValue::ofSequence(std::move(sequence));
}

class ViewModel : public ClassModel {
public:
  using ClassModel::ClassModel;

  std::optional<AbsValue> defaultValue(Walk &, QualType, const Expr *, bool) const override {
    return AbsValue::ofSequence(std::make_shared<SequenceObject>());
  }
  std::optional<AbsValue> construct(Walk &walk, const ConstructorSite &site) const override {
    return facts.isBraced ? std::nullopt : viewOf(partOf<Caller>(walk), site);
  }
  std::optional<CallResult> method(Walk &walk, const MethodSite &site) const override {
    return Sequences(walk).method(site);
  }
  bool load(Walk &walk, Location *location, const Expr *) const override {
    return Sequences(walk).loadOpen(location, /*isView=*/true);
  }
};

} // namespace

const ClassModel &models::arrayRefs() {
  static const ViewModel model({.role = ClassRole::View, .isOperand = true, .isCopied = true});
  return model;
}

const ClassModel &models::spans() {
  static const ViewModel model({.role = ClassRole::View, .isPlain = true});
  return model;
}

const ClassModel &models::braceLists() {
  static const ViewModel model({.role = ClassRole::View, .isPlain = true, .isBraced = true});
  return model;
}

} // namespace fullgraph
