// Objects of a fixed number of parts: std::array, std::pair, std::tuple.
#include "lib/Capture/Caller/Caller.h"
#include "lib/Capture/Caller/Expectations.h"
#include "lib/Capture/Domain/Types.h"
#include "lib/Capture/Eval/Objects.h"
#include "lib/Capture/Eval/Scalars.h"
#include "lib/Capture/Models/Std/Model.h"
#include "lib/Capture/Models/Std/Sequences.h"
#include "lib/Capture/Path/Path.h"
#include "lib/Capture/Report/Reporter.h"

#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace fullgraph {
namespace {

class Products : WalkPart {
public:
  using WalkPart::WalkPart;

  AbsValue arrayOf(QualType type, const Expr *expr, bool valueInit);
  AbsValue partsOfType(QualType type, const Expr *expr);
  std::optional<AbsValue> make(const ConstructorSite &site);
  void loadArray(Location *location, const Expr *use);
  void loadParts(Location *location);

private:
  void expectPart(Location *part, Location *of, size_t index, size_t count);

  Reporter &report = use<Reporter>();
  Path &path = use<Path>();
  Caller &caller = use<Caller>();
  Expectations &expectations = use<Expectations>();
  Objects &objects = use<Objects>();
};

const TemplateArgumentList &argumentsOf(QualType type) {
  return cast<ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl())->getTemplateArgs();
}

uint64_t lengthOf(QualType array) { return argumentsOf(array)[1].getAsIntegral().getZExtValue(); }

AbsValue Products::arrayOf(QualType type, const Expr *expr, bool valueInit) {
  const QualType of = argumentsOf(type)[0].getAsType();
  auto sequence = std::make_shared<SequenceObject>();
  for (uint64_t i = 0; i < lengthOf(type); ++i)
    sequence->elements.push_back(path.temporary(objects.defaultValue(of, expr, valueInit), of));
  return AbsValue::ofSequence(std::move(sequence));
}

AbsValue Products::partsOfType(QualType type, const Expr *expr) {
  auto sequence = std::make_shared<SequenceObject>();
  for (const QualType part : partsOf(type))
    sequence->elements.push_back(path.temporary(objects.defaultValue(part, expr, true), part));
  return AbsValue::ofSequence(std::move(sequence));
}

std::optional<AbsValue> Products::make(const ConstructorSite &site) {
  const auto &[constructor, args, type, expr] = site;
  auto sequence = std::make_shared<SequenceObject>();
  const AbsValue initial = objects.defaultValue(type, expr, true);
  const size_t arity = initial.is(ValueKind::Sequence) ? initial.sequence->elements.size() : 0;
  std::vector<Location *> parts = args;
  if (args.size() == 1 && arity != 1 && caller.read(args[0], expr).is(ValueKind::Sequence))
    parts = args[0]->value.sequence->elements; // converting
  if (parts.size() != arity)
    return std::nullopt;
  const std::vector<QualType> declared = partsOf(type);
  for (size_t i = 0; i < parts.size(); ++i) {
    if (i < declared.size() && declared[i]->isReferenceType()) {
      sequence->elements.push_back(parts[i]);
      continue;
    }
    const QualType elementType = initial.sequence->elements[i]->type;
    // A view has the elements of what it is made from.
    AbsValue part = factsOf(elementType).role == ClassRole::View
                        ? objects.copyValue(caller.read(parts[i], expr), elementType, expr)
                        : objects.copyAs(parts[i], elementType, expr);
    sequence->elements.push_back(path.temporary(std::move(part), elementType));
  }
  return AbsValue::ofSequence(std::move(sequence));
}

void Products::expectPart(Location *part, Location *of, size_t index, size_t count) {
  expectations.predict(part, of, [&](const Location *whole) -> const Location * {
    return whole->value.is(ValueKind::Sequence) && whole->value.sequence->elements.size() == count
               ? whole->value.sequence->elements[index]
               : nullptr;
  });
}

void Products::loadArray(Location *location, const Expr *use) {
  auto sequence = std::make_shared<SequenceObject>();
  const uint64_t size = lengthOf(location->type);
  if (size > 4096)
    report.unsupported(use, "an array of " + std::to_string(size) + " elements of the caller");
  for (uint64_t i = 0; i < size; ++i) {
    Location *element = caller.external(argumentsOf(location->type)[0].getAsType(),
                                        location->cxx + "[" + std::to_string(i) + "]", nullptr, location);
    element->declared.shape = location->declared.shape;
    element->ofLibrary = location->ofLibrary;
    expectPart(element, location, i, size);
    sequence->elements.push_back(element);
  }
  location->value = AbsValue::ofSequence(std::move(sequence));
}

void Products::loadParts(Location *location) {
  const std::vector<QualType> types = partsOf(location->type);
  auto sequence = std::make_shared<SequenceObject>();
  for (size_t i = 0; i < types.size(); ++i) {
    Location *part = caller.external(types[i], "std::get<" + std::to_string(i) + ">(" + location->cxx + ")",
                                     nullptr, location);
    sequence->elements.push_back(part);
    if (types[i]->isReferenceType())
      Caller::refersElsewhere(part);
    expectPart(part, location, i, types.size());
  }
  location->value = AbsValue::ofSequence(std::move(sequence));
}

class ArrayModel : public ClassModel {
public:
  using ClassModel::ClassModel;

  std::optional<AbsValue> defaultValue(Walk &walk, QualType type, const Expr *expr,
                                       bool valueInit) const override {
    return Products(walk).arrayOf(type, expr, valueInit);
  }
  std::optional<CallResult> method(Walk &walk, const MethodSite &site) const override {
    return Sequences(walk).method(site);
  }
  bool load(Walk &walk, Location *location, const Expr *use) const override {
    Products(walk).loadArray(location, use);
    return true;
  }
};

class ProductModel : public ClassModel {
public:
  using ClassModel::ClassModel;

  std::optional<AbsValue> defaultValue(Walk &walk, QualType type, const Expr *expr, bool) const override {
    return Products(walk).partsOfType(type, expr);
  }
  std::optional<AbsValue> construct(Walk &walk, const ConstructorSite &site) const override {
    return Products(walk).make(site);
  }
  bool load(Walk &walk, Location *location, const Expr *) const override {
    Products(walk).loadParts(location);
    return true;
  }
};

} // namespace

const ClassModel &models::arrays() {
  static const ArrayModel model(
      {.role = ClassRole::Array, .owns = true, .isPlain = true, .opens = "{{", .closes = "}}"});
  return model;
}

const ClassModel &models::products() {
  static const ProductModel model(
      {.role = ClassRole::Product, .owns = true, .isPlain = true, .opens = "(", .closes = ")"});
  return model;
}

} // namespace fullgraph
