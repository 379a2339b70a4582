// --load: plug-ins with backends (include/fullgraph/backend_plugin.h).
#pragma once

#include <string>
#include <vector>

namespace fullgraph {

struct LoadedBackend {
  std::string name, description, file;
};

/// The backends of all files, in their order. Empty and `error` where one is no plug-in of this build's.
std::vector<LoadedBackend> loadBackends(const std::vector<std::string> &files, std::string &error);

/// `fullgraph --list-backends`: the built-in ones, then those.
std::string backendListText(const std::vector<LoadedBackend> &loaded);

} // namespace fullgraph
