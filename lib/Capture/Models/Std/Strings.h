// std::string and std::string_view: text that is known, or the program's. CallRules.cpp and the models of this
// folder call it. Text that is only known at run time is kept as its C++ expression, and is never compared
// with other text while the program is compiled.
#pragma once

#include "lib/Capture/Domain/ClassModel.h"
#include "lib/Capture/Walk/WalkPart.h"

namespace fullgraph {

/// The arguments of a call on a string, as texts and numbers.
struct TextCall {
  std::vector<AbsValue> texts;
  std::vector<uint64_t> numbers;
  bool isChar = false; // a text is of one character, which the call is given as such
};

class Strings : WalkPart {
public:
  using WalkPart::WalkPart;

  std::optional<AbsValue> stringFrom(const clang::FunctionDecl *ctor, const std::vector<Location *> &args,
                                     const clang::Expr *expr);
  static AbsValue openString(std::string text);
  std::optional<AbsValue> foundInString(const clang::BinaryOperator *op);
  std::optional<AbsValue> textOfNumber(const AbsValue &number) const;
  std::optional<CallResult> method(const MethodSite &site);
  static AbsValue joined(const AbsValue &a, const AbsValue &b);

private:
  std::optional<CallResult> read(const MethodSite &site);
  std::optional<CallResult> character(const MethodSite &site, const clang::CXXMethodDecl *method);
  std::optional<CallResult> search(const MethodSite &site, const TextCall &asked);
  std::optional<CallResult> compare(const MethodSite &site, const TextCall &asked);
  std::optional<CallResult> change(const MethodSite &site, const TextCall &asked);
  std::optional<TextCall> textCall(llvm::StringRef signature, const std::vector<Location *> &args,
                                   const clang::Expr *call);
  std::optional<AbsValue> textPart(const AbsValue &text, uint64_t from, uint64_t count,
                                   const clang::Expr *call);
  Sym textSize(const AbsValue &text, const clang::Expr *call);

  Reporter &report = use<Reporter>();
  Path &path = use<Path>();
  Caller &caller = use<Caller>();
  Expressions &expressions = use<Expressions>();
  Objects &objects = use<Objects>();
  Calls &calls = use<Calls>();
};

} // namespace fullgraph
