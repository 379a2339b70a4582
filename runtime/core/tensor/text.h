// The text of message pieces, for what is logged and not thrown. dispatch, io and tensor use it. It takes any
// pieces that an fg::Error takes, so that logs and errors read alike.
#pragma once

#include <fullgraph/detail/check.h>

#include <string>

namespace fg::detail {

std::string joined(std::initializer_list<Piece> pieces);

} // namespace fg::detail
