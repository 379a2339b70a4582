// Statements about what holds tensors: structs, maps, lists, references, pointers, global state.
#include "Program.h"

namespace random_program {

void Body::structure() {
  switch (rng.below(13)) {
  case 9:
    return owner();
  case 10:
  case 11:
    return undo();
  case 12:
    return swapped();
  case 0: {
    const Type type = floatType();
    if (!type.isFloat())
      return map();
    if (!boxes.empty() && rng.chance(40))
      return useOfBox(rng.pick(boxes));
    const std::string box = name("box"), a = tensor(type, 1), b = tensor(type, 1);
    line("support::Box " + box + "{" + a + ", " + b + "};");
    boxes.push_back({box, type});
    tensors.push_back({box + ".a", type, true});
    tensors.push_back({box + ".b", type, true});
    ints.push_back(box + ".turns");
    doubles.push_back(box + ".weight");
    return;
  }
  case 1:
  case 2:
    if (!boxes.empty())
      return useOfBox(rng.pick(boxes));
    [[fallthrough]];
  case 3:
    return map();
  case 4:
    return list();
  case 5:
    return reference();
  case 6:
    return cxxContainer();
  case 7:
    return state();
  default:
    return rows();
  }
}

Type Body::floatType() {
  Type type = someType();
  for (int i = 0; i < 4 && !type.isFloat(); ++i)
    type = someType();
  return type;
}

/// References to elements, which stay with them when their containers are swapped or moved; std::max's.
void Body::swapped() {
  const Type type = floatType();
  if (!type.isFloat())
    return map();
  const std::string a = name("v"), b = name("v"), r = name("r"), t = name("t");
  const bool same = rng.chance(50);
  line("std::vector<Tensor> " + a + " = {" + tensor(type, 1) + (same ? "" : ", " + tensor(type, 1)) + "}, " +
       b + " = {" + tensor(type, 1) + "};");
  line("Tensor &" + r + " = " + a + "[0];");
  std::string holder = b;
  switch (rng.below(6)) {
  case 0:
    line("std::swap(" + a + ", " + b + ");");
    break;
  case 1:
    line(a + ".swap(" + b + ");");
    break;
  case 2:
    line(b + " = std::move(" + a + ");");
    break;
  case 3: {
    const std::string rows = name("v");
    line("std::array<std::vector<Tensor>, 2> " + rows + "{std::move(" + a + "), std::move(" + b + ")};");
    line("std::swap(" + rows + "[0], " + rows + "[1]);");
    holder = rows + "[1]";
    break;
  }
  case 4:
    line("auto " + b + "x = std::exchange(" + a + ", " + b + ");");
    holder = b + "x";
    break;
  default: {
    const std::string i = name("i"), j = name("i"), m = name("m");
    line("int " + i + " = " + integer() + ", " + j + " = " + integer() + ";");
    line("const int &" + m + " = std::" + rng.word({"max", "min"}) + "(" + i + ", " + j + ");");
    if (rng.chance(60))
      line(i + " += 2;");
    line("auto " + t + " = " + r + " * (0.1 * " + m + ");");
    tensors.push_back({t, type, true});
    ints.push_back(j);
    return;
  }
  }
  if (rng.chance(30))
    statement();
  line(r + " = " + r + " * 0.5 + " + operand(type, 1) + " * 0.25;");
  line("auto " + t + " = " + holder + "[0] * 0.5;");
  tensors.push_back({t, type, true});
}

void Body::useOfBox(const BoxVar &used) {
  const BoxVar box = used;
  switch (rng.below(9)) {
  case 0:
    return line(box.name + ".turn();");
  case 1:
    return line(box.name + ".scale(" + rng.word({"0.75", "0.5f", "-0.9"}) + ");");
  case 2:
    return line(box.name + ".turn().turns += " + rng.word({"1", "2"}) + ";");
  case 3:
    return line(box.name + ".first() = " + operand(box.type, 1) + " * 0.9;");
  case 4: {
    const std::string copy = name("box");
    const bool reference = rng.chance(50);
    line(reference        ? "[[maybe_unused]] auto &" + copy + " = " + box.name + ";"
         : rng.chance(50) ? "auto " + copy + " = " + box.name + ";"
                          : "support::Box " + copy + " = std::as_const(" + box.name + ");");
    boxes.push_back({copy, box.type});
    tensors.push_back({copy + ".a", box.type, true});
    tensors.push_back({copy + ".b", box.type, true});
    ints.push_back(copy + ".turns");
    return;
  }
  case 5: {
    const std::string a = name("a"), b = name("b"), k = name("k"), w = name("w");
    const bool reference = rng.chance(50);
    line("[[maybe_unused]] auto " + std::string(reference ? "&" : "") + "[" + a + ", " + b + ", " + k + ", " +
         w + "] = " + box.name + ";");
    tensors.push_back({a, box.type, true});
    tensors.push_back({b, box.type, true});
    return;
  }
  case 6:
    return line(box.name + ".weight = (" + number() + ") * 0.5;");
  case 7:
    return line(box.name + " = support::Box{" + tensor(box.type, 1) + ", " + box.name + ".a, " + integer() +
                "};");
  default: {
    const std::string t = name("t");
    line("auto " + t + " = " + box.name + rng.word({".mix();", ".first();", ".turn().first();"}));
    tensors.push_back({t, box.type, true});
    return;
  }
  }
}

void Body::map() {
  if (rng.chance(35))
    return ordered();
  const Type type = someType();
  const std::string map = name("map"), t = name("t"), one = tensor(type, 1), two = tensor(type, 1);
  const bool words = rng.chance(50);
  const auto key = [&](int k) {
    return words ? "\"" + std::string(1, char('a' + k)) + "\"" : std::to_string(k);
  };
  line(std::string("std::map<") + (words ? "std::string" : "int") + ", Tensor> " + map + ";");
  line(map + "[" + key(1) + "] = " + one + ";");
  const std::string in = rng.chance(50) ? "  " : "";
  if (!in.empty())
    line("if (" + condition(rng.chance(30)) + ")");
  line(in + map + "[" + (words || rng.chance(50) ? key(2) : "(" + integer() + ") % 3") + "] = " + two + ";");
  if (rng.chance(50)) {
    const std::string value = name("m");
    line("for ([[maybe_unused]] auto &[key, " + value + "] : " + map + ") {");
    {
      Scope scope(*this);
      tensors.push_back({value, type, true});
      statements(1 + rng.below(2));
    }
    line("}");
  }
  switch (rng.below(4)) {
  case 0:
    line("auto " + t + " = " + map + ".at(" + key(1) + ");");
    break;
  case 1: // may throw; for a key that only some declared sizes insert the tool refuses the function (FG701)
    line("auto " + t + " = " + map + ".at(" + key(in.empty() ? 2 : 1) + ");");
    break;
  case 2:
    line("auto " + t + " = " + map + ".count(" + key(2) + ") ? " + map + ".at(" + key(2) + ") : " + map +
         "[" + key(1) + "];");
    break;
  default: {
    const std::string value = tensor(type, 1), found = name("found");
    line("Tensor " + t + " = " + value + ";");
    line("if (auto " + found + " = " + map + ".find(" + key(2) + "); " + found + " != " + map + ".end())");
    line("  " + t + " = " + found + "->second;");
  }
  }
  tensors.push_back({t, type, true});
}

void Body::container() {
  const Type type = someType();
  switch (rng.below(8)) {
  case 0:
  case 1: {
    const std::string list = name("list");
    const std::string first = tensor(type, 1), second = tensor(type, 1);
    line("std::vector<Tensor> " + list + (rng.chance(50) ? " = {" + first + ", " + second + "};" : ";"));
    line(list + ".push_back(" + tensor(type, 1) + ");");
    lists.push_back({list, type});
    return;
  }
  case 2:
  case 3:
    if (!lists.empty()) {
      const auto list = rng.pick(lists);
      if (rng.chance(50))
        return line(list.first + ".push_back(" + tensor(list.second, 1) + ");");
      const std::string t = name("t");
      line("auto " + t + " = " + list.first + rng.word({".back();", "[0];", ".front();"}));
      tensors.push_back({t, list.second, true});
      return;
    }
    [[fallthrough]];
  case 4: {
    const std::string a = name("a"), b = name("b"), one = tensor(type, 1), two = tensor(type, 1);
    line("[[maybe_unused]] auto [" + a + ", " + b + "] = " + rng.word({"std::pair", "std::tuple"}) +
         "<Tensor, Tensor>(" + one + ", " + two + ");");
    tensors.push_back({a, type, true});
    tensors.push_back({b, type, true});
    return;
  }
  case 5: {
    const std::string array = name("array"), t = name("t"), one = tensor(type, 1), two = tensor(type, 1);
    line("std::array<Tensor, 2> " + array + " = {" + one + ", " + two + "};");
    line("Tensor &" + t + " = " + array + "[" + rng.word({"0", "1"}) + "];");
    line(t + " = " + operand(type, 1) + (type.isFloat() ? " * 0.5" : "") + ";");
    line("support::kept.push_back(" + array + "[0]);");
    tensors.push_back({t, type, true});
    return;
  }
  default: {
    const std::string maybe = name("maybe"), t = name("t"), value = tensor(type, 1), other = tensor(type, 1);
    line("std::optional<Tensor> " + maybe + ";");
    line("if (" + condition(rng.chance(30)) + ")");
    line("  " + maybe + " = " + value + ";");
    line("auto " + t + " = " +
         (rng.chance(50) ? maybe + ".value_or(" + other + ");"
                         : maybe + " ? *" + maybe + " : Tensor(" + other + ");"));
    tensors.push_back({t, type, true});
    return;
  }
  }
}

/// What changes a list in its middle, and what is made of all of it.
void Body::list() {
  if (lists.empty())
    return container();
  const auto [all, type] = rng.pick(lists);
  const std::string t = name("t");
  switch (rng.below(10)) {
  case 0:
    line("for (size_t at = 0; at < " + all + ".size(); ++at)");
    return line("  " + all + "[at] = " + operand(type, 1) + (type.isFloat() ? " * 0.5;" : ";"));
  case 1:
    line("if (" + all + ".size() > 1)");
    return line("  " + all + (rng.chance(50) ? ".pop_back();" : ".erase(" + all + ".begin());"));
  case 2:
    line("if (" + all + ".size() > 1)");
    return line("  std::swap(" + all + "[0], " + all + ".back());");
  case 3:
    line("auto " + t + " = fg::stack(" + all + ", 0).sum(0)" +
         (type.isFloat() ? " * 0.2;" : ".to(" + dtypeName(type.dtype) + ");"));
    tensors.push_back({t, type, true});
    return;
  case 4: {
    const std::string copy = name("list");
    line(std::string(rng.chance(50) ? "[[maybe_unused]] auto &" : "auto ") + copy + " = " + all + ";");
    lists.push_back({copy, type});
    return;
  }
  case 5:
    return line(all + ".insert(" + all + ".begin(), " + tensor(type, 1) + ");");
  case 6:
    if (type.isFloat())
      return line(all + ".back().mul_(0.5);");
    return line(all + "[0] = " + all + ".back();");
  case 7:
    line("for (Tensor &each : " + all + ")");
    return line(type.isFloat() ? rng.word({"  each.mul_(0.9);", "  each = each * 0.5 + 0.1;"})
                               : std::string("  each = each.clone();"));
  case 8: {
    const std::string lambda = name("f");
    line("const auto " + lambda + " = [&](const Tensor &each) { " + all + ".push_back(each); };");
    line(lambda + "(" + tensor(type, 1) + ");");
    if (rng.chance(40)) {
      line("if (" + condition(rng.chance(30)) + ")");
      line("  " + lambda + "(" + leaf(type) + ");");
    }
    return;
  }
  default:
    line("Tensor &" + t + " = " + all + rng.word({"[0];", ".back();", ".at(0);"}));
    // Not in scope for later statements: the list may grow.
    return line(t + " = " + operand(type, 1) + (type.isFloat() ? " * 0.5;" : ";"));
  }
}

void Body::reference() {
  const Type type = someType();
  const TensorVar *one = find(type, true), *two = find(type, true);
  if (!one)
    return declare();
  const std::string a = one->name, b = two->name, t = name("t");
  switch (rng.below(8)) {
  case 0:
    line("Tensor *" + t + " = &" + a + ";");
    line("*" + t + " = " + operand(type, 1) + (type.isFloat() ? " * 0.9;" : ";"));
    if (type.isFloat() && rng.chance(50))
      line(t + "->mul_(0.5);");
    return;
  case 1:
    line("Tensor &" + t + " = " + condition(rng.chance(25)) + " ? " + a + " : " + b + ";");
    line(t + " = " + operand(type, 1) + (type.isFloat() ? " * 0.9;" : ";"));
    tensors.push_back({t, type, true});
    return;
  case 2:
    return line("std::swap(" + a + ", " + b + ");");
  case 3:
    line("auto " + t + " = std::exchange(" + a + ", Tensor(" + tensor(type, 1) + "));");
    tensors.push_back({t, type, true});
    return;
  case 4:
    if (a == b)
      return line("std::tie(" + a + ", std::ignore) = std::make_tuple(Tensor(" + tensor(type, 1) + "), 1);");
    return line("std::tie(" + a + ", " + b + ") = std::make_pair(Tensor(" + tensor(type, 1) + "), Tensor(" +
                tensor(type, 1) + "));");
  case 5: { // a function that is called where it stands
    const std::string test = condition(rng.chance(30)), yes = tensor(type, 1), no = tensor(type, 1);
    line((rng.chance(50) ? "Tensor " : "const Tensor ") + t + " = [&]() -> Tensor {");
    line("  if (" + test + ")");
    line("    return " + yes + ";");
    line("  return " + no + ";");
    line("}();");
    tensors.push_back({t, type, false});
    return;
  }
  case 6: {
    const std::string value = tensor(type, 1);
    line("const auto " + t + " = std::make_" + rng.word({"unique", "shared"}) + "<Tensor>(" + value + ");");
    line("*" + t + " = " + operand(type, 1) + (type.isFloat() ? " * 0.9;" : ";"));
    tensors.push_back({"(*" + t + ")", type, true});
    return;
  }
  default: { // a lambda that changes what it captured
    const std::string f = name("f"), k = name("k");
    const bool copied = method || a.find_first_of(".([") != std::string::npos || rng.chance(50);
    const std::string held = copied ? "held" : a;
    line("auto " + f + " = [" + (copied ? "held = " : "&") + a + ", " + k + " = " + integer() +
         "]() mutable {");
    line("  ++" + k + ";");
    line("  " + held + " = " + held +
         (type.isFloat()     ? " * 0.5 + 0.1 * " + k
          : type.isInteger() ? " % 4"
                             : " != true") +
         ";");
    line("  return " + held + ";");
    line("};");
    line("auto " + t + " = " + f + "();");
    if (rng.chance(50))
      line(t + " = " + f + "();");
    tensors.push_back({t, type, true});
    return;
  }
  }
}

void Body::cxxContainer() {
  const std::string v = name("v"), k = name("k");
  switch (rng.below(4)) {
  case 0:
    line("std::vector<int> " + v + " = {1, " + integer() + ", 2};");
    line("if (" + condition(rng.chance(25)) + ")");
    line("  " + v + ".push_back(" + integer() + ");");
    line("[[maybe_unused]] int " + k + " = (" + v + "[1] + int(" + v + ".size())) % 5;");
    ints.push_back(k);
    return;
  case 1:
    line("std::string " + v + " = \"" + v + "\";");
    line("if (" + condition(rng.chance(25)) + ")");
    line("  " + v + " += \"+\";");
    if (prints)
      line("std::puts(" + v + ".c_str());");
    line("[[maybe_unused]] int " + k + " = int(" + v + ".size()) % 3;");
    ints.push_back(k);
    return;
  case 2: {
    line("std::array<double, 3> " + v + " = {0.5, double(" + number() + "), -0.2};");
    line(v + "[1] *= 0.5;");
    numbers.push_back(v + "[1]");
    numbers.push_back(v + "[2]");
    return;
  }
  default: {
    const std::string d = name("d");
    line("double " + d + " = " + number() + ";");
    line("for (const double each : {0.5, 0.25})");
    line("  " + d + " = " + d + " * each + 0.1;");
    numbers.push_back(d);
    return;
  }
  }
}

/// What outlives the call, and what no graph can see.
void Body::state() {
  Type type = someType();
  const std::string t = name("t"), last = name("last");
  const TensorVar *var = find(type, false);
  const std::string target = var->name;
  switch (rng.below(6)) {
  case 0: {
    line("static Tensor " + last + ";");
    line("auto " + t + " = " + last + ".defined() && " + last + ".sizes() == " + target + ".sizes() ? " +
         last + " : " + target + ";");
    line(last + " = " + target + ".clone();");
    tensors.push_back({t, type, true});
    return;
  }
  case 1:
    line("support::gain = (" + number() + ") * 0.5;");
    numbers.push_back("support::gain");
    return;
  case 2:
    if (type.isFloat() && var->assignable)
      return line("support::change(" + target + ");");
    return line("support::kept.push_back(" + target + ");");
  case 3: {
    const std::string value = type.isFloat() ? "0.5" : type.dtype == 'b' ? "true" : "3";
    const std::string cxx = type.dtype == 'f'   ? "float"
                            : type.dtype == 'd' ? "double"
                            : type.dtype == 'i' ? "int64_t"
                            : type.dtype == 'j' ? "int32_t"
                            : type.dtype == 'h' ? "uint8_t"
                                                : "bool";
    line("if (" + target + ".numel() > 0)");
    return line("  " + target + "." + (isTemplate ? "template " : "") + "data_ptr<" + cxx +
                ">()[0] = " + value + ";");
  }
  case 4:
    if (type.isFloat()) {
      const std::string stage = name("stage");
      line("const std::unique_ptr<support::Stage> " + stage + " = support::stage(" + integer() + ");");
      line("auto " + t + " = " + stage + "->run(" + tensor(type, 1) + ");");
      tensors.push_back({t, type, true});
      return;
    }
    [[fallthrough]];
  default:
    return line("fg::graph_break(\"" + t + "\");");
  }
}

/// Over the rows of a tensor, as many as it has at run time.
void Body::rows() {
  const Type type = someType();
  const TensorVar *var = find(type, false);
  const std::string x = var->name;
  if (generic || type.dims.empty() || loops >= 2)
    return reference();
  Type part = type;
  part.dims.erase(part.dims.begin());
  const std::string at = name("at");
  if (type.isFloat() && rng.chance(40)) {
    const std::string list = name("list"), t = name("t");
    line("std::vector<Tensor> " + list + ";");
    line("for (int64_t " + at + " = 0; " + at + " < " + x + ".size(0); ++" + at + ")");
    line("  " + list + ".push_back(" + x + "[" + at + "]" + rng.word({"", " * 0.5", ".sum() * 0.1 + 0.2"}) +
         ");");
    line("const Tensor " + t + " = fg::stack(" + list + ");");
    return line("support::kept.push_back(" + t + ");");
  }
  line("for (int64_t " + at + " = 0; " + at + " < " + x + ".size(0); ++" + at + ") {");
  {
    Scope scope(*this);
    ++loops;
    const std::string row = name("row");
    line("[[maybe_unused]] auto " + row + " = " + x + "[" + at + "];");
    tensors.push_back({row, part, true});
    statements(1 + rng.below(2));
    jump();
    --loops;
  }
  line("}");
}

} // namespace random_program
