// Values and effects of a path as C++ text that is valid where the path begins. The end of a path calls it,
// and the models whose calls stay behind the graph. Text that later assignments would change is evaluated
// first
// (`asBefore`).
#pragma once

#include "lib/Capture/Walk/WalkPart.h"

namespace fullgraph {

class Renderer : WalkPart {
public:
  using WalkPart::WalkPart;

  std::string keyText(const MapKey &key, clang::QualType type) const;
  static std::string stringText(const AbsValue &value);
  void addEffects(DecisionNode &leaf);
  std::string asBefore(const std::string &cxx, bool isObject);
  void renderInto(CxxText &text, const AbsValue &value, clang::QualType type, clang::SourceLocation loc);
  void assumeDistinctObjects();
  void splitBeforeGrowth(const Location *element) const;
  std::string typeName(clang::QualType type, clang::SourceLocation loc);
  void renderArgument(CxxText &text, const AbsValue &value, const Location &argument,
                      const clang::Expr *call);

  /// A call on a container of the caller's. An element that is appended is what it has become at the path's
  /// end.
  struct Effect {
    CxxText text;                        // the whole call, or what stands in front of the element
    const Location *container = nullptr; // that grows
    const Location *element = nullptr;
    clang::QualType type; // of the element
    clang::SourceLocation where;
    size_t step = 0; // of the region
  };
  std::vector<Effect> effects;                   // in order
  std::vector<CxxText> evaluatedFirst;           // what the rest of the effects would change
  std::optional<clang::SourceLocation> leavesAt; // what is being rendered outlives the function
  clang::SourceRange constDropped; // a cast of the user's that takes `const` away from what is referred to

private:
  [[noreturn]] void unrenderable(const std::string &what, clang::SourceLocation where);
  void renderList(CxxText &out, const std::vector<Location *> &elements, clang::SourceLocation where);
  void renderMember(CxxText &out, const AbsValue &held, clang::QualType type, clang::SourceLocation where);
  void renderOutput(CxxText &out, Value *tensor);
  void renderNumber(CxxText &out, const AbsValue &value, clang::QualType type, clang::SourceLocation where);
  void renderReadNumber(CxxText &out, const AbsValue &value, clang::QualType type,
                        clang::SourceLocation where);
  void renderSequence(CxxText &out, const AbsValue &value, clang::QualType type, clang::SourceLocation where);
  void renderMap(CxxText &out, const AbsValue &value, clang::QualType type, clang::SourceLocation where);
  void renderRecord(CxxText &out, const AbsValue &value, clang::QualType type, clang::SourceLocation where);
  void renderAggregate(CxxText &out, const AbsValue &value, const std::string &name,
                       clang::SourceLocation where);
  void renderAssigned(CxxText &out, const AbsValue &value, const std::string &name,
                      clang::SourceLocation where);
  void renderPointer(CxxText &out, const AbsValue &value, clang::QualType type, clang::SourceLocation where);
  unsigned outputIndex(Value *value);

  std::map<const Value *, unsigned> outputs;

  Reporter &report = use<Reporter>();
  Path &path = use<Path>();
  Caller &caller = use<Caller>();
};

} // namespace fullgraph
