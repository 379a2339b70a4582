// fg::nn::Module, the base of all modules, and ModuleHolder, the handle through which they are used: the
// interface of torch::nn.
//
//   struct NetImpl : fg::nn::Module {
//     NetImpl() : fc(register_module("fc", fg::nn::Linear(784, 10))) {}
//     fg::Tensor forward(const fg::Tensor &x) { return fc->forward(x); }
//     fg::nn::Linear fc{nullptr};
//   };
//   FG_MODULE(Net); // Net net; net->forward(x)
//
// Compiled code captures a module's forward with the layers that its constructor builds, under guards on
// their number, types and settings: an object that has been changed since runs eagerly.
#pragma once

#include <fullgraph/nn/common.h>

#include <functional>
#include <iosfwd>
#include <map>
#include <memory>
#include <type_traits>
#include <typeinfo>

namespace fg {

/// Pairs in the order of their insertion, found by key.
template <class Key, class Value> class OrderedDict {
public:
  struct Item {
    std::pair<Key, Value> pair_;
    const Key &key() const { return pair_.first; }
    Value &value() { return pair_.second; }
    const Value &value() const { return pair_.second; }
    Value &operator*() { return pair_.second; }
    const Value &operator*() const { return pair_.second; }
    Value *operator->() { return &pair_.second; }
    const Value *operator->() const { return &pair_.second; }
    const std::pair<Key, Value> &pair() const { return pair_; }
  };

  OrderedDict() = default;
  OrderedDict(std::initializer_list<std::pair<Key, Value>> items) {
    for (const auto &item : items)
      insert(item.first, item.second);
  }

  Value &insert(Key key, Value value) {
    FG_CHECK(!contains(key), "Key '", key, "' already defined");
    items_.push_back(Item{{std::move(key), std::move(value)}});
    return items_.back().value();
  }
  Value *find(const Key &key) {
    for (Item &item : items_)
      if (item.key() == key)
        return &item.value();
    return nullptr;
  }
  const Value *find(const Key &key) const {
    for (const Item &item : items_)
      if (item.key() == key)
        return &item.value();
    return nullptr;
  }
  bool contains(const Key &key) const { return find(key) != nullptr; }
  Value &operator[](const Key &key) {
    Value *value = find(key);
    FG_CHECK(value, "Argument '", key, "' not defined");
    return *value;
  }
  const Value &operator[](const Key &key) const {
    const Value *value = find(key);
    FG_CHECK(value, "Argument '", key, "' not defined");
    return *value;
  }
  Item &operator[](size_t index) { return items_[index]; }
  const Item &operator[](size_t index) const { return items_[index]; }
  void erase(const Key &key) {
    for (size_t i = 0; i < items_.size(); ++i)
      if (items_[i].key() == key) {
        items_.erase(items_.begin() + static_cast<std::ptrdiff_t>(i));
        return;
      }
    FG_CHECK(false, "Key '", key, "' doesn't exist");
  }
  Value pop(const Key &key) {
    Value value = (*this)[key];
    erase(key);
    return value;
  }
  void update(const OrderedDict &other) {
    for (const Item &item : other)
      insert(item.key(), item.value());
  }
  void clear() { items_.clear(); }
  void reserve(size_t count) { items_.reserve(count); }
  Item &front() { return items_.front(); }
  const Item &front() const { return items_.front(); }
  Item &back() { return items_.back(); }
  const Item &back() const { return items_.back(); }
  size_t size() const { return items_.size(); }
  bool is_empty() const { return items_.empty(); }
  auto begin() { return items_.begin(); }
  auto end() { return items_.end(); }
  auto begin() const { return items_.begin(); }
  auto end() const { return items_.end(); }
  const std::vector<Item> &items() const { return items_; }
  std::vector<Key> keys() const {
    std::vector<Key> keys;
    for (const Item &item : items_)
      keys.push_back(item.key());
    return keys;
  }
  std::vector<Value> values() const {
    std::vector<Value> values;
    for (const Item &item : items_)
      values.push_back(item.value());
    return values;
  }

  std::vector<std::pair<Key, Value>> pairs() const {
    std::vector<std::pair<Key, Value>> pairs;
    for (const Item &item : items_)
      pairs.push_back(item.pair());
    return pairs;
  }

  std::vector<Item> items_;
};

namespace nn {

template <class Contained> class ModuleHolder;

namespace detail {
struct HolderTag {};

using fg::detail::expected;
using fg::detail::known;

} // namespace detail

class Module {
public:
  Module() = default;
  explicit Module(std::string name) : name_(std::move(name)) {}
  Module(const Module &) = default;
  Module(Module &&) = default;
  Module &operator=(const Module &) = default;
  Module &operator=(Module &&) = default;
  virtual ~Module();

  /// The name that the constructor was given, else the class's.
  std::string name() const;

  // --- what the module is made of; names are those of torch::nn, joined with '.' across sub-modules ---
  std::vector<Tensor> parameters(bool recurse = true) const;
  OrderedDict<std::string, Tensor> named_parameters(bool recurse = true) const;
  std::vector<Tensor> buffers(bool recurse = true) const;
  OrderedDict<std::string, Tensor> named_buffers(bool recurse = true) const;
  std::vector<std::shared_ptr<Module>> children() const;
  OrderedDict<std::string, std::shared_ptr<Module>> named_children() const;
  /// The module itself, by a pointer that does not own it, and all sub-modules, depth first.
  std::vector<std::shared_ptr<Module>> modules(bool include_self = true) const;
  OrderedDict<std::string, std::shared_ptr<Module>> named_modules(const std::string &name_prefix = {},
                                                                  bool include_self = true) const;
  /// Calls `function` for every sub-module, and then for the module itself.
  void apply(const std::function<void(Module &)> &function);
  void apply(const std::function<void(const std::string &, Module &)> &function,
             const std::string &name_prefix = {});

  // --- state ---
  virtual void train(bool on = true);
  void eval() { train(false); }
  bool is_training() const noexcept { return training_; }
  /// Converts the floating-point parameters and buffers, and those of the sub-modules by their own `to`.
  virtual void to(Device device, ScalarType dtype, bool non_blocking = false);
  virtual void to(ScalarType dtype, bool non_blocking = false);
  /// Moves the parameters and buffers: all handles of them have their elements on the device then.
  virtual void to(Device device, bool non_blocking = false);
  void zero_grad(bool = true) {}
  void requires_grad_(bool = true) {}

  /// Parameters and buffers by name, sharing the module's memory.
  std::map<std::string, Tensor> state_dict() const;
  /// Copies tensors of the same names into the parameters and buffers. `strict`: throws fg::Error, which
  /// names every missing key, every unexpected key and every tensor of a wrong size, and loads nothing.
  /// Otherwise only wrong sizes are errors.
  void load_state_dict(const std::map<std::string, Tensor> &state, bool strict = true);
  /// From a .safetensors file.
  void load_state_dict(const std::string &path, bool strict = true);
  void load_state_dict(const char *path, bool strict = true) { load_state_dict(std::string(path), strict); }

  // --- for constructors of derived classes ---
  Tensor register_parameter(std::string name, Tensor tensor, bool /*requires_grad*/ = true) {
    addParameter(std::move(name), tensor);
    return tensor;
  }
  Tensor register_buffer(std::string name, Tensor tensor) {
    addBuffer(std::move(name), tensor);
    return tensor;
  }
  template <class M>
    requires std::is_base_of_v<Module, M>
  std::shared_ptr<M> register_module(std::string name, std::shared_ptr<M> module) {
    addModule(std::move(name), module);
    return module;
  }
  template <class M> std::shared_ptr<M> register_module(std::string name, ModuleHolder<M> holder) {
    addModule(std::move(name), holder.ptr());
    return holder.ptr();
  }
  template <class M> std::shared_ptr<M> replace_module(const std::string &name, std::shared_ptr<M> module) {
    replaceModule(name, module);
    return module;
  }
  template <class M> std::shared_ptr<M> replace_module(const std::string &name, ModuleHolder<M> holder) {
    replaceModule(name, holder.ptr());
    return holder.ptr();
  }
  void unregister_module(const std::string &name);

  /// The module as a T, or null if it is none. T may be a holder: as<Linear>().
  template <class T>
    requires std::is_base_of_v<detail::HolderTag, T>
  typename T::ContainedType *as() noexcept {
    return as<typename T::ContainedType>();
  }
  template <class T>
    requires std::is_base_of_v<detail::HolderTag, T>
  const typename T::ContainedType *as() const noexcept {
    return as<typename T::ContainedType>();
  }
  template <class T>
    requires(!std::is_base_of_v<detail::HolderTag, T>)
  T *as() noexcept {
    return dynamic_cast<T *>(this);
  }
  template <class T>
    requires(!std::is_base_of_v<detail::HolderTag, T>)
  const T *as() const noexcept {
    return dynamic_cast<const T *>(this);
  }

  /// A copy with memory of its own, of a module that is Cloneable; of others fg::Error.
  virtual std::shared_ptr<Module> clone(const optional<Device> &device = nullopt) const;

  /// "Linear(in_features=3, out_features=4)", or the class's name.
  virtual void pretty_print(std::ostream &stream) const;

protected:
  void unregisterParameter(const std::string &name);
  void replaceParameter(const std::string &name, const Tensor &tensor);
  /// For clone(): nothing is registered any more; and what is registered becomes a copy of `from`'s.
  void unregisterAll();
  void copyState(const Module &from);

private:
  void addParameter(std::string name, const Tensor &tensor);
  void addBuffer(std::string name, const Tensor &tensor);
  void addModule(std::string name, std::shared_ptr<Module> module);
  void replaceModule(const std::string &name, std::shared_ptr<Module> module);

  OrderedDict<std::string, Tensor> parameters_, buffers_;
  OrderedDict<std::string, std::shared_ptr<Module>> children_;
  std::string name_;

public: // read by compiled code
  bool training_ = true;
};

std::ostream &operator<<(std::ostream &stream, const Module &module);

/// torch::nn::Cloneable: a module whose reset(), which its constructors call, makes and registers all that it
/// is made of, so that a copy can be made by another reset(). What sub-modules have besides parameters,
/// buffers and their mode is in the copy as reset() makes it.
template <class Derived> class Cloneable : public Module {
public:
  using Module::Module;
  virtual void reset() = 0;
  std::shared_ptr<Module> clone(const optional<Device> &device = nullopt) const override {
    const auto copy = std::make_shared<Derived>(static_cast<const Derived &>(*this));
    Cloneable &made = *copy;
    made.unregisterAll();
    made.reset();
    made.copyState(*this);
    if (device)
      made.to(*device);
    return copy;
  }
};

/// A handle of a module: copies share it. `Linear fc{nullptr}` is an empty one.
template <class Contained> class ModuleHolder : public detail::HolderTag {
public:
  using ContainedType = Contained;

  ModuleHolder() : impl_(new Contained()) {}
  ModuleHolder(std::nullptr_t) {}
  ModuleHolder(std::shared_ptr<Contained> module) : impl_(std::move(module)) {}
  /// The module's own constructors.
  template <class Head, class... Tail>
    requires(sizeof...(Tail) > 0 || (!std::is_base_of_v<ModuleHolder, std::remove_cvref_t<Head>> &&
                                     !std::is_convertible_v<Head &&, std::shared_ptr<Contained>>))
  explicit ModuleHolder(Head &&head, Tail &&...tail)
      : impl_(new Contained(std::forward<Head>(head), std::forward<Tail>(tail)...)) {}

  explicit operator bool() const noexcept { return !is_empty(); }
  bool is_empty() const noexcept { return impl_ == nullptr; }
  Contained *operator->() { return get(); }
  const Contained *operator->() const { return get(); }
  Contained &operator*() { return *get(); }
  const Contained &operator*() const { return *get(); }
  const std::shared_ptr<Contained> &ptr() const {
    FG_CHECK(impl_ != nullptr, "Accessing empty ModuleHolder");
    return impl_;
  }
  Contained *get() {
    FG_CHECK(impl_ != nullptr, "Accessing empty ModuleHolder");
    return impl_.get();
  }
  const Contained *get() const {
    FG_CHECK(impl_ != nullptr, "Accessing empty ModuleHolder");
    return impl_.get();
  }
  template <class... Arguments> auto operator()(Arguments &&...arguments) -> decltype(auto) {
    return get()->forward(std::forward<Arguments>(arguments)...);
  }
  /// As the module's: net->parameters() and net[0] where Contained has it.
  template <class Index> decltype(auto) operator[](Index &&index) {
    return (*get())[std::forward<Index>(index)];
  }

  std::shared_ptr<Contained> impl_;
};

template <class Contained> std::ostream &operator<<(std::ostream &stream, const ModuleHolder<Contained> &m) {
  return stream << static_cast<const Module &>(*m);
}

} // namespace nn
} // namespace fg

/// Declares the handle `Name` of the module class `NameImpl`, as TORCH_MODULE does.
#define FG_MODULE_IMPL(Name, ImplType)                                                                       \
  class Name : public ::fg::nn::ModuleHolder<ImplType> {                                                     \
  public:                                                                                                    \
    using ::fg::nn::ModuleHolder<ImplType>::ModuleHolder;                                                    \
    using Impl [[maybe_unused]] = ImplType;                                                                  \
  }
#define FG_MODULE(Name) FG_MODULE_IMPL(Name, Name##Impl)
