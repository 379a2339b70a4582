// The text of message pieces, for what is logged and not thrown.
#pragma once

#include <fullgraph/detail/check.h>

#include <string>

namespace fg::detail {

std::string joined(std::initializer_list<Piece> pieces);

} // namespace fg::detail
