// The command `fullgraph`: see `fullgraph --help`, and lib/Driver for what it does.
#include "lib/Driver/Driver.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

int main(int argc, char **argv) {
  fullgraph::DriverOptions options;
  options.executable = llvm::sys::fs::getMainExecutable(argv[0], reinterpret_cast<void *>(&main));
  if (llvm::Error wrong = fullgraph::parseOptions(std::vector<std::string>(argv + 1, argv + argc), options)) {
    fullgraph::Messages(options.format).succeeded(std::move(wrong));
    return 1;
  }
  try {
    return fullgraph::runDriver(options);
  } catch (const std::exception &e) {
    llvm::errs() << "fullgraph: internal error: " << e.what() << "\n";
  } catch (...) {
    llvm::errs() << "fullgraph: internal error: an exception of unknown type\n";
  }
  return 1;
}
