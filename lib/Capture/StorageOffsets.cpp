// Where an input's first element stands in its storage, which only the call knows.
#include "lib/Capture/Interpreter.h"

using namespace clang;

namespace fullgraph {

/// as_strided's offset, which the program counts from the start of the storage, from the first element of the
/// graph's value: an input may begin further behind.
void Interpreter::countFromMemory(std::vector<Arg> &args, const Expr *call) {
  Value *root = std::get<Value *>(args[0])->root();
  Sym *offset = std::get_if<Sym>(&args[3]);
  for (const GraphInput &input : graph->inputs())
    if (offset && input.value == root && !input.host.empty())
      *offset = *offset - hostSymbol(input.host + ".storage_offset()", SymType::Int, loc(call),
                                     nameOf(root) + "_offset");
}

/// Complex numbers begin at every other part of a storage: where an input begins only the call knows.
void Interpreter::assumePairedStorage(Value *root, const Expr *call) {
  for (const GraphInput &input : graph->inputs())
    if (input.value == root && !input.host.empty() && !fg::isComplexType(root->type.dtype)) {
      const Sym offset =
          hostSymbol(input.host + ".storage_offset()", SymType::Int, loc(call), nameOf(root) + "_offset");
      assumeHost(symEq(floorMod(offset, Sym(2)), Sym(0)), loc(call));
    }
}

} // namespace fullgraph
