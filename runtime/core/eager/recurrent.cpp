// recurrent_steps.
#include "runtime/core/eager/checks.h"
#include "runtime/core/eager/library_call.h"

namespace fg::host {

using namespace detail;

/// As inferRecurrentSteps of lib/Shapes.
Tensor recurrent_steps(const Tensor &gates, const Tensor &state, const Tensor &w_hh, const Tensor &b_hh,
                       string_view cell, bool reverse) {
  checkDefined(gates, "recurrent_steps");
  const bool lstm = cell == "lstm";
  FG_CHECK(lstm || cell == "gru" || cell == "rnn_tanh" || cell == "rnn_relu",
           "cell must be lstm, gru, rnn_tanh or rnn_relu, got ", cell);
  FG_CHECK(isFloatingType(gates.scalar_type()), "recurrent_steps: not implemented for '", gates.scalar_type(),
           "'");
  for (const Tensor *t : {&state, &w_hh, &b_hh}) {
    checkDefined(*t, "recurrent_steps");
    FG_CHECK(t->scalar_type() == gates.scalar_type(),
             "Input and hidden tensors must have the same dtype, got ", gates.scalar_type(), " and ",
             t->scalar_type());
  }
  FG_CHECK(gates.dim() == 3 && state.dim() == 3 && w_hh.dim() == 2 && b_hh.dim() == 1,
           "recurrent_steps: expected gates and state of 3 dims, weights of 2 and a bias of 1, got ",
           gates.sizes(), ", ", state.sizes(), ", ", w_hh.sizes(), " and ", b_hh.sizes());
  const int64_t states = lstm ? 2 : 1, length = gates.size(0), batch = gates.size(1), hidden = state.size(2);
  const int64_t rows = (lstm ? 4 : cell == "gru" ? 3 : 1) * hidden;
  FG_CHECK(state.size(0) == states, "Expected hidden size of ", states, " rows, got ", state.sizes());
  FG_CHECK(state.size(1) == batch, "Expected hidden size of batch ", batch, ", got ", state.sizes());
  FG_CHECK(gates.size(2) == rows, "Expected gates of last size ", rows, ", got ", gates.sizes());
  FG_CHECK(w_hh.size(0) == rows, "Expected weight_hh of ", rows, " rows, got ", w_hh.sizes());
  FG_CHECK(w_hh.size(1) == hidden, "Expected weight_hh of ", hidden, " columns, got ", w_hh.sizes());
  FG_CHECK(b_hh.size(0) == rows, "Expected bias_hh of size ", rows, ", got ", b_hh.sizes());
  FG_CHECK(length > 0, "Expected sequence length to be larger than 0 in RNN");
  const Tensor result = newContiguous({length + states - 1, batch, hidden}, gates.scalar_type());
  if (result.numel() > 0)
    callLibrary(fg_library_recurrent_steps, gates, state, w_hh, b_hh, libraryText(cell), int64_t(reverse),
                result);
  return result;
}

} // namespace fg::host
