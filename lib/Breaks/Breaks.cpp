// The rules as data, and their texts.
#include "lib/Breaks/Breaks.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

#include <algorithm>
#include <cstdio>

namespace fullgraph {

namespace {

std::vector<std::string_view> splitLines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
  }
  return lines;
}

/// Made by the build from test/Breaks/examples.
constexpr std::pair<std::string_view, std::string_view> examples[] = {
#include "BreakExamples.inc"
};

std::string_view exampleOf(std::string_view slug) {
  for (const auto &[name, text] : examples)
    if (name == slug)
      return text;
  return {};
}

std::vector<BreakRule> makeRules() {
  return {
#define FG_BREAK(Name, Id, Slug, Message, Explanation, Hints)                                                \
  {BreakKind::Name, Id, Slug, Message, Explanation, splitLines(Hints), exampleOf(Slug)},
#include "lib/Breaks/Breaks.def"
  };
}

/// Fills in %0, %1; an argument that was not given leaves its place empty, "%%" is a percent sign.
std::string fillIn(std::string_view message, const std::vector<std::string> &args) {
  std::string text;
  for (size_t i = 0; i < message.size(); ++i) {
    if (message[i] != '%' || i + 1 == message.size()) {
      text += message[i];
      continue;
    }
    const char c = message[++i];
    if (!llvm::isDigit(c))
      text += c;
    else if (size_t(c - '0') < args.size())
      text += args[c - '0'];
  }
  return text;
}

} // namespace

std::string BreakRule::idText() const {
  char text[16];
  std::snprintf(text, sizeof text, "FG%03u", id);
  return text;
}

const std::vector<BreakRule> &allBreakRules() {
  static const std::vector<BreakRule> rules = makeRules();
  return rules;
}

const BreakRule &breakRule(BreakKind kind) { return allBreakRules()[unsigned(kind)]; }

const BreakRule *findBreakRule(std::string_view idOrSlug) {
  llvm::StringRef text(idOrSlug.data(), idOrSlug.size());
  llvm::StringRef digits = text;
  if (digits.size() > 2 && digits.take_front(2).equals_insensitive("fg"))
    digits = digits.drop_front(2);
  unsigned id = 0;
  const bool isId = !digits.empty() && llvm::all_of(digits, llvm::isDigit) && !digits.getAsInteger(10, id);
  for (const BreakRule &rule : allBreakRules())
    if (isId ? rule.id == id : rule.slug == idOrSlug)
      return &rule;
  return nullptr;
}

std::string unknownBreakRule(std::string_view idOrSlug) {
  const llvm::StringRef text(idOrSlug.data(), idOrSlug.size());
  const BreakRule *nearest = nullptr;
  unsigned distance = std::max<unsigned>(1, text.size() / 3) + 1;
  for (const BreakRule &rule : allBreakRules()) {
    const unsigned d =
        text.edit_distance(llvm::StringRef(rule.slug.data(), rule.slug.size()), true, distance);
    if (d < distance) {
      distance = d;
      nearest = &rule;
    }
  }
  std::string message = "unknown graph break '" + text.str() + "'";
  if (nearest)
    return message + "; did you mean '" + std::string(nearest->slug) + "'?";
  return message + "; ids are FG001 to FG901, 'fullgraph explain' lists them";
}

std::string breakMessage(const Break &graphBreak) {
  return fillIn(breakRule(graphBreak.kind).message, graphBreak.args);
}

std::string breakTitle(const BreakRule &rule) { return fillIn(rule.message, {"...", "..."}); }

llvm::Expected<bool> BreakFlags::parse(std::string_view arg) {
  llvm::StringRef rest(arg.data(), arg.size());
  if (!rest.consume_front("-W"))
    return false;
  const bool off = rest.consume_front("no-");
  const bool asError = rest.consume_front("error=");
  if (!rest.consume_front("graph-break"))
    return false;
  if (rest.empty()) {
    if (asError) {
      allErrors = !off;
      errorSlugs.clear();
      if (!off)
        enabled = true, disabledSlugs.clear();
    } else {
      enabled = !off;
      disabledSlugs.clear();
    }
    return true;
  }
  if (!rest.consume_front("="))
    return false;
  const BreakRule *rule = findBreakRule(std::string_view(rest.data(), rest.size()));
  if (!rule)
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   unknownBreakRule(std::string_view(rest.data(), rest.size())));
  const std::string slug(rule->slug);
  // "All but one" is kept as the list of the others, so that the order of flags needs no record.
  const auto others = [&] {
    std::vector<std::string> slugs;
    for (const BreakRule &other : allBreakRules())
      if (&other != rule)
        slugs.emplace_back(other.slug);
    return slugs;
  };
  const auto enable = [&] {
    if (enabled) {
      llvm::erase(disabledSlugs, slug);
    } else {
      enabled = true;
      disabledSlugs = others();
    }
  };
  if (asError && !off) {
    enable();
    if (!llvm::is_contained(errorSlugs, slug))
      errorSlugs.push_back(slug);
  } else if (asError) {
    if (allErrors) {
      allErrors = false;
      errorSlugs = others();
    }
    llvm::erase(errorSlugs, slug);
  } else if (off) {
    if (!llvm::is_contained(disabledSlugs, slug))
      disabledSlugs.push_back(slug);
  } else {
    enable();
  }
  return true;
}

bool isRemark(BreakKind kind) {
  return kind == BreakKind::BreakInLoop || kind == BreakKind::DataDependentShape ||
         kind == BreakKind::UncheckedGuards || kind == BreakKind::LibraryLoop ||
         kind == BreakKind::JoinedConditions || kind == BreakKind::LibraryTurns ||
         kind == BreakKind::DeviceCode;
}

BreakSeverity breakSeverity(const Break &graphBreak, bool fullgraph, const BreakFlags &flags) {
  const bool strict = graphBreak.strict.value_or(false);
  if ((graphBreak.kind == BreakKind::UnknownRank || graphBreak.kind == BreakKind::LibraryTurns) &&
      strict) // .ahead
    return BreakSeverity::Error;
  return breakSeverity(graphBreak.kind, fullgraph || strict, flags);
}

BreakSeverity breakSeverity(BreakKind kind, bool fullgraph, const BreakFlags &flags) {
  switch (kind) {
  case BreakKind::DimSpecialised:
  case BreakKind::BoundViolation:
  case BreakKind::FullgraphViolation:
    return BreakSeverity::Error;
  default:
    break;
  }
  const std::string slug(breakRule(kind).slug);
  const bool remark = kind == BreakKind::UnknownRank || isRemark(kind);
  if (fullgraph && !remark)
    return BreakSeverity::Error;
  if (!flags.enabled || llvm::is_contained(flags.disabledSlugs, slug))
    return BreakSeverity::Ignored;
  if (llvm::is_contained(flags.errorSlugs, slug) || (flags.allErrors && !remark))
    return BreakSeverity::Error;
  return remark ? BreakSeverity::Remark : BreakSeverity::Warning;
}

} // namespace fullgraph
