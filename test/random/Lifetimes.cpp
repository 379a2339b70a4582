// Objects whose end shows: classes with special members, guards that undo; and exceptions.
#include "Program.h"

namespace random_program {

/// Objects of a class with special members of its own: alone, as a base, as a member, in containers.
void Body::owner() {
  const Type type = floatType();
  if (!type.isFloat())
    return map();
  const std::string own = name("own"), other = name("own");
  const auto holds = [&](const std::string &object) { tensors.push_back({object + ".t", type, true}); };
  line("support::" + rng.word({"Owner ", "Owner ", "Heir "}) + own + "(" + tensor(type, 1) + ");");
  holds(own);
  switch (rng.below(9)) {
  case 0:
    return;
  case 1:
    line("auto " + other + " = " + own + ";");
    return holds(other);
  case 2:
    line("support::Held " + other + "{" + own + ", " + rng.word({"1", "2"}) + "};");
    line("auto " + other + "c = " + other + ";");
    holds(other + ".owner");
    return holds(other + "c.owner");
  case 3:
    line("support::Held " + other + "{support::Owner(" + tensor(type, 1) + "), 1}, " + other +
         "b{support::Owner(" + own + ".t), 2};");
    line(other + " = " + other + "b;");
    return holds(other + ".owner");
  case 4: {
    const std::string f = name("f"), t = name("t");
    line("auto " + f + " = [" + own + "](const Tensor &v) { return v * 0.5 + " + own + ".t * 0.5; };");
    line("auto " + t + " = " + f + "(" + operand(type, 1) + ");");
    tensors.push_back({t, type, true});
    return;
  }
  case 5: {
    line("{");
    {
      Scope scope(*this);
      line("support::Held " + other + "{support::Owner(" + own + ".t * 0.5), 3};");
      holds(other + ".owner");
      statements(1 + rng.below(2));
    }
    return line("}");
  }
  case 6:
    line("std::vector<support::Owner> " + other + ";");
    line(other + ".push_back(" + own + ");");
    line(other + ".push_back(" + other + "[0]);");
    return line(own + ".t = " + own + ".t * 0.5 + " + other + "[1].t * 0.5;");
  case 7: {
    const std::string t = name("t");
    line("auto " + t + " = support::Owner(" + operand(type, 1) + " * 0.5).t * 0.5;");
    tensors.push_back({t, type, true});
    return;
  }
  default:
    line("std::pair<support::Owner, int> " + other + "{" + own + ", 1};");
    line("auto " + other + "c = " + other + ";");
    return holds(other + "c.first");
  }
}

/// A guard that undoes what was done, unless it is dismissed; perhaps one that is there already is changed.
void Body::undo() {
  if (undos.empty() || rng.chance(35)) {
    const Type type = floatType();
    if (!type.isFloat())
      return map();
    const std::string guard = name("undo");
    const std::string made = "support::Undo" + rng.word({"", "", "Later"});
    line(made + " " + guard + "(" + operand(type, 1) + ");");
    undos.push_back({guard, type});
    if (rng.chance(40))
      statements(1);
    return;
  }
  const auto [guard, type] = rng.pick(undos);
  switch (rng.below(5)) {
  case 0:
    return line(guard + ".armed = " + (rng.chance(70) ? "false" : "!" + guard + ".armed") + ";");
  case 1:
    return line(guard + ".steps += " + integer() + ";");
  case 2:
    line("if (" + condition(rng.chance(45)) + ")");
    return line("  " + guard + ".armed = false;");
  case 3:
    return line(guard + ".old = " + operand(type, 1) + " * 0.5;");
  default:
    return line("support::show(\"" + guard + "\", " + guard + ".old * double(" + guard + ".steps));");
  }
}

void Body::exceptions() {
  // Not caught here. Not of sizes: a declared dim that it leaves one size is an error (FG701), rightly.
  if (sizeArms == 0 && rng.chance(25)) {
    std::string wrong = condition(rng.chance(40));
    for (int i = 0; i < 8 && asksSize(wrong); ++i)
      wrong = condition(rng.chance(40));
    if (asksSize(wrong))
      wrong = "false";
    if (rng.chance(50))
      return line("fg::check(!(" + wrong + "), \"" + name("e") + "\");");
    line("if (" + wrong + ")");
    return line(rng.chance(70) ? "  throw std::runtime_error(\"" + name("e") + "\");"
                               : "  throw " + integer() + ";");
  }
  ++tries;
  line("try {");
  {
    Scope scope(*this);
    statements(1 + rng.below(2));
    const std::string in = rng.chance(60) ? "  " : "";
    if (!in.empty())
      line("if (" + condition(rng.chance(50)) + ")");
    line(in + (rng.chance(75) ? "throw std::runtime_error(\"" + name("e") + "\");" : "throw 3;"));
  }
  const int kind = rng.below(4);
  if (kind == 0)
    line("} catch (int) {");
  else
    line(kind == 1 ? "} catch (const std::logic_error &) {" : "} catch (const std::exception &) {");
  {
    Scope scope(*this);
    statements(1 + rng.below(2));
  }
  if (kind < 2) {
    line("} catch (...) {");
    Scope scope(*this);
    statements(1 + rng.below(2));
    if (rng.chance(30))
      line("throw;");
  }
  line("}");
  --tries;
}

} // namespace random_program
