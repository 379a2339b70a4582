// What the captured functions of one translation unit share, and what is settled when all of them are
// captured. Only Functions.cpp uses it: it makes one UnitContext for a source, and hands it to each function.
#pragma once

#include "lib/Capture/Caller/SeenCalls.h"
#include "lib/Capture/Capture.h"
#include "lib/Capture/Domain/Names.h"
#include "lib/Capture/Syntax/Instantiations.h"
#include "lib/Capture/Walk/FunctionContext.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace fullgraph {

/// What the functions of one translation unit share.
struct UnitContext {
  clang::ASTContext &context;
  const CaptureOptions &options;
  std::vector<CapturedFunction> &captured;
  const std::string ownPrefix = fullgraph::ownPrefix(context);
  std::set<const clang::FunctionDecl *> annotated{}; // canonical
  std::set<const clang::FunctionDecl *> split{};
  Forks forks{};
  std::set<const clang::Expr *> kept{}; // calls that stay in the program, and are no break
  struct Planned {
    bool active = false, possible = false;
    unsigned plans = 0;
    Hints arguments, returned;
    std::optional<size_t> index; // in `captured`
  };
  std::map<const clang::FunctionDecl *, Planned> planned{}; // called functions
  /// What annotated functions return (returnedKey); letters are those of the function's own FG_SHAPEs.
  std::map<const clang::FunctionDecl *, Hints> returned{};
  Hints returnedHere{}; // the same for the caller that asked last
  std::map<const clang::FunctionDecl *, SharedEdits> patterns{};
  std::set<std::tuple<BreakKind, unsigned, std::vector<std::string>>>
      told{};                                            // warnings: kind, place, arguments
  std::set<std::pair<BreakKind, unsigned>> toldPlaces{}; // of errors, too
  /// By the caller's id: breaks in annotated functions that it calls, which are to be told of those. But what
  /// one of them meets on its own, with its own FG_SHAPE and constructors, need not be what it meets there.
  std::map<std::string, std::vector<Break>> toldByCallees{};
  std::optional<SeenCalls> seen{}; // once one has asked
};

/// The calls of annotated functions that the source shows.
SeenCalls &seenCalls(UnitContext &unit);
/// Breaks that were left to the called functions to tell, and that none of them told.
void tellForCallees(UnitContext &unit);
/// An instantiation that was planned again may have other regions than those that took its edits for theirs.
void checkSharedEdits(UnitContext &unit);

} // namespace fullgraph
