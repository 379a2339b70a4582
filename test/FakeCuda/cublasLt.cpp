// A libcublasLt.so.13 that multiplies on the host when its turn on the stream of the other fake comes, for tests of what is
// told to cuBLASLt. Names, numbers and types are those of its public interface (cublasLt.h of CUDA 12.9), written down apart
// from runtime/core/device/cublas.cpp. f32 and f64.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <vector>

extern "C" void fake_cuda_ask(void *stream, void (*run)(void *), void *with);

namespace {

using Status = int;
constexpr Status success = 0, invalidValue = 7, notSupported = 15;

struct Settings {
  std::map<int, std::vector<char>> values;
  int type = 0, compute = 0, scale = 0;
  uint64_t rows = 0, columns = 0;
  int64_t line = 0;

  Status set(int attribute, const void *value, size_t bytes) {
    const char *const from = static_cast<const char *>(value);
    return values[attribute].assign(from, from + bytes), success;
  }
  template <class T> T get(int attribute, T otherwise) const {
    const auto found = values.find(attribute);
    if (found == values.end())
      return otherwise;
    T value{};
    return found->second.size() == sizeof value ? (std::memcpy(&value, found->second.data(), sizeof value), value) : otherwise;
  }
};

struct Call {
  Settings description, a, b, d;
  const void *alpha, *left, *right;
  void *result;
};

template <class T> void multiply(const Call &call) {
  const bool transposedA = call.description.get<int32_t>(3, 0) == 1, transposedB = call.description.get<int32_t>(4, 0) == 1;
  const auto *const bias =
      call.description.get<uint32_t>(7, 1) == 4 ? static_cast<const T *>(call.description.get<const void *>(8, nullptr)) : nullptr;
  const uint64_t depth = transposedA ? call.a.rows : call.a.columns;
  const auto batch = call.d.get<int32_t>(5, 1);
  for (int32_t n = 0; n < batch; ++n) {
    const T *const left = static_cast<const T *>(call.left) + n * call.a.get<int64_t>(6, 0);
    const T *const right = static_cast<const T *>(call.right) + n * call.b.get<int64_t>(6, 0);
    T *const result = static_cast<T *>(call.result) + n * call.d.get<int64_t>(6, 0);
    for (uint64_t i = 0; i < call.d.rows; ++i)
      for (uint64_t j = 0; j < call.d.columns; ++j) {
        T sum = bias ? bias[i] : 0;
        for (uint64_t k = 0; k < depth; ++k)
          sum += left[transposedA ? i * uint64_t(call.a.line) + k : k * uint64_t(call.a.line) + i] *
                 right[transposedB ? k * uint64_t(call.b.line) + j : j * uint64_t(call.b.line) + k];
        result[j * uint64_t(call.d.line) + i] = sum;
      }
  }
}

} // namespace

extern "C" {

/// How the last product's sums were to be computed: a cublasComputeType_t.
int fake_cublas_compute = 0;

const char *cublasLtGetStatusString(Status status) { return status == notSupported ? "not supported" : "an invalid value"; }
Status cublasLtCreate(void **handle) { return *handle = new int, success; }
Status cublasLtMatmulDescCreate(void **description, int compute, int scale) {
  auto *const made = new Settings;
  made->compute = compute;
  made->scale = scale;
  return *description = made, success;
}
Status cublasLtMatmulDescDestroy(void *description) { return delete static_cast<Settings *>(description), success; }
Status cublasLtMatmulDescSetAttribute(void *description, int attribute, const void *value, size_t bytes) {
  return static_cast<Settings *>(description)->set(attribute, value, bytes);
}
Status cublasLtMatrixLayoutCreate(void **layout, int type, uint64_t rows, uint64_t columns, int64_t line) {
  auto *const made = new Settings;
  made->type = type;
  made->rows = rows;
  made->columns = columns;
  made->line = line;
  return *layout = made, line >= int64_t(rows) ? success : invalidValue;
}
Status cublasLtMatrixLayoutDestroy(void *layout) { return delete static_cast<Settings *>(layout), success; }
Status cublasLtMatrixLayoutSetAttribute(void *layout, int attribute, const void *value, size_t bytes) {
  return static_cast<Settings *>(layout)->set(attribute, value, bytes);
}
Status cublasLtMatmulPreferenceCreate(void **preference) { return *preference = new Settings, success; }
Status cublasLtMatmulPreferenceDestroy(void *preference) { return delete static_cast<Settings *>(preference), success; }
Status cublasLtMatmulPreferenceSetAttribute(void *preference, int attribute, const void *value, size_t bytes) {
  return static_cast<Settings *>(preference)->set(attribute, value, bytes);
}

struct Chosen {
  uint64_t algorithm[8];
  size_t workspace;
  Status state;
  float waves;
  int reserved[4];
};
Status cublasLtMatmulAlgoGetHeuristic(void *, void *, void *, void *, void *, void *, void *preference, int, Chosen *chosen, int *count) {
  const auto &wanted = *static_cast<Settings *>(preference);
  *chosen = {};
  chosen->workspace = 64;
  for (int matrix = 5; matrix <= 8; ++matrix) // the alignments of A, B, C and D
    if (wanted.get<uint32_t>(matrix, 256) > 16)
      return notSupported;
  *count = wanted.get<uint64_t>(1, 0) >= chosen->workspace ? 1 : 0;
  return success;
}
Status cublasLtMatmul(void *, void *description, const void *alpha, const void *left, void *a, const void *right, void *b, const void *,
                      const void *, void *, void *result, void *d, const void *, void *workspace, size_t bytes, void *stream) {
  auto *const call = new Call{*static_cast<Settings *>(description), *static_cast<Settings *>(a), *static_cast<Settings *>(b),
                              *static_cast<Settings *>(d),           alpha, left, right, result};
  const bool isDouble = call->d.type == 1;
  const bool one = isDouble ? *static_cast<const double *>(alpha) == 1 : *static_cast<const float *>(alpha) == 1;
  if (!workspace || bytes < 64 || !one || call->description.scale != call->d.type ||
      (isDouble ? call->description.compute != 70 : call->description.compute != 68 && call->description.compute != 77))
    return delete call, invalidValue;
  fake_cublas_compute = call->description.compute;
  fake_cuda_ask(
      stream,
      [](void *with) {
        const auto *const asked = static_cast<Call *>(with);
        asked->d.type == 1 ? multiply<double>(*asked) : multiply<float>(*asked);
        delete asked;
      },
      call);
  return success;
}
}
