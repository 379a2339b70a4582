// What is known of tensors and numbers at a place of the program, for the code behind it: the types that a
// callee's arguments have, or those that a region leaves. It reads, and changes nothing.
#pragma once

#include "lib/Capture/Walk/WalkPart.h"

namespace fullgraph {

class HintCollector : WalkPart {
public:
  using WalkPart::WalkPart;

  void collectHints(const std::string &key, const AbsValue &value, Hints &into);
  void collectNumber(const std::string &key, const Location *location, Hints &into);
  Hints argumentHints(const clang::FunctionDecl *callee, Location *object,
                      const std::vector<Location *> &args);

private:
  const Location *variableAt(const clang::VarDecl *variable) const;
  void collectElementHints(const std::string &key, const std::vector<Location *> &elements, bool open,
                           Hints &into, int depth);
  void collectPart(const std::string &key, const Location *part, Hints &into, int depth);
  void collectValue(const std::string &key, const AbsValue &value, clang::QualType type, Hints &into,
                    int depth);
  void collectEntryHints(const std::string &key, const MapObject &map, Hints &into, int depth);

  Caller &caller = use<Caller>();
  Renderer &render = use<Renderer>();
};

} // namespace fullgraph
