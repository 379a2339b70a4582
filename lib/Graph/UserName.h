// How generated C++ text reads to the user. Capture, Emit, Driver and the run-time compiler use it for
// messages. It is for reading alone: the result need not be C++ that compiles.
#pragma once

#include <string>
#include <string_view>

namespace fullgraph {

/// The expression as the user would write it: "this->w1" is w1, and a pointer to a private member,
/// "(net.*fg_pointer(fg_private_1234abcd::fg_Net::w()))", is net.w; without casts that make it a symbol's
/// value.
std::string userName(std::string_view cxx);

/// The same of a member, or of a part of one, from its object on: "(*this->layers.impl_).modules_.size()" is
/// this->layers->size().
std::string memberName(std::string_view cxx);

/// Without a pair of them around the whole.
std::string withoutParentheses(std::string text);

} // namespace fullgraph
