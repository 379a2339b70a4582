// The user's objects that generated code goes through many times, each under a name of its own. Instead of
//
//   static_cast<::Block &>((*(*this->blocks.impl_).modules_[0])).conv1.impl_ ...
//
// in a hundred conditions, there is, once,
//
//   auto &&fg_blocks_impl_modules_0 = static_cast<::Block &>((*fg_blocks_impl.modules_[0]));
//
// in front of the first of them. It stands where the object would have been reached at that point anyway:
// nothing is read earlier than in the long form. lib/Emit alone uses it.
#pragma once

#include "lib/Emit/CxxWriter.h"

#include <map>
#include <set>
#include <string>
#include <string_view>

namespace fullgraph {

class ObjectNames {
public:
  explicit ObjectNames(NameTable &names) : names(names) {}

  /// The objects that have a local in the scope, by their texts.
  using Scope = std::set<std::string>;

  /// The code will have this text. All of its texts are told before the first is printed.
  void note(const std::string &cxx);
  /// `cxx` over the locals. `out` gets the declarations of those that the scope lacks.
  std::string shorten(const std::string &cxx, Scope &scope, CxxWriter &out);

private:
  std::string visit(std::string_view text, const std::string &parent, Scope *scope, CxxWriter *out);
  bool isNamed(const std::string &object) const {
    const auto found = parents.find(object);
    return found != parents.end() && found->second.size() > 1;
  }

  NameTable &names;
  std::map<std::string, std::set<std::string>> parents; // of an object: what it is a part of
  std::map<std::string, std::string> locals;
};

} // namespace fullgraph
