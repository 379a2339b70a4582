// How generated C++ text reads to the user.
#pragma once

#include <string>
#include <string_view>

namespace fullgraph {

/// The expression as the user would write it: "this->w1" is w1, and a pointer to a private member,
/// "(net.*fg_pointer(fg_private_1234abcd::fg_Net::w()))", is net.w.
std::string userName(std::string_view host);

} // namespace fullgraph
