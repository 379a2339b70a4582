// libfullgraph_jit_first.so: loaded with libfullgraph_jit.so, and initialised before all else that comes with
// it
// (-z initfirst). From then on, statics of the compilers that it is built on are never destroyed.
//
// At the program's end another thread may still compile, or be loading these libraries. end() in
// runtime/core/jitclient/jit_library.cpp waits for it, but what atexit has runs in reverse order: a static that this
// very thread was the first to construct goes before end() does, and the thread would work with what is left
// of it. So their destructors are not registered, those of the first constructor included.
#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
#include <cstring>
#include <elf.h>
#include <link.h>
#include <string_view>
#include <sys/mman.h>
#include <unistd.h>

namespace {

int keep(void (*)(void *), void *, void *) noexcept { return 0; }

/// A shared object in memory, as far as its imports go.
class Imports {
public:
  explicit Imports(const dl_phdr_info &info) : base(info.dlpi_addr) {
    for (int i = 0; i < info.dlpi_phnum; ++i) {
      const ElfW(Phdr) &segment = info.dlpi_phdr[i];
      if (segment.p_type == PT_GNU_RELRO) {
        readOnly = base + segment.p_vaddr;
        readOnlyEnd = readOnly + segment.p_memsz;
      }
      if (segment.p_type == PT_DYNAMIC)
        for (auto *entry = reinterpret_cast<const ElfW(Dyn) *>(base + segment.p_vaddr);
             entry->d_tag != DT_NULL; ++entry)
          read(*entry);
    }
  }

  void replace(const char *name, void *with) const {
    replace(relocations, relocationBytes, name, with);
    replace(calls, callBytes, name, with);
  }

private:
  const ElfW(Addr) base;
  ElfW(Addr) readOnly = 0, readOnlyEnd = 0;
  const ElfW(Sym) *symbols = nullptr;
  const char *names = nullptr;
  const ElfW(Rela) *relocations = nullptr, *calls = nullptr;
  size_t relocationBytes = 0, callBytes = 0;

  template <class T> const T *pointer(const ElfW(Dyn) & entry) const {
    // glibc has added the base already; other loaders leave what the file says.
    const ElfW(Addr) value = entry.d_un.d_ptr;
    return reinterpret_cast<const T *>(value < base ? base + value : value);
  }
  void read(const ElfW(Dyn) & entry) {
    switch (entry.d_tag) {
    case DT_SYMTAB:
      symbols = pointer<ElfW(Sym)>(entry);
      break;
    case DT_STRTAB:
      names = pointer<char>(entry);
      break;
    case DT_RELA:
      relocations = pointer<ElfW(Rela)>(entry);
      break;
    case DT_RELASZ:
      relocationBytes = entry.d_un.d_val;
      break;
    case DT_JMPREL:
      calls = pointer<ElfW(Rela)>(entry);
      break;
    case DT_PLTRELSZ:
      callBytes = entry.d_un.d_val;
      break;
    default:
      break;
    }
  }

  void replace(const ElfW(Rela) * list, size_t bytes, const char *name, void *with) const {
#if defined(__x86_64__)
    constexpr auto call = R_X86_64_JUMP_SLOT, address = R_X86_64_GLOB_DAT;
#else
    constexpr auto call = R_AARCH64_JUMP_SLOT, address = R_AARCH64_GLOB_DAT;
#endif
    for (size_t i = 0; list && symbols && names && i < bytes / sizeof *list; ++i) {
      const auto type = ELF64_R_TYPE(list[i].r_info);
      if ((type == call || type == address) &&
          std::strcmp(names + symbols[ELF64_R_SYM(list[i].r_info)].st_name, name) == 0)
        store(base + list[i].r_offset, with);
    }
  }

  void store(ElfW(Addr) place, void *value) const {
    const auto pageBytes = static_cast<ElfW(Addr)>(sysconf(_SC_PAGESIZE));
    void *page = reinterpret_cast<void *>(place / pageBytes * pageBytes);
    if (mprotect(page, pageBytes, PROT_READ | PROT_WRITE) != 0)
      return;
    *reinterpret_cast<void **>(place) = value;
    if (place >= readOnly && place < readOnlyEnd)
      mprotect(page, pageBytes, PROT_READ);
  }
};

} // namespace

[[gnu::constructor]] static void keepStatics() {
  dl_iterate_phdr(
      [](dl_phdr_info *info, size_t, void *) {
        std::string_view name = info->dlpi_name;
        name = name.substr(name.rfind('/') + 1);
        if (name.rfind("libHalide", 0) == 0 || name.rfind("libLLVM", 0) == 0)
          Imports(*info).replace("__cxa_atexit", reinterpret_cast<void *>(&keep));
        return 0;
      },
      nullptr);
}
#endif
