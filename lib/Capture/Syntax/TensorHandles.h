// Internal to lib/Capture: where a function's code may make its tensor variables name other tensors.
//
// A tensor's dtype, sizes and strides change in one way only, when a module is converted (Module::to). So
// what the guards of a region found of a variable holds in later regions of the same call, until the variable
// is assigned, or something runs that may do anything: then it holds only of tensors that nothing else can
// name.
#pragma once

#include "lib/Capture/CaptureResult.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace fullgraph {

class TensorHandles {
public:
  static TensorHandles of(const clang::FunctionDecl *function, const clang::SourceManager &sources);

  /// The variables that a later region may know, by the name that C++ text has for them.
  std::map<std::string, TensorAccess> accesses() const;
  /// What the text between two offsets of the function's file may do.
  HandleChanges between(unsigned begin, unsigned end) const;

private:
  friend class HandleFinder;
  TensorHandles(const clang::SourceManager &sources, const clang::FunctionDecl *function);
  void declare(const clang::VarDecl *variable, bool isOwn);
  static clang::QualType elementType(clang::QualType type);

  struct Event {
    unsigned offset = 0;
    const clang::VarDecl *variable = nullptr; // that is assigned; null: anything may happen
  };
  const clang::SourceManager &sources;
  clang::FileID file;
  std::vector<Event> events;                    // in order
  std::set<const clang::VarDecl *> own, shared; // hold a tensor; parameters that refer to one
  std::set<const clang::VarDecl *> lost;        // may be assigned at any time
  std::set<const clang::VarDecl *> shown;       // their tensor may have other names
  std::map<std::string, unsigned> names;        // how many variables have them
  bool usable = true;
};

} // namespace fullgraph
