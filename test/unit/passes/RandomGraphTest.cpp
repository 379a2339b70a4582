// Random graphs of views and writes, run before and after the pipeline by an interpreter that has memory:
// elements of outputs, final contents of inputs, and who shares memory with whom must be the same.
#include "lib/Passes/Passes.h"
#include "lib/Shapes/Infer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <random>

using namespace fullgraph;

namespace {

using Index = std::vector<int64_t>;

Index constants(const std::vector<Sym> &list) {
  Index values;
  for (const Sym &value : list)
    values.push_back(*value.asInt());
  return values;
}

/// A tensor in memory.
struct View {
  std::shared_ptr<std::vector<double>> storage;
  int64_t offset = 0;
  Index sizes, strides;

  /// The element at `index` of a tensor that this one broadcasts to.
  double &at(const Index &index) const {
    int64_t place = offset;
    const size_t leading = index.size() - sizes.size();
    for (size_t i = 0; i < sizes.size(); ++i)
      place += (sizes[i] == 1 ? 0 : index[leading + i]) * strides[i];
    return storage->at(size_t(place));
  }
  template <typename F> void forEach(F f) const {
    Index index(sizes.size());
    if (std::count(sizes.begin(), sizes.end(), 0))
      return;
    for (;;) {
      f(index);
      size_t dim = sizes.size();
      for (; dim > 0 && ++index[dim - 1] == sizes[dim - 1]; --dim)
        index[dim - 1] = 0;
      if (dim == 0)
        return;
    }
  }
  std::vector<double> elements() const {
    std::vector<double> values;
    forEach([&](const Index &index) { values.push_back(at(index)); });
    return values;
  }
};

class Interpreter {
public:
  explicit Interpreter(const Graph &graph) : graph(graph) {}

  void run() {
    for (size_t i = 0; i < graph.inputs().size(); ++i) {
      View view = fresh(graph.inputs()[i].value->type);
      for (size_t k = 0; k < view.storage->size(); ++k)
        (*view.storage)[k] = double(i * 100 + k + 1);
      values[graph.inputs()[i].value] = view;
    }
    for (const std::unique_ptr<Node> &node : graph.nodes())
      execute(*node);
    // Outputs that live in a written input's new value move along with it.
    for (const Mutation &mutation : graph.mutations()) {
      const View from = values.at(mutation.value), to = values.at(mutation.input);
      const View before = from;
      movedTo[from.storage.get()] = to.storage.get();
      std::vector<double> elements = before.elements();
      size_t k = 0;
      written.push_back(
          [=]() mutable { to.forEach([&](const Index &index) { to.at(index) = elements[k++]; }); });
    }
  }

  /// What a caller sees: elements, layouts, memory shared, and the inputs afterwards.
  std::string observe() {
    std::string text;
    std::vector<std::vector<double>> outputs;
    for (const Value *output : graph.outputs())
      outputs.push_back(values.at(output).elements());
    for (auto &write : written)
      write();
    std::map<const void *, std::string> names;
    for (const GraphInput &input : graph.inputs())
      names[values.at(input.value).storage.get()] = input.value->name;
    for (size_t i = 0; i < outputs.size(); ++i) {
      const View &view = values.at(graph.outputs()[i]);
      const void *memory = view.storage.get();
      if (movedTo.count(memory))
        memory = movedTo[memory];
      text += "output in " + names.emplace(memory, "new" + std::to_string(names.size())).first->second + ":";
      const bool isEmpty = outputs[i].empty();
      for (size_t d = 0; d < view.sizes.size(); ++d)
        text += " " + std::to_string(view.sizes[d]) + ":" +
                (isEmpty || view.sizes[d] == 1 ? std::string("-") : std::to_string(view.strides[d]));
      text += " at " + (isEmpty ? std::string("-") : std::to_string(view.offset)) + " =";
      for (double element : outputs[i])
        text += " " + std::to_string(element);
      text += "\n";
    }
    for (const GraphInput &input : graph.inputs()) {
      text += input.value->name + " =";
      for (double element : values.at(input.value).elements())
        text += " " + std::to_string(element);
      text += "\n";
    }
    return text;
  }

private:
  static View fresh(const TensorType &type) {
    View view;
    view.sizes = constants(type.sizes);
    view.strides = constants(type.stridesOrContiguous());
    int64_t count = 1;
    for (size_t i = 0; i < view.sizes.size(); ++i)
      count += (view.sizes[i] - 1) * view.strides[i];
    view.storage = std::make_shared<std::vector<double>>(size_t(std::max<int64_t>(count, 0)));
    return view;
  }

  static void copy(const View &to, const View &from) {
    std::vector<double> elements;
    to.forEach([&](const Index &index) { elements.push_back(from.at(index)); });
    size_t k = 0;
    to.forEach([&](const Index &index) { to.at(index) = elements[k++]; });
  }

  void execute(const Node &node) {
    const std::string_view op = node.opName();
    const Value *result = node.result();
    View &out = values[result];
    if (op == "copy_") {
      copy(values.at(node.value("self")), values.at(node.value("src")));
      out = values.at(node.value("self"));
      return;
    }
    if (result->base) {
      out = {values.at(result->base).storage, values.at(result->base).offset + *result->offset.asInt(),
             constants(result->type.sizes), constants(result->type.stridesOrContiguous())};
      return;
    }
    out = fresh(result->type);
    if (op == "scalar") {
      out.at({}) = *node.sym("value").asDouble();
    } else if (op == "full") {
      const double fill = values.at(node.value("fill_value")).at({});
      out.forEach([&](const Index &index) { out.at(index) = fill; });
    } else if (op == "neg" || op == "relu") {
      const View self = values.at(node.value("self"));
      out.forEach([&](const Index &index) {
        out.at(index) = op == "neg" ? -self.at(index) : std::max(self.at(index), 0.0);
      });
    } else if (op == "add" || op == "mul") {
      const View self = values.at(node.value("self")), other = values.at(node.value("other"));
      out.forEach([&](const Index &index) {
        out.at(index) = op == "add" ? self.at(index) + other.at(index) : self.at(index) * other.at(index);
      });
    } else if (op == "clone" || op == "contiguous" || op == "to") {
      copy(out, values.at(node.value("self")));
    } else if (op == "reshape") {
      const std::vector<double> elements = values.at(node.value("self")).elements();
      size_t k = 0;
      out.forEach([&](const Index &index) { out.at(index) = elements[k++]; });
    } else if (op == "select_scatter" || op == "slice_scatter") {
      copy(out, values.at(node.value("self")));
      const size_t dim = size_t(*node.sym("dim").asInt());
      View part = out;
      if (op == "select_scatter") {
        part.offset += *node.sym("index").asInt() * part.strides[dim];
        part.sizes.erase(part.sizes.begin() + dim);
        part.strides.erase(part.strides.begin() + dim);
      } else {
        ShapeEnv env;
        const SliceBounds bounds = resolvedSlice(env, node);
        part.offset += *bounds.start.asInt() * part.strides[dim];
        part.sizes[dim] = *bounds.length.asInt();
        part.strides[dim] *= *bounds.step.asInt();
      }
      copy(part, values.at(node.value("src")));
    } else {
      FAIL() << "the interpreter does not know " << op;
    }
  }

  const Graph &graph;
  std::map<const Value *, View> values;
  std::map<const void *, const void *> movedTo;
  std::vector<std::function<void()>> written;
};

class Generator {
public:
  explicit Generator(unsigned seed) : random(seed) {}

  std::unique_ptr<Graph> make() {
    auto graph = std::make_unique<Graph>();
    graph->name = "f";
    this->graph = graph.get();
    for (const std::vector<Sym> &sizes :
         {std::vector<Sym>{4, 6}, std::vector<Sym>{2, 3, 4}, std::vector<Sym>{6}}) {
      TensorType type;
      type.dtype = fg::kDouble;
      type.sizes = sizes;
      values.push_back(graph->addInput("x", type, "x", {}));
    }
    const int count = 4 + pick(14);
    for (int i = 0; i < count; ++i)
      step();
    const int outputs = 1 + pick(3);
    for (int i = 0; i < outputs; ++i)
      graph->outputs().push_back(any());
    return graph;
  }

private:
  int pick(int count) { return int(random() % unsigned(count)); }
  /// Late values are more interesting: they are views of views.
  Value *any() { return values[std::max(pick(int(values.size())), pick(int(values.size())))]; }

  Value *add(std::string_view op, std::vector<Arg> args) {
    const OpSchema *schema = findOp(op);
    args.resize(schema->args.size());
    for (size_t i = 0; i < args.size(); ++i)
      if (std::holds_alternative<std::monostate>(args[i]) && schema->args[i].defaultValue)
        args[i] = *schema->args[i].defaultValue;
    InferError error;
    Node *node = appendOp(*graph, *schema, std::move(args), {}, error);
    if (!node)
      return nullptr; // a call that would throw is no part of a graph
    values.push_back(node->result());
    return node->result();
  }

  void step() {
    Value *x = any();
    const int rank = int(x->type.rank());
    const Sym dim = rank ? Sym(pick(rank)) : Sym(0);
    switch (pick(16)) {
    case 0:
      add("select", {x, dim, Sym(pick(4) - 2)});
      break;
    case 1:
    case 2:
      add("slice", {x, dim, Sym(pick(5) - 2), Sym(pick(7) - 1), Sym(1 + pick(2))});
      break;
    case 3:
    case 4: {
      std::vector<Sym> dims;
      for (int i = 0; i < rank; ++i)
        dims.push_back(Sym(i));
      std::shuffle(dims.begin(), dims.end(), random);
      add("permute", {x, dims});
      break;
    }
    case 5:
      add("view", {x, std::vector<Sym>{-1, 2}});
      break;
    case 6:
      add(pick(2) ? "reshape" : "view", {x, std::vector<Sym>{-1}});
      break;
    case 7:
      add("unsqueeze", {x, Sym(pick(rank + 1))});
      break;
    case 8:
      add("squeeze", {x, rank ? std::vector<Sym>{dim} : std::vector<Sym>{}});
      break;
    case 9:
      add(pick(2) ? "contiguous" : "clone", {x});
      break;
    case 10:
      add(pick(2) ? "neg" : "relu", {x});
      break;
    case 11:
      add(pick(2) ? "add" : "mul", {x, any()});
      break;
    case 12:
      add("mul", {x, appendScalar(*graph, Sym::real(pick(2) ? 1.0 : 2.5), {})});
      break;
    default: // a write: of a tensor that fits, or of an operator's result as in-place operators do
      if (pick(2)) {
        add("copy_", {x, any()});
      } else if (Value *y = add("add", {x, appendScalar(*graph, Sym::real(0.5), {})})) {
        add("copy_", {x, y});
      }
    }
  }

  std::mt19937 random;
  Graph *graph = nullptr;
  std::vector<Value *> values;
};

TEST(RandomGraphs, MeanTheSameAfterThePasses) {
  size_t writes = 0, mutations = 0;
  const char *count = std::getenv("FULLGRAPH_RANDOM_GRAPHS"); // more of them, for a night
  const unsigned end = count ? unsigned(std::atoi(count)) : 400;
  for (unsigned seed = 0; seed < end; ++seed) {
    const std::unique_ptr<Graph> graph = Generator(seed).make();
    const std::string before = printGraph(*graph);
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + before);
    for (const std::unique_ptr<Node> &node : graph->nodes())
      writes += node->opName() == "copy_";
    Interpreter eager(*graph);
    eager.run();
    const std::string expected = eager.observe();
    ASSERT_EQ(runPasses(*graph), "");
    mutations += graph->mutations().size();
    for (const std::unique_ptr<Node> &node : graph->nodes())
      ASSERT_NE(node->opName(), "copy_");
    Interpreter functional(*graph);
    functional.run();
    ASSERT_EQ(functional.observe(), expected) << printGraph(*graph);
  }
  // The generator must not have dried up.
  EXPECT_GT(writes, 500u);
  EXPECT_GT(mutations, 150u);
}

} // namespace
