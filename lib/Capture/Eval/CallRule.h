// The rules by which a call is captured, in the order of their priorities. Calls asks one after the other;
// the first that gives a result, or ends the walk, has it. Where none does, the function's body is walked.
// The table is Models/CallRules.cpp.
//
// To add a model: a class derived from WalkPart with a member `std::optional<CallResult> name(const CallSite
// &)`, and a row in the table. A model refuses (nullopt) each signature, template argument and overload that
// it does not state.
#pragma once

#include "lib/Capture/Walk/WalkPart.h"

namespace fullgraph {

/// A call, its operands evaluated.
struct CallSite {
  const clang::FunctionDecl *callee;
  Location *object; // null: no member of an object
  const std::vector<Location *> &args;
  const clang::Expr *call;
};

/// When a rule is asked: the smaller comes first. Two rules have no priority in common.
enum class CallPriority : uint8_t {
  Seen,           // a compiled function is called, in a walk that looks for such calls: never the last rule
  LibraryEntry,   // the user's code calls the library: what the call leaves is told there
  ClosurePointer, // a pointer made of a lambda is the lambda
  Poison,         // what broke before stays silent
  Disabled,       // FG_DISABLE
  Marked,         // FG_CUSTOM_OP, FG_LEAF and its kin: before any body or model is looked at
  Predicted,      // in a module's constructor, tensors that are filled with numbers
  Answered,       // fg::expected, fg::known, fg::assume
  Opaque,         // input and output, clocks, processes: fortified wrappers have bodies
  Refused,        // threads, containers that are not modelled
  Lists,          // the library's functions over lists whose length only the program knows
  Tensors,        // operators, and fg::Tensor's members
  Standard,       // the standard library's vocabulary
  OpenLists,      // what the standard library does with lists whose length only the program knows
  Unstated,       // a member of a standard class that no model took and no row states
  Assignment,     // the implicit assignment of a class that is walked member by member
  Comparison,     // its defaulted ==
  ControlFlow,    // fg::cond, while_loop, scan, map
  KernelOp,       // fg::kernel_op
  Neighbour,      // fg::neighbour
};

struct CallRule {
  CallPriority priority;
  std::optional<CallResult> (*apply)(Walk &walk, const CallSite &site);
};

/// All of them, by priority.
llvm::ArrayRef<CallRule> callRules();

/// What a model says of a constructor of the standard library's, or of an operator between such objects. None
/// where no model states it: then the code itself is walked.
std::optional<AbsValue> constructByModel(Walk &walk, const clang::CXXConstructorDecl *ctor,
                                         const std::vector<Location *> &args, clang::QualType type,
                                         const clang::Expr *expr);
std::optional<AbsValue> operatorByModel(Walk &walk, const clang::BinaryOperator *op);

} // namespace fullgraph
