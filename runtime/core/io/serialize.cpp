#include <fullgraph/ops.h>
#include <fullgraph/serialize.h>

#include <istream>
#include <ostream>

namespace fg::serialization {

namespace {

std::map<std::string, Tensor> named(const std::vector<Tensor> &tensors) {
  std::map<std::string, Tensor> result;
  for (size_t i = 0; i < tensors.size(); ++i)
    result.emplace(std::to_string(i), tensors[i]);
  return result;
}

std::string quoted(const std::map<std::string, Tensor> &tensors) {
  std::string names;
  for (const auto &[name, tensor] : tensors)
    names += (names.empty() ? "'" : ", '") + name + "'";
  return names.empty() ? "none" : names;
}

Tensor on(const Tensor &tensor, const std::optional<Device> &device) {
  return device ? detail::placed(tensor, *device) : tensor;
}

void take(Tensor &tensor, const std::map<std::string, Tensor> &from, const std::optional<Device> &device) {
  FG_CHECK(from.size() == 1, "load: expected a file with one tensor, its tensors are ", quoted(from));
  tensor = on(from.begin()->second, device);
}

void take(std::vector<Tensor> &tensors, const std::map<std::string, Tensor> &from,
          const std::optional<Device> &device) {
  std::vector<Tensor> result;
  for (size_t i = 0; i < from.size(); ++i) {
    const auto found = from.find(std::to_string(i));
    FG_CHECK(found != from.end(), "load: expected tensors '0', '1', ..., the file's are ", quoted(from));
    result.push_back(on(found->second, device));
  }
  tensors = std::move(result);
}

void take(nn::Module &module, const std::map<std::string, Tensor> &from,
          const std::optional<Device> &device) {
  module.load_state_dict(from);
  if (device)
    module.to(*device);
}

} // namespace

void save(const Tensor &tensor, const std::string &path) { save_safetensors(path, named({tensor})); }
void save(const Tensor &tensor, std::ostream &stream) { save_safetensors(stream, named({tensor})); }
void save(const std::vector<Tensor> &tensors, const std::string &path) {
  save_safetensors(path, named(tensors));
}
void save(const std::vector<Tensor> &tensors, std::ostream &stream) {
  save_safetensors(stream, named(tensors));
}
void save(const nn::Module &module, const std::string &path) { save_safetensors(path, module.state_dict()); }
void save(const nn::Module &module, std::ostream &stream) { save_safetensors(stream, module.state_dict()); }

void load(Tensor &tensor, const std::string &path, std::optional<Device> device) {
  take(tensor, load_safetensors(path), device);
}
void load(Tensor &tensor, std::istream &stream, std::optional<Device> device) {
  take(tensor, load_safetensors(stream), device);
}
void load(std::vector<Tensor> &tensors, const std::string &path, std::optional<Device> device) {
  take(tensors, load_safetensors(path), device);
}
void load(std::vector<Tensor> &tensors, std::istream &stream, std::optional<Device> device) {
  take(tensors, load_safetensors(stream), device);
}
void load(nn::Module &module, const std::string &path, std::optional<Device> device) {
  take(module, load_safetensors(path), device);
}
void load(nn::Module &module, std::istream &stream, std::optional<Device> device) {
  take(module, load_safetensors(stream), device);
}

} // namespace fg::serialization
