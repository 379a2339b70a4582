#include "runtime/jit/MadePlans.h"

#include <string_view>
#include <unordered_map>

namespace fullgraph::jit {
namespace {

constexpr size_t mostPlans = 4096;

std::unordered_map<std::string, MadePlan> &plans() {
  static auto &all = *new std::unordered_map<std::string, MadePlan>;
  return all;
}

} // namespace

std::string keyOf(const fg::rt::plan::Request &request, const std::vector<InputSpec> &specs) {
  if (request.backend || request.marks.size)
    return "";
  std::string key;
  const auto add = [&](int64_t number) { key.append(reinterpret_cast<const char *>(&number), 8); };
  for (const std::string_view text : {std::string_view(request.graph), std::string_view(request.scalars),
                                      std::string_view(request.name), std::string_view(request.place)}) {
    add(static_cast<int64_t>(text.size()));
    key += text;
  }
  for (const int setting : {int(request.dynamic), int(request.strictFloat), int(request.guessed),
                            int(request.level), int(request.guards)})
    add(setting);
  // Of the libfullgraph that asks: there may be several in the process, each with its own random numbers.
  for (const auto function :
       {reinterpret_cast<intptr_t>(request.allocate), reinterpret_cast<intptr_t>(request.release),
        reinterpret_cast<intptr_t>(request.randomKey)})
    add(function);
  for (const InputSpec &spec : specs) {
    if (!spec.marked.empty())
      return "";
    add(static_cast<int64_t>(spec.dtype));
    add(spec.contiguous);
    add(static_cast<int64_t>(spec.sizes.size()));
    for (size_t d = 0; d < spec.sizes.size(); ++d) {
      add(spec.sizes[d]);
      add(spec.strides[d]);
      add(spec.anySize[d] + 2 * spec.anyStride[d]);
    }
  }
  for (const int64_t number : request.numbers)
    add(number);
  return key;
}

const MadePlan *madePlan(const std::string &key) {
  const auto found = key.empty() ? plans().end() : plans().find(key);
  return found == plans().end() ? nullptr : &found->second;
}

void keepPlan(const std::string &key, MadePlan made) {
  if (!key.empty() && plans().size() < mostPlans)
    plans().emplace(key, made);
}

} // namespace fullgraph::jit
