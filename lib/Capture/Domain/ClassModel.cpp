#include "lib/Capture/Domain/ClassModel.h"

#include "lib/Capture/Domain/Types.h"
#include "lib/Capture/Domain/UnitMemory.h"
#include "lib/Capture/Domain/Values.h"

#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/StringMap.h"

using namespace clang;

namespace fullgraph {
namespace {

struct KnownClass {
  llvm::StringRef name; // "*_engine": of any class whose name ends so
  ClassFacts facts;
};

const std::vector<KnownClass> &knownClasses() {
  using enum ClassRole;
  static const std::vector<KnownClass> known = {
#define FG_KNOWN(name, ...) {name, {__VA_ARGS__}},
#include "lib/Capture/signatures/All.def"
  };
  return known;
}

const ClassFacts &factsNamed(llvm::StringRef name) {
  static const ClassFacts nothing;
  if (name.empty())
    return nothing;
  if (const ClassModel *model = modelNamed(name))
    return model->facts;
  static const llvm::StringMap<const ClassFacts *> byName = [] {
    llvm::StringMap<const ClassFacts *> map;
    for (const KnownClass &one : knownClasses())
      map[one.name] = &one.facts;
    return map;
  }();
  if (const auto found = byName.find(name); found != byName.end())
    return *found->second;
  for (const KnownClass &one : knownClasses())
    if (one.name.front() == '*' && name.ends_with(one.name.drop_front()))
      return one.facts;
  return nothing;
}

const CXXRecordDecl *classOf(QualType type) {
  return type.isNull() ? nullptr : type.getNonReferenceType()->getAsCXXRecordDecl();
}

} // namespace

ClassModel::~ClassModel() = default;

std::optional<AbsValue> ClassModel::defaultValue(Walk &, QualType, const Expr *, bool) const {
  return std::nullopt;
}
std::optional<AbsValue> ClassModel::construct(Walk &, const ConstructorSite &) const { return std::nullopt; }
std::optional<AbsValue> ClassModel::convert(Walk &, Location *, QualType, const Expr *) const {
  return std::nullopt;
}
std::optional<CallResult> ClassModel::method(Walk &, const MethodSite &) const { return std::nullopt; }
std::optional<CallResult> ClassModel::compare(Walk &, const FunctionDecl *, const std::vector<Location *> &,
                                              const Expr *) const {
  return std::nullopt;
}
bool ClassModel::load(Walk &, Location *, const Expr *) const { return false; }
std::optional<AbsValue> ClassModel::move(Walk &, Location *, const AbsValue &, const Expr *) const {
  return std::nullopt;
}
bool ClassModel::assign(Walk &, Location *, AbsValue &, const Expr *) const { return false; }

static llvm::StringRef findClassName(const CXXRecordDecl *record) {
  // libstdc++'s iterators of hash tables are in std::__detail.
  if (record->isInStdNamespace() || (isStdLibrary(record) && isNamedIterator(record)))
    return record->getName(); // __normal_iterator, too
  if (!isFgNamespace(record->getDeclContext()))
    return "";
  const ClassModel *model = modelNamed(record->getName());
  if (!model)
    return "";
  return model->facts.role == ClassRole::TextView ? "basic_string_view" : record->getName();
}

llvm::StringRef libraryClassName(const CXXRecordDecl *record) {
  if (!record || !record->getIdentifier())
    return "";
  return UnitMemory::remember(&UnitMemory::classNames, record, [&] { return findClassName(record); });
}

bool isLibraryClass(const CXXRecordDecl *record) { return !libraryClassName(record).empty(); }

const ClassModel *modelOf(const CXXRecordDecl *record) { return modelNamed(libraryClassName(record)); }
const ClassModel *modelOf(QualType type) { return modelOf(classOf(type)); }
const ClassFacts &factsOf(const CXXRecordDecl *record) {
  return *UnitMemory::remember(&UnitMemory::classFacts, record,
                               [&] { return &factsNamed(libraryClassName(record)); });
}
const ClassFacts &factsOf(QualType type) { return factsOf(classOf(type)); }

const ClassFacts &factsOfAny(const CXXRecordDecl *record) {
  return factsNamed(record && record->getIdentifier() ? record->getName() : "");
}

bool isNamedIterator(const CXXRecordDecl *record) {
  return record->getIdentifier() && record->getName().contains("iterator");
}

} // namespace fullgraph
