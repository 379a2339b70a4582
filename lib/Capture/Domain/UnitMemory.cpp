#include "lib/Capture/Domain/UnitMemory.h"

namespace fullgraph {

thread_local UnitMemory *UnitMemory::current = nullptr;

} // namespace fullgraph
