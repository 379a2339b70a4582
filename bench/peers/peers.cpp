// The C functions by which bench/compare_torch_kernels.py calls the cases and measures them, in PyTorch's process.
#include "cases.h"

#include <fullgraph/stats.h>
#include <fullgraph/threads.h>

#include <chrono>
#include <cstring>
#include <exception>

namespace peers {

std::map<std::string, Case> &cases() {
  static std::map<std::string, Case> all;
  return all;
}

namespace {

/// A case with its inputs, which stay PyTorch's memory, and its last results.
struct Call {
  Case function;
  Tensors inputs, results;
  std::string error;
};

fg::ScalarType dtypeOf(const char *name) {
  static const std::map<std::string, fg::ScalarType> dtypes = {
      {"float32", fg::kFloat}, {"float64", fg::kDouble}, {"int64", fg::kLong},    {"int32", fg::kInt},
      {"uint8", fg::kByte},    {"bool", fg::kBool},      {"bfloat16", fg::kBFloat16}};
  return dtypes.at(name);
}

} // namespace
} // namespace peers

using peers::Call;

extern "C" {

/// Null where there is no such case.
void *peers_new(const char *name) {
  const auto found = peers::cases().find(name);
  return found == peers::cases().end() ? nullptr : new Call{found->second, {}, {}, {}};
}

void peers_input(void *call, void *data, const char *dtype, int rank, const int64_t *sizes, const int64_t *strides) {
  static_cast<Call *>(call)->inputs.push_back(
      fg::from_blob(data, fg::IntArrayRef(sizes, static_cast<size_t>(rank)),
                    fg::IntArrayRef(strides, static_cast<size_t>(rank)), fg::TensorOptions(peers::dtypeOf(dtype))));
}

/// Seconds a call, of `calls` calls; negative where it throws (peers_error says what).
double peers_run(void *of, int calls) {
  Call &call = *static_cast<Call *>(of);
  try {
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < calls; ++i) {
      // As PyTorch's, which nobody keeps: beside the result of the call before, that of 8 MiB would be in
      // other memory, and the cache hold half as much of the rest.
      call.results.clear();
      call.results = call.function(call.inputs);
    }
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() / calls;
  } catch (const std::exception &e) {
    call.error = e.what();
    return -1;
  }
}

const char *peers_error(void *call) { return static_cast<Call *>(call)->error.c_str(); }
int peers_results(void *call) { return static_cast<int>(static_cast<Call *>(call)->results.size()); }

/// Copies result `i`, contiguous, to `to`, which has room for `bytes`; false where it has another size.
bool peers_result(void *call, int i, void *to, int64_t bytes) {
  const fg::Tensor result = static_cast<Call *>(call)->results.at(static_cast<size_t>(i)).contiguous();
  if (result.numel() * static_cast<int64_t>(result.element_size()) != bytes)
    return false;
  std::memcpy(to, result.data_ptr(), static_cast<size_t>(bytes));
  return true;
}

void peers_threads(int threads) { fg::set_num_threads(threads); }

/// How many calls so far no version took: they ran as they are written.
int64_t peers_eager_calls() { return static_cast<int64_t>(fg::stats().eager_calls); }

} // extern "C"
