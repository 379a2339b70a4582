#include "lib/Frontend/CompileOptions.h"

#include <utility>

namespace fullgraph {

std::string guardKindsText(unsigned kinds) {
  std::string text;
  for (const auto &[kind, name] : {std::pair(MemberGuards, "members"),
                                   {LengthGuards, "lengths"},
                                   {GlobalGuards, "globals"},
                                   {StrideGuards, "strides"},
                                   {OverlapGuards, "overlap"}})
    if (kinds & kind)
      text += (text.empty() ? "" : ", ") + std::string(name);
  return text;
}

} // namespace fullgraph
