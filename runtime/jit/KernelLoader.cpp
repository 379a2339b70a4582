#include "runtime/jit/KernelLoader.h"

#include "lib/Graph/Failure.h"

#include "llvm/ExecutionEngine/JITSymbol.h"
#include "llvm/ExecutionEngine/RuntimeDyld.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

#include <dlfcn.h>
#include <memory>
#include <mutex>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

namespace fullgraph::jit {
namespace {

uintptr_t roundUp(uintptr_t value, uintptr_t to) { return (value + to - 1) / to * to; }

/// All sections of one object in one mapping: code reaches its constants with 32 bits.
class Memory : public llvm::RuntimeDyld::MemoryManager {
public:
  ~Memory() override {
    if (code.begin)
      munmap(code.begin, code.size + constants.size + data.size);
  }
  bool needsToReserveAllocationSpace() override { return true; }

  void reserveAllocationSpace(uintptr_t codeSize, llvm::Align codeAlign, uintptr_t constantSize,
                              llvm::Align constantAlign, uintptr_t dataSize, llvm::Align dataAlign) override {
    const auto page = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
    // The sizes do not count the gaps that each section's own alignment makes.
    const uintptr_t slack = 64 * 64;
    code.size = roundUp(codeSize + slack, page);
    constants.size = roundUp(constantSize + slack, page);
    data.size = roundUp(dataSize + slack, page);
    void *base = mmap(nullptr, code.size + constants.size + data.size, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (base == MAP_FAILED)
      return;
    code.begin = code.next = static_cast<uint8_t *>(base);
    constants.begin = constants.next = code.begin + code.size;
    data.begin = data.next = constants.begin + constants.size;
  }

  uint8_t *allocateCodeSection(uintptr_t size, unsigned alignment, unsigned, llvm::StringRef) override {
    return code.take(size, alignment);
  }
  uint8_t *allocateDataSection(uintptr_t size, unsigned alignment, unsigned, llvm::StringRef,
                               bool readOnly) override {
    return (readOnly ? constants : data).take(size, alignment);
  }
  void registerEHFrames(uint8_t *, uint64_t, size_t) override {} // kernels do not throw
  void deregisterEHFrames() override {}

  bool finalizeMemory(std::string *) override { return false; }
  /// What was written becomes code and constants. False when the system refuses.
  bool protect() {
    if (!code.begin || mprotect(code.begin, code.size, PROT_READ | PROT_EXEC) != 0 ||
        mprotect(constants.begin, constants.size, PROT_READ) != 0)
      return false;
    __builtin___clear_cache(reinterpret_cast<char *>(code.begin),
                            reinterpret_cast<char *>(code.begin + code.size));
    return true;
  }

private:
  struct Area {
    uint8_t *begin = nullptr, *next = nullptr;
    uintptr_t size = 0;
    uint8_t *take(uintptr_t wanted, unsigned alignment) {
      auto *place =
          reinterpret_cast<uint8_t *>(roundUp(reinterpret_cast<uintptr_t>(next), alignment ? alignment : 16));
      if (!begin || place + wanted > begin + size)
        return nullptr;
      next = place + wanted;
      return place;
    }
  };
  Area code, constants, data;
};

class Resolver : public llvm::LegacyJITSymbolResolver {
public:
  explicit Resolver(const HostMemory &memory) : memory(memory) {}

  llvm::JITSymbol findSymbol(const std::string &name) override {
    void *address = name == "halide_malloc" ? reinterpret_cast<void *>(memory.allocate)
                    : name == "halide_free" ? reinterpret_cast<void *>(memory.release)
                                            : find(name.c_str());
    return llvm::JITSymbol(static_cast<llvm::JITTargetAddress>(reinterpret_cast<uintptr_t>(address)),
                           llvm::JITSymbolFlags::Exported);
  }
  llvm::JITSymbol findSymbolInLogicalDylib(const std::string &) override { return nullptr; }

private:
  /// This library's own names first: the program may have a Halide runtime, too.
  static void *find(const char *name) {
    static void *const self = [] {
      Dl_info info{};
      dladdr(reinterpret_cast<void *>(&loadKernel), &info);
      return info.dli_fname ? dlopen(info.dli_fname, RTLD_NOW | RTLD_NOLOAD) : nullptr;
    }();
    void *address = self ? dlsym(self, name) : nullptr;
    return address ? address : dlsym(RTLD_DEFAULT, name);
  }
  const HostMemory &memory;
};

} // namespace

llvm::Expected<void *> loadKernel(const std::string &object, const std::string &symbol,
                                  const HostMemory &hostMemory) {
  const auto buffer = llvm::MemoryBuffer::getMemBuffer(llvm::StringRef(object), symbol, false);
  auto file = llvm::object::ObjectFile::createObjectFile(buffer->getMemBufferRef());
  if (!file)
    return file.takeError();
  auto memory = std::make_unique<Memory>();
  Resolver resolver(hostMemory);
  llvm::RuntimeDyld linker(*memory, resolver);
  linker.loadObject(**file);
  if (!linker.hasError())
    linker.resolveRelocations();
  if (linker.hasError())
    return failure(linker.getErrorString());
  void *address = linker.getSymbolLocalAddress(symbol);
  if (!address)
    return failure("the object has no symbol '" + symbol + "'");
  if (!memory->protect())
    return failure("the system refuses executable memory");
  // The code stays. That it is still reachable is for leak checkers.
  static auto &kept = *new std::vector<std::unique_ptr<Memory>>;
  static auto &mutex = *new std::mutex;
  const std::lock_guard<std::mutex> lock(mutex);
  kept.push_back(std::move(memory));
  return address;
}

} // namespace fullgraph::jit
