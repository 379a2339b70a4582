// Tensors from and to files: NumPy's .npy and Hugging Face's .safetensors.
//
// Loading maps the file into memory: elements are read from disk when they are first used, and are shared
// with the page cache. Writing to a loaded tensor is private to the process. Tensors whose elements are not
// aligned in the file are copied. The file must not be truncated while its tensors are in use.
//
// Every function throws fg::Error, with the file, the offset and the problem, for a file that cannot be read
// or written, is malformed, or holds a dtype that fg::Tensor does not have. Saving replaces the file in one
// step: readers see the old content or all of the new.
#pragma once

#include <fullgraph/tensor.h>

#include <iosfwd>
#include <map>
#include <string>

namespace fg {

/// Format versions 1 to 3, little-endian; a Fortran-order array becomes a tensor with such strides.
Tensor load_npy(const std::string &path);
/// dtypes other than bf16, which .npy does not have.
void save_npy(const std::string &path, const Tensor &tensor);

/// All tensors of the file by name.
std::map<std::string, Tensor> load_safetensors(const std::string &path);
void save_safetensors(const std::string &path, const std::map<std::string, Tensor> &tensors,
                      const std::map<std::string, std::string> &metadata = {});
/// The same from a stream, which is read to its end, and to one.
std::map<std::string, Tensor> load_safetensors(std::istream &stream);
void save_safetensors(std::ostream &stream, const std::map<std::string, Tensor> &tensors,
                      const std::map<std::string, std::string> &metadata = {});

} // namespace fg
