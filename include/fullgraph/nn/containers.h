// Modules of modules: Sequential, ModuleList, ModuleDict, Functional.
#pragma once

#include <fullgraph/nn/module.h>

namespace fg::nn {

namespace detail {

/// A module of any class whose forward takes tensors and gives one.
struct AnyForward {
  virtual ~AnyForward() = default;
  virtual Tensor forward(const Tensor &input) = 0;
  virtual Tensor forwardOfMany(const std::vector<Tensor> &inputs) = 0;
  virtual std::shared_ptr<Module> base() const = 0;
};

inline constexpr size_t mostInputs = 8; // Transformer's

template <class M, size_t... I> constexpr bool takesTensors(std::index_sequence<I...>) {
  return requires(M &m, const Tensor &x) { Tensor(m.forward((static_cast<void>(I), x)...)); };
}
/// May the module's forward be called with so many tensors, or with some more?
template <class M, size_t Count = 1> constexpr bool takesSome() {
  if constexpr (takesTensors<M>(std::make_index_sequence<Count>()))
    return true;
  else if constexpr (Count < mostInputs)
    return takesSome<M, Count + 1>();
  else
    return false;
}

template <class M> struct ForwardOf final : AnyForward {
  explicit ForwardOf(std::shared_ptr<M> module) : module(std::move(module)) {}
  Tensor forward(const Tensor &input) override {
    if constexpr (requires { module->forward(input); })
      return module->forward(input);
    else if constexpr (requires { module->forward(Tensor(input)); })
      return module->forward(Tensor(input));
    else
      return forwardOfMany({input});
  }
  Tensor forwardOfMany(const std::vector<Tensor> &inputs) override { return among<1>(inputs); }
  std::shared_ptr<Module> base() const override { return module; }

  std::shared_ptr<M> module;

private:
  template <size_t Count> Tensor among(const std::vector<Tensor> &inputs) {
    if constexpr (takesTensors<M>(std::make_index_sequence<Count>()))
      if (inputs.size() == Count)
        return spread(inputs, std::make_index_sequence<Count>());
    if constexpr (Count < mostInputs)
      return among<Count + 1>(inputs);
    else
      fg::detail::fail({"the module's forward() does not take ", int64_t(inputs.size()), " tensors"});
  }
  template <size_t... I> Tensor spread(const std::vector<Tensor> &inputs, std::index_sequence<I...>) {
    return module->forward(inputs[I]...);
  }
};

} // namespace detail

/// A module of any class, with its forward.
class AnyModule {
public:
  AnyModule() = default;
  template <class M>
    requires std::is_base_of_v<Module, M>
  explicit AnyModule(std::shared_ptr<M> module) : content_(new detail::ForwardOf<M>(std::move(module))) {
    static_assert(
        detail::takesSome<M>() || requires(M &m, Tensor x) { Tensor(m.forward(std::move(x))); },
        "the module's forward must take tensors and return one");
  }
  template <class M> explicit AnyModule(const ModuleHolder<M> &holder) : AnyModule(holder.ptr()) {}
  /// A module object: moved into a shared_ptr.
  template <class M>
    requires std::is_base_of_v<Module, std::remove_cvref_t<M>>
  explicit AnyModule(M &&module)
      : AnyModule(std::make_shared<std::remove_cvref_t<M>>(std::forward<M>(module))) {}

  /// As the constructors: `AnyModule any; any = std::make_shared<LinearImpl>(2, 3);`
  template <class M> AnyModule &operator=(std::shared_ptr<M> module) {
    return *this = AnyModule(std::move(module));
  }

  bool is_empty() const { return content_ == nullptr; }
  Tensor forward(const Tensor &input) const { return content_->forward(input); }
  /// As LibTorch has it: any.forward<Tensor>(x, y).
  template <class Result = Tensor, class... Inputs>
    requires std::is_same_v<Result, Tensor>
  Tensor forward(const Tensor &input, const Inputs &...inputs) const {
    return content_->forwardOfMany({input, inputs...});
  }
  std::shared_ptr<Module> ptr() const { return content_->base(); }
  template <class T> std::shared_ptr<T> ptr() const { return std::dynamic_pointer_cast<T>(ptr()); }
  template <class T> T &get() const { return *ptr()->template as<T>(); }

  std::shared_ptr<detail::AnyForward> content_;
};

/// A module and its name, for Sequential({{"conv", Conv2d(1, 2, 3)}, {"act", ReLU()}}).
class NamedAnyModule {
public:
  template <class M>
  NamedAnyModule(std::string name, M &&module)
      : name_(std::move(name)), module_(AnyModule(std::forward<M>(module))) {}
  const std::string &name() const { return name_; }
  const AnyModule &module() const { return module_; }

  std::string name_;
  AnyModule module_;
};

/// Modules that are run one after the other.
class SequentialImpl : public Module {
public:
  SequentialImpl() = default;
  SequentialImpl(std::initializer_list<NamedAnyModule> modules) {
    for (const NamedAnyModule &named : modules)
      push_back(named.name(), named.module());
  }
  template <class... Modules>
    requires(sizeof...(Modules) > 0)
  explicit SequentialImpl(Modules &&...modules) {
    (push_back(std::forward<Modules>(modules)), ...);
  }

  Tensor forward(const Tensor &input) {
    FG_CHECK(!modules_.empty(), "Cannot call forward() on an empty Sequential");
    Tensor result = input;
    for (const AnyModule &module : modules_)
      result = module.forward(result);
    return result;
  }

  /// The first module takes all the inputs, each further one what the module before it gave.
  template <class... Inputs>
    requires(sizeof...(Inputs) > 0)
  Tensor forward(const Tensor &input, const Inputs &...inputs) {
    FG_CHECK(!modules_.empty(), "Cannot call forward() on an empty Sequential");
    Tensor result = modules_[0].forward(input, inputs...);
    for (size_t i = 1; i < modules_.size(); ++i)
      result = modules_[i].forward(result);
    return result;
  }

  void push_back(AnyModule module) { push_back(std::to_string(modules_.size()), std::move(module)); }
  void push_back(std::string name, AnyModule module) {
    modules_.push_back(module);
    register_module(std::move(name), modules_.back().ptr());
  }
  template <class M>
    requires(!std::is_same_v<std::remove_cvref_t<M>, AnyModule>)
  void push_back(M &&module) {
    push_back(AnyModule(std::forward<M>(module)));
  }
  template <class M>
    requires(!std::is_same_v<std::remove_cvref_t<M>, AnyModule>)
  void push_back(std::string name, M &&module) {
    push_back(std::move(name), AnyModule(std::forward<M>(module)));
  }
  template <class Container> void extend(const Container &container) {
    for (const auto &module : container)
      push_back(module);
  }

  size_t size() const noexcept { return modules_.size(); }
  bool is_empty() const noexcept { return modules_.empty(); }
  std::shared_ptr<Module> ptr(size_t index) const { return modules_.at(index).ptr(); }
  std::shared_ptr<Module> operator[](size_t index) const { return ptr(index); }
  template <class T> std::shared_ptr<T> ptr(size_t index) const { return modules_.at(index).ptr<T>(); }
  template <class T> T &at(size_t index) { return modules_.at(index).get<T>(); }
  auto begin() { return modules_.begin(); }
  auto end() { return modules_.end(); }
  auto begin() const { return modules_.begin(); }
  auto end() const { return modules_.end(); }

  std::vector<AnyModule> modules_;
};
class Sequential : public ModuleHolder<SequentialImpl> {
public:
  using ModuleHolder<SequentialImpl>::ModuleHolder;
  using Impl = SequentialImpl;
  Sequential() = default;
  Sequential(std::initializer_list<NamedAnyModule> modules)
      : ModuleHolder<SequentialImpl>(std::shared_ptr<SequentialImpl>(new SequentialImpl(modules))) {}
};

/// Modules that a program runs in its own way.
class ModuleListImpl : public Module {
public:
  ModuleListImpl() = default;
  template <class... Modules>
    requires(sizeof...(Modules) > 0)
  explicit ModuleListImpl(Modules &&...modules) {
    (push_back(std::forward<Modules>(modules)), ...);
  }

  void push_back(std::shared_ptr<Module> module) {
    modules_.push_back(module);
    register_module(std::to_string(modules_.size() - 1), modules_.back());
  }
  template <class M> void push_back(const ModuleHolder<M> &holder) {
    push_back(std::shared_ptr<Module>(holder.ptr()));
  }
  template <class M>
    requires std::is_base_of_v<Module, std::remove_cvref_t<M>>
  void push_back(M &&module) {
    push_back(std::shared_ptr<Module>(std::make_shared<std::remove_cvref_t<M>>(std::forward<M>(module))));
  }
  template <class Container> void extend(const Container &container) {
    for (const auto &module : container)
      push_back(module);
  }

  size_t size() const noexcept { return modules_.size(); }
  bool is_empty() const noexcept { return modules_.empty(); }
  std::shared_ptr<Module> ptr(size_t index) const { return modules_.at(index); }
  std::shared_ptr<Module> operator[](size_t index) const { return modules_.at(index); }
  template <class T> std::shared_ptr<T> ptr(size_t index) const {
    return std::dynamic_pointer_cast<T>(modules_.at(index));
  }
  template <class T> T &at(size_t index) { return *modules_.at(index)->template as<T>(); }
  template <class T> const T &at(size_t index) const { return *modules_.at(index)->template as<T>(); }
  auto begin() { return modules_.begin(); }
  auto end() { return modules_.end(); }
  auto begin() const { return modules_.begin(); }
  auto end() const { return modules_.end(); }

  std::vector<std::shared_ptr<Module>> modules_;
};
FG_MODULE(ModuleList);

/// Modules by name, in the order in which they were added.
class ModuleDictImpl : public Module {
public:
  ModuleDictImpl() = default;
  explicit ModuleDictImpl(const std::vector<std::pair<std::string, std::shared_ptr<Module>>> &modules) {
    update(modules);
  }
  explicit ModuleDictImpl(const OrderedDict<std::string, std::shared_ptr<Module>> &modules) {
    for (const auto &item : modules)
      insert(item.key(), item.value());
  }

  void insert(std::string key, std::shared_ptr<Module> module) {
    register_module(key, module);
    modules_.push_back(std::pair<std::string, std::shared_ptr<Module>>(std::move(key), std::move(module)));
  }
  template <class M> void insert(std::string key, const ModuleHolder<M> &holder) {
    insert(std::move(key), std::shared_ptr<Module>(holder.ptr()));
  }
  void update(const std::vector<std::pair<std::string, std::shared_ptr<Module>>> &modules) {
    for (const auto &[key, module] : modules)
      insert(key, module);
  }

  size_t size() const noexcept { return modules_.size(); }
  bool empty() const noexcept { return modules_.empty(); }
  bool contains(const std::string &key) const noexcept {
    for (const auto &entry : modules_)
      if (entry.first == key)
        return true;
    return false;
  }
  const std::shared_ptr<Module> &operator[](const std::string &key) const {
    for (const auto &entry : modules_)
      if (entry.first == key)
        return entry.second;
    fg::detail::fail({"Argument '", key, "' not defined"});
  }
  std::shared_ptr<Module> ptr(const std::string &key) const { return (*this)[key]; }
  template <class T> std::shared_ptr<T> ptr(const std::string &key) const {
    return std::dynamic_pointer_cast<T>((*this)[key]);
  }
  template <class T> T &at(const std::string &key) { return *(*this)[key]->template as<T>(); }
  std::vector<std::string> keys() const {
    std::vector<std::string> keys;
    for (const auto &entry : modules_)
      keys.push_back(entry.first);
    return keys;
  }
  std::vector<std::shared_ptr<Module>> values() const {
    std::vector<std::shared_ptr<Module>> values;
    for (const auto &entry : modules_)
      values.push_back(entry.second);
    return values;
  }
  const std::vector<std::pair<std::string, std::shared_ptr<Module>>> &items() const { return modules_; }
  auto begin() const { return modules_.begin(); }
  auto end() const { return modules_.end(); }

  std::vector<std::pair<std::string, std::shared_ptr<Module>>> modules_;
};
FG_MODULE(ModuleDict);

/// Parameters by number. A parameter may be written to in place; list[0] = x is not possible.
class ParameterListImpl : public Module {
public:
  using Item = OrderedDict<std::string, Tensor>::Item;
  ParameterListImpl() = default;
  template <class... Tensors>
    requires(sizeof...(Tensors) > 0 && (std::is_convertible_v<Tensors, Tensor> && ...))
  explicit ParameterListImpl(Tensors &&...parameters) {
    (append(parameters), ...);
  }

  void append(const Tensor &parameter) {
    items_.insert(std::to_string(items_.size()),
                  register_parameter(std::to_string(items_.size()), parameter));
  }
  void append(const Item &item) { append(item.value()); }
  template <class Container> void extend(const Container &container) {
    for (const auto &parameter : container)
      append(parameter);
  }
  template <class Container> ParameterListImpl &operator+=(const Container &other) {
    extend(other);
    return *this;
  }

  size_t size() const noexcept { return items_.size(); }
  bool is_empty() const noexcept { return items_.is_empty(); }
  const Tensor &at(size_t index) const {
    FG_CHECK(index < size(), "Index out of range");
    return items_[index].value();
  }
  const Tensor &operator[](size_t index) const { return at(index); }
  auto begin() const { return items_.begin(); }
  auto end() const { return items_.end(); }

  OrderedDict<std::string, Tensor> items_; // of a key and a parameter
};
FG_MODULE(ParameterList);

/// Parameters by name, in the order in which they were added; written to in place, as a list's.
class ParameterDictImpl : public Module {
public:
  ParameterDictImpl() = default;
  explicit ParameterDictImpl(const OrderedDict<std::string, Tensor> &parameters) {
    for (const auto &item : parameters)
      insert(item.key(), item.value());
  }

  const Tensor &insert(const std::string &key, const Tensor &parameter) {
    return items_.insert(key, register_parameter(key, parameter));
  }
  /// Takes the parameter of that name out.
  Tensor pop(const std::string &key) {
    const Tensor parameter = items_[key];
    unregisterParameter(key);
    items_.erase(key); // the key may be the item's own
    return parameter;
  }
  /// The parameters of an OrderedDict or ParameterDict, in the place of those of the same name.
  template <class Container> void update(const Container &container) {
    for (const auto &item : container) {
      if (items_.contains(item.key())) {
        items_[item.key()] = item.value();
        replaceParameter(item.key(), item.value());
      } else {
        insert(item.key(), item.value());
      }
    }
  }
  void clear() {
    while (!items_.is_empty())
      pop(items_[size_t(0)].key());
  }

  size_t size() const noexcept { return items_.size(); }
  bool empty() const noexcept { return items_.is_empty(); }
  bool contains(const std::string &key) const noexcept { return items_.contains(key); }
  const Tensor &get(const std::string &key) const { return items_[key]; }
  const Tensor &operator[](const std::string &key) const { return items_[key]; }
  std::vector<std::string> keys() const { return items_.keys(); }
  std::vector<Tensor> values() const { return items_.values(); }
  auto begin() const { return items_.begin(); }
  auto end() const { return items_.end(); }

  OrderedDict<std::string, Tensor> items_;
};
FG_MODULE(ParameterDict);

/// A function as a module: Functional(fg::relu), Functional(fg::leaky_relu, 0.2).
class FunctionalImpl : public Module {
public:
  using Function = std::function<Tensor(Tensor)>;
  explicit FunctionalImpl(Function function) : function_(std::move(function)) {}
  template <class Callable, class... Arguments>
    requires(sizeof...(Arguments) > 0)
  explicit FunctionalImpl(Callable callable, Arguments... arguments)
      : function_([callable, arguments...](Tensor input) { return Tensor(callable(input, arguments...)); }) {}
  Tensor forward(const Tensor &input) { return function_(input); }
  Tensor operator()(const Tensor &input) { return forward(input); }

  Function function_;
};
FG_MODULE(Functional);

} // namespace fg::nn
