// Construction, copies, moves and assignment of objects. The evaluator and the models call it. A copy shares
// nothing with its origin that C++ would not share.
#pragma once

#include "lib/Capture/Walk/WalkPart.h"

namespace fullgraph {

class Objects : WalkPart {
public:
  using WalkPart::WalkPart;

  AbsValue construct(const clang::CXXConstructorDecl *ctor, llvm::ArrayRef<const clang::Expr *> args,
                     clang::QualType type, const clang::Expr *expr);
  bool assignParts(Location *object, Location *from, clang::QualType given, const clang::Expr *expr);
  AbsValue fitted(AbsValue value, const clang::Expr *target, const clang::Expr *expr);
  AbsValue defaultValue(clang::QualType type, const clang::Expr *expr, bool valueInit);
  AbsValue runConstructor(const clang::CXXConstructorDecl *ctor, const std::vector<Location *> &args,
                          clang::QualType type, const clang::Expr *expr);
  void refuseOwnAssignment(clang::QualType type, const AbsValue &before, const clang::Expr *expr);
  AbsValue copyValue(const AbsValue &value, clang::QualType type, const clang::Expr *expr);
  AbsValue copyAs(Location *from, clang::QualType to, const clang::Expr *expr);
  AbsValue fitted(AbsValue value, clang::QualType from, clang::QualType to, const clang::Expr *expr);
  AbsValue moveFrom(Location *from, clang::QualType type, const clang::Expr *expr);
  void assign(Location *to, AbsValue value, const clang::Expr *expr);
  void endContent(Location *held);
  /// How the two objects are swapped: by a call of the library's swap, as parts of such, or by moves of the
  /// objects that hold them.
  enum class Swap : uint8_t { Call, Part, Moves };
  void swapObjects(Location *a, Location *b, clang::QualType type, const clang::Expr *expr,
                   Swap by = Swap::Call);
  Location *initialise(clang::QualType type, const clang::Expr *init, std::string name);
  AbsValue callableOf(const AbsValue &target, clang::QualType type, const clang::Expr *expr);
  std::optional<AbsValue> makeObject(clang::QualType type, const std::vector<Location *> &args,
                                     const clang::Expr *call);

private:
  std::optional<AbsValue> makeAsLibrary(clang::QualType type, const std::vector<Location *> &args,
                                        const clang::Expr *expr);
  AbsValue constructOnce(const clang::CXXConstructorDecl *ctor, const std::vector<Location *> &args,
                         clang::QualType type, const clang::Expr *expr);
  void initBaseOrMember(Location *object, const clang::CXXConstructorDecl *ctor, Frame &frame);
  Location *sliced(Location *object, const clang::CXXRecordDecl *to, const clang::Expr *expr);
  void refuseOwnCopy(const clang::CXXRecordDecl *record, bool moves, const clang::Expr *expr);
  AbsValue copyMap(const AbsValue &value, const clang::Expr *expr);
  AbsValue moveRecord(const AbsValue &value, clang::QualType type, const clang::Expr *expr);
  AbsValue moveSequence(Location *from, const AbsValue &value, clang::QualType type, const clang::Expr *expr);
  AbsValue copyVariant(const AbsValue &value, const clang::Expr *expr);

  Reporter &report = use<Reporter>();
  Splits &splits = use<Splits>();
  Path &path = use<Path>();
  Caller &caller = use<Caller>();
  TensorOps &tensors = use<TensorOps>();
  ConstructorWalk &constructors = use<ConstructorWalk>();
  Scalars &scalars = use<Scalars>();
  Expressions &expressions = use<Expressions>();
  Statements &statements = use<Statements>();
  Calls &calls = use<Calls>();
};

} // namespace fullgraph
