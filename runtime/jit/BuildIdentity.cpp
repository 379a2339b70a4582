#include "runtime/jit/BuildIdentity.h"

#include "lib/Lower/Backend.h"

#include <fullgraph/abi.h>

#include <cstring>
#include <dlfcn.h>
#include <sys/stat.h>
#if defined(__linux__)
#include <elf.h>
#include <link.h>
#endif

namespace fullgraph::jit {
namespace {

#if defined(__linux__)
/// The linker's hash of this library's contents; "" without one.
std::string linkedIdentity() {
  std::string identity;
  const auto visit = [](dl_phdr_info *info, size_t, void *result) {
    const auto self = reinterpret_cast<uintptr_t>(&buildIdentity);
    bool isThis = false;
    for (int i = 0; i < info->dlpi_phnum; ++i) {
      const auto &segment = info->dlpi_phdr[i];
      const uintptr_t begin = info->dlpi_addr + segment.p_vaddr;
      isThis |= segment.p_type == PT_LOAD && self >= begin && self < begin + segment.p_memsz;
    }
    for (int i = 0; isThis && i < info->dlpi_phnum; ++i) {
      if (info->dlpi_phdr[i].p_type != PT_NOTE)
        continue;
      const char *at = reinterpret_cast<const char *>(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
      const char *end = at + info->dlpi_phdr[i].p_memsz;
      while (at + sizeof(ElfW(Nhdr)) <= end) {
        ElfW(Nhdr) note;
        std::memcpy(&note, at, sizeof note);
        const char *name = at + sizeof note, *content = name + (note.n_namesz + 3) / 4 * 4;
        if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 && std::memcmp(name, "GNU", 4) == 0) {
          static constexpr char digits[] = "0123456789abcdef";
          for (unsigned b = 0; b < note.n_descsz; ++b) {
            const auto byte = static_cast<unsigned char>(content[b]);
            *static_cast<std::string *>(result) += {digits[byte >> 4], digits[byte & 15]};
          }
          return 1;
        }
        at = content + (note.n_descsz + 3) / 4 * 4;
      }
    }
    return isThis ? 1 : 0;
  };
  dl_iterate_phdr(visit, &identity);
  return identity;
}
#else
std::string linkedIdentity() { return ""; }
#endif

/// Of the library's file.
std::string fileIdentity() {
  Dl_info info{};
  struct stat status{};
  if (!dladdr(reinterpret_cast<void *>(&buildIdentity), &info) || !info.dli_fname ||
      stat(info.dli_fname, &status) != 0)
    return "";
  return std::to_string(status.st_size) + "." + std::to_string(status.st_mtime);
}

} // namespace

const std::string &buildIdentity() {
  static const std::string identity = [] {
    const std::string linked = linkedIdentity();
    return defaultBackend().version() + " abi " + std::to_string(FG_ABI_VERSION) + " build " +
           (linked.empty() ? fileIdentity() : linked);
  }();
  return identity;
}

} // namespace fullgraph::jit
