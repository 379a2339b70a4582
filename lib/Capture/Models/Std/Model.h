// For the files of this folder: each has the models of one family of classes, which the rows of
// signatures/*.def name. Models/ClassTable.cpp makes the table of them. A model states what C++ says of a
// form, or leaves the form alone.
#pragma once

#include "lib/Capture/Domain/ClassModel.h"
#include "lib/Capture/Walk/WalkPart.h"

namespace fullgraph {

/// The part of a walk that a model calls. One that calls more is a WalkPart, made for the call.
template <class Part> Part &partOf(Walk &walk) { return *std::get<Part *>(walk.parts); }

/// A change of a container that C++ defines while a loop over it turns. What the loop sees then depends on
/// where the change was, and a loop that is walked goes over the elements that there were when it began.
void refuseChangeInLoop(Walk &walk, const Location *object, const clang::Expr *change);
/// size() and empty() of a container of the caller's whose elements no model reads. None: another member.
std::optional<CallResult> sizeOfCallers(Walk &walk, const MethodSite &site);
/// An object of the caller's that no model reads: it can be passed around, and that is all.
[[noreturn]] void refuseCallers(Walk &walk, const Location *object, const clang::Expr *expr);

namespace models {

#define FG_CLASS(name, parameters, model) const ClassModel &model();
#include "lib/Capture/signatures/All.def"

} // namespace models
} // namespace fullgraph
