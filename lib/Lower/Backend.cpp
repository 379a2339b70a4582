#include "lib/Lower/Backend.h"

#include <memory>

namespace fullgraph {

// Each row of kind Kernels has a function that makes it.
#define FG_DECLARE_Kernels(Id) std::unique_ptr<Backend> make##Id##Backend(std::string name);
#define FG_DECLARE_AsWritten(Id)
#define FG_DECLARE_Operators(Id)
#define FG_BACKEND(Id, name, kind, description) FG_DECLARE_##kind(Id)
#include "lib/Lower/Backends.def"
#undef FG_BACKEND

namespace {

const std::vector<std::unique_ptr<Backend>> &backends() {
  static const auto &list = *new std::vector<std::unique_ptr<Backend>>([] { // never destroyed: see First.cpp
    std::vector<std::unique_ptr<Backend>> made;
#define FG_MAKE_Kernels(Id, name) made.push_back(make##Id##Backend(name));
#define FG_MAKE_AsWritten(Id, name)
#define FG_MAKE_Operators(Id, name)
#define FG_BACKEND(Id, name, kind, description) FG_MAKE_##kind(Id, name)
#include "lib/Lower/Backends.def"
#undef FG_BACKEND
    return made;
  }());
  return list;
}

} // namespace

const Backend &defaultBackend() { return *backends().front(); }

const Backend *findBackend(std::string_view name) {
  for (const std::unique_ptr<Backend> &backend : backends())
    if (backend->name() == name)
      return backend.get();
  return nullptr;
}

std::string TargetSpec::suffix() const {
  if (isDevice())
    return withLibrary ? "_cublas" : place == KernelPlace::Cuda ? "_cuda" : "_opencl";
  if (triple.rfind("arm-64", 0) == 0)
    return "_a64";
  return "_v" + std::to_string(level);
}

} // namespace fullgraph
