// Functions around bodies, and the main that calls them. Helpers.cpp has the functions that they call.
#include "Program.h"

namespace random_program {
namespace {

struct Parameter {
  enum Kind : uint8_t {
    Plain,
    Int,
    IntRef,
    Bool,
    Real,
    Float,
    Optional,
    Array,
    Struct,
    Variant,
    Switches,
    Module,
    Text
  } kind = Plain;
  std::string name, declared; // "const Tensor &"
  Type type;                  // of tensors
  Type second = {};           // of a struct's other member
  std::string layout = {};    // behind FG_SHAPE's sizes: "{column_major}"
};

struct Function {
  std::string name, object; // object: of a method
  std::vector<Parameter> parameters;
  Body::Returns returns = Body::Returns::Tensor;
  Type member;          // of a method's tensor
  bool declares = true; // some tensors have FG_SHAPE; false: no type is written anywhere
};

const char *returnType(Body::Returns returns) {
  switch (returns) {
  case Body::Returns::Tensor:
    return "Tensor";
  case Body::Returns::Void:
    return "void";
  case Body::Returns::Vector:
    return "std::vector<Tensor>";
  case Body::Returns::Pair:
    return "std::pair<Tensor, Tensor>";
  }
  return "";
}

/// Where the body reads N and M.
void findSizes(Body &body, const std::string &name, const Type &type) {
  for (size_t d = 0; d < type.dims.size(); ++d) {
    const std::string read = name + ".size(" + std::to_string(d) + ")";
    if (type.dims[d].n && body.sizeN.empty())
      body.sizeN = read;
    if (type.dims[d].m && body.sizeM.empty())
      body.sizeM = read;
  }
}

/// A layout that support::strided or support::wide makes; "" where the rank has none.
std::string someLayout(Rng &rng, const Type &type) {
  if (type.dims.size() == 2)
    return rng.word({"{column_major}", "{?,1}"});
  return type.dims.size() == 3 ? "{1>0>2}" : "";
}

void cxxParameters(Rng &rng, Function &f, Body &body) {
  const auto add = [&](Parameter::Kind kind, const char *name, const char *type,
                       std::vector<std::string> &list) {
    Parameter p;
    p.kind = kind;
    p.name = name;
    p.declared = type;
    f.parameters.push_back(p);
    list.push_back(p.name);
  };
  if (rng.chance(70)) {
    if (rng.chance(20))
      add(Parameter::IntRef, "n", "[[maybe_unused]] int &", body.ints);
    else
      add(Parameter::Int, "n", "[[maybe_unused]] int ", body.ints);
  }
  if (rng.chance(30))
    add(Parameter::Text, "word",
        rng.chance(70) ? "[[maybe_unused]] const std::string &" : "[[maybe_unused]] std::string ",
        body.texts);
  if (rng.chance(40))
    add(Parameter::Bool, "u", "[[maybe_unused]] bool ", body.bools);
  if (rng.chance(40)) {
    if (rng.chance(25))
      add(Parameter::Float, "r", "[[maybe_unused]] float ", body.doubles);
    else
      add(Parameter::Real, "r", "[[maybe_unused]] double ", body.doubles);
  }
}

/// Many flags of the caller, each of which decides about one statement.
void switches(Rng &rng, Function &f, Body &body) {
  Parameter p;
  p.kind = Parameter::Switches;
  p.name = "on";
  p.declared = "[[maybe_unused]] const std::array<bool, 12> &";
  f.parameters.push_back(p);
  std::vector<const TensorVar *> changed;
  for (const TensorVar &t : body.tensors)
    if (t.assignable && t.type.isFloat())
      changed.push_back(&t);
  if (changed.empty())
    return;
  const int count = 4 + rng.below(9);
  for (int i = 0; i < count; ++i) {
    const TensorVar &t = *rng.pick(changed);
    body.line("if (on[" + std::to_string(i) + "])");
    body.line("  " + t.name + " = " +
              (rng.chance(50) ? "fg::" + rng.word({"tanh", "sin", "relu"}) + "(" + t.name + ") * 0.9;"
                              : t.name + " * 0.5 + 0." + std::to_string(1 + rng.below(8)) + ";"));
  }
}

/// Tensors in something. Returns what must stand before the function.
std::string tensorHolders(Rng &rng, Function &f, Body &body) {
  const auto someParameterType = [&] { return rng.chance(60) ? f.parameters[0].type : parameterType(rng); };
  const std::string declarator = rng.word({"& ", "const & ", "& ", ""});
  const bool constant = declarator[0] == 'c';
  const auto declared = [&](const std::string &type) {
    return (constant ? "const " : "") + type + (declarator.empty() ? " " : " &");
  };
  Parameter p;
  p.type = someParameterType();
  const auto take = [&](Parameter::Kind kind, const char *name, const std::string &type) {
    p.kind = kind;
    p.name = name;
    p.declared = declared(type);
    f.parameters.push_back(p);
  };
  const auto use = [&](const char *variable, const std::string &value) {
    body.line("[[maybe_unused]] auto " + std::string(variable) + " = " + value + ";");
    if (p.type.dtype != 'b')
      body.tensors.push_back({variable, p.type, true});
    return "";
  };
  switch (rng.below(12)) {
  case 10: {
    take(Parameter::Variant, "either", "std::variant<double, Tensor>");
    const std::string other = body.tensor(p.type, 1);
    return use("chosen", rng.chance(50)
                             ? "either.index() == 1 ? std::get<1>(either) * 1 : Tensor(" + other + ")"
                             : "std::visit(support::Chooser{" + other + "}, either)");
  }
  case 0:
    take(Parameter::Optional, "o", "std::optional<Tensor>");
    return use("held", "o ? *o * 1 : Tensor(" + body.tensor(p.type, 1) + ")");
  case 1:
    take(Parameter::Array, "w", "std::array<Tensor, 2>");
    body.tensors.push_back({"w[0]", p.type, !constant});
    body.tensors.push_back({"w[1]", p.type, !constant});
    return "";
  case 2:
  case 3: {
    p.second = someParameterType();
    const std::string type = "P" + f.name;
    take(Parameter::Struct, "box", type);
    body.tensors.push_back({"box.a", p.type, !constant});
    body.tensors.push_back({"box.b", p.second, !constant});
    (constant ? body.constInts : body.ints).push_back("box.k");
    body.doubles.push_back("box.w");
    const auto shape = [&](const Type &t) {
      return f.declares ? "FG_SHAPE(\"" + shapeSpec(t) + "\") " : std::string();
    };
    return "struct " + type + " {\n  " + shape(p.type) + "Tensor a;\n  " + shape(p.second) +
           "Tensor b;\n  int k = 1;\n  double w = 0.25;\n};\n";
  }
  default:
    return "";
  }
}

std::string function(Rng &rng, Function &f, const std::vector<Callable> &callables,
                     const std::vector<std::string> &mutators, bool kernels) {
  const int count = 1 + rng.below(3);
  f.declares = !rng.chance(20);
  Body body(rng, callables);
  body.mutators = mutators;
  for (int i = 0; i < count; ++i) {
    Parameter p;
    p.name = "x" + std::to_string(i);
    p.type = i > 0 && rng.chance(40) ? f.parameters[0].type : parameterType(rng);
    p.declared = rng.pick(std::vector<std::string>{"Tensor ", "const Tensor &", "Tensor &"});
    if (f.declares && rng.chance(20))
      p.layout = someLayout(rng, p.type);
    findSizes(body, p.name, p.type);
    body.tensors.push_back({p.name, p.type, p.declared[0] != 'c'});
    f.parameters.push_back(p);
  }
  cxxParameters(rng, f, body);
  if (rng.chance(15)) {
    Parameter p;
    p.kind = Parameter::Module;
    p.name = "net";
    p.declared = "[[maybe_unused]] support::Modes &";
    f.parameters.push_back(p);
    body.modules.push_back(p.name);
  }
  const bool method = rng.chance(20);
  body.method = method;
  body.indent = method ? 2 : 1;
  if (rng.chance(10))
    switches(rng, f, body);
  // Only where N and M are known: what has them may come behind.
  std::string text = !body.sizeN.empty() && !body.sizeM.empty() ? tensorHolders(rng, f, body) : "";
  f.returns =
      rng.pick(std::vector<Body::Returns>{Body::Returns::Tensor, Body::Returns::Tensor, Body::Returns::Tensor,
                                          Body::Returns::Void, Body::Returns::Vector, Body::Returns::Pair});
  body.returns = f.returns;
  body.prints = rng.chance(65);
  if (method) {
    f.member = {'f', {Dim{3, 0, 0}}, false};
    f.object = "M" + f.name;
    body.tensors.push_back({"state", f.member, true});
    body.ints.push_back("calls");
    text += "struct " + f.object + " {\n  FG_SHAPE(\"f32[3]\") Tensor state;\n  int calls = 0;\n";
  }
  body.statements(2 + rng.below(6));
  if (f.returns != Body::Returns::Void)
    body.returnStatement();
  const std::string in = method ? "  " : "";
  text += in + (kernels ? "FG_COMPILE()\n" : "FG_COMPILE(.backend = \"interp\")\n") + in +
          returnType(f.returns) + " " + f.name + "(";
  for (size_t i = 0; i < f.parameters.size(); ++i) {
    const Parameter &p = f.parameters[i];
    const bool shaped =
        p.kind == Parameter::Plain || p.kind == Parameter::Optional || p.kind == Parameter::Array;
    const bool declared = f.declares && !rng.chance(12); // of what rank it is, the first call tells
    text += (i ? ", " : "") +
            (shaped && declared ? "[[maybe_unused]] FG_SHAPE(\"" + shapeSpec(p.type) + p.layout + "\") "
             : shaped           ? std::string("[[maybe_unused]] ")
             : p.kind == Parameter::Struct || p.kind == Parameter::Variant ? std::string("[[maybe_unused]] ")
                                                                           : std::string()) +
            p.declared + p.name;
  }
  text += ") {\n" + body.text() + in + "}\n";
  return text + (method ? "};\n\n" : "\n");
}

/// A call: inputs, the call, and everything that it may have changed. It is made in each of several turns,
/// whose tensors only the run time knows; or once (`seen`), with arguments that the tool can read when it
/// walks main.
std::string call(Rng &rng, const Function &f, bool seen) {
  std::string text = seen ? "static void seen_" + f.name +
                                "() {\n  [[maybe_unused]] constexpr int turn = 1;\n"
                                "  [[maybe_unused]] constexpr int64_t N = 3, M = 5;\n"
                          : "static void call_" + f.name +
                                "([[maybe_unused]] int turn) {\n  [[maybe_unused]] const int64_t N = "
                                "support::sizes[turn][0], M = support::sizes[turn][1];\n",
              arguments, afterwards;
  std::vector<std::string> shown;
  const Parameter *first = nullptr;
  const auto turn = [&] { return "turn == " + std::to_string(rng.below(6)); };
  const auto values = [&](const Type &type) {
    std::string list;
    for (const Dim &dim : type.dims)
      list += (list.empty() ? "" : ", ") + (dim.n ? "N" : dim.m ? "M" : std::to_string(dim.literal));
    if (seen)
      return "fg::full({" + list + "}, 0." + std::to_string(1 + rng.below(9)) + ", " + dtypeName(type.dtype) +
             ")";
    return "support::values({" + list + "}, " + dtypeName(type.dtype) + ", turn + " +
           std::to_string(rng.below(9)) + ")";
  };
  const auto number = [&] { return "(turn + " + std::to_string(rng.below(5)) + ") % 5"; };
  for (const Parameter &p : f.parameters) {
    arguments += arguments.empty() ? "" : ", ";
    switch (p.kind) {
    case Parameter::Int:
      arguments += number();
      continue;
    case Parameter::Bool:
      arguments += "(turn + " + std::to_string(rng.below(3)) + ") % 3 != 0";
      continue;
    case Parameter::Text:
      arguments += "support::words[" + number() + "]";
      continue;
    case Parameter::Real:
    case Parameter::Float:
      arguments += std::string("support::numbers[") + number() + "]";
      continue;
    case Parameter::IntRef:
      text += "  int n = " + number() + ";\n";
      afterwards += "  std::printf(\"n %d\\n\", n);\n";
      arguments += "n";
      continue;
    case Parameter::Optional:
      text += "  std::optional<Tensor> o;\n  if (turn % 3 != " + std::to_string(rng.below(3)) +
              ")\n    o = " + values(p.type) + ";\n";
      afterwards += "  if (o)\n    support::show(\"o\", *o);\n";
      arguments += "o";
      continue;
    case Parameter::Array:
      text += "  std::array<Tensor, 2> w = {" + values(p.type) + ", " + values(p.type) + "};\n  if (" +
              turn() + ")\n    w[1] = " + rng.word({"w[0]", "x0"}) + ";\n";
      afterwards += "  support::show(\"w\", w[0]);\n  support::show(\"w\", w[1]);\n";
      arguments += "w";
      continue;
    case Parameter::Variant:
      text +=
          "  std::variant<double, Tensor> either = 0.5;\n  if (turn % 3 != " + std::to_string(rng.below(3)) +
          ")\n    either = " + values(p.type) + ";\n";
      afterwards += "  if (either.index() == 1)\n    support::show(\"either\", std::get<1>(either));\n";
      arguments += "either";
      continue;
    case Parameter::Switches:
      text += "  const std::array<bool, 12> on = support::switches(turn + " + number() + ");\n";
      arguments += "on";
      continue;
    case Parameter::Struct:
      text += "  P" + f.name + " box{" + values(p.type) + ", " + values(p.second) + ", " + number() +
              ", 0.25};\n  if (" + turn() + ")\n    box.b = " + rng.word({"box.a", "x0"}) + ";\n";
      afterwards +=
          "  support::show(\"box\", box.a);\n  support::show(\"box\", box.b);\n  std::printf(\"box %d "
          "%.6g\\n\", box.k, box.w);\n";
      arguments += "box";
      continue;
    case Parameter::Module:
      text += "  support::Modes net;\n  net.train(turn % 2 == " + std::string(rng.chance(50) ? "0" : "1") +
              ");\n  fg::manual_seed(turn);\n";
      afterwards += "  support::show(\"net\", net.buffers());\n";
      arguments += "net";
      continue;
    case Parameter::Plain:
      break;
    }
    text += "  Tensor " + p.name + " = " + values(p.type) + ";\n";
    if (!p.layout.empty())
      text += "  if (" + turn() + " || turn % 2)\n    " + p.name +
              " = support::" + (p.layout == "{?,1}" ? "wide" : "strided") + "(" + p.name + ");\n";
    else if (rng.chance(50))
      text += "  if (" + turn() + ")\n    " + p.name + " = support::strided(" + p.name + ");\n";
    if (p.layout.empty() && rng.chance(12)) // what is written, too
      text += "  if (" + turn() + ")\n    " + p.name + " = support::overlapping(" + p.name + ");\n";
    if (first && first->type == p.type && rng.chance(70)) {
      text += "  if (" + turn() + ")\n    " + p.name + " = " + first->name + ";\n";
      text +=
          "  if (" + turn() + ")\n    " + p.name + " = " + first->name + ".view(" + p.name + ".sizes());\n";
      text += "  if (" + turn() + ")\n    " + p.name + " = support::behind(" + first->name + ");\n";
    }
    if (!first)
      first = &p;
    arguments += p.name;
    shown.push_back(p.name);
  }
  std::string callee = f.name;
  if (!f.object.empty()) {
    text += "  " + f.object + " object{support::values({3}, fg::kFloat, 2)};\n";
    callee = "object." + f.name;
    shown.push_back("object.state");
  }
  // What was written before an exception is part of what the call did.
  text += "  [[maybe_unused]] const std::vector<Tensor> before = {";
  for (size_t i = 0; i < shown.size(); ++i)
    text += (i ? ", " : "") + shown[i];
  text += "};\n  try {\n";
  if (f.returns == Body::Returns::Void)
    text += "    " + callee + "(" + arguments + ");\n";
  else
    text += "    auto out = " + callee + "(" + arguments + ");\n    support::show(\"out\", out);\n";
  if (f.returns == Body::Returns::Tensor)
    text +=
        "    for (const Tensor &given : before)\n      std::printf(\"is %d\\n\", int(out.is_same(given)));\n";
  if (f.returns == Body::Returns::Tensor)
    text += "    if (out.defined() && out.scalar_type() == fg::kFloat && out.is_contiguous())\n      "
            "out.mul_(0.5);\n";
  if (f.returns == Body::Returns::Vector) // results may share memory with each other
    text += "    if (out.size() > 1 && out[0].scalar_type() == fg::kFloat) {\n      out[0].mul_(0.5);\n"
            "      support::show(\"after\", out);\n    }\n";
  text += "  } catch (const std::exception &error) {\n    std::printf(\"throws %s\\n\", error.what());\n "
          " } catch (int number) {\n    std::printf(\"throws %d\\n\", number);\n  }\n";
  for (const std::string &name : shown)
    text += "  support::show(\"" + name + "\", " + name + ");\n";
  text += "  support::show(\"before\", before);\n" + afterwards;
  if (!f.object.empty())
    text += "  std::printf(\"calls %d\\n\", object.calls);\n";
  return text + "}\n\n";
}

} // namespace

std::string program(uint64_t seed, int functions, int only) {
  std::string text = "// Made by test/random: seed " + std::to_string(seed) + ".\n#include \"support.h\"\n\n";
  // Each function has a sequence of its own, so that one can be written without the others.
  Rng shared(seed * 1000003 + 17);
  std::vector<Callable> callables;
  std::vector<std::string> mutators;
  for (int i = 0; i < 9; ++i)
    text += helper(shared, "h" + std::to_string(i), callables, mutators);
  std::string calls;
  for (int i = 0; i < functions; ++i) {
    if (only >= 0 && only != i)
      continue;
    Rng rng(seed * 1000003 + 1000 + static_cast<uint64_t>(i));
    Function f;
    f.name = "f" + std::to_string(i);
    text += function(rng, f, callables, mutators, /*kernels=*/i % 5 == 0);
    text += call(rng, f, /*seen=*/false);
    calls += "  support::attempt(\"" + f.name + "\", call_" + f.name + ");\n";
    if (rng.chance(35)) {
      text += call(rng, f, /*seen=*/true);
      calls += "  support::begin(\"" + f.name + "\", -1);\n  seen_" + f.name + "();\n";
    }
  }
  return text + "int main() {\n" + calls + "}\n";
}

} // namespace random_program
