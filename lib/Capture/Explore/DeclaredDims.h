// Internal to lib/Capture: what FG_SHAPE declares, against what the code needs. Functions.cpp and Regions
// call it, behind the walks. It only reports: nothing that it finds changes what is captured.
#pragma once

#include "lib/Capture/Walk/FunctionContext.h"

namespace fullgraph {

/// Of a function that is one graph on each of its paths: letters whose size may be one value only (FG701).
/// `walked` is the context of the walk.
std::vector<Break> specialisedDims(clang::ASTContext &context, const FunctionContext &walked);

/// Of a function that throws on each of its paths: the bound without which it would not (FG702).
std::optional<Break> whyNoCallFits(clang::ASTContext &context, const FunctionContext &walked);

/// No call gets past a place of the function (FG707).
Break alwaysThrows(const clang::FunctionDecl *function, const EagerPath &thrown);

/// The note on a tensor of unknown type with each of whose guesses a walk throws (FG703).
BreakNote whyNoGuessFits(const EagerPath &thrown);

} // namespace fullgraph
