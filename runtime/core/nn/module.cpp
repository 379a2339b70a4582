// fg::nn::Module: registration, traversal, conversion, loading.
#include <fullgraph/io.h>
#include <fullgraph/nn/module.h>
#include <fullgraph/ops.h>

#include <cxxabi.h>

#include <cstdlib>
#include <ostream>
#include <sstream>

namespace fg::nn {
namespace {

std::string joined(const std::string &prefix, const std::string &name) {
  return prefix.empty() ? name : prefix + "." + name;
}

/// "fg::nn::LinearImpl": as the class is named in the source.
std::string className(const Module &module) {
  int status = 0;
  char *readable = abi::__cxa_demangle(typeid(module).name(), nullptr, nullptr, &status);
  std::string name = status == 0 && readable ? readable : typeid(module).name();
  std::free(readable);
  return name;
}

void checkName(const std::string &kind, const std::string &name) {
  FG_CHECK(!name.empty(), kind, " name must not be empty");
  FG_CHECK(name.find('.') == std::string::npos, kind, " name must not contain a dot (got '", name, "')");
}

std::string sizesText(IntArrayRef sizes) {
  std::ostringstream text;
  text << '[';
  for (size_t d = 0; d < sizes.size(); ++d)
    text << (d ? ", " : "") << sizes[d];
  text << ']';
  return text.str();
}

/// The tensor's data, dtype and sizes become those of `from`, for all handles of it: the members of the
/// module and its dictionary share one.
void setData(Tensor &tensor, const Tensor &from) {
  fg::detail::swapTensors(*tensor.unsafeGetImpl(), *from.unsafeGetImpl());
}

void move(OrderedDict<std::string, Tensor> &tensors, Device device) {
  for (auto &item : tensors)
    if (item.value().defined())
      if (const Tensor moved = fg::detail::placed(item.value(), device); !moved.is_same(item.value()))
        setData(item.value(), moved);
}

void convert(OrderedDict<std::string, Tensor> &tensors, ScalarType dtype) {
  for (auto &item : tensors)
    if (item.value().defined() && item.value().is_floating_point() && item.value().scalar_type() != dtype)
      setData(item.value(), fg::to(item.value(), dtype, true));
}

} // namespace

Module::~Module() = default;

std::string Module::name() const { return name_.empty() ? className(*this) : name_; }

void Module::addParameter(std::string name, const Tensor &tensor) {
  checkName("Parameter", name);
  parameters_.insert(std::move(name), tensor);
}

void Module::addBuffer(std::string name, const Tensor &tensor) {
  checkName("Buffer", name);
  buffers_.insert(std::move(name), tensor);
}

void Module::addModule(std::string name, std::shared_ptr<Module> module) {
  checkName("Submodule", name);
  FG_CHECK(module != nullptr, "Submodule '", name, "' is empty");
  children_.insert(std::move(name), std::move(module));
}

void Module::replaceModule(const std::string &name, std::shared_ptr<Module> module) {
  FG_CHECK(children_.contains(name), "Submodule '", name, "' is not registered");
  children_[name] = std::move(module);
}

void Module::unregisterParameter(const std::string &name) { parameters_.erase(name); }

void Module::replaceParameter(const std::string &name, const Tensor &tensor) { parameters_[name] = tensor; }

std::shared_ptr<Module> Module::clone(const optional<Device> &) const {
  FG_CHECK(false, "clone() has not been implemented for ", name(), ". Subclass torch::nn::Cloneable<", name(),
           "> instead of torch::nn::Module to inherit the ability to clone.");
  return nullptr;
}

void Module::unregisterAll() {
  parameters_.clear();
  buffers_.clear();
  children_.clear();
}

void Module::copyState(const Module &from) {
  const auto checkCount = [](size_t made, size_t given, const char *what, const char *registration) {
    FG_CHECK(made == given, "The cloned module does not have the same number of ", what,
             " as the original module after calling reset(). Are you sure you called ", registration,
             "() inside reset() and not the constructor?");
  };
  checkCount(parameters_.size(), from.parameters_.size(), "parameters", "register_parameter");
  checkCount(buffers_.size(), from.buffers_.size(), "buffers", "register_buffer");
  checkCount(children_.size(), from.children_.size(), "child modules", "register_module");
  const auto copyAll = [](OrderedDict<std::string, Tensor> &into,
                          const OrderedDict<std::string, Tensor> &of) {
    for (const auto &item : of)
      if (item.value().defined())
        setData(into[item.key()], item.value().clone());
  };
  copyAll(parameters_, from.parameters_);
  copyAll(buffers_, from.buffers_);
  for (auto &child : children_)
    child.value()->copyState(*from.children_[child.key()]);
  training_ = from.training_;
}

void Module::unregister_module(const std::string &name) {
  FG_CHECK(children_.contains(name), "No Module with name `", name, "` is registered");
  children_.erase(name);
}

OrderedDict<std::string, std::shared_ptr<Module>> Module::named_children() const { return children_; }

std::vector<std::shared_ptr<Module>> Module::children() const { return children_.values(); }

OrderedDict<std::string, std::shared_ptr<Module>> Module::named_modules(const std::string &name_prefix,
                                                                        bool include_self) const {
  OrderedDict<std::string, std::shared_ptr<Module>> all;
  if (include_self)
    all.insert(name_prefix, std::shared_ptr<Module>(std::shared_ptr<Module>(), const_cast<Module *>(this)));
  for (const auto &child : children_) {
    const std::string name = joined(name_prefix, child.key());
    all.insert(name, child.value());
    for (const auto &inner : child.value()->named_modules(name, false))
      all.insert(inner.key(), inner.value());
  }
  return all;
}

std::vector<std::shared_ptr<Module>> Module::modules(bool include_self) const {
  return named_modules({}, include_self).values();
}

void Module::apply(const std::function<void(Module &)> &function) {
  for (auto &child : children_)
    child.value()->apply(function);
  function(*this);
}

void Module::apply(const std::function<void(const std::string &, Module &)> &function,
                   const std::string &name_prefix) {
  for (auto &child : children_)
    child.value()->apply(function, joined(name_prefix, child.key()));
  function(name_prefix, *this);
}

OrderedDict<std::string, Tensor> Module::named_parameters(bool recurse) const {
  OrderedDict<std::string, Tensor> all;
  for (const auto &item : parameters_)
    if (item.value().defined())
      all.insert(item.key(), item.value());
  if (recurse)
    for (const auto &child : children_)
      for (const auto &item : child.value()->named_parameters())
        all.insert(joined(child.key(), item.key()), item.value());
  return all;
}

OrderedDict<std::string, Tensor> Module::named_buffers(bool recurse) const {
  OrderedDict<std::string, Tensor> all;
  for (const auto &item : buffers_)
    if (item.value().defined())
      all.insert(item.key(), item.value());
  if (recurse)
    for (const auto &child : children_)
      for (const auto &item : child.value()->named_buffers())
        all.insert(joined(child.key(), item.key()), item.value());
  return all;
}

std::vector<Tensor> Module::parameters(bool recurse) const { return named_parameters(recurse).values(); }
std::vector<Tensor> Module::buffers(bool recurse) const { return named_buffers(recurse).values(); }

void Module::train(bool on) {
  training_ = on;
  for (auto &child : children_)
    child.value()->train(on);
}

void Module::to(Device device, ScalarType dtype, bool non_blocking) {
  to(device, non_blocking);
  to(dtype, non_blocking);
}

void Module::to(ScalarType dtype, bool non_blocking) {
  FG_CHECK(isFloatingType(dtype),
           "nn.Module.to only accepts floating point dtypes, but got desired dtype=", dtype);
  for (auto &child : children_)
    child.value()->to(dtype, non_blocking);
  convert(parameters_, dtype);
  convert(buffers_, dtype);
}

void Module::to(Device device, bool non_blocking) {
  for (auto &child : children_)
    child.value()->to(device, non_blocking);
  move(parameters_, device);
  move(buffers_, device);
}

std::map<std::string, Tensor> Module::state_dict() const {
  std::map<std::string, Tensor> state;
  for (const auto &item : named_parameters())
    state.emplace(item.key(), item.value());
  for (const auto &item : named_buffers())
    state.emplace(item.key(), item.value());
  return state;
}

void Module::load_state_dict(const std::map<std::string, Tensor> &state, bool strict) {
  const std::map<std::string, Tensor> own = state_dict();
  std::string missing, unexpected, wrong;
  for (const auto &[key, tensor] : own) {
    const auto found = state.find(key);
    if (found == state.end())
      missing += (missing.empty() ? "\"" : ", \"") + key + "\"";
    else if (!(found->second.sizes() == tensor.sizes()))
      wrong += "\n\tsize mismatch for " + key + ": copying a param with shape " +
               sizesText(found->second.sizes()) + " from checkpoint, the shape in current model is " +
               sizesText(tensor.sizes()) + ".";
  }
  for (const auto &[key, tensor] : state)
    if (!own.count(key))
      unexpected += (unexpected.empty() ? "\"" : ", \"") + key + "\"";
  std::string problems;
  if (strict && !missing.empty())
    problems += "\n\tMissing key(s) in state_dict: " + missing + ".";
  if (strict && !unexpected.empty())
    problems += "\n\tUnexpected key(s) in state_dict: " + unexpected + ".";
  problems += wrong;
  FG_CHECK(problems.empty(), "Error(s) in loading state_dict for ", name(), ":", problems);
  for (const auto &[key, tensor] : own)
    if (const auto found = state.find(key); found != state.end())
      tensor.copy_(found->second);
}

void Module::load_state_dict(const std::string &path, bool strict) {
  load_state_dict(load_safetensors(path), strict);
}

namespace {

/// A module's line, and its sub-modules indented in parentheses, as PyTorch prints them.
void print(std::ostream &stream, const Module &module, const std::string &indent) {
  module.pretty_print(stream);
  const auto children = module.named_children();
  if (children.is_empty())
    return;
  stream << "(\n";
  for (const auto &child : children) {
    stream << indent << "  (" << child.key() << "): ";
    print(stream, *child.value(), indent + "  ");
    stream << "\n";
  }
  stream << indent << ")";
}

} // namespace

void Module::pretty_print(std::ostream &stream) const {
  std::string text = name();
  if (text.size() > 4 && text.compare(text.size() - 4, 4, "Impl") == 0)
    text.resize(text.size() - 4);
  stream << text;
}

std::ostream &operator<<(std::ostream &stream, const Module &module) {
  print(stream, module, "");
  return stream;
}

} // namespace fg::nn
