// What calls of a program passed (FULLGRAPH_PROFILE): further versions to build, as FG_SHAPE would name them.
// lib/Driver reads the files and hands them to capture, Explore makes versions of them. A profile decides
// what is built ahead, never what is computed.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace fullgraph {

/// Calls of one kind: the same dtypes and ranks. A size that was not always the same is "?".
struct ProfiledCall {
  std::map<std::string, std::string> shapes; // by the user's expression: "x", "this->w"
  /// believed: of these, with the sizes that the source shows: "f32[1, 3, ?]". A size of 1 is broadcast or
  /// squeezed away, which code for any size does not expect.
  std::map<std::string, std::string> sizes;
  std::set<std::string> guessed; // believed: of these, what no call in sight says
  /// No profile says so: the source does, or a guess. What is known of an object's members comes first.
  bool believed = false;
  std::string str() const; // "x: f32[?, 784]"
};

struct ProfiledFunction {
  std::string file; // that it stood in, without folders
  std::vector<ProfiledCall> calls;
};

using Profile = std::map<std::string, ProfiledFunction>; // by the function's name

/// Adds what a profile says. Lines that say nothing are counted in `malformed`.
Profile parseProfile(std::string_view text, unsigned &malformed);

/// parseProfile, with a call for each size: for functions with `.dynamic = Never`.
Profile parseStaticProfile(std::string_view text);

} // namespace fullgraph
