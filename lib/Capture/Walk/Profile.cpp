#include "lib/Capture/Walk/Profile.h"

#include "lib/Frontend/ShapeSpec.h"

#include <optional>

namespace fullgraph {
namespace {

std::vector<std::string_view> split(std::string_view text, std::string_view separator) {
  std::vector<std::string_view> parts;
  for (size_t end; (end = text.find(separator)) != text.npos; text.remove_prefix(end + separator.size()))
    parts.push_back(text.substr(0, end));
  parts.push_back(text);
  return parts;
}

using Shapes = std::map<std::string, ShapeSpec>;

std::optional<Shapes> parseCall(std::string_view text) {
  Shapes shapes;
  for (const std::string_view input : split(text, "; ")) {
    const size_t colon = input.rfind(": ");
    if (colon == input.npos || colon == 0)
      return std::nullopt;
    std::optional<ShapeSpecError> error;
    const std::vector<ShapeSpec> specs = parseShapeSpec(input.substr(colon + 2), error);
    if (specs.size() != 1)
      return std::nullopt;
    for (const ShapeDim &dim : specs[0].dims)
      if (dim.kind != ShapeDim::Literal)
        return std::nullopt;
    shapes.emplace(std::string(input.substr(0, colon)), specs[0]);
  }
  return shapes;
}

bool isSameKind(const Shapes &a, const Shapes &b) {
  if (a.size() != b.size())
    return false;
  for (auto i = a.begin(), j = b.begin(); i != a.end(); ++i, ++j)
    if (i->first != j->first || i->second.dtype != j->second.dtype ||
        i->second.dims.size() != j->second.dims.size())
      return false;
  return true;
}

std::string text(const ShapeSpec &spec) {
  std::string text = std::string(fg::shortName(spec.dtype)) + "[";
  for (size_t d = 0; d < spec.dims.size(); ++d)
    text += (d ? ", " : "") +
            (spec.dims[d].kind == ShapeDim::Literal ? std::to_string(spec.dims[d].value) : std::string("?"));
  return text + "]";
}

std::string text(const Shapes &shapes) {
  std::string text;
  for (const auto &[expression, shape] : shapes)
    text += expression + ": " + fullgraph::text(shape) + "\n";
  return text;
}

} // namespace

std::string ProfiledCall::str() const {
  std::string text;
  for (const auto &[expression, shape] : shapes)
    text += (text.empty() ? "" : ", ") + expression + ": " + shape;
  return text;
}

static Profile parse(std::string_view text, unsigned &malformed, bool joinsSizes) {
  struct Calls {
    std::string file;
    std::vector<Shapes> kinds;
  };
  std::map<std::string, Calls> functions;
  for (const std::string_view line : split(text, "\n")) {
    if (line.empty())
      continue;
    const std::vector<std::string_view> fields = split(line, "\t");
    // "needs this->scale: expected 1": no FG_SHAPE says so.
    if (fields.size() == 3 && fields[2].starts_with("needs "))
      continue;
    const std::optional<Shapes> call = fields.size() == 3 ? parseCall(fields[2]) : std::nullopt;
    if (!call) {
      ++malformed;
      continue;
    }
    Calls &calls = functions[std::string(fields[0])];
    calls.file = fields[1].substr(0, fields[1].find(':'));
    bool known = false;
    for (Shapes &kind : calls.kinds) {
      if (!joinsSizes ? fullgraph::text(kind) != fullgraph::text(*call) : !isSameKind(kind, *call))
        continue;
      known = true;
      for (auto &[expression, shape] : kind)
        for (size_t d = 0; d < shape.dims.size(); ++d)
          if (shape.dims[d].value != call->at(expression).dims[d].value)
            shape.dims[d].kind = ShapeDim::Unnamed;
    }
    if (!known)
      calls.kinds.push_back(*call);
  }
  Profile profile;
  for (const auto &[name, calls] : functions) {
    ProfiledFunction &function = profile[name];
    function.file = calls.file;
    for (const Shapes &kind : calls.kinds) {
      ProfiledCall &call = function.calls.emplace_back();
      for (const auto &[expression, shape] : kind)
        call.shapes.emplace(expression, fullgraph::text(shape));
    }
  }
  return profile;
}

Profile parseProfile(std::string_view text, unsigned &malformed) { return parse(text, malformed, true); }

Profile parseStaticProfile(std::string_view text) {
  unsigned malformed = 0;
  return parse(text, malformed, false);
}

} // namespace fullgraph
