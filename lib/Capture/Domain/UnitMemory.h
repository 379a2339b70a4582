// What walks ask of declarations and places again and again, remembered as long as a translation unit is
// captured. The answers hang on the unit alone, which the parser has left by then.
#pragma once

#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/DenseMap.h"

#include <optional>
#include <set>
#include <string>
#include <utility>

namespace fullgraph {

struct ClassFacts;
struct SignatureRow;

/// A scope: while it lives, functions of its thread that ask by `remember` find each answer out once. Without
/// one they find it out each time.
class UnitMemory {
public:
  UnitMemory() : outer(std::exchange(current, this)) {}
  ~UnitMemory() { current = outer; }
  UnitMemory(const UnitMemory &) = delete;
  UnitMemory &operator=(const UnitMemory &) = delete;

  template <class Answer> using Answers = llvm::DenseMap<const void *, Answer>;
  Answers<const SignatureRow *> signatures; // by function
  Answers<llvm::StringRef> signatureClasses, classNames;
  Answers<const ClassFacts *> classFacts;
  Answers<std::optional<std::string>> unmodelledArguments;
  Answers<std::set<const clang::ValueDecl *>> changedMembers; // by class: in any of its methods
  Answers<bool> libraryPlaces, libraryFiles;                  // is it library code?
  Answers<bool> guards; // by statement: does it hold an object whose destructor may write?

  template <class Answer, class Work>
  static Answer remember(Answers<Answer> UnitMemory::*answers, const void *asked, Work work) {
    if (!current)
      return work();
    if (const auto known = (current->*answers).find(asked); known != (current->*answers).end())
      return known->second;
    Answer answer = work(); // which may ask, too
    (current->*answers)[asked] = answer;
    return answer;
  }

private:
  static thread_local UnitMemory *current;
  UnitMemory *const outer;
};

} // namespace fullgraph
