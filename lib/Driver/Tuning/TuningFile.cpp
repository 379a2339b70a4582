#include "lib/Driver/Tuning/TuningFile.h"

#include "lib/Config.h"
#include "lib/Driver/Outputs.h"
#include "lib/Graph/Failure.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <cmath>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace fullgraph {

namespace {

constexpr const char *formatName = "fullgraph tuning 1";
constexpr const char *entryKeys[] = {"candidates", "cpu",          "default_ns", "knobs",
                                     "level",      "not_measured", "operators",  "shapes",
                                     "sizes",      "threads",      "tuned_ns"};

std::string nameOf(const TargetSpec &target) { return target.suffix().substr(1); }

bool isKernelName(llvm::StringRef name) {
  if (!name.consume_front("fgk_") || name.size() < 16)
    return false;
  return llvm::all_of(name.take_front(16), llvm::isHexDigit) && (name.size() == 16 || name[16] == '_');
}

bool isTargetName(llvm::StringRef name) {
  return name == "a64" || (name.size() == 2 && name[0] == 'v' && llvm::isDigit(name[1]));
}

llvm::json::Object numbers(const std::map<std::string, int64_t> &map) {
  llvm::json::Object object;
  for (const auto &[name, value] : map)
    object[name] = value;
  return object;
}

int64_t nanoseconds(double microseconds) { return static_cast<int64_t>(std::llround(microseconds * 1000)); }

llvm::json::Object entryJson(const TunedKernel &entry) {
  llvm::json::Object object{{"cpu", entry.cpu},
                            {"threads", entry.threads},
                            {"operators", entry.operators},
                            {"knobs", numbers(entry.knobs)}};
  if (!entry.left.empty()) {
    object["not_measured"] = entry.left;
    return object;
  }
  object["shapes"] = entry.shapes;
  object["sizes"] = numbers(entry.sizes);
  object["candidates"] = entry.candidates;
  if (entry.ownLevel)
    object["level"] = true;
  if (entry.defaultMicroseconds)
    object["default_ns"] = nanoseconds(*entry.defaultMicroseconds);
  if (entry.tunedMicroseconds)
    object["tuned_ns"] = nanoseconds(*entry.tunedMicroseconds);
  return object;
}

bool readEntry(const llvm::json::Value &value, TunedKernel &entry, llvm::json::Path path) {
  std::optional<int64_t> standard, tuned;
  llvm::json::ObjectMapper map(value, path);
  if (!map || !map.map("cpu", entry.cpu) || !map.map("threads", entry.threads) ||
      !map.map("knobs", entry.knobs) || !map.mapOptional("operators", entry.operators) ||
      !map.mapOptional("shapes", entry.shapes) || !map.mapOptional("sizes", entry.sizes) ||
      !map.mapOptional("candidates", entry.candidates) || !map.mapOptional("level", entry.ownLevel) ||
      !map.mapOptional("default_ns", standard) || !map.mapOptional("tuned_ns", tuned) ||
      !map.mapOptional("not_measured", entry.left))
    return false;
  if (standard)
    entry.defaultMicroseconds = static_cast<double>(*standard) / 1000;
  if (tuned)
    entry.tunedMicroseconds = static_cast<double>(*tuned) / 1000;
  for (const auto &[key, unused] : *value.getAsObject())
    if (!llvm::is_contained(entryKeys, key.str())) {
      path.field(key).report("unknown key");
      return false;
    }
  return true;
}

bool readKernels(const llvm::json::Value &document, std::map<std::string, TuningFile::Targets> &kernels,
                 llvm::json::Path path) {
  const llvm::json::Object *object = document.getAsObject();
  if (!object) {
    path.report("expected object");
    return false;
  }
  if (object->getString("format") != llvm::StringRef(formatName)) {
    path.field("format").report("expected \"fullgraph tuning 1\"");
    return false;
  }
  const llvm::json::Value *all = object->get("kernels");
  if (!all || !all->getAsObject()) {
    path.field("kernels").report("expected object");
    return false;
  }
  for (const auto &[name, targets] : *all->getAsObject()) {
    const llvm::json::Path list = path.field("kernels"); // places point to the one that they are in
    llvm::json::Path place = list.field(name);
    if (!isKernelName(name)) {
      place.report("no kernel's name");
      return false;
    }
    if (!targets.getAsObject()) {
      place.report("expected object");
      return false;
    }
    for (const auto &[target, entry] : *targets.getAsObject()) {
      if (!isTargetName(target)) {
        place.field(target).report("no target of kernels on a CPU");
        return false;
      }
      if (!readEntry(entry, kernels[name.str()][target.str()], place.field(target)))
        return false;
    }
  }
  return true;
}

/// One run at a time reads, and writes, the tunings of a folder.
class FolderLock {
public:
  explicit FolderLock(const std::string &file) {
    const llvm::StringRef parent = llvm::sys::path::parent_path(file);
    folder = open(parent.empty() ? "." : parent.str().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder >= 0)
      flock(folder, LOCK_EX);
  }
  ~FolderLock() {
    if (folder >= 0)
      close(folder);
  }
  FolderLock(const FolderLock &) = delete;
  FolderLock &operator=(const FolderLock &) = delete;

private:
  int folder = -1;
};

} // namespace

llvm::Expected<TuningFile> TuningFile::read(const std::string &path) {
  const auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!buffer)
    return failure("cannot read the tuning '" + path + "': " + buffer.getError().message() +
                   "; 'fullgraph tune' writes it");
  llvm::Expected<llvm::json::Value> document = llvm::json::parse((*buffer)->getBuffer());
  if (!document)
    return failure("the tuning '" + path + "' is no JSON: " + llvm::toString(document.takeError()));
  TuningFile file;
  llvm::json::Path::Root root("tuning");
  if (!readKernels(*document, file.kernels, root))
    return failure("'" + path + "': " + llvm::toString(root.getError()));
  return file;
}

std::string TuningFile::text() const {
  llvm::json::Object all;
  for (const auto &[name, targets] : kernels) {
    llvm::json::Object object;
    for (const auto &[target, entry] : targets)
      object[target] = entryJson(entry);
    all[name] = std::move(object);
  }
  const llvm::json::Value document = llvm::json::Object{
      {"format", formatName}, {"tool", "fullgraph " FULLGRAPH_VERSION}, {"kernels", std::move(all)}};
  return llvm::formatv("{0:2}\n", document).str();
}

llvm::Error TuningFile::write(const std::string &path) const {
  const FolderLock lock(path);
  TuningFile merged = *this;
  if (llvm::sys::fs::exists(path)) {
    llvm::Expected<TuningFile> there = read(path);
    if (!there)
      return there.takeError();
    for (const auto &[kernel, targets] : there->kernels)
      for (const auto &[target, entry] : targets) {
        const auto own = changed.find(kernel);
        if (own == changed.end() || !own->second.count(target))
          merged.kernels[kernel][target] = entry;
      }
  }
  OutputFiles files;
  files.add(path, merged.text());
  return files.commit();
}

const TunedKernel *TuningFile::find(const std::string &kernel, const TargetSpec &target) const {
  const auto targets = kernels.find(kernel);
  if (targets == kernels.end())
    return nullptr;
  const auto entry = targets->second.find(nameOf(target));
  return entry == targets->second.end() ? nullptr : &entry->second;
}

void TuningFile::erase(const std::string &kernel, const TargetSpec &target) {
  if (const auto targets = kernels.find(kernel); targets != kernels.end()) {
    targets->second.erase(nameOf(target));
    if (targets->second.empty())
      kernels.erase(targets);
  }
  changed[kernel].insert(nameOf(target));
}

void TuningFile::set(const std::string &kernel, const TargetSpec &target, TunedKernel entry) {
  kernels[kernel][nameOf(target)] = std::move(entry);
  changed[kernel].insert(nameOf(target));
}

} // namespace fullgraph
