// torch::save and torch::load, over .safetensors: of a tensor, whose name in the file is "0", of a list of
// tensors, "0", "1", ..., and of a module, whose names are state_dict's. To a file, which is replaced in one
// step, or to a stream, which holds nothing else.
//
// Archives of PyTorch's (.pt) are refused with a message that says how to convert them. Errors are those of
// io.h's functions and of Module::load_state_dict; what was to be loaded is unchanged then.
#pragma once

#include <fullgraph/io.h>
#include <fullgraph/nn/module.h>

#include <concepts>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fg {

// Found as fg::save and fg::load only: a program's own save(tensor, path) is to stay the only one.
namespace serialization {

void save(const Tensor &tensor, const std::string &path);
void save(const Tensor &tensor, std::ostream &stream);
void save(const std::vector<Tensor> &tensors, const std::string &path);
void save(const std::vector<Tensor> &tensors, std::ostream &stream);
void save(const nn::Module &module, const std::string &path);
void save(const nn::Module &module, std::ostream &stream);

/// The file's only tensor.
void load(Tensor &tensor, const std::string &path, std::optional<Device> device = {});
void load(Tensor &tensor, std::istream &stream, std::optional<Device> device = {});
/// Tensors "0", "1", ...
void load(std::vector<Tensor> &tensors, const std::string &path, std::optional<Device> device = {});
void load(std::vector<Tensor> &tensors, std::istream &stream, std::optional<Device> device = {});
/// Into the parameters and buffers, which must be those of the file.
void load(nn::Module &module, const std::string &path, std::optional<Device> device = {});
void load(nn::Module &module, std::istream &stream, std::optional<Device> device = {});

/// A module's holder, or a shared_ptr to it.
template <class P>
concept ModulePointer = requires(P &p) {
  { *p } -> std::convertible_to<const nn::Module &>;
  p.get();
};
template <ModulePointer P, class Target> void save(const P &module, Target &&target) {
  FG_CHECK(module.get() != nullptr, "save: there is no module");
  const nn::Module &saved = *module;
  save(saved, std::forward<Target>(target));
}
template <ModulePointer P, class Source>
void load(P &module, Source &&source, std::optional<Device> device = {}) {
  FG_CHECK(module.get() != nullptr, "load: there is no module");
  nn::Module &loaded = *module;
  load(loaded, std::forward<Source>(source), device);
}

} // namespace serialization

using namespace serialization;

} // namespace fg
