// Graph breaks: the rules (one row each in Breaks.def), and how a break is reported.
//
// An id is never reused and a slug never renamed: users have them in their flags.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/SourceLocation.h"
#include "llvm/Support/Error.h"

namespace fullgraph {

/// Names for Breaks.def's rows, so that a rule is used by name: BreakKind::DataDependentBranch.
enum class BreakKind : unsigned {
#define FG_BREAK(Name, Id, Slug, Message, Explanation, Hints) Name,
#include "lib/Breaks/Breaks.def"
};

struct BreakRule {
  BreakKind kind;
  unsigned id;              // 101
  std::string_view slug;    // "data-dependent-branch"
  std::string_view message; // with %0, %1: "branch depends on the values of tensor '%0'"
  std::string_view explanation;
  std::vector<std::string_view> hints; // ways out, each something to type
  /// A minimal function that breaks this way: the marked part of test/Breaks/examples/<slug>.cpp. Empty where
  /// no source can break so yet.
  std::string_view example;
  std::string idText() const; // "FG101"
};

const BreakRule &breakRule(BreakKind kind);
const std::vector<BreakRule> &allBreakRules();
/// By "FG101", "101" or slug; null when unknown.
const BreakRule *findBreakRule(std::string_view idOrSlug);
/// "unknown graph break 'FG110'; did you mean ...": for messages about what findBreakRule did not find.
std::string unknownBreakRule(std::string_view idOrSlug);

struct BreakNote {
  clang::SourceLocation loc;
  std::string text;
  std::vector<clang::FixItHint> fixIts;
};

/// One cause, at the use that forces it.
struct Break {
  BreakKind kind;
  clang::SourceRange range;      // the narrowest; its begin is where the caret goes
  std::vector<std::string> args; // of the rule's message
  std::vector<BreakNote> notes;  // the definition chain of the offending value, then hints with fix-its
  /// Inlined calls, innermost first: where each was called from, and the callee's name.
  std::vector<BreakNote> callStack;
  std::string function;              // the annotated function
  bool resumed = false;              // it has regions around the break
  bool told = false;                 // in a called function that is annotated itself, which reports it
  bool compiledByCalls = false;      // UnknownRank: the first call brings what is not known
  std::vector<std::string> builtFor; // UnknownRank: the types that code is built ahead for: "f32[?, ?]"
  /// What the innermost fg::ErrorOnGraphBreak around it says.
  std::optional<bool> strict;

  /// Breaks of one kind at one place are told once.
  std::pair<unsigned, unsigned> at() const {
    return {static_cast<unsigned>(kind), range.getBegin().getRawEncoding()};
  }
};

/// The rule's message with its arguments in place: "branch depends on the values of tensor 'h'".
std::string breakMessage(const Break &graphBreak);

/// The rule's message with "..." for its arguments.
std::string breakTitle(const BreakRule &rule);

/// How breaks are shown: -Wno-graph-break=<slug>, -Werror=graph-break=<slug>, -Wno-graph-break.
struct BreakFlags {
  bool enabled = true;
  std::vector<std::string> disabledSlugs, errorSlugs;
  bool allErrors = false;

  /// Reads -W[no-]graph-break[=<slug>] and -W[no-]error=graph-break[=<slug>], where an id may stand for the
  /// slug; of flags that contradict each other the last holds. False when `arg` is another flag; an
  /// error for an unknown slug.
  llvm::Expected<bool> parse(std::string_view arg);
};

/// Does it split a function? FG701, FG702 and FG703 are about declarations, FG706 and FG801 about other
/// breaks, FG708 about an option, FG711 about many graphs, FG901 about the backend.
bool isGraphBreak(BreakKind kind);
/// Does it tell of code that is compiled as well as any (FG107, FG706, FG708, FG711)?
bool isRemark(BreakKind kind);

enum class BreakSeverity : uint8_t { Ignored, Remark, Warning, Error };
/// A break is an error under fullgraph whatever the flags say, else a warning. Rules that are no breaks are
/// remarks (FG107, FG703, FG706, FG708, FG711) or errors (FG701, FG702, FG801) either way.
BreakSeverity breakSeverity(BreakKind kind, bool fullgraph, const BreakFlags &flags);
/// Of one break, which may be an error where others of its kind are none (Break::strict).
BreakSeverity breakSeverity(const Break &graphBreak, bool fullgraph, const BreakFlags &flags);

/// Reports as "graph break: <message> [-Wgraph-break=<slug>] [FG101]", with the notes, the call stack, the
/// hints, and where to read more. A warning says that the function stays eager: "graph break: <message>; 'f'
/// stays eager
/// [-W...". What is no break (FG107, FG701-703, FG706-709, FG711, FG801, FG901) is reported without the words
/// "graph break:". Returns whether it was an error.
bool reportBreak(clang::DiagnosticsEngine &diags, const Break &graphBreak, bool fullgraph,
                 const BreakFlags &flags);

/// The texts that reportBreak's diagnostics are made from: what a consumer of diagnostics knows them by.
namespace breakformat {
inline constexpr char rule[] = "%0%1%2 [-Wgraph-break=%3] [%4]"; // arguments 3 and 4: the slug and the id
inline constexpr char note[] = "%0";
inline constexpr char call[] = "in '%0', called from here";
inline constexpr char help[] = "help: %0";
inline constexpr char explain[] = "run 'fullgraph explain %0' for the explanation and the other ways out";
} // namespace breakformat

/// `fullgraph explain FG101`: plain text.
std::string explainBreak(const BreakRule &rule);
/// docs/graph-breaks: an index (README.md) and a page a rule (<slug>.md), as (file name, text).
std::vector<std::pair<std::string, std::string>> breakPages();

} // namespace fullgraph
