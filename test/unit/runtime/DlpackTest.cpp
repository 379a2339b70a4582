// DLPack: sharing both ways, and who frees what when.
#include <fullgraph/dlpack.h>
#include <fullgraph/fullgraph.h>

#include <gtest/gtest.h>

using fg::Tensor;

TEST(Dlpack, ExportSharesAndKeepsAlive) {
  DLManagedTensor *managed;
  {
    const Tensor x = fg::arange(6).view({2, 3}).t();
    managed = fg::to_dlpack(x);
    EXPECT_EQ(managed->dl_tensor.data, x.data_ptr());
  }
  const DLTensor &t = managed->dl_tensor;
  EXPECT_EQ(t.ndim, 2);
  EXPECT_EQ(t.shape[0], 3);
  EXPECT_EQ(t.strides[0], 1);
  EXPECT_EQ(t.strides[1], 3);
  EXPECT_EQ(t.dtype.code, kDLInt);
  EXPECT_EQ(t.dtype.bits, 64);
  EXPECT_EQ(t.device.device_type, kDLCPU);
  EXPECT_EQ(static_cast<int64_t *>(t.data)[5], 5);
  managed->deleter(managed);
}

TEST(Dlpack, RoundTripOfEveryDtype) {
  for (const fg::ScalarType dtype : fg::allScalarTypes) {
    const Tensor x = fg::arange(6).view({2, 3}).to(dtype);
    const Tensor y = fg::from_dlpack(fg::to_dlpack(x));
    EXPECT_EQ(y.dtype(), dtype);
    EXPECT_EQ(y.data_ptr(), x.data_ptr());
    EXPECT_TRUE(y.equal(x));
    EXPECT_EQ(x.use_count(), 2u); // the exported structure holds one
  }
}

TEST(Dlpack, ImportCallsTheDeleterOnce) {
  static int deleted;
  deleted = 0;
  float data[] = {0, 1, 2, 3, 4, 5, 6, 7};
  int64_t shape[] = {2, 3};
  DLManagedTensor managed{};
  managed.dl_tensor = {data, {kDLCPU, 0}, 2, {kDLFloat, 32, 1}, shape, nullptr, 4};
  managed.deleter = [](DLManagedTensor *) { ++deleted; };
  Tensor row;
  {
    const Tensor x = fg::from_dlpack(&managed);
    EXPECT_TRUE(x.is_contiguous());
    EXPECT_EQ(x[0][0].item<float>(), 1.f);
    row = x[1];
  }
  EXPECT_EQ(deleted, 0);
  row.reset();
  EXPECT_EQ(deleted, 1);
}

TEST(Dlpack, RefusesWhatATensorCannotBe) {
  float data[4] = {};
  int64_t shape[] = {2, 2}, backwards[] = {-2, 1};
  static int deleted;
  deleted = 0;
  const auto refused = [&](auto change) {
    DLManagedTensor managed{};
    managed.dl_tensor = {data, {kDLCPU, 0}, 2, {kDLFloat, 32, 1}, shape, nullptr, 0};
    managed.deleter = [](DLManagedTensor *) { ++deleted; };
    change(managed.dl_tensor);
    EXPECT_THROW(fg::from_dlpack(&managed), fg::Error);
  };
  refused([](DLTensor &t) { t.device.device_type = kDLMetal; });
  refused([](DLTensor &t) { t.dtype = {kDLComplex, 32, 1}; });
  refused([](DLTensor &t) { t.dtype.lanes = 4; });
  refused([](DLTensor &t) { t.ndim = 9; });
  refused([](DLTensor &t) { t.ndim = -1; });
  refused([](DLTensor &t) { t.shape = nullptr; });
  refused([](DLTensor &t) { t.data = nullptr; });
  refused([&](DLTensor &t) { t.strides = backwards; });
  refused([](DLTensor &t) { t.byte_offset = 1; });
  EXPECT_EQ(deleted, 0); // the caller keeps what was refused
}

TEST(Dlpack, VersionedImport) {
  float data[4] = {1, 2, 3, 4};
  int64_t shape[] = {4};
  DLManagedTensorVersioned managed{};
  managed.version = {1, 0};
  managed.dl_tensor = {data, {kDLCPU, 0}, 1, {kDLFloat, 32, 1}, shape, nullptr, 0};
  EXPECT_EQ(fg::from_dlpack(&managed).sum().item<float>(), 10.f);
  managed.version.major = 2;
  EXPECT_THROW(fg::from_dlpack(&managed), fg::Error);
  managed.version.major = 1;
  managed.flags = DLPACK_FLAG_BITMASK_READ_ONLY;
  EXPECT_THROW(fg::from_dlpack(&managed), fg::Error);
}
