#include "lib/Driver/BackendPlugins.h"

#include "lib/Frontend/Backends.h"
#include "lib/Graph/Failure.h"

#include <fullgraph/backend_plugin.h>

#include "llvm/Support/DynamicLibrary.h"

#include <algorithm>

namespace fullgraph {

llvm::Expected<std::vector<LoadedBackend>> loadBackends(const std::vector<std::string> &files) {
  std::vector<LoadedBackend> loaded;
  for (const std::string &file : files) {
    std::string why;
    llvm::sys::DynamicLibrary library = llvm::sys::DynamicLibrary::getPermanentLibrary(file.c_str(), &why);
    using Entry = const fg::BackendPlugin *();
    const auto entry = reinterpret_cast<Entry *>(
        library.isValid() ? library.getAddressOfSymbol("fullgraph_backend_plugin") : nullptr);
    const fg::BackendPlugin *plugin = entry ? entry() : nullptr;
    if (!library.isValid())
      return failure("cannot load '" + file + "': " + why);
    if (!plugin)
      return failure("'" + file + "' is no plug-in: it has no FG_BACKEND_PLUGIN");
    if (plugin->abi != fg::backendPluginAbi)
      return failure("'" + file + "' was built for another fullgraph");
    for (uint32_t i = 0; i < plugin->count; ++i)
      loaded.push_back({plugin->backends[i].name, plugin->backends[i].description, file});
  }
  return loaded;
}

std::string backendListText(const std::vector<LoadedBackend> &loaded) {
  // torch.compile's list_backends: what FG_COMPILE takes.
  std::vector<std::pair<std::string, std::string>> lines;
  for (const BackendRow &row : backendRows)
    lines.emplace_back(row.name, row.description);
  for (const LoadedBackend &backend : loaded)
    lines.emplace_back(backend.name, backend.description + " (" + backend.file + ")");
  lines.emplace_back("others", "what the program gives fg::register_backend, and FULLGRAPH_BACKENDS names");
  size_t width = 0;
  for (const auto &[name, description] : lines)
    width = std::max(width, name.size());
  std::string text;
  for (const auto &[name, description] : lines)
    text += name + std::string(width - name.size() + 3, ' ') + description + "\n";
  return text;
}

} // namespace fullgraph
