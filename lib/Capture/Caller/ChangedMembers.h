// What a class's methods change in an object, after its constructors and the methods that these call have
// made it. Nothing is expected of such members from one call to the next.
#pragma once

#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"

#include <set>

namespace fullgraph {

/// The members that methods of the class may change in an object that is made: not those that only its
/// constructors call. compiled: of these methods only.
std::set<const clang::ValueDecl *>
changedMembers(const clang::CXXRecordDecl *record,
               const std::set<const clang::FunctionDecl *> *compiled = nullptr);

} // namespace fullgraph
