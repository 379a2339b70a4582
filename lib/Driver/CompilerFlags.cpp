#include "lib/Driver/CompilerFlags.h"

#include "lib/Config.h"
#include "lib/Driver/ClangCompat.h"

#include "clang/Basic/DiagnosticIDs.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace fullgraph {

namespace {

namespace opt = llvm::opt;
using llvm::StringRef;

/// Of "-Wno-narrowing", "narrowing"; isOff: does the flag turn it off? "" for what is no such flag.
std::string warningName(const opt::Arg &arg, bool &isOff) {
  std::string whole = arg.getSpelling().str();
  if (arg.getNumValues() == 1)
    whole += arg.getValue();
  StringRef name = whole;
  if (!name.consume_front("-W"))
    return "";
  isOff = name.consume_front("no-");
  name.consume_front("error=");
  return name.str();
}

/// Does the name stand for something that clang refuses without any flag? "narrowing" does, "unused" does
/// not.
bool isRefused(StringRef warning) {
  if (!clang::DiagnosticIDs::getGroupForWarningOption(warning)) // GCC's own, or a mistake
    return warning == "everything";
  const auto ids = llvm::makeIntrusiveRefCnt<clang::DiagnosticIDs>();
  llvm::SmallVector<clang::diag::kind, 16> found;
  ids->getDiagnosticsInGroup(clang::diag::Flavor::WarningOrError, warning, found);
  return llvm::any_of(found, [&](clang::diag::kind id) { return ids->isDefaultMappingAsError(id); });
}

bool isDropped(const opt::Arg &arg) {
  const opt::Option &option = arg.getOption();
  // Every option that clang's table does not have: GCC's own, and mistakes, which the user's compiler
  // reports.
  if (option.getKind() == opt::Option::UnknownClass || option.getKind() == opt::Option::InputClass)
    return true;
  if (option.matches(clangopt::OPT__DASH_DASH)) // input files follow
    return true;
  for (const unsigned id : {unsigned(clangopt::OPT_c),
                            unsigned(clangopt::OPT_S),
                            unsigned(clangopt::OPT_E),
                            unsigned(clangopt::OPT_o),
                            unsigned(clangopt::OPT_M_Group),
                            unsigned(clangopt::OPT_W_Group),
                            unsigned(clangopt::OPT_pedantic_Group),
                            unsigned(clangopt::OPT_include_pch),
                            unsigned(clangopt::OPT_emit_llvm),
                            unsigned(clangopt::OPT_fplugin_EQ),
                            unsigned(clangopt::OPT_fpass_plugin_EQ),
                            unsigned(clangopt::OPT_save_temps_EQ),
                            unsigned(clangopt::OPT_save_temps),
                            unsigned(clangopt::OPT_Xlinker),
                            unsigned(clangopt::OPT_Wl_COMMA),
                            unsigned(clangopt::OPT_Wa_COMMA),
                            unsigned(clangopt::OPT_Xassembler),
                            unsigned(clangopt::OPT_l),
                            unsigned(clangopt::OPT_L),
                            unsigned(clangopt::OPT__HASH_HASH_HASH),
                            unsigned(clangopt::OPT_v),
                            unsigned(clangopt::OPT_w),
                            unsigned(clangopt::OPT_MJ),
                            unsigned(clangopt::OPT_verify)})
    if (option.matches(id)) {
      // -Wp hands flags to the preprocessor: -Wp,-D_FORTIFY_SOURCE=2 is common.
      return !option.matches(clangopt::OPT_Wp_COMMA);
    }
  return false;
}

/// -Xclang arguments come one by one, and those with a value as two: `-Xclang -include-pch -Xclang file`.
std::vector<std::string> filterFrontendFlags(llvm::ArrayRef<std::string> words) {
  std::vector<std::string> kept;
  for (size_t i = 0; i < words.size(); ++i) {
    const StringRef word = words[i];
    if (word == "-include-pch" || word == "-load" || word == "-plugin" || word == "-add-plugin" ||
        word == "-o") {
      ++i;
      continue;
    }
    if (word.starts_with("-plugin-arg-")) {
      ++i;
      continue;
    }
    if (word == "-emit-pch" || word == "-fno-pch-timestamp" || word == "-verify" ||
        word == "-building-pch-with-obj")
      continue;
    kept.push_back(word.str());
  }
  return kept;
}

} // namespace

std::vector<std::string> filterCompilerFlags(const std::vector<std::string> &flags) {
  std::vector<const char *> words;
  for (const std::string &flag : flags)
    words.push_back(flag.c_str());
  unsigned missingIndex = 0, missingCount = 0;
  const opt::InputArgList args = clangopt::getDriverOptTable().ParseArgs(
      words, missingIndex, missingCount, opt::Visibility(clangopt::ClangOption));

  std::vector<std::string> kept, frontend;
  std::vector<std::pair<std::string, std::string>> allowed; // what is let through, and the flag
  for (const opt::Arg *arg : args) {
    bool isOff = false;
    if (const std::string name = warningName(*arg, isOff); !name.empty()) {
      if (!isOff)
        llvm::erase_if(allowed, [&](const auto &earlier) { return earlier.first == name; });
      else if (isRefused(name))
        allowed.emplace_back(name, arg->getAsString(args));
    }
    if (arg->getOption().matches(clangopt::OPT_Xclang)) {
      frontend.emplace_back(arg->getValue());
      continue;
    }
    if (isDropped(*arg))
      continue;
    opt::ArgStringList rendered;
    arg->render(args, rendered);
    kept.insert(kept.end(), rendered.begin(), rendered.end());
  }
  for (auto &[name, flag] : allowed)
    kept.push_back(std::move(flag));
  for (std::string &word : filterFrontendFlags(frontend)) {
    kept.emplace_back("-Xclang");
    kept.push_back(std::move(word));
  }
  return kept;
}

std::vector<std::string> clangCommandLine(StringRef executable, const std::vector<std::string> &flags,
                                          StringRef file) {
  const bool hasStandard = llvm::any_of(
      flags, [](StringRef flag) { return flag.starts_with("-std=") || flag.starts_with("--std"); });
  const bool hasResources =
      llvm::any_of(flags, [](StringRef flag) { return flag.starts_with("-resource-dir"); });

  // The driver looks for libc++ relative to itself.
  llvm::SmallString<256> driver(FULLGRAPH_CLANG_RESOURCE_DIR);
  llvm::sys::path::append(driver, "../../../bin/clang++");
  llvm::sys::path::remove_dots(driver, /*remove_dot_dot=*/true);

  std::vector<std::string> line = {driver.str().str(), "-fsyntax-only", "-Qunused-arguments"};
  if (!hasStandard)
    line.emplace_back("-std=c++20");
  if (!hasResources) {
    llvm::SmallString<256> resources = llvm::sys::path::parent_path(executable);
    llvm::sys::path::append(resources, FULLGRAPH_CLANG_RESOURCE_DIR_INSTALLED);
    llvm::sys::path::remove_dots(resources, /*remove_dot_dot=*/true);
    llvm::SmallString<256> probe = resources;
    llvm::sys::path::append(probe, "include", "stddef.h");
    line.emplace_back("-resource-dir");
    line.emplace_back(llvm::sys::fs::exists(probe) ? resources.str().str() : FULLGRAPH_CLANG_RESOURCE_DIR);
  }
  line.insert(line.end(), flags.begin(), flags.end());
  if (!llvm::is_contained(flags, "-x")) {
    line.emplace_back("-x");
    line.emplace_back("c++");
  }
  line.emplace_back("--");
  line.push_back(file.str());
  return line;
}

} // namespace fullgraph
