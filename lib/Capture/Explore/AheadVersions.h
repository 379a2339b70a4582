// Code built ahead for inputs whose dtype and rank nobody declared: for the likeliest types, which are those
// of calls that the source shows, and else those that a walk with guesses fits. GuessedVersions and Functions
// ask for it. What it makes are ordinary versions, whose guards check the types: a belief that is wrong costs
// speed and nothing else.
#pragma once

#include "lib/Capture/Explore/Paths.h"

namespace fullgraph {

/// In all graphs of the tree.
size_t operatorsOf(const DecisionNode &node);

/// The types of `inputs`, by the user's expressions, in the versions' graphs, with any sizes.
ProfiledCall typesIn(const std::vector<CapturedVersion> &versions, const std::set<std::string> &inputs);

/// Puts versions for `calls`, the likeliest first, in front of `versions`. As many as `.ahead_versions` says;
/// fewer of a function with long graphs, but one at least. Returns what is known of tensors behind each call,
/// on its paths (Exploration::outcomes).
std::vector<std::vector<Hints>> buildAhead(clang::ASTContext &context, const FunctionContext &function,
                                           const RegionRequest *region,
                                           const std::vector<ProfiledCall> &calls,
                                           std::vector<CapturedVersion> &versions, bool verbose);

/// Of a region, what inputs that nobody declared are likely to be: as the calls that the source shows pass
/// them, and as the code that is built ahead for what stands in front leaves them (`believed`).
std::vector<ProfiledCall> likelyCalls(std::vector<ProfiledCall> seen, const std::vector<Hints> &believed,
                                      const Hints &known);
/// A call that leaves an optional tensor out needs no version of its own where another one passes it, and is
/// otherwise the same: that one's version asks whether it is there.
ProfiledCall withWhatOthersPass(ProfiledCall call, const std::vector<ProfiledCall> &others);
/// Behind one more region, the first outcome of each of `calls` known calls. Returns the others, by the call,
/// and the outcomes for other types (behind the known calls): each is one more kind of call for the regions
/// behind, where it is not known.
std::vector<std::pair<size_t, Hints>> addBelieved(const std::vector<std::vector<Hints>> &outcomes,
                                                  size_t calls, std::vector<Hints> &believed);

/// Why code that is built ahead, `builtFor` types of the input, does not serve every call in sight: "no call
/// of it is in sight". "" where it does.
std::string notServed(const std::vector<ProfiledCall> &calls, const std::string &input,
                      const std::vector<std::string> &builtFor);
/// The types of the input of that name that the function's believed versions are for.
std::vector<std::string> typesAhead(const CapturedFunction &function, const std::string &name);

} // namespace fullgraph
