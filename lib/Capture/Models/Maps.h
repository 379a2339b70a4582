// std::map and std::unordered_map with keys that are known at build time, or the program's.
#pragma once

#include "lib/Capture/Walk/WalkPart.h"

namespace fullgraph {

class Maps : WalkPart {
public:
  using WalkPart::WalkPart;

  std::optional<CallResult> mapMethod(llvm::StringRef name, Location *object,
                                      const std::vector<Location *> &args, const clang::Expr *call);
  std::optional<AbsValue> mapFrom(llvm::StringRef record, const std::vector<Location *> &args,
                                  clang::QualType type, const clang::Expr *expr);

private:
  MapKey mapKey(Location *location, const clang::Expr *expr);
  Sym sameKey(const MapKey &a, const MapKey &b, clang::QualType type, const clang::Expr *expr);
  Location *findInMap(Location *container, MapObject &map, const MapKey &key, const clang::Expr *expr);
  Location *insertInMap(Location *container, MapObject &map, const MapKey &key, AbsValue value,
                        const clang::Expr *expr);

  Reporter &report = use<Reporter>();
  Splits &splits = use<Splits>();
  Path &path = use<Path>();
  Caller &caller = use<Caller>();
  Renderer &render = use<Renderer>();
  Scalars &scalars = use<Scalars>();
  Objects &objects = use<Objects>();
};

} // namespace fullgraph
