// Loops: counted, over lists, ended from within, and those that data ends.
#include "Program.h"

namespace random_program {

/// A closure of a number or a tensor, which may change behind it, and a loop in which another variable has
/// the name of what the closure captured.
void Body::hiddenName() {
  const Type type = floatType();
  const TensorVar *found = type.isFloat() ? find(type, true) : nullptr;
  if (!found)
    return assign();
  const std::string target = found->name, v = name("v"), f = name("f"), q = name("q"), i = name("i");
  const bool ofTensor = rng.chance(40);
  const std::string capture = rng.chance(50) ? v : rng.chance(60) ? "&" + v : rng.word({"=", "&"});
  line((ofTensor ? "Tensor " + v + " = " + operand(type, 1) + " * 0.5" : "int " + v + " = " + integer()) +
       ";");
  line("const auto " + f + " = [" + capture + "](const Tensor &" + q + ") { return " + q + " * 0.5 + " +
       (ofTensor ? v + " * 0.25" : "0.1 * double(" + v + ")") + "; };");
  switch (rng.below(5)) {
  case 0:
    line(ofTensor ? v + ".mul_(0.5);" : v + " += 1;");
    break;
  case 1: {
    const std::string r = name("r");
    line(ofTensor ? "Tensor &" + r + " = " + v + ";" : "int *" + r + " = &" + v + ";");
    line(ofTensor ? r + " = " + r + " * 0.5;" : "*" + r + " = 2;");
    break;
  }
  default:
    break;
  }
  const std::string bound =
      ints.empty() || rng.chance(30) ? std::to_string(1 + rng.below(3)) : "(" + integer() + ") % 4";
  line("for (int " + i + " = 0; " + i + " < " + bound + "; ++" + i + ") {");
  const std::string inner = rng.word({"int", "double", "tensor"});
  line("  const auto " + v + " = " +
       (inner == "tensor" ? target + ".sum() * 0.01"
        : inner == "int"  ? "3 + " + i
                          : "0.25 * " + i) +
       ";");
  line("  " + target + " = " + f + "(" + target + ") * 0.9 + " +
       (inner == "tensor" ? v : "0.05 * double(" + v + ")") + ";");
  line("}");
  if (!ofTensor)
    ints.push_back(v);
}

void Body::loop() {
  ++loops;
  const std::string i = name("i");
  const int kind = rng.below(13);
  if (kind == 12) {
    hiddenName();
    --loops;
    return;
  }
  if (kind <= 1 || (kind == 2 && lists.empty())) {
    const std::string bound =
        kind == 0 || ints.empty() ? std::to_string(1 + rng.below(3)) : "(" + integer() + ") % 4";
    line("for (int " + i + " = 0; " + i + " < " + bound + "; ++" + i + ") {");
    {
      Scope scope(*this);
      constInts.push_back(i);
      statements(1 + rng.below(2));
      jump();
      statements(1 + rng.below(2));
    }
    line("}");
  } else if (kind == 2) {
    const auto list = rng.pick(lists);
    line("for ([[maybe_unused]] const auto &" + i + " : " + list.first + ") {");
    {
      Scope scope(*this);
      tensors.push_back({i, list.second, false});
      jump();
      // The list may not grow while it is walked.
      const auto held = lists;
      lists.clear();
      statements(1 + rng.below(3));
      lists = held;
    }
    line("}");
  } else if (kind == 6) { // counts down, or over a list
    line(rng.chance(50) ? "for ([[maybe_unused]] int " + i + " : {2, 0, 1}) {"
                        : "for (int " + i + " = " + integer() + " % 3; " + i + " >= 0; --" + i + ") {");
    {
      Scope scope(*this);
      constInts.push_back(i);
      statements(1 + rng.below(2));
      jump();
      statements(rng.below(2));
    }
    line("}");
  } else if (kind == 7) { // over tensors that are listed
    const Type type = someType();
    const std::string one = tensor(type, 1), two = tensor(type, 1);
    line("for ([[maybe_unused]] const Tensor &" + i + " : {Tensor(" + one + "), Tensor(" + two + ")}) {");
    {
      Scope scope(*this);
      tensors.push_back({i, type, false});
      jump();
      statements(1 + rng.below(2));
    }
    line("}");
  } else if (kind == 8) {
    line("int " + i + " = 0;");
    line("while (true) {");
    {
      Scope scope(*this);
      statements(1 + rng.below(2));
      line("if (++" + i + " > " + std::to_string(1 + rng.below(2)) + " || " + condition(rng.chance(40)) +
           ")");
      line("  break;");
      jump();
      statements(1 + rng.below(2));
    }
    line("}");
    constInts.push_back(i);
  } else if (kind == 9) { // an unsigned counter that wraps around in the end
    const std::string at = name("at");
    line("for (size_t " + i + " = size_t((" + integer() + ") % 3 + 2); " + i + "-- > 0;) {");
    {
      Scope scope(*this);
      line("[[maybe_unused]] const int " + at + " = int(" + i + ");");
      constInts.push_back(at);
      statements(1 + rng.below(2));
      jump();
      statements(rng.below(2));
    }
    line("}");
  } else if (kind == 10) { // a statement of the body ends it, or data does
    line("int " + i + " = (" + integer() + ") % 5;");
    line(rng.chance(50) ? "while (true) {" : "for (;;) {");
    {
      Scope scope(*this);
      const bool first = rng.chance(50);
      if (!first)
        statements(1);
      line("if (" + i + "-- <= " + std::to_string(rng.below(2)) + ")");
      line("  break;");
      statements(1 + rng.below(2));
      jump();
      statements(rng.below(2));
    }
    line("}");
    constInts.push_back(i);
  } else if (kind == 11) { // each turn forks
    const std::string all = name("all");
    std::string values = integer();
    for (int k = 0; k < 5; ++k)
      values += ", " + integer();
    line("const std::array<int, 6> " + all + "{" + values + "};");
    line("for (const int " + i + " : " + all + ") {");
    {
      Scope scope(*this);
      constInts.push_back(i);
      line("if (" + i + " % 2 == 0)");
      line("  continue;");
      statements(1 + rng.below(2));
      jump();
    }
    line("}");
  } else {
    line("int " + i + " = 0;");
    const bool data = rng.chance(60);
    const std::string bound = i + "++ < " + std::to_string(1 + rng.below(3));
    const std::string test = bound + (data             ? " && (" + condition(true) + ")"
                                      : rng.chance(50) ? " && " + condition(false)
                                                       : "");
    const bool atEnd = kind == 5;
    line(atEnd ? "do {" : "while (" + test + ") {");
    {
      Scope scope(*this);
      statements(1 + rng.below(2));
      jump();
      statements(1 + rng.below(2));
    }
    line(atEnd ? "} while (" + test + ");" : "}");
    constInts.push_back(i);
  }
  --loops;
}

} // namespace random_program
