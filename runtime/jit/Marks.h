// Sizes that the program has marked (fullgraph/dynamic.h), where versions are made. Service calls it. A strict
// mark that the graph cannot keep is an error of the call; other marks are wishes.
#pragma once

#include "runtime/jit/Retype.h"

#include "runtime/core/dispatch/plan.h"

namespace fullgraph::jit {

/// Adds what a call says of its inputs to what earlier calls of its kind have said.
void noteMarks(const fg::rt::plan::Span<fg::rt::plan::InputMarks> &marks, std::vector<InputSpec> &kind);

/// Has the input's size at `dim` to be a symbol, or a number? Null: its marks do not say. Leaves
/// InputSpec::marked to sizes that are symbols and within their range.
std::optional<bool> markedAsAny(const fg::rt::plan::InputMarks *marks, InputSpec &spec, unsigned dim);

/// Is anything marked whose being fixed is an error?
bool hasStrictMarks(const std::vector<InputSpec> &specs);
/// The strict mark that the graph's conditions leave one value. Null for none.
struct FixedMark {
  unsigned input = 0, dim = 0;
  int64_t value = 0;
};
std::optional<FixedMark> fixedMark(const Retyped &retyped, const std::vector<InputSpec> &specs);
/// Any size where this call's is that of a strict mark: the widest declaration that could work.
std::vector<InputSpec> withEqualSizes(std::vector<InputSpec> specs);

/// torch's ConstraintViolationError, with the FG_SHAPE of `working`, a graph whose sizes the code takes.
/// `needed`: what the size was fixed by; may be empty.
std::string violationText(const Retyped &working, const std::vector<InputSpec> &specs, const FixedMark &mark,
                          const std::string &needed);

} // namespace fullgraph::jit
