// The standard library's vocabulary, and fg::Scalar and fg::ArrayRef: hands each call to the model of its
// class, or to the function of Std/Functions.cpp that has its name. A signature that signatures/*.def does
// not state is refused.
#pragma once

#include "lib/Capture/Eval/CallRule.h"

namespace fullgraph {

class StdModels : WalkPart {
public:
  using WalkPart::WalkPart;

  std::optional<CallResult> standardCall(const CallSite &site);

private:
  std::optional<CallResult> answer(const CallSite &site);
  std::optional<CallResult> member(const CallSite &site, const clang::CXXMethodDecl *method);
  std::optional<CallResult> assignment(const CallSite &site, const clang::CXXMethodDecl *method);
  std::optional<CallResult> freeOperator(const CallSite &site);

  Reporter &report = use<Reporter>();
  Path &path = use<Path>();
  Caller &caller = use<Caller>();
  Expressions &expressions = use<Expressions>();
  Objects &objects = use<Objects>();
  Calls &calls = use<Calls>();
};

} // namespace fullgraph
