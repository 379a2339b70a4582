// Calls that stay where they stand: what the user has said something about (leaves, custom operators, pure
// functions, logs), lists whose length only the program knows, and functions of the library whose result has
// a size that its elements decide. A call is captured first where that may succeed (`libraryEntry`, nonstrict
// functions).
#pragma once

#include "lib/Capture/Eval/CallRule.h"

namespace fullgraph {

class MarkedCalls : WalkPart {
public:
  using WalkPart::WalkPart;

  std::optional<CallResult> libraryEntry(const CallSite &site);
  std::optional<CallResult> openListCall(const CallSite &site);
  std::optional<CallResult> listCall(const CallSite &site);
  std::optional<CallResult> markedCall(const CallSite &site);
  void logLine(const std::vector<Location *> &args, const clang::Expr *call);

private:
  CallResult libraryCall(const clang::FunctionDecl *callee, Location *object,
                         const std::vector<Location *> &args, const clang::Expr *call);
  CallResult customOp(const clang::FunctionDecl *callee, const std::vector<Location *> &args,
                      const clang::Expr *call);
  CallResult nonstrictCall(const clang::FunctionDecl *callee, Location *object,
                           const std::vector<Location *> &args, const clang::Expr *call);
  std::optional<CallResult> constantResult(const clang::FunctionDecl *callee,
                                           const std::vector<Location *> &args);
  Location *metaOf(const AbsValue &value, clang::QualType type, const clang::Expr *call);
  void metaHints(const std::string &key, const AbsValue &value, Hints &into);
  Hints countedListHints(const CallSite &site);
  std::optional<CallResult> slicesTogether(const CallSite &site, SequenceObject &list);
  Hints listCallHints(const clang::FunctionDecl *callee, Location *object,
                      const std::vector<Location *> &args, const clang::Expr *call);

  Reporter &report = use<Reporter>();
  Splits &splits = use<Splits>();
  Path &path = use<Path>();
  Caller &caller = use<Caller>();
  HintCollector &collector = use<HintCollector>();
  Renderer &render = use<Renderer>();
  TensorOps &tensors = use<TensorOps>();
  Calls &calls = use<Calls>();
  ControlFlow &controlFlow = use<ControlFlow>();
};

} // namespace fullgraph
