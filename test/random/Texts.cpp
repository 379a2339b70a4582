// Strings of the caller that are cut and compared, and maps in the order of a comparator.
#include "Program.h"

namespace random_program {

/// A std::string: one of the caller, a part of one, or a known one.
std::string Body::word() {
  std::vector<std::string> from = {"std::string(\"gelu\")", "std::string(\"relu.b\", 4)",
                                   "std::string(2, 'e')"};
  for (const std::string &word : texts) {
    const std::string at = rng.word({"0", "1", "1", "2", "5"}),
                      count = rng.word({"1", "2", "3", "std::string::npos"});
    from.push_back(word);
    from.push_back(word + ".substr(" + at + ")");
    from.push_back(word + ".substr(" + at + ", " + count + ")");
    from.push_back("std::string(" + word + ", " + at + ")");
    from.push_back("std::string(" + word + ", " + at + ", " + count + ")");
    from.push_back("(" + word + " + \"" + rng.word({"u", ".b"}) + "\")");
  }
  return rng.pick(from);
}

/// A question about strings of the caller; the parameter's name where there are none.
std::string Body::asksText() {
  const std::string one = rng.pick(texts),
                    part = rng.word({"\"el\"", "\"r\"", "\"u\"", "\".b\"", "\"gelu\"", "\"\""});
  switch (rng.below(12)) {
  case 0:
  case 1:
  case 2:
    return word() + rng.word({" == ", " == ", " != "}) + part;
  case 3:
    return word() + " == " + word();
  case 4:
    return one + ".compare(" + rng.word({"0, 1, ", "1, 2, ", ""}) + part + ") " +
           rng.word({"== 0", "< 0", "> 0"});
  case 5:
    return one + "." + rng.word({"find", "rfind", "find_first_of", "find_last_not_of"}) + "(" + part + ") " +
           rng.word({"!= std::string::npos", "== std::string::npos", "== 0", "== 1"});
  case 6:
    return one + ".find(" + part + ", 1) == " + rng.word({"1", "2", "std::string::npos"});
  case 7:
    return word() + "." + rng.word({"starts_with", "ends_with"}) + "(" +
           rng.word({"'r'", "'u'", "\"el\"", "\"\""}) + ")";
  case 8:
    return word() + ".empty()";
  case 9:
    return word() + ".size() " + rng.word({"== 4", "> 2", "< 1"});
  case 10:
    return "!" + one + ".empty() && " + one + "[0] == '" + rng.word({"r", "g"}) + "'";
  default:
    return word() + rng.word({" < ", " >= "}) + part;
  }
}

/// A map that a comparator orders, or with keys that it takes for one.
void Body::ordered() {
  const Type type = someType();
  const std::string map = name("map"), one = tensor(type, 1), two = tensor(type, 1), three = tensor(type, 1);
  const bool words = rng.chance(50);
  const std::string key = words ? "std::string" : "int";
  const std::string order =
      words ? rng.word({"std::greater<std::string>", "std::greater<>", "support::AnyCase"})
            : rng.word({"std::greater<int>", "std::greater<>", "support::Modulo"});
  const auto keyed = [&](int k) {
    return words ? std::string("\"") + "abA"[k] + "\"" : std::to_string(k == 2 ? 4 : k);
  };
  if (rng.chance(50)) {
    line("std::map<" + key + ", Tensor, " + order + "> " + map + "{{" + keyed(0) + ", " + one + "}, {" +
         keyed(1) + ", " + two + "}};");
    line(map + "[" + keyed(2) + "] = " + three + ";");
  } else {
    line("std::map<" + key + ", Tensor, " + order + "> " + map + ";");
    line(map + "[" + keyed(1) + "] = " + one + ";");
    line(map + ".emplace(" + keyed(0) + ", " + two + ");");
    if (words && !texts.empty() && rng.chance(40))
      line(map + ".insert_or_assign(" + word() + ", " + three + ");");
  }
  const std::string t = name("t"), value = name("m");
  line("auto " + t + " = " + map + ".at(" + keyed(rng.below(2)) + ") * 1;");
  line("for ([[maybe_unused]] const auto &[key, " + value + "] : " + map + ")");
  line("  " + t + " = " + t + " * 0.5 + " + value + ";");
  if (type.dtype == 'f' || type.dtype == 'd')
    tensors.push_back({t, type, true});
}

} // namespace random_program
