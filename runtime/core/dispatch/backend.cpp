#include "runtime/core/dispatch/backend.h"

#include <map>
#include <mutex>

namespace fg {

namespace rt {
namespace {

struct Registry {
  std::mutex mutex;
  std::map<std::string, Backend, std::less<>> backends;
};
Registry &registry() {
  static Registry &instance =
      *new Registry; // never destroyed: other threads may miss while the program exits
  return instance;
}

Backend find(const char *name) {
  Registry &r = registry();
  const std::lock_guard<std::mutex> lock(r.mutex);
  const auto found = r.backends.find(name);
  return found == r.backends.end() ? nullptr : found->second;
}

const void *make(const plan::BackendRequest &request) {
  const Backend backend = find(request.backend);
  return backend ? makeBackendCode(request, backend) : nullptr;
}

constexpr BackendHooks hooks{[](const char *name) { return find(name) != nullptr; }, make, runBackendCode};

} // namespace
} // namespace rt

void register_backend(const std::string &name, Backend backend) {
  rt::Registry &r = rt::registry();
  const std::lock_guard<std::mutex> lock(r.mutex);
  r.backends.insert_or_assign(name, std::move(backend));
  rt::backendHooks.store(&rt::hooks, std::memory_order_release);
}

} // namespace fg
