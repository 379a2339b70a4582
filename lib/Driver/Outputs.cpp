#include "lib/Driver/Outputs.h"

#include "lib/Graph/Failure.h"

#include "llvm/Object/ArchiveWriter.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

#include <set>

namespace fullgraph {

llvm::Error makeFolder(const std::string &path) {
  if (path.empty())
    return llvm::Error::success();
  if (const std::error_code code = llvm::sys::fs::create_directories(path))
    return failure("cannot create folder '" + path + "': " + code.message());
  return llvm::Error::success();
}

llvm::Error OutputFiles::commit() {
  const std::string suffix = ".tmp" + std::to_string(llvm::sys::Process::getProcessId());
  // Devices and pipes are written to: renaming a file over /dev/null would take it away from the whole
  // system.
  const auto isSpecial = [](const std::string &path) {
    return llvm::sys::fs::exists(path) && !llvm::sys::fs::is_regular_file(path);
  };
  const auto write = [](const std::string &path, const std::string &content) {
    std::error_code code;
    llvm::raw_fd_ostream stream(path, code);
    if (code)
      return code;
    stream << content;
    stream.close();
    code = stream.error();
    stream.clear_error();
    return code;
  };
  std::vector<std::string> written; // one for each file; empty: to be written in place
  const auto giveUp = [&](const std::string &path, const std::string &why) {
    for (const std::string &temporary : written)
      if (!temporary.empty())
        llvm::sys::fs::remove(temporary);
    return failure("cannot write '" + path + "': " + why);
  };
  for (const auto &[path, content] : files) {
    if (llvm::sys::fs::is_directory(path))
      return giveUp(path, "it is a folder");
    // A file that may not be written would be replaced by the rename; that is not what its owner asked for.
    if (llvm::sys::fs::exists(path) && !llvm::sys::fs::can_write(path))
      return giveUp(path, "permission denied");
    written.push_back(isSpecial(path) ? "" : path + suffix);
    if (written.back().empty())
      continue;
    llvm::sys::RemoveFileOnSignal(written.back());
    if (const std::error_code code = write(written.back(), content))
      return giveUp(path, code.message());
  }
  for (size_t i = 0; i < files.size(); ++i) {
    const auto &[path, content] = files[i];
    const std::error_code code =
        written[i].empty() ? write(path, content) : llvm::sys::fs::rename(written[i], path);
    if (code)
      return giveUp(path, code.message());
  }
  return llvm::Error::success();
}

llvm::Expected<std::string> makeArchive(const std::vector<std::pair<std::string, std::string>> &objects) {
  std::vector<llvm::NewArchiveMember> members;
  for (const auto &[name, path] : objects) {
    auto member = llvm::NewArchiveMember::getFile(path, /*Deterministic=*/true);
    if (!member)
      return failure("cannot read '" + path + "': " + llvm::toString(member.takeError()));
    member->MemberName = name;
    members.push_back(std::move(*member));
  }
  auto archive =
      llvm::writeArchiveToBuffer(members, llvm::SymtabWritingMode::NormalSymtab, llvm::object::Archive::K_GNU,
                                 /*Deterministic=*/true, /*Thin=*/false);
  if (!archive)
    return failure("cannot make the archive: " + llvm::toString(archive.takeError()));
  return (*archive)->getBuffer().str();
}

std::string makeDepfile(const std::string &output, const std::vector<std::string> &files) {
  const auto escape = [](const std::string &path) {
    std::string text;
    for (const char c : path) {
      if (c == ' ' || c == '#' || c == '\\')
        text += '\\';
      if (c == '$')
        text += '$';
      text += c;
    }
    return text;
  };
  std::string text = escape(output) + ":";
  std::set<std::string> seen;
  for (const std::string &file : files)
    if (seen.insert(file).second)
      text += " \\\n  " + escape(file);
  return text + "\n";
}

} // namespace fullgraph
