// The tables of the command line: options with a value or without, options that only print, and subcommands.
// Options.cpp alone calls this, to parse and to print the help. A row checks its own value, and what
// contradicts another option is found behind it, in Options.cpp. Each row of the .cpp has one in
// test/Driver/Inputs/options_table.txt, as test/Meta checks.
#pragma once

#include "lib/Driver/Options.h"

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/StringRef.h>

namespace fullgraph {

/// Where an option may stand.
enum Uses : unsigned {
  InCompile = 1,
  InExplain = 2,
  InEmitRuntime = 4,
  InReport = 8,
  InBisect = 16,
  InTune = 32
};

struct OptionRow {
  const char *name;  // "--output"
  const char *alias; // "-o", or null
  const char *value; // what stands for the value in the help; null: a switch
  unsigned uses;
  const char *help;
  /// Stores the value; an error when it is wrong.
  llvm::Error (*store)(DriverOptions &, llvm::StringRef);
};

/// An option that makes the run print something, and do nothing else.
struct PlainCommand {
  const char *name;
  Command command;
  const char *help;
};

/// The first argument.
struct Subcommand {
  const char *name;
  Command command;
  Uses use;
};

llvm::ArrayRef<OptionRow> optionRows(); // as the help lists them
llvm::ArrayRef<PlainCommand> plainCommands();
llvm::ArrayRef<Subcommand> subcommands();

} // namespace fullgraph
