#include "lib/Graph/Graph.h"
#include "lib/Ops/OpSchema.h"

#include <algorithm>

namespace fullgraph {

void settleOnes(const ShapeEnv &env, TensorType &type) {
  for (Sym &size : type.sizes)
    if (!size.isConst() && env.prove(symEq(size, Sym(1))) == true)
      size = 1;
}

std::vector<Sym> contiguousStrides(const std::vector<Sym> &sizes) {
  std::vector<Sym> strides(sizes.size(), Sym(1));
  for (size_t i = sizes.size(); i-- > 1;)
    strides[i - 1] = strides[i] * sizes[i];
  return strides;
}

std::vector<Sym> TensorType::stridesOrContiguous() const {
  return strides.empty() ? contiguousStrides(sizes) : strides;
}

static std::string list(const std::vector<Sym> &values) {
  std::string text;
  for (const Sym &value : values)
    text += (text.empty() ? "" : ", ") + value.str();
  return text;
}
std::string TensorType::str() const {
  std::string text = std::string(fg::shortName(dtype)) + "[" + list(sizes) + "]";
  if (!strides.empty())
    text += "{" + list(strides) + "}";
  return weak ? text + " weak" : text;
}

std::string_view Node::opName() const { return op->name; }
bool Node::is(Op name) const { return op->is(name); }

static unsigned indexOf(const OpSchema *op, std::string_view name) {
  auto index = op->argIndex(name);
  assert(index && "the operator has no such argument");
  return *index;
}
const Arg &Node::arg(std::string_view name) const { return args[indexOf(op, name)]; }
Arg &Node::arg(std::string_view name) { return args[indexOf(op, name)]; }
Value *Node::value(std::string_view name) const {
  Value *const *operand = std::get_if<Value *>(&arg(name));
  return operand ? *operand : nullptr;
}
const std::vector<Value *> &Node::values(std::string_view name) const {
  return std::get<std::vector<Value *>>(arg(name));
}
const Sym &Node::sym(std::string_view name) const { return std::get<Sym>(arg(name)); }
std::optional<Sym> Node::optionalSym(std::string_view name) const {
  const Sym *value = std::get_if<Sym>(&arg(name));
  return value ? std::optional<Sym>(*value) : std::nullopt;
}
const std::vector<Sym> &Node::syms(std::string_view name) const {
  return std::get<std::vector<Sym>>(arg(name));
}
std::optional<ScalarType> Node::dtype(std::string_view name) const {
  const ScalarType *value = std::get_if<ScalarType>(&arg(name));
  return value ? std::optional<ScalarType>(*value) : std::nullopt;
}
std::optional<std::string> Node::string(std::string_view name) const {
  const std::string *value = std::get_if<std::string>(&arg(name));
  return value ? std::optional<std::string>(*value) : std::nullopt;
}
bool Node::flag(std::string_view name) const {
  auto value = sym(name).asBool();
  assert(value && "a flag is a constant");
  return value.value_or(false);
}

void Node::forEachOperand(const std::function<void(Value *)> &f) const {
  for (const Arg &argument : args) {
    if (auto *value = std::get_if<Value *>(&argument))
      f(*value);
    else if (auto *values = std::get_if<std::vector<Value *>>(&argument))
      std::for_each(values->begin(), values->end(), f);
  }
}
void Node::replaceOperands(const std::function<Value *(Value *)> &f) {
  for (Arg &argument : args) {
    if (auto *value = std::get_if<Value *>(&argument))
      *value = f(*value);
    else if (auto *values = std::get_if<std::vector<Value *>>(&argument))
      std::transform(values->begin(), values->end(), values->begin(), f);
  }
}

Value *Graph::addInput(std::string name, TensorType type, std::string cxx, SourceLoc loc) {
  auto value = std::make_unique<Value>();
  value->name = uniqueName(name);
  value->type = std::move(type);
  value->loc = loc;
  value->source = cxx;
  Value *result = value.get();
  inputValues.push_back(std::move(value));
  inputList.push_back({result, std::move(cxx), std::move(loc)});
  return result;
}

Node *Graph::append(const OpSchema *op, std::vector<Arg> args, std::vector<TensorType> resultTypes,
                    SourceLoc loc, Node *before) {
  auto node = std::make_unique<Node>();
  node->op = op;
  node->args = std::move(args);
  node->loc = loc;
  for (TensorType &type : resultTypes) {
    auto value = std::make_unique<Value>();
    value->name = uniqueName("");
    value->type = std::move(type);
    value->def = node.get();
    value->resultIndex = unsigned(node->results.size());
    value->loc = loc;
    node->results.push_back(std::move(value));
  }
  auto position = nodeList.end();
  if (before) {
    position =
        std::find_if(nodeList.begin(), nodeList.end(), [&](const auto &n) { return n.get() == before; });
    assert(position != nodeList.end() && "`before` is not in this graph");
  }
  return nodeList.insert(position, std::move(node))->get();
}

void Graph::erase(Node *node) {
  auto it = std::find_if(nodeList.begin(), nodeList.end(), [&](const auto &n) { return n.get() == node; });
  assert(it != nodeList.end() && "the node is not in this graph");
  for (const auto &result : node->results) {
    assert(!hasUses(result.get()) && "the node's results are still used");
    nameCounts.erase(result->name);
  }
  nodeList.erase(it);
}

void Graph::replaceAllUses(Value *from, Value *to) {
  auto replace = [&](Value *value) { return value == from ? to : value; };
  for (auto &node : nodeList)
    node->replaceOperands(replace);
  std::transform(outputList.begin(), outputList.end(), outputList.begin(), replace);
  for (Mutation &mutation : mutationList)
    mutation.value = replace(mutation.value);
}

bool Graph::hasUses(const Value *value) const {
  if (std::find(outputList.begin(), outputList.end(), value) != outputList.end())
    return true;
  for (const Mutation &mutation : mutationList)
    if (mutation.value == value)
      return true;
  for (const auto &node : nodeList) {
    bool used = false;
    node->forEachOperand([&](Value *operand) { used |= operand == value; });
    if (used)
      return true;
  }
  return false;
}

std::string Graph::uniqueName(const std::string &wanted) {
  std::string name;
  for (char c : wanted) { // what the text form can hold after '%'
    const bool word =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
    name += word ? c : '_';
  }
  if (name.empty()) {
    do
      name = std::to_string(nextNumber++);
    while (nameCounts.count(name));
    nameCounts[name] = 1;
    return name;
  }
  auto [taken, isNew] = nameCounts.try_emplace(name, 1);
  if (isNew)
    return name;
  std::string candidate;
  do
    candidate = name + "_" + std::to_string(taken->second++);
  while (nameCounts.count(candidate));
  nameCounts[candidate] = 1;
  return candidate;
}

void Graph::rename(Value *value, const std::string &wanted) {
  if (value->name == wanted)
    return;
  nameCounts.erase(value->name);
  value->name = uniqueName(wanted);
}

} // namespace fullgraph
