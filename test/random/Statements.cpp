// Control flow, writes, breaks, containers, exceptions.
#include "Program.h"

namespace random_program {

/// Appends to a list of the program's, and may change what was appended, or what stands in front of it,
/// before or behind that.
void Body::keep(const std::string &value, Type type) {
  const std::string change =
      rng.word({".back() = ", "[support::kept.size() - 1] = "}) + tensor(type, 1) + ";";
  if (rng.chance(20))
    line("if (!support::kept.empty()) support::kept" + change);
  line("support::kept.push_back(" + value + ");");
  if (rng.chance(20))
    line("support::kept" + change);
  if (rng.chance(10))
    line("if (support::kept.size() > 1) support::kept[support::kept.size() - 2] = " + tensor(type, 1) + ";");
}

void Body::block(int count) {
  Scope scope(*this);
  statements(count);
}

void Body::statements(int count) {
  for (int i = 0; i < count; ++i)
    statement();
}

void Body::statement() {
  const int kind = rng.below(132);
  const bool deep = depth >= 3;
  if (kind < 18)
    declare();
  else if (kind < 36)
    assign();
  else if (kind < 48)
    inPlace();
  else if (kind < 54)
    alias();
  else if (kind < 61)
    cxxVariable();
  else if (kind < 69 && !deep)
    branch();
  else if (kind < 76 && !deep && loops < 2)
    loop();
  else if (kind < 78 && !deep)
    switchOver();
  else if (kind < 85)
    effect();
  else if (kind < 90)
    callStatement();
  else if (kind < 92 && lambdas == 0 && !deep)
    lambda();
  else if (kind < 97)
    container();
  else if (kind < 99 && !deep && tries < 1)
    exceptions();
  else if (kind >= 126)
    recurrence();
  else if (kind >= 120)
    handles();
  else if (kind >= 116)
    dataSize();
  else if (kind >= 100)
    structure();
  else
    assign();
}

void Body::declare() {
  Type type = someType();
  if (!generic && rng.chance(25)) { // another shape or dtype
    if (!type.dims.empty() && rng.chance(50))
      type.dims.erase(type.dims.begin() + rng.below(int(type.dims.size())));
    else if (type.dims.size() < 3 && rng.chance(60))
      type.dims.push_back(Dim{2 + rng.below(3), 0, 0});
    if (rng.chance(30))
      type.dtype = rng.pick(std::vector<char>{'f', 'f', 'd', 'i', 'j', 'h', 'b'});
  }
  const std::string value = tensor(type, 2 + rng.below(2)), t = name("t");
  const int how = rng.below(6);
  if (how == 0) {
    line("Tensor " + t + ";");
    line(t + " = " + value + ";");
  } else if (how == 1) {
    line("Tensor " + t + "(" + value + ");");
  } else {
    line((how == 2 ? "const auto " : how == 3 ? "Tensor " : "auto ") + t + " = " + value + ";");
  }
  tensors.push_back({t, type, how != 2});
}

void Body::assign() {
  Type type = someType();
  const TensorVar *var = find(type, true);
  if (!var)
    return declare();
  const std::string target = var->name;
  if (type.isFloat() && rng.chance(10)) {
    const TensorVar *from = find(type, true);
    if (from && from->name != target) { // moved, and given a value again
      const std::string source = from->name, moved = name("t");
      line("auto " + moved + " = std::move(" + source + ");");
      if (prints && rng.chance(50))
        line("std::printf(\"defined %d\\n\", int(" + source + ".defined()));");
      line(source + " = " + moved + " * 0.9;");
      tensors.push_back({moved, type, true});
      return;
    }
  }
  line(target + " = " + operand(type, 2) +
       (type.isFloat()     ? " * 0.9"
        : type.isInteger() ? " % 8"
                           : " != false") +
       ";");
}

void Body::inPlace() {
  const Type type = someType();
  const TensorVar *var = find(type, false);
  const std::string t = var->name;
  if (!type.isFloat()) {
    if (type.isInteger())
      line(t + rng.word({".add_(1);", ".remainder_(5);", ".clamp_(0, 3);", ".bitwise_xor_(2);",
                         ".sub_(1).remainder_(6);"}));
    else
      line(t + rng.word({".logical_not_();", ".zero_();", ".bitwise_xor_(true);"}));
    return;
  }
  if (!generic && !type.dims.empty() && rng.chance(45)) { // through a view
    Type part = type;
    const int at = rng.below(int(type.dims.size()));
    const Dim dim = type.dims[size_t(at)];
    part.dims.erase(part.dims.begin() + at);
    const std::string index =
        dim.n || dim.m || dim.literal == 1 ? rng.word({"0", "-1"}) : rng.word({"0", "1", "-1"});
    const std::string view = t + ".select(" + std::to_string(at) + ", " + index + ")";
    switch (rng.below(6)) {
    case 0:
      return line(view + ".mul_(0.5);");
    case 1:
      return line(view + ".copy_(" + tensor(part, 1) + ");");
    case 2:
      return line(view + ".fill_(" + number() + ");");
    case 3:
      if (at == 0)
        return line(t + "[" + index + "] = " + tensor(part, 1) + (rng.chance(50) ? " * 0.5;" : ";"));
      return line(view + ".add_(" + tensor(part, 1) + ");");
    case 4:
      return line(t + ".narrow(" + std::to_string(at) + ", 0, 1).add_(" + number() + ");");
    default:
      if (type.dims.size() == 2)
        return line(t + ".t().mul_(0.75);");
      return line(t + ".view({-1}).mul_(0.75);");
    }
  }
  switch (rng.below(9)) {
  case 0:
    return line(t + ".add_(" + number() + ");");
  case 1:
    return line(t + ".mul_(" + operand(type, 1) + ".sigmoid());");
  case 2:
    if (var->assignable)
      return line("fg::" + rng.word({"relu_", "tanh_", "sigmoid_"}) + "(" + t + ");");
    return line(t + rng.word({".relu_();", ".sigmoid_();"}));
  case 3:
    return line(var->assignable && rng.chance(60) ? t + " += " + operand(type, 1) + " * 0.5;"
                                                  : t + ".add_(" + operand(type, 1) + " * 0.5);");
  case 4:
    return line(t + ".copy_(" + tensor(type, 2) + ");");
  case 5:
    return line(t + ".clamp_(-1.25, 1.25);");
  case 6:
    return line(t + ".mul_(" + number() + ").add_(0.1);");
  case 7:
    return line(t + ".sub_(" + tensor(type, 1) + ", 0.25);");
  default:
    return line(t + rng.word({".zero_();", ".neg_();", ".abs_();", ".tanh_();"}));
  }
}

void Body::alias() {
  const Type type = someType();
  const TensorVar *var = find(type, false);
  const std::string source = var->name, v = name("v");
  if (rng.chance(35)) {
    line((var->assignable ? "[[maybe_unused]] Tensor &" : "[[maybe_unused]] const Tensor &") + v + " = " +
         source + ";");
    tensors.push_back({v, type, var->assignable});
    return;
  }
  if (rng.chance(30) || generic || type.dims.empty()) {
    line("auto " + v + " = " + source + ";");
    tensors.push_back({v, type, true});
    return;
  }
  Type part = type;
  const int at = rng.below(int(type.dims.size()));
  const Dim dim = type.dims[size_t(at)];
  switch (rng.below(4)) {
  case 0:
    if (type.dims.size() == 2) {
      std::swap(part.dims[0], part.dims[1]);
      line("auto " + v + " = " + source + ".t();");
      break;
    }
    [[fallthrough]];
  case 1:
    part.dims.erase(part.dims.begin() + at);
    line("auto " + v + " = " + source + ".select(" + std::to_string(at) + ", " +
         (dim.n || dim.m || dim.literal == 1 ? "0" : "1") + ");");
    break;
  case 2:
    part.dims.insert(part.dims.begin() + at, Dim{});
    line("auto " + v + " = " + source + ".unsqueeze(" + std::to_string(at) + ");");
    break;
  default:
    part.dims[size_t(at)] = Dim{};
    line("auto " + v + " = " + source + ".slice(" + std::to_string(at) + ", 0, 1);");
  }
  tensors.push_back({v, part, true});
}

void Body::cxxVariable() {
  switch (rng.below(7)) {
  case 0: {
    const std::string k = name("k");
    line("[[maybe_unused]] int " + k + " = " + integer() + ";");
    ints.push_back(k);
    return;
  }
  case 1: {
    const std::string k = name("c"), value = integer();
    line("[[maybe_unused]] const int " + k + " = " + value + ";");
    constInts.push_back(k);
    return;
  }
  case 2:
    if (!ints.empty()) {
      const std::string k = rng.pick(ints);
      return line(rng.chance(50) ? "++" + k + ";" : k + " = (" + k + " + " + integer() + ") % 6;");
    }
    [[fallthrough]];
  case 3: {
    const std::string d = name("d"), value = number();
    line("[[maybe_unused]] const double " + d + " = " + value + ";");
    numbers.push_back(d);
    return;
  }
  case 4: {
    const std::string b = name("b"), value = condition(rng.chance(25));
    line("[[maybe_unused]] const bool " + b + " = " + value + ";");
    bools.push_back(b);
    return;
  }
  default: {
    Type type = someType();
    const std::string s = name("s");
    if (!type.isFloat())
      return line("[[maybe_unused]] const int " + s + " = " + integer() + ";");
    const std::string a = operand(type, 1);
    if (rng.chance(60))
      line("[[maybe_unused]] const auto " + s + " = fg::tanh(" + a + ".sum())" +
           item(rng.word({"float", "double"})) + ";");
    else
      line("[[maybe_unused]] const double " + s + " = " + a + ".mean()" + item("double") + " * 0.5;");
    numbers.push_back(s);
    return;
  }
  }
}

/// Sizes that data decide, gone again by the end of the statement.
void Body::dataSize() {
  const Type type = someType();
  const TensorVar *var = type.isFloat() ? find(type, true) : nullptr;
  if (!var)
    return assign();
  const std::string x = var->name, a = operand(type, 1), n = name("n"), mask = "(" + a + " > 0.137)";
  std::string part;
  switch (rng.below(6)) {
  case 0:
    line("const auto " + n + " = fg::masked_select(" + x + ", " + mask + ");");
    part = n + ".sum() * 0.1";
    break;
  case 1:
    line("auto " + n + " = fg::nonzero(" + mask + ");");
    part = n + ".to(" + x + ".scalar_type()).sum() * 0.01";
    break;
  case 2:
    part = x + ".index({" + mask + "}).sum() * 0.1";
    break;
  case 3:
    part = "fg::ones({" + mask + ".sum()" + item("int64_t") + ", 2}, " + x + ".scalar_type()).sum() * 0.05";
    break;
  default:
    line("const int64_t " + n + " = " + mask + ".sum()" + item("int64_t") + ";");
    if (rng.chance(40))
      statement();
    part = x + ".reshape({-1})." +
           (rng.chance(50) ? "narrow(0, 0, " + n + ")" : "slice(0, " + n + " / 2, " + n + ")") +
           ".sum() * 0.1";
    break;
  }
  line(x + " = " + x + " * 0.9 + fg::tanh(" + part + ");");
}

void Body::branch() {
  const std::string first = condition(rng.chance(45));
  const int outer = sizeArms;
  sizeArms += asksSize(first);
  line("if (" + first + ") {");
  block(1 + rng.below(3));
  if (rng.chance(20)) {
    ++indent;
    returnStatement();
    --indent;
  }
  if (rng.chance(25)) {
    const std::string second = condition(rng.chance(45));
    sizeArms += asksSize(second);
    line("} else if (" + second + ") {");
    block(1 + rng.below(2));
  }
  if (rng.chance(55)) {
    line("} else {");
    block(1 + rng.below(3));
    if (rng.chance(8)) {
      ++indent;
      returnStatement();
      --indent;
    }
  }
  sizeArms = outer;
  line("}");
}

/// Perhaps a way out of a loop.
void Body::jump() {
  if (!rng.chance(35))
    return;
  line("if (" + condition(rng.chance(40)) + ") {");
  {
    Scope inner(*this);
    if (rng.chance(30))
      statement();
    if (rng.chance(20) && lambdas == 0)
      returnStatement();
    else
      line(rng.chance(50) ? "break;" : "continue;");
  }
  line("}");
}

void Body::switchOver() {
  line("switch (" + integer() + ") {");
  for (int k = 0; k < 3; ++k) {
    line("case " + std::to_string(k) + ": {");
    block(1 + rng.below(2));
    if (rng.chance(15)) {
      ++indent;
      returnStatement();
      --indent;
      line("}");
      continue;
    }
    line("}");
    line(rng.chance(75) || k == 2 ? "  break;" : "  [[fallthrough]];");
  }
  if (rng.chance(60)) {
    line("default: {");
    block(1);
    line("}");
  } else {
    line("default:");
    line("  break;");
  }
  line("}");
}

void Body::effect() {
  const Type type = someType();
  const TensorVar *var = find(type, false);
  const std::string label = name("p");
  switch (rng.below(prints ? 9 : 2)) {
  case 0:
    return line(rng.chance(50) ? "++support::counter;" : "support::counter += " + integer() + ";");
  case 1:
    return keep(rng.chance(50) ? var->name : tensor(type, 1), type);
  case 2:
    return line("std::printf(\"" + label + " %d\\n\", " + integer() + ");");
  case 3:
    return line("std::puts(\"" + label + "\");");
  case 4:
    return line("std::printf(\"" + label + " %.6g\\n\", double(" + number() + "));");
  case 5: {
    const std::string calls = name("calls");
    line("static int " + calls + " = 0;");
    line("std::printf(\"" + label + " %d\\n\", ++" + calls + ");");
    return;
  }
  case 6:
    return line("support::Guard " + label + "(\"" + label + "\");");
  default:
    return line("support::show(\"" + label + "\", " + var->name + ");");
  }
}

void Body::callStatement() {
  std::vector<Callable> from;
  const Type type = someType();
  if (!mutators.empty() && type.dtype == 'f' && rng.chance(25))
    if (const TensorVar *var = find(type, true))
      return line(rng.pick(mutators) + "(" + var->name + ");");
  for (const Callable &c : callables)
    if (c.type.any ? c.type.dtype == type.dtype : c.type == type)
      from.push_back(c);
  if (from.empty() || rng.chance(10)) {
    if (rng.chance(20)) {
      const std::string k = name("k");
      line("[[maybe_unused]] int " + k + " = support::int_hook(" + integer() + ") % 5;");
      ints.push_back(k);
      return;
    }
    from = {{"support::opaque", "", type}};
  }
  const Callable &call = rng.pick(from);
  const TensorVar *to = find(type, true);
  const std::string argument = tensor(type, rng.below(2));
  const std::string text = call.name + "(" + argument + call.arguments + ")" + call.part;
  if (to && rng.chance(60))
    return line(to->name + " = " + text + (type.isFloat() && rng.chance(40) ? " * 0.8;" : ";"));
  const std::string t = name("t");
  line("auto " + t + " = " + text + ";");
  tensors.push_back({t, type, true});
}

void Body::lambda() {
  ++lambdas;
  Type type = someType();
  const std::string f = name("f"), q = name("q"), w = name("w");
  const bool byValue = !method && rng.chance(35); // = would capture the object, which is deprecated
  line("const auto " + f + " = [" + (byValue ? "=" : "&") + "]([[maybe_unused]] const Tensor &" + q +
       ", [[maybe_unused]] int " + w + ") {");
  {
    Scope scope(*this);
    std::vector<TensorVar> held = tensors;
    std::vector<std::string> heldInts = ints;
    const auto heldUndos = undos;
    if (byValue) {
      // What owns the object cannot be copied into the closure.
      std::erase_if(tensors,
                    [](const TensorVar &var) { return var.name.find_first_of("*>") != std::string::npos; });
      undos.clear();
      for (TensorVar &var : tensors)
        var.assignable = false;
      constInts.insert(constInts.end(), ints.begin(), ints.end());
      ints.clear();
    }
    tensors.push_back({q, type, false});
    constInts.push_back(w);
    const Returns outer = returns;
    returns = Returns::Tensor;
    const int heldLoops = loops;
    loops = 2; // no loops: break and continue belong to this function
    for (int i = rng.below(3); i >= 0; --i)
      rng.chance(50) ? declare() : rng.chance(50) ? effect() : assign();
    loops = heldLoops;
    returns = outer;
    line("return Tensor(" + operand(type, 2) + (type.isFloat() ? " * 0.9" : "") + ");");
    undos = heldUndos;
    tensors = held;
    ints = heldInts;
  }
  line("};");
  line("(void)" + f + ";");
  callables.push_back({f, ", " + std::to_string(rng.below(4)), type});
  --lambdas;
}

void Body::returnStatement() {
  const Type type = someType();
  switch (returns) {
  case Returns::Void:
    return line("return;");
  case Returns::Vector:
    if (!lists.empty() && rng.chance(60))
      return line("return " + rng.pick(lists).first + ";");
    return line("return {" + tensor(type, 1) + ", " + leaf(someType()) + ", " + leaf(someType()) + "};");
  case Returns::Pair:
    return line("return {" + tensor(type, 2) + ", " + leaf(someType()) + "};");
  case Returns::Tensor:
    return line("return " + (generic ? tensor(tensors[0].type, 2) : tensor(type, rng.below(3))) + ";");
  }
}

} // namespace random_program
