// The canonical forms of integer expressions. Operands are Ints. Private to lib/Graph.
#pragma once

#include "lib/Graph/Sym.h"

namespace fullgraph {

Sym addInts(const std::vector<Sym> &operands);
Sym subtractInts(const Sym &a, const Sym &b);
Sym multiplyInts(const std::vector<Sym> &operands);
Sym minMaxInts(SymKind kind, const std::vector<Sym> &operands);
Sym floorDivInt(const Sym &a, const Sym &b);
Sym floorModInt(const Sym &a, const Sym &b);
Sym truncDivInt(const Sym &a, const Sym &b);
Sym truncModInt(const Sym &a, const Sym &b);
/// Eq, Lt or Le.
Sym compareInt(SymKind kind, const Sym &a, const Sym &b);

} // namespace fullgraph
