// std::vector and std::deque.
#include "lib/Capture/Models/Std/Model.h"
#include "lib/Capture/Models/Std/Sequences.h"

using namespace clang;

namespace fullgraph {
namespace {

class ListModel : public ClassModel {
public:
  using ClassModel::ClassModel;

  std::optional<AbsValue> defaultValue(Walk &, QualType, const Expr *, bool) const override {
    return AbsValue::ofSequence(std::make_shared<SequenceObject>());
  }
  std::optional<AbsValue> construct(Walk &walk, const ConstructorSite &site) const override {
    return Sequences(walk).make(site);
  }
  std::optional<CallResult> method(Walk &walk, const MethodSite &site) const override {
    return Sequences(walk).method(site);
  }
  bool load(Walk &walk, Location *location, const Expr *) const override {
    return Sequences(walk).loadOpen(location, /*isView=*/false);
  }
};

} // namespace

const ClassModel &models::vectors() {
  static const ListModel model({.role = ClassRole::List,
                                .owns = true,
                                .isPlain = true,
                                .isOperand = true,
                                .fillsQuietly = true,
                                .keepsRoom = true,
                                .opens = "{",
                                .closes = "}"});
  return model;
}

const ClassModel &models::deques() {
  static const ListModel model(
      {.role = ClassRole::List, .owns = true, .isPlain = true, .opens = "{", .closes = "}"});
  return model;
}

} // namespace fullgraph
