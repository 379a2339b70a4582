// std::variant: which alternative it holds is known, or a decision. Std/Functions calls it for std::get,
// holds_alternative and visit, its own model for the members. An alternative is read only on a path that has
// decided for it.
#pragma once

#include "lib/Capture/Walk/WalkPart.h"

namespace fullgraph {

class Variants : WalkPart {
public:
  using WalkPart::WalkPart;

  std::optional<AbsValue> variantFrom(Location *from, clang::QualType type, const clang::Expr *expr);
  std::optional<CallResult> variantMethod(llvm::StringRef name, Location *object,
                                          const std::vector<Location *> &args, const clang::Expr *call);
  void load(Location *location);
  std::optional<CallResult> variantCall(llvm::StringRef name, const clang::FunctionDecl *callee,
                                        const std::vector<Location *> &args, const clang::Expr *call);

private:
  const clang::FunctionDecl *visitedBy(const clang::CXXRecordDecl *visitor,
                                       clang::QualType alternative) const;
  void leaveVisit(Location *visitor, const clang::CXXRecordDecl *record, clang::QualType variant,
                  const clang::Expr *call);
  std::optional<CallResult> visitVariant(Location *visitor, Location *variant, const clang::Expr *call);

  Path &path = use<Path>();
  Caller &caller = use<Caller>();
  Expectations &expectations = use<Expectations>();
  Objects &objects = use<Objects>();
  Calls &calls = use<Calls>();
  Splits &splits = use<Splits>();
  HintCollector &collector = use<HintCollector>();
};

} // namespace fullgraph
