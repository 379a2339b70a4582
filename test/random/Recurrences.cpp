// Loops whose turns leave tensors to the next: what the tool makes one kernel of, and what looks like it.
#include "Program.h"

#include <algorithm>
#include <set>

namespace random_program {

/// A tensor of `type`, of what a turn has. Most are computed element by element.
std::string Body::ofTurn(const Type &type, int depth) {
  if (rng.chance(8))
    return tensor(type, depth); // breaks, views, reductions: no kernel may be made of those
  if (depth <= 0 || rng.chance(20))
    return leaf(type);
  const auto part = [&] { return "(" + ofTurn(type, depth - 1) + ")"; };
  switch (rng.below(7)) {
  case 0:
    return "fg::" + rng.word({"tanh", "sigmoid", "relu", "abs", "sin"}) + part();
  case 1:
    return part() + " * 0.5" + rng.word({"", " + 0.25"});
  case 2:
    return "1 - " + part();
  case 3:
    return "fg::" + rng.word({"maximum", "minimum"}) + "(" + ofTurn(type, depth - 1) + ", " +
           ofTurn(type, depth - 1) + ")";
  case 4:
    return "fg::where(" + part() + " > 0.137, " + ofTurn(type, depth - 1) + ", 0.25)";
  case 5:
    return part() + " * fg::sigmoid" + part();
  default:
    return "(" + part() + rng.word({" + ", " - "}) + part() + ") * 0.5";
  }
}

/// What a turn does to a tensor that is declared in front of the loop.
void Body::changeCarried(const std::string &carried, const Type &type, const std::string &slice) {
  switch (rng.below(8)) {
  case 0:
    return line(carried + " += " + ofTurn(type, 1) + " * 0.25;");
  case 1:
    return line(carried + ".mul_(0.75).add_(" + slice + ", 0.25);");
  case 2:
    return line(carried + ".copy_(" + ofTurn(type, 2) + ");");
  default: {
    const std::string left = rng.chance(15) ? leaf(type) : ofTurn(type, 2);
    return line(carried + " = " + (left == carried ? slice : left) + ";"); // compilers warn of s = s
  }
  }
}

/// A turn for each part of a tensor along a dim. Turns carry tensors, read the part that an earlier turn
/// wrote, write their own, and fill a list that is stacked.
void Body::recurrence() {
  const Type type = floatType();
  const TensorVar *var = find(type, false);
  if (!var || generic || !type.isFloat() || type.dims.empty() || loops >= 1)
    return rows();
  ++loops;
  const int dim = rng.below(int(type.dims.size()));
  const std::string x = var->name, along = std::to_string(dim);
  Type part = type;
  part.dims.erase(part.dims.begin() + dim);
  const auto partOf = [&](const std::string &of, const std::string &place) {
    return dim == 0 && rng.chance(50) ? of + "[" + place + "]" : of + ".select(" + along + ", " + place + ")";
  };

  std::vector<std::string> carried, results;
  std::set<std::string> assignedFirst; // undefined in front of the loop
  for (int k = rng.below(3); k >= 0; --k) {
    // A parameter, a member, what a statement in front has made: or a variable of the loop's own.
    const TensorVar *known = rng.chance(30) ? find(part, true) : nullptr;
    if (known && known->name != x &&
        std::find(carried.begin(), carried.end(), known->name) == carried.end()) {
      carried.push_back(known->name);
      continue;
    }
    carried.push_back(name("s"));
    if (rng.chance(6))
      assignedFirst.insert(carried.back());
    line("Tensor " + carried.back() +
         (assignedFirst.contains(carried.back()) ? ";" : " = " + tensor(part, 1) + ";"));
  }
  const std::string y = rng.chance(50) ? name("y") : "", list = rng.chance(40) ? name("ys") : "";
  if (!y.empty()) // the tensor itself, or a copy
    line("Tensor " + y + " = " + x + (rng.chance(75) ? ".clone();" : ";"));
  if (!list.empty())
    line("std::vector<Tensor> " + list + ";");

  const std::string at = name("at"), slice = name("xt"), count = x + ".size(" + along + ")";
  const bool isBackwards = rng.chance(30);
  const int lag = y.empty() || rng.chance(50) ? 0 : 1 + rng.below(2);
  const std::string begin = std::to_string(lag);
  line("for (int64_t " + at + " = " +
       (isBackwards ? count + " - " + std::to_string(1 + lag) + "; " + at + " >= 0; --"
                    : begin + "; " + at + " < " + count + "; ++") +
       at + ") {");
  {
    Scope scope(*this);
    line("const Tensor " + slice + " = " + partOf(x, at) + ";");
    tensors.push_back({slice, part, false});
    for (const std::string &one : assignedFirst)
      line(one + " = " + slice + " * 0.5;");
    for (const std::string &one : carried)
      tensors.push_back({one, part, true});
    if (lag || (!y.empty() && rng.chance(40))) { // what an earlier turn wrote, or what this one writes
      const std::string before = name("b");
      const std::string shift = lag ? (isBackwards ? " + " : " - ") + begin : "";
      line("const Tensor " + before + " = " + partOf(y, at + shift) + ";");
      tensors.push_back({before, part, false});
    }
    for (const std::string &one : carried)
      changeCarried(one, part, slice);
    if (!list.empty())
      line(list + ".push_back(" + (rng.chance(30) ? carried[0] : ofTurn(part, 2)) + ");");
    if (!y.empty()) {
      const std::string own = partOf(y, at), value = ofTurn(part, 2);
      const int how = rng.below(4);
      line(how == 0            ? own + " += " + value + " * 0.5;"
           : how == 1          ? own + ".mul_(0.75).add_(" + value + ", 0.25);"
           : own.back() == ']' ? own + " = " + value + " * 0.5;"
                               : own + ".copy_(" + value + ");");
    }
    if (rng.chance(8))
      statements(1);
  }
  line("}");
  --loops;
  for (const std::string &one : carried)
    tensors.push_back({one, part, true});
  if (!y.empty())
    tensors.push_back({y, type, true});
  if (!list.empty()) {
    const std::string stacked = name("t");
    line("const Tensor " + stacked + " = fg::stack(" + list + ");");
    results.push_back(stacked);
  }
  for (const std::string &one : carried)
    if (rng.chance(50))
      results.push_back(one);
  for (const std::string &result : results)
    line("support::kept.push_back(" + result + ");");
}

} // namespace random_program
