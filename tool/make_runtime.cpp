// Writes Halide's runtime for this machine's architecture and operating system as one object file:
//   make_runtime -o halide_runtime.o
//
// For the baseline instruction set: the object is linked into programs that run on machines other than this
// one. Kernels that use more choose at run time, through their own target's feature check.
#include <Halide.h>

#include <cstdio>
#include <cstring>

int main(int argc, char **argv) {
  if (argc != 3 || std::strcmp(argv[1], "-o") != 0) {
    std::fprintf(stderr, "usage: %s -o <object file>\n", argv[0]);
    return 1;
  }
  try {
    const Halide::Target host = Halide::get_host_target();
    Halide::compile_standalone_runtime(std::string(argv[2]), Halide::Target(host.os, host.arch, host.bits));
  } catch (const std::exception &e) {
    std::fprintf(stderr, "%s: error: %s\n", argv[0], e.what());
    return 1;
  }
  return 0;
}
