// gcd, bag_places, ctc_losses.
#include "runtime/core/eager/checks.h"
#include "runtime/core/eager/library_call.h"
#include "runtime/core/eager/loop_nest.h"

namespace fg::host {

using namespace detail;

namespace {

bool isIndex(const Tensor &t) { return t.scalar_type() == kLong || t.scalar_type() == kInt; }

void checkLengths(const Tensor &lengths, const char *name, int64_t count) {
  checkDefined(lengths, "ctc_loss");
  FG_CHECK(isIndex(lengths), name, " must be integral");
  FG_CHECK(lengths.dim() == 1 && lengths.size(0) == count, name, " must be of size batch_size");
}

constexpr const char *whileAllocating = " (while checking arguments for ctc_loss_allocate_outputs)";

void checkRange(const Tensor &lengths, const char *name, int64_t most) {
  for (int64_t i = 0; i < lengths.size(0); ++i) {
    const int64_t length = select(lengths, 0, i).item<int64_t>();
    FG_CHECK(length >= 0, "Expected ", name, " to have value at least 0, but got value ", length,
             whileAllocating);
    FG_CHECK(most < 0 || length <= most, "Expected ", name, " to have value at most ", most,
             ", but got value ", length, whileAllocating);
  }
}

} // namespace

Tensor gcd(const Tensor &self, const Tensor &other) {
  checkDefined(self, "gcd");
  checkDefined(other, "gcd");
  ResultTypeState state;
  state.add(self.scalar_type(), self.dim() == 0, false);
  state.add(other.scalar_type(), other.dim() == 0, false);
  const ScalarType dtype = state.result();
  FG_CHECK(isIntegralType(dtype, false), "\"gcd_cpu\" not implemented for '", dtype, "'");
  const Tensor result = newContiguous(broadcastShapes(self.sizes(), other.sizes()), dtype);
  if (result.numel() > 0)
    callLibrary(fg_library_gcd, self, other, result);
  return result;
}
Tensor &gcd_(Tensor &self, const Tensor &other) {
  checkNoInternalOverlap(self);
  const Tensor result = host::gcd(self, other);
  FG_CHECK(canCast(result.scalar_type(), self.scalar_type()), "result type ", result.scalar_type(),
           " can't be cast to the desired output type ", self.scalar_type());
  FG_CHECK(result.sizes() == self.sizes(), "output with shape ", self.sizes(),
           " doesn't match the broadcast shape ", result.sizes());
  return copy_(self, result);
}

Tensor bag_places(const Tensor &offsets, int64_t count, bool include_last_offset) {
  checkDefined(offsets, "embedding_bag");
  FG_CHECK(offsets.dim() == 1, "offsets has to be a 1D Tensor, but got Tensor of dimension ", offsets.dim());
  FG_CHECK(isIndex(offsets),
           "Expected tensor for argument #1 'offsets' to have one of the following scalar types: Long, Int; "
           "but got torch.",
           offsets.scalar_type(), "Tensor instead (while checking arguments for embedding_bag)");
  const Tensor result = newContiguous({count}, kLong);
  const int wrong = callLibrary(fg_library_bag_places, offsets, count, int64_t(include_last_offset), result);
  FG_CHECK(wrong != 1,
           "offsets[0] has to be 0, i.e., the first sequence in the mini-batch has to start from position 0. "
           "However, got ",
           select(offsets, 0, 0).item<int64_t>());
  FG_CHECK(wrong != 2, "offsets[-1] can not be greater than input's length ", count,
           " but got offsets[-1] of ", select(offsets, 0, -1).item<int64_t>());
  return result;
}

Tensor ctc_losses(const Tensor &log_probs, const Tensor &targets, const Tensor &input_lengths,
                  const Tensor &target_lengths, int64_t blank) {
  checkDefined(log_probs, "ctc_loss");
  checkDefined(targets, "ctc_loss");
  FG_CHECK(log_probs.scalar_type() == kFloat || log_probs.scalar_type() == kDouble,
           "\"ctc_loss_cpu\" not implemented for '", log_probs.scalar_type(), "'");
  FG_CHECK(log_probs.dim() == 3, "ctc_loss: expected log_probs of 3 dims, got ", log_probs.dim());
  FG_CHECK(isIndex(targets) && (targets.dim() == 1 || targets.dim() == 2),
           "ctc_loss: expected targets of 1 or 2 dims, i32 or i64");
  const int64_t count = log_probs.size(1);
  FG_CHECK(targets.dim() == 1 || targets.size(0) == count, "ctc_loss: expected targets for each of ", count,
           " sequences");
  checkLengths(input_lengths, "input_lengths", count);
  checkLengths(target_lengths, "target_lengths", count);
  FG_CHECK(0 <= blank && blank < log_probs.size(2), "blank must be in label range");
  const Tensor result = newContiguous({count}, log_probs.scalar_type());
  const int wrong =
      callLibrary(fg_library_ctc_losses, log_probs, targets, input_lengths, target_lengths, blank, result);
  if (wrong == 1 || wrong == 2) {
    checkRange(input_lengths, "input_lengths", log_probs.size(0));
    checkRange(target_lengths, "target_lengths", -1);
  }
  if (wrong == 3 && targets.dim() == 2)
    fail({"Expected tensor to have size at least ", amax(target_lengths).item<int64_t>(),
          " at dimension 1, but got size ", targets.size(1), " for argument #2 'targets'", whileAllocating});
  if (wrong == 3)
    fail({"Expected tensor to have size ", sum(target_lengths).item<int64_t>(),
          " at dimension 0, but got size ", targets.size(0), " for argument #2 'targets'", whileAllocating});
  FG_CHECK(wrong == 0, "ctc_loss: a target is not in label range");
  return result;
}

} // namespace fg::host
