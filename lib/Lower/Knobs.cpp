#include "lib/Lower/Knobs.h"

#include <algorithm>
#include <stdexcept>

namespace fullgraph {

std::string choicesText(const std::vector<int64_t> &choices) {
  std::string text;
  for (const int64_t choice : choices)
    text += (text.empty() ? "" : ", ") + std::to_string(choice);
  return text;
}

int64_t Knobs::pick(const std::string &name, int64_t fromCostRules, std::vector<int64_t> choices) {
  if (!tuning)
    return fromCostRules;
  choices.push_back(fromCostRules);
  std::sort(choices.begin(), choices.end());
  choices.erase(std::unique(choices.begin(), choices.end()), choices.end());
  const std::string full = prefix + name;
  auto known = std::find_if(list.begin(), list.end(), [&](const Knob &knob) { return knob.name == full; });
  const bool isFirst = known == list.end();
  if (isFirst) {
    if (choices.size() < 2)
      return fromCostRules;
    known = list.insert(list.end(), {full, fromCostRules, choices});
  }
  const auto said = tuning->find(full);
  if (said == tuning->end())
    return fromCostRules;
  const auto has = [&](const std::vector<int64_t> &all) {
    return std::find(all.begin(), all.end(), said->second) != all.end();
  };
  if (!has(known->choices))
    throw std::runtime_error("knob '" + full + "' is " + std::to_string(said->second) +
                             ", and its values are " + choicesText(known->choices));
  return isFirst || has(choices) ? said->second : fromCostRules;
}

} // namespace fullgraph
