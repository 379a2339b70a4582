// Constant tables of the program: numbers, texts and functions, in arrays, lists and maps that nothing changes.
// Where the text says that their initialiser gives the same each time, capture reads it in place of the object:
// `static const std::map<std::string, Activation> activations = {{"relu", relu}, {"gelu", gelu}};`.
#pragma once

#include "clang/AST/Decl.h"

namespace fullgraph {

bool isConstantTable(const clang::VarDecl *var);

} // namespace fullgraph
