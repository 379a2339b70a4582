#include "lib/Lower/Halide/Recorder.h"

#include "lib/Lower/Halide/ExprPrinter.h"

#include <cctype>
#include <functional>
#include <set>

namespace fullgraph::lower {
using namespace Halide;

std::string Recorder::unique(const std::string &wanted) {
  std::string base;
  for (const char c : wanted)
    base += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  if (base.empty() || std::isdigit(static_cast<unsigned char>(base[0])))
    base.insert(0, "v");
  const unsigned count = used[base]++;
  return count == 0 ? base : unique(base + "_" + std::to_string(count));
}

Func Recorder::func(const std::string &name) {
  const std::string ours = unique(name);
  // Halide would make names unique in the process, and its output would depend on what was compiled before.
  Func f{Internal::Function(ours)};
  names[f.name()] = ours;
  funcs.emplace_back(f, ours);
  return f;
}

Var Recorder::var(const std::string &name) {
  for (const std::string &known : vars)
    if (known == name)
      return Var(name);
  vars.push_back(name);
  used[name]++;
  return Var(name);
}

RVar Recorder::rvar(const std::string &name) {
  const std::string ours = unique(name);
  rvars.push_back(ours);
  return RVar(ours);
}

RDom Recorder::domain(const std::string &name, const std::vector<std::pair<Expr, Expr>> &ranges) {
  const std::string ours = unique(name);
  Region region;
  for (const auto &[min, extent] : ranges)
    region.emplace_back(min, extent);
  RDom domain(region, ours);
  for (int i = 0; i < domain.dimensions(); ++i)
    names[domain[i].name()] = ours + "[" + std::to_string(i) + "]";
  domains.push_back({domain, ours, ranges, {}});
  return domain;
}

void Recorder::where(RDom &domain, const Expr &condition) {
  for (Domain &d : domains)
    if (d.domain.domain().same_as(domain.domain()))
      d.conditions.push_back(condition);
  domain.where(condition);
}

ImageParam Recorder::image(const std::string &name, Type type, int dimensions) {
  ImageParam p(type, dimensions, name);
  params.push_back({p.name(), name, type, dimensions});
  names[p.name()] = name;
  // A call of it names a Func that Halide makes.
  const Expr element = p(std::vector<Expr>(static_cast<size_t>(dimensions), 0));
  if (const auto *call = element.as<Internal::Call>())
    names[call->name] = name;
  used[name]++;
  return p;
}

std::string Recorder::text(const VarOrRVar &v) const {
  const auto found = names.find(v.name());
  return found == names.end() ? v.name() : found->second;
}

std::string Recorder::text(const Func &f) const { return names.at(f.name()); }

std::string Recorder::text(const Expr &e) const {
  ExprPrinter printer(*this);
  std::vector<std::string> lines;
  unsigned counter = 0;
  const std::string value = printer.print(e, lines, counter);
  if (lines.empty())
    return value;
  std::string text = "[&] {";
  for (const std::string &line : lines)
    text += " " + line;
  return text + " return " + value + "; }()";
}

namespace {

/// The Funcs that a Func's definitions call.
class CallCollector : public Internal::IRGraphVisitor {
public:
  std::set<std::string> names;

  void collect(const Func &f) {
    const auto all = [&](const std::vector<Expr> &list) {
      for (const Expr &e : list)
        include(e);
    };
    all(f.values().as_vector());
    for (int i = 0; i < f.num_update_definitions(); ++i) {
      all(f.update_args(i));
      all(f.update_values(i).as_vector());
    }
  }

protected:
  using IRGraphVisitor::visit;
  void visit(const Internal::Call *op) override {
    if (op->call_type == Internal::Call::Halide)
      names.insert(op->name);
    IRGraphVisitor::visit(op);
  }
};

} // namespace

/// Code that is one line, as several.
static std::string inLines(const std::string &code) {
  std::string text;
  int braces = 0, parentheses = 0;
  for (size_t i = 0; i < code.size(); ++i) {
    const char c = code[i];
    braces += c == '{' ? 1 : c == '}' ? -1 : 0;
    parentheses += c == '(' ? 1 : c == ')' ? -1 : 0;
    text += c;
    if (parentheses > 0 || (c != ';' && c != '{' && c != '}') || code.compare(i, 2, "};") == 0)
      continue;
    while (i + 1 < code.size() && code[i + 1] == ' ')
      ++i;
    const int indent = braces - (i + 1 < code.size() && code[i + 1] == '}' ? 1 : 0);
    text += "\n" + std::string(static_cast<size_t>(2 * std::max(0, indent)), ' ');
  }
  return text;
}

std::string Recorder::program(const std::string &comment, const std::string &tail) const {
  ExprPrinter printer(*this);
  std::string body;
  for (const NamedParam &p : params) {
    if (p.dimensions >= 0)
      body += "  ImageParam " + p.name + "(" + typeText(p.type) + ", " + std::to_string(p.dimensions) +
              ", \"" + p.name + "\");\n";
    else
      body += "  Param<" + std::string(p.type.is_float() ? "double" : "int64_t") + "> " + p.name + "(\"" +
              p.name + "\");\n";
  }
  const auto declare = [&](const char *type, const std::vector<std::string> &list) {
    for (size_t i = 0; i < list.size(); ++i)
      body += (i ? ", " : "  " + std::string(type) + " ") + list[i] + "(\"" + list[i] + "\")";
    if (!list.empty())
      body += ";\n";
  };
  declare("Var", vars);
  declare("RVar", rvars);

  unsigned counter = 0;
  for (const Domain &d : domains) {
    std::string text = "RDom " + d.name + "({";
    for (size_t i = 0; i < d.ranges.size(); ++i)
      text += (i ? ", {" : "{") + this->text(d.ranges[i].first) + ", " + this->text(d.ranges[i].second) + "}";
    body += "  " + text + "}, \"" + d.name + "\");\n";
    for (const Expr &condition : d.conditions)
      body += "  " + d.name + ".where(" + this->text(condition) + ");\n";
  }
  const auto defineFunc = [&](const Func &f, const std::string &name) {
    body += "  Func " + name + "(\"" + name + "\");\n";
    const auto define = [&](const std::vector<Expr> &args, const std::vector<Expr> &values) {
      std::string left = name + "(";
      std::vector<std::string> lines;
      for (size_t i = 0; i < args.size(); ++i)
        left += (i ? ", " : "") + printer.print(args[i], lines, counter);
      left += ") = ";
      std::string right = values.size() == 1 ? "" : "Tuple(";
      for (size_t i = 0; i < values.size(); ++i)
        right += (i ? ", " : "") + printer.print(values[i], lines, counter);
      for (const std::string &line : lines)
        body += "  " + line + "\n";
      body += "  " + left + right + (values.size() == 1 ? ";\n" : ");\n");
    };
    std::vector<Expr> args;
    for (const Var &v : f.args())
      args.push_back(v);
    define(args, f.values().as_vector());
    for (int i = 0; i < f.num_update_definitions(); ++i)
      define(f.update_args(i), f.update_values(i).as_vector());
  };
  // A Func can only be called once it is defined.
  std::vector<bool> done(funcs.size(), false);
  const std::function<void(size_t)> emit = [&](size_t i) {
    if (done[i] || !funcs[i].first.defined())
      return;
    done[i] = true;
    CallCollector calls;
    calls.collect(funcs[i].first);
    for (size_t j = 0; j < funcs.size(); ++j)
      if (calls.names.count(funcs[j].first.name()))
        emit(j);
    defineFunc(funcs[i].first, funcs[i].second);
  };
  for (size_t i = 0; i < funcs.size(); ++i)
    emit(i);
  body += "\n";
  for (const std::string &line : statements)
    body += "  " + line + "\n";
  std::string classes;
  for (const std::string &declared : declarations)
    classes += inLines(declared) + ";\n\n";
  return comment + "#include <Halide.h>\n\n#include <cmath>\n#include <map>\n#include <set>\n#include <stdexcept>\n\nusing namespace Halide;\n\n" + classes +
         ExprPrinter::helpers(printer.usedHelpers) + "int main(int argc, char **argv) {\n" + body + tail +
         "}\n";
}

namespace {
std::string tailText(TailStrategy tail) {
  switch (tail) {
  case TailStrategy::RoundUp:
    return "TailStrategy::RoundUp";
  case TailStrategy::GuardWithIf:
    return "TailStrategy::GuardWithIf";
  case TailStrategy::ShiftInwards:
    return "TailStrategy::ShiftInwards";
  default:
    return "TailStrategy::Auto";
  }
}
} // namespace

Schedule::Schedule(Recorder &recorder, Func f, Stage stage, std::string text)
    : recorder(&recorder), func(std::move(f)), stage(std::move(stage)), prefix(std::move(text)) {}
Schedule::Schedule(Recorder &recorder, Func f) : Schedule(recorder, f, f, recorder.text(f)) {}
Schedule::Schedule(Recorder &recorder, Func f, int update)
    : Schedule(recorder, f, f.update(update), recorder.text(f) + ".update(" + std::to_string(update) + ")") {}

void Schedule::call(const std::string &text) { recorder->statement(prefix + "." + text + ";"); }

Schedule &Schedule::split(const VarOrRVar &old, const VarOrRVar &outer, const VarOrRVar &inner,
                          const Expr &factor, TailStrategy tail) {
  stage.split(old, outer, inner, factor, tail);
  call("split(" + recorder->text(old) + ", " + recorder->text(outer) + ", " + recorder->text(inner) + ", " +
       recorder->text(factor) + ", " + tailText(tail) + ")");
  return *this;
}

Schedule &Schedule::fuse(const VarOrRVar &inner, const VarOrRVar &outer, const VarOrRVar &fused) {
  stage.fuse(inner, outer, fused);
  call("fuse(" + recorder->text(inner) + ", " + recorder->text(outer) + ", " + recorder->text(fused) + ")");
  return *this;
}

Schedule &Schedule::reorder(const std::vector<VarOrRVar> &vars) {
  if (vars.size() < 2)
    return *this;
  stage.reorder(vars);
  std::string text = "reorder({";
  for (size_t i = 0; i < vars.size(); ++i)
    text += (i ? ", " : "") + recorder->text(vars[i]);
  call(text + "})");
  return *this;
}

Schedule &Schedule::vectorize(const VarOrRVar &v) {
  stage.vectorize(v);
  call("vectorize(" + recorder->text(v) + ")");
  return *this;
}

Schedule &Schedule::vectorize(const VarOrRVar &v, int factor, TailStrategy tail) {
  stage.vectorize(v, factor, tail);
  call("vectorize(" + recorder->text(v) + ", " + std::to_string(factor) + ", " + tailText(tail) + ")");
  return *this;
}

Schedule &Schedule::unroll(const VarOrRVar &v) {
  stage.unroll(v);
  call("unroll(" + recorder->text(v) + ")");
  return *this;
}

Schedule &Schedule::unroll(const VarOrRVar &v, int factor, TailStrategy tail) {
  stage.unroll(v, factor, tail);
  call("unroll(" + recorder->text(v) + ", " + std::to_string(factor) + ", " + tailText(tail) + ")");
  return *this;
}

Schedule &Schedule::parallel(const VarOrRVar &v) {
  stage.parallel(v);
  call("parallel(" + recorder->text(v) + ")");
  return *this;
}

Schedule &Schedule::gpuBlocks(const Var &v) {
  stage.gpu_blocks(v);
  call("gpu_blocks(" + recorder->text(VarOrRVar(v)) + ")");
  return *this;
}

Schedule &Schedule::gpuThreads(const Var &x) {
  stage.gpu_threads(x);
  call("gpu_threads(" + recorder->text(VarOrRVar(x)) + ")");
  return *this;
}

Schedule &Schedule::gpuThreads(const Var &x, const Var &y) {
  stage.gpu_threads(x, y);
  call("gpu_threads(" + recorder->text(VarOrRVar(x)) + ", " + recorder->text(VarOrRVar(y)) + ")");
  return *this;
}

Schedule &Schedule::wrapInBlock(const Var &block) {
  stage.split(Var::outermost(), Var::outermost(), block, 1).gpu_blocks(block);
  const std::string name = recorder->text(VarOrRVar(block));
  call("split(Var::outermost(), Var::outermost(), " + name + ", 1).gpu_blocks(" + name + ")");
  return *this;
}

Schedule &Schedule::atomic() {
  stage.atomic();
  call("atomic()");
  return *this;
}

Schedule &Schedule::allowRaceConditions() {
  stage.allow_race_conditions();
  call("allow_race_conditions()");
  return *this;
}

Schedule Schedule::specialize(const Expr &condition) {
  Stage special = stage.specialize(condition);
  return Schedule(*recorder, func, special, prefix + ".specialize(" + recorder->text(condition) + ")");
}

Schedule &Schedule::computeAt(const Func &consumer, const VarOrRVar &loop) {
  if (loop.is_rvar)
    func.compute_at(consumer, loop.rvar);
  else
    func.compute_at(consumer, loop.var);
  call("compute_at(" + recorder->text(consumer) + ", " + recorder->text(loop) + ")");
  return *this;
}

Schedule &Schedule::computeRoot() {
  func.compute_root();
  call("compute_root()");
  return *this;
}

Schedule &Schedule::storeIn(MemoryType type) {
  func.store_in(type);
  call(type == MemoryType::Stack       ? "store_in(MemoryType::Stack)"
       : type == MemoryType::GPUShared ? "store_in(MemoryType::GPUShared)"
       : type == MemoryType::Register  ? "store_in(MemoryType::Register)"
                                       : "store_in(MemoryType::Heap)");
  return *this;
}

Schedule &Schedule::reorderStorage(const std::vector<Var> &vars) {
  func.reorder_storage(vars);
  std::string text = "reorder_storage({";
  for (size_t i = 0; i < vars.size(); ++i)
    text += (i ? ", " : "") + vars[i].name();
  call(text + "})");
  return *this;
}

Schedule &Schedule::neverPartition() {
  stage.never_partition_all();
  call("never_partition_all()");
  return *this;
}

Schedule &Schedule::boundStorage(const Var &v, const Expr &extent) {
  func.bound_storage(v, extent);
  call("bound_storage(" + recorder->text(VarOrRVar(v)) + ", " + recorder->text(extent) + ")");
  return *this;
}

Schedule &Schedule::bound(const Var &v, const Expr &extent) {
  func.bound(v, 0, extent);
  call("bound(" + recorder->text(VarOrRVar(v)) + ", 0, " + recorder->text(extent) + ")");
  return *this;
}

Schedule &Schedule::boundExtent(const Var &v, const Expr &extent) {
  func.bound_extent(v, extent);
  call("bound_extent(" + recorder->text(VarOrRVar(v)) + ", " + recorder->text(extent) + ")");
  return *this;
}

} // namespace fullgraph::lower
