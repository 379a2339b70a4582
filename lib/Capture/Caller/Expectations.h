// What is expected of objects of the caller's, because a constructor makes them so (Prototypes.h). Caller
// asks it when it reads an object. Whatever a graph relies on becomes a guard here.
#pragma once

#include "lib/Capture/Walk/WalkPart.h"

namespace fullgraph {

class Expectations : WalkPart {
public:
  using WalkPart::WalkPart;

  const Location *predictedMember(const Location *whole, const Location *object,
                                  const clang::FieldDecl *decl);
  /// Is the member an integer that the class's methods change?
  bool isCount(const clang::FieldDecl *decl);
  void assumePredictedNumber(Location *location);
  void assumePredictedText(Location *location);
  void assumeSeenText(Location *location);
  bool assumePredictedLength(Location *location, const Sym &length, clang::QualType elementType);
  std::optional<bool> predictedPresence(Location *location, const Sym &present);
  /// What it is expected to be. Where several objects are expected, which differ in what `kindOf` says of
  /// them, a path for each kind; isOf: is it of this kind?
  const Location *expectedOf(Location *part,
                             llvm::function_ref<std::optional<int64_t>(const Location *)> kindOf,
                             llvm::function_ref<Sym(int64_t kind)> isOf);
  /// The same; of several objects, the first, where all agree.
  const Location *expectedOfAll(Location *part,
                                llvm::function_ref<bool(const Location *, const Location *)> agree);
  std::optional<size_t> predictedAlternative(Location *variant, const Sym &index);
  bool assumePredictedTensor(Location *location);
  Location *predictedTarget(Location *pointer, clang::QualType declared);
  Location *castObject(Location *object, clang::QualType type, bool isConst, const clang::Expr *expr);
  const clang::CXXMethodDecl *expectedOverride(Location *object, const clang::CXXMethodDecl *method,
                                               const clang::Expr *call);
  void expectAs(Location *part, const Location *what, const Location *within = nullptr);
  void expectAsOneOf(Location *object, const std::vector<Location *> &others);
  void expectAsSeen(Location *object, const clang::CXXRecordDecl *record);
  void expectPointerAsSeen(Location *pointer, const clang::CXXRecordDecl *base);
  void expectArgumentAsSeen(Location *parameter, unsigned index);
  std::vector<ExpectedObject::Instance> instancesOf(const clang::CXXRecordDecl *record);
  void predict(Location *part, const Location *whole,
               llvm::function_ref<const Location *(const Location *)> partOf);
  /// What is expected of an object of the caller's: a guard of this kind (GuardKind), unless those are left
  /// out.
  void assumeExpected(unsigned kind, const Location *of, const Sym &condition, const SourceLoc &where,
                      const std::string &what = {}, const std::string &expected = {});

  std::vector<const Location *> madeObjects; // predicting: modules of the user's classes
  unsigned openForks = 0; // for other objects: decisions that the walk for expected ones does not make
  bool differs = false;   // for other objects: the path is not the one for expected ones

private:
  const Location *predictedNumber(Location *location);
  void assumeExactly(const Location *of, const std::string &cxx, clang::QualType type,
                     const SourceLoc &where);
  Sym isExactly(const std::string &cxx, clang::QualType type, const SourceLoc &where);
  const Location *expectedByClass(Location *part, const clang::CXXRecordDecl *base, const std::string &cxx,
                                  llvm::function_ref<const Location *(const Location *)> objectOf);
  unsigned guardOf(unsigned kind, const Location *of) const;
  bool mayDiffer(const Location *part, unsigned kind, bool forks);
  int64_t lengthOf(const Location *container, const Sym &length, const std::vector<Location *> &made);
  bool isNear(const Location *number) const;
  Sym valueNear(const Location *number, int64_t made);
  int64_t oneOf(const Location *part, unsigned kind, const std::string &what, const Sym &value,
                std::vector<int64_t> values);
  static llvm::ArrayRef<const Location *> waysMade(const Location *object);
  bool isRuledOut(const Location *instance) const;
  std::optional<unsigned> parameterThatIs(const Location *object) const;
  bool isOfFunction(const Location *object) const;
  bool mayBecome(const clang::CXXRecordDecl *base, const clang::CXXRecordDecl *derived) const;
  std::vector<ExpectedObject::Instance> &possible(Location *part);

  std::map<std::pair<const Location *, const clang::CXXRecordDecl *>, Location *> castTargets;
  std::set<const Location *> ruledOut; // instances that the object is not as, on this path
  std::map<const Location *, const Location *> outerInstances; // instance → that of the object it is in
  std::map<const clang::CXXRecordDecl *, std::set<const clang::ValueDecl *>> changedOf; // by methods
  std::map<const clang::FieldDecl *, bool> givenFlags; // read so far: do they have the predicted value?

  Reporter &report = use<Reporter>();
  Path &path = use<Path>();
  Caller &caller = use<Caller>();
  Renderer &render = use<Renderer>();
};

} // namespace fullgraph
