// Compiled kernels in one file, to be taken to other processes and machines. Kernels.h uses it, for
// save_artifacts and load_artifacts. Kernels are code: a file that others may have written is not read.
#pragma once

#include <map>
#include <optional>
#include <string>

namespace fullgraph::jit {

/// Kernels' objects by their whole keys.
using Artifacts = std::map<std::string, std::string>;

bool saveArtifacts(const std::string &path, const Artifacts &artifacts);
/// Nothing where the file is not this user's or the administrator's, may be written by others, or is not
/// whole.
std::optional<Artifacts> loadArtifacts(const std::string &path);

} // namespace fullgraph::jit
