// --load: plug-ins with backends (include/fullgraph/backend_plugin.h). Driver.cpp and FromSource.cpp call it.
// A plug-in that cannot be loaded is an error of the run.
#pragma once

#include <llvm/Support/Error.h>

#include <string>
#include <vector>

namespace fullgraph {

struct LoadedBackend {
  std::string name, description, file;
};

/// The backends of all files, in their order. An error where one is no plug-in of this build's.
llvm::Expected<std::vector<LoadedBackend>> loadBackends(const std::vector<std::string> &files);

/// `fullgraph --list-backends`: the rows of lib/Lower/Backends.def, then those.
std::string backendListText(const std::vector<LoadedBackend> &loaded);

} // namespace fullgraph
