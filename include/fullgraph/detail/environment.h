// The environment variables of the runtime, its compiler and the tool: one table, which is read by one
// function, and which the error line and the documentation are made from. Not for users.
#pragma once

#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace fg::detail::environment {

enum class Kind : uint8_t {
  Switch,  // 0 or 1, and their other spellings
  Choice,  // one of Choices; its number is its place there
  Number,  // from Lower to Upper
  Names,   // some of Choices, with commas between: a bit for each; "all", the last one, is all others
  Units,   // names of graphs or kernels with commas between, * for all, or @file
  File,    // which is written
  Files,   // with colons between
  Folder,  // or 0
  Library, // a shared library's path, or 0
};

enum class Variable : uint8_t {
#define FG_VARIABLE(Name, ...) Name,
#include <fullgraph/detail/Environment.def>
#undef FG_VARIABLE
};

struct Row {
  const char *name;
  Kind kind;
  int64_t lower, upper, standard;
  const char *choices, *program, *meaning, *page;
};

inline constexpr Row rows[] = {
#define FG_VARIABLE(Name, Text, Of, Lower, Upper, Standard, Choices, Program, Meaning, Page)                 \
  {Text, Kind::Of, Lower, Upper, Standard, Choices, Program, Meaning, Page},
#include <fullgraph/detail/Environment.def>
#undef FG_VARIABLE
};

inline const Row &rowOf(Variable variable) { return rows[static_cast<size_t>(variable)]; }

/// "a|b" and "a,b" in parts.
inline std::vector<std::string_view> splitAt(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == text.npos)
      return parts;
    text.remove_prefix(end + 1);
  }
}

/// What may stand there: "0 or 1", "a number from 1 to 256".
inline std::string allowed(const Row &row) {
  const auto listed = [&] {
    std::string text;
    for (const std::string_view choice : splitAt(row.choices, '|'))
      text += (text.empty() ? "" : ", ") + std::string(choice);
    return text;
  };
  switch (row.kind) {
  case Kind::Switch:
    return "0 or 1";
  case Kind::Choice:
    return "one of " + listed();
  case Kind::Number:
    return "a number from " + std::to_string(row.lower) + " to " + std::to_string(row.upper);
  case Kind::Names:
    return "names out of " + listed() + ", with commas between";
  case Kind::Units:
    return "names with commas between, * for all, or @file";
  case Kind::File:
    return "a file";
  case Kind::Files:
    return "files with colons between";
  case Kind::Folder:
    return "a folder, or 0 for none";
  case Kind::Library:
    return "a path, or 0 for none";
  }
  return "";
}

/// What holds where nothing is said: "" where Meaning says it.
inline std::string standardText(const Row &row) {
  if (row.kind == Kind::Choice)
    return std::string(splitAt(row.choices, '|')[static_cast<size_t>(row.standard)]);
  if (row.kind == Kind::Number && row.standard >= row.lower)
    return std::to_string(row.standard);
  return row.kind == Kind::Switch ? std::to_string(row.standard) : "";
}

struct Value {
  int64_t number; // of a Switch, Choice, Number or Names; Default where nothing is said, or nothing right
  std::string problem; // a line for the user, without the program's name
};

/// The bits of names out of `choices`; unknown ones are added to `unknown`.
inline int64_t bitsOfNames(const char *choices, std::string_view text, std::string &unknown) {
  const std::vector<std::string_view> known = splitAt(choices, '|');
  int64_t bits = 0;
  for (std::string_view name : splitAt(text, ',')) {
    while (!name.empty() && name.front() == ' ')
      name.remove_prefix(1);
    while (!name.empty() && name.back() == ' ')
      name.remove_suffix(1);
    size_t i = 0;
    while (i < known.size() && known[i] != name)
      ++i;
    if (i + 1 == known.size())
      bits |= (int64_t(1) << i) - 1;
    else if (i < known.size())
      bits |= int64_t(1) << i;
    else if (!name.empty())
      unknown += (unknown.empty() ? "'" : ", '") + std::string(name) + "'";
  }
  return bits;
}

/// Reads what the variable is set to; null and "": it is not set.
inline Value parse(const Row &row, const char *text) {
  Value value{row.standard, ""};
  if (!text || !*text)
    return value;
  const std::string_view given = text;
  const auto refuse = [&](const std::string &why) {
    const std::string standard = standardText(row);
    value.problem = std::string(row.name) + "=" + std::string(given.substr(0, 200)) + ": " + why +
                    "expected " + allowed(row) +
                    (standard.empty() ? "; as if it were not set" : "; " + standard + " holds");
  };
  switch (row.kind) {
  case Kind::Switch:
    for (const std::string_view on : {"1", "true", "on", "yes"})
      if (given == on)
        return {1, ""};
    for (const std::string_view off : {"0", "false", "off", "no"})
      if (given == off)
        return {0, ""};
    refuse("");
    return value;
  case Kind::Choice: {
    const std::vector<std::string_view> known = splitAt(row.choices, '|');
    for (size_t i = 0; i < known.size(); ++i)
      if (known[i] == given)
        return {static_cast<int64_t>(i), ""};
    refuse("");
    return value;
  }
  case Kind::Number: {
    int64_t number = 0;
    const auto [end, error] = std::from_chars(given.data(), given.data() + given.size(), number);
    if (error == std::errc() && end == given.data() + given.size() && number >= row.lower &&
        number <= row.upper)
      return {number, ""};
    refuse("");
    return value;
  }
  case Kind::Names: {
    std::string unknown;
    const int64_t bits = bitsOfNames(row.choices, given, unknown);
    if (!unknown.empty())
      refuse("there is no " + unknown + "; ");
    if (!unknown.empty() && bits)
      value.problem = value.problem.substr(0, value.problem.rfind(';')) + "; the others hold";
    if (bits)
      value.number = bits;
    return value;
  }
  default:
    return value;
  }
}

/// What a variable is set to, or null: "" is as good as 0 where that is allowed, else as nothing. What is
/// loaded into the process is not taken from the environment of a program with another user's rights.
inline const char *textOf(const Row &row) {
#if defined(__GLIBC__)
  const bool loads = row.kind == Kind::Files || row.kind == Kind::Library;
  const char *text = loads ? secure_getenv(row.name) : std::getenv(row.name);
#else
  const char *text = std::getenv(row.name);
#endif
  const bool emptyIsNone = row.kind == Kind::Folder || row.kind == Kind::Library;
  return text && (*text || emptyIsNone) ? text : nullptr;
}
inline const char *textOf(Variable variable) { return textOf(rowOf(variable)); }
inline int64_t numberOf(Variable variable) {
  const Row &row = rowOf(variable);
  return parse(row, textOf(row)).number;
}

} // namespace fg::detail::environment
