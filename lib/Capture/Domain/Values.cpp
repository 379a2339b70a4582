#include "lib/Capture/Domain/Values.h"

#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace fullgraph {

AbsValue emptyMap(bool ordered) {
  AbsValue value;
  value.kind = ValueKind::Map;
  value.map = std::make_shared<MapObject>();
  value.map->ordered = ordered;
  return value;
}

std::vector<QualType> alternativesOf(QualType type) {
  std::vector<QualType> types;
  const auto *record =
      dyn_cast_or_null<ClassTemplateSpecializationDecl>(type.getNonReferenceType()->getAsCXXRecordDecl());
  for (const TemplateArgument &argument : record->getTemplateArgs().asArray())
    for (const TemplateArgument &one : argument.pack_elements())
      types.push_back(one.getAsType());
  return types;
}

AbsValue variantOf(size_t index, Location *content) {
  AbsValue value;
  value.kind = ValueKind::Variant;
  value.sym = Sym(static_cast<int64_t>(index));
  value.location = content;
  return value;
}

bool hasCallsDevice(const Location *object) {
  const AbsValue &value = object->value;
  return value.isOfCallsDevice ||
         (value.is(ValueKind::Record) &&
          llvm::any_of(value.record->fields, [](const auto &field) { return hasCallsDevice(field.second); }));
}

} // namespace fullgraph
