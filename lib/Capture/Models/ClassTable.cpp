// The classes with a model: the rows FG_CLASS of signatures/*.def.
#include "lib/Capture/Models/Std/Model.h"

#include "llvm/ADT/StringMap.h"

namespace fullgraph {

const ClassModel *modelNamed(llvm::StringRef name) {
  static const llvm::StringMap<const ClassModel *> byName = [] {
    llvm::StringMap<const ClassModel *> map;
#define FG_CLASS(name, parameters, model)                                                                    \
  map.try_emplace(llvm::StringRef(name).take_until([](char c) { return c == '<'; }), &models::model());
#include "lib/Capture/signatures/All.def"
    return map;
  }();
  return byName.lookup(name);
}

} // namespace fullgraph
