#include "runtime/jit/BackendPlugins.h"

#include <fullgraph/detail/environment.h>

#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <map>
#include <sstream>
#include <string>

namespace fullgraph::jit {
namespace {

using fg::PluginBackend;

std::map<std::string, const PluginBackend *, std::less<>> loadPlugins() {
  std::map<std::string, const PluginBackend *, std::less<>> backends;
  namespace environment = fg::detail::environment;
  const char *files = environment::textOf(environment::Variable::Backends);
  std::istringstream list(files ? files : "");
  for (std::string file; std::getline(list, file, ':');) {
    if (file.empty())
      continue;
    const auto fail = [&](const std::string &why) {
      std::fprintf(stderr, "fullgraph: FULLGRAPH_BACKENDS: %s: %s\n", file.c_str(), why.c_str());
    };
    void *handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL); // never closed: calls run its code
    if (!handle) {
      fail(dlerror());
      continue;
    }
    using Entry = const fg::BackendPlugin *();
    const auto entry = reinterpret_cast<Entry *>(dlsym(handle, "fullgraph_backend_plugin"));
    const fg::BackendPlugin *plugin = entry ? entry() : nullptr;
    if (!plugin)
      fail("no plug-in: it has no FG_BACKEND_PLUGIN");
    else if (plugin->abi != fg::backendPluginAbi)
      fail("built for another fullgraph");
    for (uint32_t i = 0; plugin && plugin->abi == fg::backendPluginAbi && i < plugin->count; ++i)
      backends.emplace(plugin->backends[i].name, &plugin->backends[i]);
  }
  return backends;
}

const PluginBackend *find(const char *name) {
  static const auto &backends = *new auto(loadPlugins());
  const auto found = backends.find(name);
  return found == backends.end() ? nullptr : found->second;
}

constexpr fg::rt::BackendHooks hooks{[](const char *name) { return find(name) != nullptr; },
                                     [](const fg::rt::plan::BackendRequest &request) {
                                       return fg::rt::makeBackendCode(request, find(request.backend)->make);
                                     },
                                     fg::rt::runBackendCode};

} // namespace

const fg::rt::BackendHooks *pluginBackend(const char *name) { return find(name) ? &hooks : nullptr; }

} // namespace fullgraph::jit
