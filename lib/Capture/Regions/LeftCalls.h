// Internal to lib/Capture: calls that the residual code makes, and what is known of their results.
// Functions.cpp and Regions call it. What is known of a result is only hints: guards check them, so a wrong
// one costs speed alone.
#pragma once

#include "lib/Capture/Walk/Region.h"

namespace fullgraph {

/// Plans a called function for what it is called with; what is known of its result (returnedKey).
using PlanFunction = std::function<Hints(const clang::FunctionDecl *, Hints arguments)>;

/// Plans the functions that a call was handed; what is known of its result (returnedKey).
Hints planLeftCall(const LeftCall &left, const PlanFunction &plan);

/// What an annotated function returns, with the caller's letters for the sizes that it passes.
Hints inTermsOf(const Hints &arguments, const clang::FunctionDecl *callee, const Hints &returned);
/// What two callers pass: sizes that differ are any size, and other dtypes and ranks are alternatives.
Hints joinArguments(const Hints &a, const Hints &b);

/// What both know. A hint of one of them alone would be a guess.
Hints knownToBoth(const Hints &a, const Hints &b);

/// What `result` knows of `key`, and of what is reached from it, is known of the variable `name`.
void nameAs(const std::string &name, const std::string &key, const Hints &result, Hints &hints);

/// What is known of the object that an expression names, as `list[i]`, `*it` and `it->` name an element, is
/// known of the variable `name`.
void nameObject(const std::string &name, const clang::Expr *object, Hints &hints);
/// What is known of a list's elements is known of the variable of a loop over it; what is known of an object,
/// of the reference that a declaration makes to it, and of a copy: `Layer &layer = layers[i];`,
/// `Params fast = params;`.
void nameElement(const clang::Stmt *stmt, Hints &hints);
/// The same of what calls that the source shows pass.
std::vector<ProfiledCall> withElement(const clang::Stmt *stmt, std::vector<ProfiledCall> calls);
/// Of a loop over a list whose elements are of several kinds, as the weights and biases of a network: a call
/// for each kind, beside the position of the call that passes the list.
std::vector<std::pair<size_t, ProfiledCall>> otherElements(const clang::Stmt *stmt,
                                                           const std::vector<ProfiledCall> &calls);
/// The statement assigns to a tensor what nothing is known of: its dtype and rank may stay, its sizes need
/// not.
void forgetSizes(const clang::Stmt *stmt, Hints &hints);
/// What is known of the call's result is known of the variables that the statement sets to it. Does the
/// statement return it?
bool nameResult(const clang::Stmt *stmt, const clang::Expr *call, const Hints &result, Hints &hints);
/// At the end of a block: names that its statements declare end here, and those that they hid are back.
void leaveBlock(const std::vector<const clang::Stmt *> &statements, const Hints &outer, Hints &hints);

} // namespace fullgraph
