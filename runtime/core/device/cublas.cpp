// cuBLASLt through libcublasLt.so, which is found with dlopen, so that a program needs it neither to build nor to run; and
// the functions of it that kernels call. The few types and numbers of its public interface that are used are declared here.
// Versions 12 and 13 have them alike.
#include "runtime/core/device/driver.h"
#include "runtime/core/device/product.h"

#include <fullgraph/context.h>
#include <fullgraph/detail/check.h>
#include <fullgraph/detail/place.h>

#include <algorithm>
#include <array>
#include <dlfcn.h>
#include <exception>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace fg::devices {

namespace {

using Status = int; // cublasStatus_t
using Handle = void *;
using Description = void *; // cublasLtMatmulDesc_t
using Layout = void *;      // cublasLtMatrixLayout_t
using Preference = void *;  // cublasLtMatmulPreference_t

/// cublasLtMatmulAlgo_t
struct Algorithm {
  uint64_t data[8];
};
/// cublasLtMatmulHeuristicResult_t
struct Candidate {
  Algorithm algorithm;
  size_t workspace;
  Status state;
  float waves;
  int reserved[4];
};

constexpr Status success = 0;
constexpr int descTransA = 3, descTransB = 4, descEpilogue = 7, descBias = 8; // CUBLASLT_MATMUL_DESC_...
constexpr int layoutBatchCount = 5, layoutBatchStride = 6;                    // CUBLASLT_MATRIX_LAYOUT_...
constexpr int preferWorkspace = 1, preferAlignment = 5;                       // CUBLASLT_MATMUL_PREF_...; A, B, C, D
constexpr int operationTransposed = 1;                                        // CUBLAS_OP_T
constexpr unsigned epilogueBias = 4;                                          // CUBLASLT_EPILOGUE_BIAS
constexpr size_t mostWorkspace = size_t(32) << 20; // what NVIDIA advises for its largest devices

/// cudaDataType, and cublasComputeType_t
constexpr int real32 = 0, real64 = 1, real16 = 2, realBf16 = 14;
constexpr int compute32 = 68, compute64 = 70, computeTf32 = 77;

#define FG_CUBLAS_FUNCTIONS(X)                                                                               \
  X(statusText, cublasLtGetStatusString, const char *, Status)                                               \
  X(create, cublasLtCreate, Status, Handle *)                                                                \
  X(createDescription, cublasLtMatmulDescCreate, Status, Description *, int, int)                            \
  X(destroyDescription, cublasLtMatmulDescDestroy, Status, Description)                                      \
  X(setDescription, cublasLtMatmulDescSetAttribute, Status, Description, int, const void *, size_t)          \
  X(createLayout, cublasLtMatrixLayoutCreate, Status, Layout *, int, uint64_t, uint64_t, int64_t)            \
  X(destroyLayout, cublasLtMatrixLayoutDestroy, Status, Layout)                                              \
  X(setLayout, cublasLtMatrixLayoutSetAttribute, Status, Layout, int, const void *, size_t)                  \
  X(createPreference, cublasLtMatmulPreferenceCreate, Status, Preference *)                                  \
  X(destroyPreference, cublasLtMatmulPreferenceDestroy, Status, Preference)                                  \
  X(setPreference, cublasLtMatmulPreferenceSetAttribute, Status, Preference, int, const void *, size_t)      \
  X(choose, cublasLtMatmulAlgoGetHeuristic, Status, Handle, Description, Layout, Layout, Layout, Layout,     \
    Preference, int, Candidate *, int *)                                                                     \
  X(matmul, cublasLtMatmul, Status, Handle, Description, const void *, const void *, Layout, const void *,   \
    Layout, const void *, const void *, Layout, void *, Layout, const Algorithm *, void *, size_t, void *)

struct Api {
#define FG_MEMBER(name, symbol, result, ...) result (*name)(__VA_ARGS__) = nullptr;
  FG_CUBLAS_FUNCTIONS(FG_MEMBER)
#undef FG_MEMBER

  bool load(void *library) {
    const auto found = [library](auto &function, const char *symbol) {
      function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, symbol));
      return function != nullptr;
    };
#define FG_LOAD(name, symbol, ...)                                                                           \
  if (!found(name, #symbol))                                                                                 \
    return false;
    FG_CUBLAS_FUNCTIONS(FG_LOAD)
#undef FG_LOAD
    return true;
  }
};

/// Null: there is none.
const Api *findApi() {
  static const Api *const found = []() -> const Api * {
    for (const char *name : {"libcublasLt.so.13", "libcublasLt.so.12", "libcublasLt.so"})
      if (void *const library = dlopen(name, RTLD_NOW | RTLD_LOCAL)) {
        auto api = std::make_unique<Api>();
        if (api->load(library))
          return api.release(); // for as long as the process
      }
    return nullptr;
  }();
  return found;
}

const Api &api() { return *findApi(); }

void check(Status status, const char *function) {
  if (status != success) [[unlikely]]
    detail::fail({"CUDA error: ", string_view(api().statusText(status)), " when calling ", function});
}

Handle handleOf(int device) {
  static std::once_flag made[maxDevices];
  static Handle handles[maxDevices];
  std::call_once(made[device], [device] { check(api().create(&handles[device]), "cublasLtCreate"); });
  return handles[device];
}

int dataType(ScalarType dtype) {
  switch (dtype) {
  case kDouble:
    return real64;
  case kHalf:
    return real16;
  case kBFloat16:
    return realBf16;
  default:
    return real32;
  }
}

/// All that an algorithm is chosen by.
using Key = std::array<int64_t, 18>;

struct KeyHash {
  size_t operator()(const Key &key) const {
    uint64_t hash = 0;
    for (const int64_t part : key)
      hash = (hash ^ uint64_t(part)) * 0x9e3779b97f4a7c15 ^ (hash >> 29);
    return size_t(hash);
  }
};

/// The largest power of two up to 16 that the address is a multiple of.
int64_t alignmentOf(const void *data) {
  const auto address = reinterpret_cast<uintptr_t>(data) | 16;
  return int64_t(address & (~address + 1));
}

Key keyOf(int device, bool tf32, const Product &p) {
  return {device,
          int64_t(p.dtype) * 2 + tf32,
          p.rows,
          p.columns,
          p.depth,
          p.batch,
          p.left.line,
          p.right.line,
          p.result.line,
          p.left.transposed * 2 + p.right.transposed,
          p.left.batchStride,
          p.right.batchStride,
          p.result.batchStride,
          p.bias != nullptr,
          alignmentOf(p.left.data),
          alignmentOf(p.right.data),
          alignmentOf(p.result.data),
          p.bias ? alignmentOf(p.bias) : 0};
}

/// A product's descriptions and its algorithm, of one thread: a call writes the bias's address into them.
struct Plan {
  Description description = nullptr;
  Layout left = nullptr, right = nullptr, result = nullptr;
  Candidate chosen{};

  Plan() = default;
  Plan(const Plan &) = delete;
  ~Plan() {
    if (!usable())
      return;
    if (description)
      api().destroyDescription(description);
    for (const Layout layout : {left, right, result})
      if (layout)
        api().destroyLayout(layout);
  }

  void make(int device, bool tf32, const Product &p);

private:
  static void makeLayout(Layout &layout, int type, int64_t rows, int64_t columns, const Matrix &matrix,
                         int64_t batch) {
    check(api().createLayout(&layout, type, uint64_t(rows), uint64_t(columns), matrix.line),
          "cublasLtMatrixLayoutCreate");
    const auto count = int32_t(batch);
    check(api().setLayout(layout, layoutBatchCount, &count, sizeof count), "cublasLtMatrixLayoutSetAttribute");
    check(api().setLayout(layout, layoutBatchStride, &matrix.batchStride, sizeof matrix.batchStride),
          "cublasLtMatrixLayoutSetAttribute");
  }
  void set(int attribute, const void *value, size_t size) const {
    check(api().setDescription(description, attribute, value, size), "cublasLtMatmulDescSetAttribute");
  }
  void choose(int device, const Product &p);
};

void Plan::make(int device, bool tf32, const Product &p) {
  const int type = dataType(p.dtype);
  const int compute = type == real64 ? compute64 : tf32 ? computeTf32 : compute32;
  check(api().createDescription(&description, compute, type == real64 ? real64 : real32),
        "cublasLtMatmulDescCreate");
  const int32_t transA = p.left.transposed ? operationTransposed : 0,
                transB = p.right.transposed ? operationTransposed : 0;
  set(descTransA, &transA, sizeof transA);
  set(descTransB, &transB, sizeof transB);
  if (p.bias) {
    set(descEpilogue, &epilogueBias, sizeof epilogueBias);
    set(descBias, static_cast<const void *>(&p.bias), sizeof p.bias);
  }
  const auto sides = [](const Matrix &m, int64_t rows, int64_t columns) {
    return m.transposed ? std::pair(columns, rows) : std::pair(rows, columns);
  };
  const auto [leftRows, leftColumns] = sides(p.left, p.rows, p.depth);
  const auto [rightRows, rightColumns] = sides(p.right, p.depth, p.columns);
  makeLayout(left, type, leftRows, leftColumns, p.left, p.batch);
  makeLayout(right, type, rightRows, rightColumns, p.right, p.batch);
  makeLayout(result, type, p.rows, p.columns, p.result, p.batch);
  choose(device, p);
}

void Plan::choose(int device, const Product &p) {
  Preference preference = nullptr;
  check(api().createPreference(&preference), "cublasLtMatmulPreferenceCreate");
  const std::unique_ptr<void, Status (*)(Preference)> owner(preference, api().destroyPreference);
  const auto prefer = [&](int attribute, const void *value, size_t size) {
    check(api().setPreference(preference, attribute, value, size), "cublasLtMatmulPreferenceSetAttribute");
  };
  prefer(preferWorkspace, &mostWorkspace, sizeof mostWorkspace);
  const void *const matrices[] = {p.left.data, p.right.data, p.result.data, p.result.data};
  for (int i = 0; i < 4; ++i) {
    const auto alignment = uint32_t(alignmentOf(matrices[i]));
    prefer(preferAlignment + i, &alignment, sizeof alignment);
  }
  int count = 0;
  check(api().choose(handleOf(device), description, left, right, result, result, preference, 1, &chosen, &count),
        "cublasLtMatmulAlgoGetHeuristic");
  FG_CHECK(count > 0, "CUDA error: cuBLASLt has no algorithm for a product of [", p.rows, ", ", p.depth, "] and [",
           p.depth, ", ", p.columns, "]");
}

/// So many products of different sizes keep what was chosen for them, in each thread.
constexpr size_t mostPlans = 512;

Plan &planOf(int device, const Product &p) {
  thread_local std::unordered_map<Key, std::unique_ptr<Plan>, KeyHash> plans;
  const bool tf32 = p.dtype == kFloat && globalContext().allowTF32CuBLAS();
  const Key key = keyOf(device, tf32, p);
  if (const auto found = plans.find(key); found != plans.end()) [[likely]]
    return *found->second;
  if (plans.size() >= mostPlans)
    plans.clear();
  auto plan = std::make_unique<Plan>();
  plan->make(device, tf32, p);
  return *(plans[key] = std::move(plan));
}

class Cublas final : public Multiplier {
public:
  Cublas() : driver(requireDriver(kCUDA)), device(currentDevice(kCUDA)) {}

  /// On the calling thread's stream; returns before it is done. Throws the library's error.
  void multiply(const Product &p) override {
    void *const stream = driver.stream(device); // the device is the thread's from here on
    Plan &plan = planOf(device, p);
    if (p.bias)
      check(api().setDescription(plan.description, descBias, static_cast<const void *>(&p.bias), sizeof p.bias),
            "cublasLtMatmulDescSetAttribute");
    const size_t bytes = plan.chosen.workspace;
    void *const workspace = bytes ? driver.allocate(device, bytes) : nullptr;
    auto *const result = const_cast<void *>(p.result.data);
    const Status status = api().matmul(handleOf(device), plan.description, one.in(p.dtype), p.left.data, plan.left,
                                       p.right.data, plan.right, zero.in(p.dtype), result, plan.result, result,
                                       plan.result, &plan.chosen.algorithm, workspace, bytes, stream);
    if (workspace)
      driver.release(device, workspace, bytes);
    check(status, "cublasLtMatmul");
  }
  void fill(void *line, const void *bias, size_t bytes) override {
    if (bias)
      return driver.copy(device, line, device, bias, bytes);
    const std::vector<char> zeros(bytes, 0);
    driver.upload(device, line, zeros.data(), bytes);
  }

private:
  /// A number in the type of the sums.
  struct Number {
    float narrow;
    double wide;
    const void *in(ScalarType dtype) const { return dtype == kDouble ? static_cast<const void *>(&wide) : &narrow; }
  };
  static constexpr Number one{1, 1}, zero{0, 0}; // of the product, and of the result before

  Driver &driver;
  const int device;
};

/// 0, or -1 and the error is pending.
int call(const fg_buffer &left, const fg_buffer &right, const fg_buffer *bias, int shape, const fg_buffer &result) {
  if (isQuery(result))
    return 0;
  try {
    Cublas library;
    multiply(left, right, bias, shape, result, library);
    return 0;
  } catch (const std::exception &error) {
    setPending(error.what());
  } catch (...) {
    setPending("a product failed");
  }
  return -1;
}

} // namespace

} // namespace fg::devices

extern "C" int fg_cuda_product(fg_buffer *left, fg_buffer *right, int shape, fg_buffer *result) {
  return fg::devices::call(*left, *right, nullptr, shape, *result);
}
extern "C" int fg_cuda_product_bias(fg_buffer *left, fg_buffer *right, fg_buffer *bias, int shape, fg_buffer *result) {
  return fg::devices::call(*left, *right, bias, shape, *result);
}

namespace fg::rt {

bool cublas_is_available() { return devices::findApi() != nullptr; }

} // namespace fg::rt
