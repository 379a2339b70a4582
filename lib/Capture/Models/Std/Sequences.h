// Lists: what std::vector, deque, array, initializer_list, span, fg::ArrayRef and built-in arrays have in
// common. The class of the object decides nothing here: a class that lacks a member has no row for it.
#pragma once

#include "lib/Capture/Domain/ClassModel.h"
#include "lib/Capture/Walk/WalkPart.h"

namespace fullgraph {

class Sequences : WalkPart {
public:
  using WalkPart::WalkPart;

  std::optional<CallResult> method(const MethodSite &site);
  /// Of a list, of a number of elements, or of what is between two iterators.
  std::optional<AbsValue> make(const ConstructorSite &site);
  /// The elements between two iterators of one list. None: they are no such iterators, or not known.
  std::optional<std::vector<Location *>> between(const AbsValue &first, const AbsValue &last,
                                                 const clang::Expr *expr);
  /// A list of the caller's, whose length is a symbol.
  bool loadOpen(Location *location, bool isView);
  /// One that emplace_back and its like make of their arguments, from the call's argument `first` on. None:
  /// they convert in ways that are not followed.
  std::optional<AbsValue> element(clang::QualType type, llvm::ArrayRef<Location *> args,
                                  const clang::CallExpr *call, unsigned first = 0);
  AbsValue elementFrom(Location *from, clang::QualType type, bool moves, const clang::Expr *call);
  static clang::QualType elementType(const clang::Expr *call);

private:
  using List = std::shared_ptr<SequenceObject>;
  std::optional<CallResult> read(const MethodSite &site, const List &list, const Sym &length);
  CallResult last(const MethodSite &site, const List &list);
  std::optional<CallResult> append(const MethodSite &site, const List &list);
  std::optional<CallResult> reserveOfCaller(const MethodSite &site);
  std::optional<CallResult> part(const MethodSite &site, const List &list);
  std::optional<CallResult> change(const MethodSite &site, const List &list);
  std::optional<CallResult> resize(const MethodSite &site, const List &list);
  std::optional<CallResult> insertOrErase(const MethodSite &site, const List &list);

  Reporter &report = use<Reporter>();
  Splits &splits = use<Splits>();
  Path &path = use<Path>();
  Caller &caller = use<Caller>();
  Expectations &expectations = use<Expectations>();
  Renderer &render = use<Renderer>();
  Expressions &expressions = use<Expressions>();
  Objects &objects = use<Objects>();
};

} // namespace fullgraph
