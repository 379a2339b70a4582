#include "lib/Capture/Syntax/StandardCalls.h"

#include "lib/Capture/Domain/ClassModel.h"
#include "lib/Capture/Domain/Types.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

using namespace clang;

namespace fullgraph {
namespace {

/// Functions that hand their arguments on, or parts of them, or make an object of them.
bool handsOn(llvm::StringRef name) {
  static const std::set<llvm::StringRef> names = {"addressof",
                                                  "as_const",
                                                  "begin",
                                                  "cbegin",
                                                  "cend",
                                                  "cref",
                                                  "crbegin",
                                                  "crend",
                                                  "data",
                                                  "empty",
                                                  "end",
                                                  "forward",
                                                  "get",
                                                  "get_if",
                                                  "make_pair",
                                                  "max",
                                                  "forward_as_tuple",
                                                  "holds_alternative",
                                                  "make_tuple",
                                                  "min",
                                                  "minmax",
                                                  "move",
                                                  "rbegin",
                                                  "ref",
                                                  "rend",
                                                  "size",
                                                  "ssize",
                                                  "tie",
                                                  "tuple_cat"};
  return names.count(name);
}

/// Algorithms that read what their iterators lead to, functions that move on a copy of an iterator, and what
/// takes everything by reference and reads it.
bool readsElements(llvm::StringRef name) {
  static const std::set<llvm::StringRef> names = {"accumulate",
                                                  "adjacent_find",
                                                  "all_of",
                                                  "any_of",
                                                  "binary_search",
                                                  "count",
                                                  "count_if",
                                                  "distance",
                                                  "equal",
                                                  "equal_range",
                                                  "find",
                                                  "find_end",
                                                  "find_first_of",
                                                  "find_if",
                                                  "find_if_not",
                                                  "format",
                                                  "includes",
                                                  "inner_product",
                                                  "is_permutation",
                                                  "is_sorted",
                                                  "is_sorted_until",
                                                  "lexicographical_compare",
                                                  "lower_bound",
                                                  "max_element",
                                                  "min_element",
                                                  "minmax_element",
                                                  "mismatch",
                                                  "next",
                                                  "none_of",
                                                  "prev",
                                                  "reduce",
                                                  "search",
                                                  "transform_reduce",
                                                  "upper_bound"};
  return names.count(name);
}

/// make_unique<T>(a) runs a constructor of T's.
bool makesObject(llvm::StringRef name) {
  return name == "make_unique" || name == "make_shared" || name == "make_optional";
}

/// Can the function write nothing through a parameter of this type?
bool isOnlyRead(QualType type) {
  const QualType value = type.getNonReferenceType();
  if (type->isLValueReferenceType() && !value.isConstQualified())
    return false;
  if (value->isAnyPointerType())
    return value->getPointeeType().isConstQualified() || value->isFunctionPointerType();
  const ClassRole role = factsOf(value).role;
  return value->isArithmeticType() || value->isEnumeralType() || value->isNullPtrType() ||
         (value->isRecordType() && role != ClassRole::Iterator && role != ClassRole::Function);
}

/// An object of the user's runs the user's code when it is called.
bool isCalledQuietly(const Expr *argument) {
  argument = argument->IgnoreImplicit();
  const CXXRecordDecl *record = argument->getType()->getAsCXXRecordDecl();
  return isa<LambdaExpr>(argument) || !record || isLibraryClass(record) || isStdLibrary(record) ||
         isTensorType(argument->getType());
}

} // namespace

bool isQuietStandardCall(const CallExpr *call) {
  const FunctionDecl *callee = call->getDirectCallee();
  const llvm::StringRef name = callee && callee->getIdentifier() ? callee->getName() : "";
  if (name.empty() || callee->isNoReturn())
    return false;
  if (handsOn(name))
    return true;
  if (makesObject(name)) {
    const TemplateArgumentList *arguments = callee->getTemplateSpecializationArgs();
    const bool isOfType =
        arguments && arguments->size() && arguments->get(0).getKind() == TemplateArgument::Type;
    const CXXRecordDecl *record = isOfType ? arguments->get(0).getAsType()->getAsCXXRecordDecl() : nullptr;
    return isOfType && (!record || isLibraryClass(record));
  }
  if (!llvm::all_of(call->arguments(), isCalledQuietly))
    return false;
  return readsElements(name) ||
         llvm::all_of(llvm::zip(callee->parameters(), call->arguments()), [](auto pair) {
           const auto &[parameter, argument] = pair;
           return isa<CXXDefaultArgExpr>(argument) || isOnlyRead(parameter->getType());
         });
}

} // namespace fullgraph
