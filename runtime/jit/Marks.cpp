#include "runtime/jit/Marks.h"

#include <algorithm>

namespace fullgraph::jit {
namespace plan = fg::rt::plan;

void noteMarks(const plan::Span<plan::InputMarks> &marks, std::vector<InputSpec> &kind) {
  for (InputSpec &input : kind)
    for (auto &[dim, marked] : input.marked)
      marked.strict = false;
  for (uint32_t i = 0; i < marks.size; ++i)
    for (const plan::MarkedDim &from : marks[i].ranges) {
      MarkedSize &marked = kind[i].marked[from.dim];
      marked.strict = true;
      marked.min = from.min;
      marked.max = from.max;
      if (from.hint > 0)
        marked.hint = from.hint;
      for (const int64_t value : from.specializeOn)
        if (std::find(marked.others.begin(), marked.others.end(), value) == marked.others.end())
          marked.others.push_back(value);
    }
}

std::optional<bool> markedAsAny(const plan::InputMarks *marks, InputSpec &spec, unsigned dim) {
  const auto in = [&](uint8_t set) { return (set >> dim & 1) != 0; };
  if (const auto found = spec.marked.find(dim); found != spec.marked.end()) {
    const MarkedSize &marked = found->second;
    const int64_t size = spec.sizes[dim];
    const bool special = std::find(marked.others.begin(), marked.others.end(), size) != marked.others.end();
    if (!special && marked.min <= size && size <= marked.max)
      return true;
    spec.marked.erase(found);
    if (special)
      return false;
  }
  if (marks && in(marks->weak))
    return true;
  if (marks && in(marks->fixed))
    return false;
  return std::nullopt;
}

bool hasStrictMarks(const std::vector<InputSpec> &specs) {
  return std::any_of(specs.begin(), specs.end(), [](const InputSpec &spec) {
    return std::any_of(spec.marked.begin(), spec.marked.end(),
                       [](const auto &marked) { return marked.second.strict; });
  });
}

std::optional<FixedMark> fixedMark(const Retyped &retyped, const std::vector<InputSpec> &specs) {
  for (unsigned i = 0; i < specs.size(); ++i)
    for (const auto &[dim, marked] : specs[i].marked) {
      const Sym size = retyped.graph->env.simplify(retyped.graph->inputs()[i].value->type.sizes[dim]);
      if (const auto value = size.asInt(); value && marked.strict)
        return FixedMark{i, dim, *value};
    }
  return std::nullopt;
}

std::vector<InputSpec> withEqualSizes(std::vector<InputSpec> specs) {
  std::vector<int64_t> sizes;
  for (const InputSpec &spec : specs)
    for (const auto &[dim, marked] : spec.marked)
      if (marked.strict)
        sizes.push_back(spec.sizes[dim]);
  for (InputSpec &spec : specs)
    for (size_t d = 0; d < spec.sizes.size(); ++d)
      if (std::find(sizes.begin(), sizes.end(), spec.sizes[d]) != sizes.end())
        spec.anySize[d] = true;
  return specs;
}

namespace {

/// FG_SHAPE's text for an input; symbols get their letters in the order in which they are met.
std::string declared(const Retyped &working, const TensorType &type,
                     std::map<std::string, std::string> &letters) {
  static const char *const names[] = {"N", "M", "K", "L", "P", "Q", "R", "S"};
  std::string dims;
  for (const Sym &of : type.sizes) {
    const Sym size = working.graph->env.simplify(of);
    std::string text = "?";
    if (size.isConst()) {
      text = size.str();
    } else if (size.kind() == SymKind::Symbol) {
      const size_t known = letters.size();
      const auto [letter, isNew] =
          letters.emplace(size.name(), known < std::size(names) ? names[known] : "?");
      text = letter->second;
    }
    dims += (dims.empty() ? "" : ", ") + text;
  }
  return "FG_SHAPE(\"" + std::string(fg::shortName(type.dtype)) + "[" + dims + "]\")";
}

} // namespace

std::string violationText(const Retyped &working, const std::vector<InputSpec> &specs, const FixedMark &mark,
                          const std::string &needed) {
  const auto &inputs = working.graph->inputs();
  const std::string name = inputName(inputs[mark.input]) + ".size(" + std::to_string(mark.dim) + ")";
  std::string text = "Constraints violated (" + name + ")! You marked " + name +
                     " as dynamic but your code specialized it to be a constant (" +
                     std::to_string(mark.value) + ")" + (needed.empty() ? "" : ": " + needed) +
                     ". Either remove the mark, or use maybe_mark_dynamic, or declare ";
  std::map<std::string, std::string> letters;
  const Sym size = working.graph->env.simplify(inputs[mark.input].value->type.sizes[mark.dim]);
  bool first = true;
  for (unsigned i = 0; i < specs.size(); ++i) {
    const TensorType &type = inputs[i].value->type;
    const bool shares = std::any_of(type.sizes.begin(), type.sizes.end(), [&](const Sym &of) {
      return !size.isConst() && working.graph->env.simplify(of) == size;
    });
    if (i != mark.input && !shares)
      continue;
    text += (first ? "" : " and ") + declared(working, type, letters) + " " + inputName(inputs[i]);
    first = false;
  }
  return text;
}

} // namespace fullgraph::jit
