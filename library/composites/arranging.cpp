// The definitions of composites/arranging.h's functions.
#include <fullgraph/ops.h>

#include <algorithm>

namespace fg {

Tensor flip(const Tensor &self, IntArrayRef dims) {
  Tensor result = self;
  std::vector<int64_t> seen(size_t(self.dim()), 0);
  for (size_t i = 0; i < dims.size(); ++i) {
    const int64_t dim = detail::wrapDim(dims[i], self.dim());
    if (self.dim() == 0)
      continue;
    FG_CHECK(!seen[size_t(dim)], "dim ", dim, " appears multiple times in the list of dims");
    seen[size_t(dim)] = 1;
    result = index_select(result, dim,
                          sub(self.size(dim) - 1, arange(self.size(dim), self.options().dtype(kLong))));
  }
  return result.is_same(self) ? clone(self) : result;
}
Tensor fliplr(const Tensor &self) {
  FG_CHECK(self.dim() >= 2, "Input must be >= 2-d.");
  return flip(self, 1);
}
Tensor flipud(const Tensor &self) {
  FG_CHECK(self.dim() >= 1, "Input must be >= 1-d.");
  return flip(self, 0);
}
Tensor roll(const Tensor &self, IntArrayRef shifts, IntArrayRef dims) {
  FG_CHECK(!shifts.empty(), "`shifts` required");
  if (dims.empty()) {
    FG_CHECK(shifts.size() == 1, "shifts and dimensions must align. shifts: ", int64_t(shifts.size()),
             ", dims:0");
    return view(roll(reshape(self, {-1}), shifts, 0), self.sizes());
  }
  FG_CHECK(shifts.size() == dims.size(), "shifts and dimensions must align. shifts: ", int64_t(shifts.size()),
           ", dims:", int64_t(dims.size()));
  Tensor result = self;
  for (size_t i = 0; i < dims.size(); ++i) {
    const int64_t size = self.size(dims[i]), turn = ::std::max<int64_t>(size, 1); // an empty dim has no turn
    const int64_t by = (shifts[i] % turn + turn) % turn;
    if (!detail::known(by == 0)) // no graph of its own where only the call knows
      result =
          cat({slice(result, dims[i], size - by, size, 1), slice(result, dims[i], 0, size - by, 1)}, dims[i]);
  }
  return result.is_same(self) ? clone(self) : result;
}
Tensor rot90(const Tensor &self, int64_t k, IntArrayRef dims) {
  const int64_t turns = (k % 4 + 4) % 4;
  if (turns == 0)
    return clone(self);
  if (turns == 2)
    return flip(self, dims);
  return turns == 1 ? transpose(flip(self, dims[1]), dims[0], dims[1])
                    : flip(transpose(self, dims[0], dims[1]), dims[1]);
}
Tensor repeat_interleave(const Tensor &self, int64_t repeats, std::optional<int64_t> dim) {
  FG_CHECK(repeats >= 0, "repeats can not be negative");
  const Tensor input = dim.has_value() ? self : reshape(self, {-1});
  const int64_t at = detail::wrapDim(dim.value_or(0), input.dim());
  std::vector<int64_t> expanded, merged;
  for (int64_t d = 0; d < input.dim(); ++d) {
    expanded.push_back(input.size(d));
    merged.push_back(d == at ? input.size(d) * repeats : input.size(d));
    if (d == at)
      expanded.push_back(repeats);
  }
  return view(contiguous(clone(expand(unsqueeze(input, at + 1), expanded))), merged);
}
Tensor tile(const Tensor &self, IntArrayRef dims) {
  std::vector<int64_t> repeats;
  for (int64_t d = int64_t(dims.size()); d < self.dim(); ++d)
    repeats.push_back(1);
  for (size_t i = 0; i < dims.size(); ++i)
    repeats.push_back(dims[i]);
  return repeat(self, repeats);
}
std::vector<Tensor> meshgrid(TensorList tensors, string_view indexing) {
  FG_CHECK(!tensors.empty(), "meshgrid expects a non-empty TensorList");
  FG_CHECK(indexing == "ij" || indexing == "xy",
           "torch.meshgrid: indexing must be one of \"xy\" or \"ij\", but received: ", indexing);
  const bool swapped = indexing == "xy" && tensors.size() >= 2;
  std::vector<int64_t> sizes;
  for (size_t i = 0; i < tensors.size(); ++i) {
    FG_CHECK(tensors[i].dim() <= 1,
             "torch.meshgrid: Expected 0D or 1D tensor in the tensor list but got: ", tensors[i].dim(), "D");
    sizes.push_back(tensors[i].numel());
  }
  std::vector<int64_t> shape = sizes;
  if (swapped) {
    shape[0] = sizes[1];
    shape[1] = sizes[0];
  }
  std::vector<Tensor> grids;
  for (size_t i = 0; i < tensors.size(); ++i) {
    std::vector<int64_t> own(sizes.size(), 1);
    own[swapped && i < 2 ? 1 - i : i] = sizes[i];
    grids.push_back(expand(reshape(tensors[i], own), shape));
  }
  return grids;
}

Tensor diagonal(const Tensor &self, int64_t offset, int64_t dim1, int64_t dim2) {
  const int64_t first = detail::wrapDim(dim1, self.dim()), second = detail::wrapDim(dim2, self.dim());
  FG_CHECK(first != second, "diagonal dimensions cannot be identical ", dim1, ", ", dim2);
  const Tensor planes = movedim(self, {first, second}, {self.dim() - 2, self.dim() - 1});
  const int64_t below = ::std::max<int64_t>(-offset, 0), right = ::std::max<int64_t>(offset, 0);
  const int64_t down = planes.size(-2) - below, across = planes.size(-1) - right;
  const int64_t length = ::std::max<int64_t>(::std::min(down, across), 0); // 0: it is beside the plane
  return main_diagonal(slice(slice(planes, -2, below, below + length, 1), -1, right, right + length, 1));
}
Tensor diag_embed(const Tensor &self, int64_t offset, int64_t dim1, int64_t dim2) {
  FG_CHECK(self.dim() > 0, "diag_embed: expected an input of at least 1 dim");
  const int64_t rank = self.dim() + 1, first = detail::wrapDim(dim1, rank),
                second = detail::wrapDim(dim2, rank);
  FG_CHECK(first != second, "diagonal dimensions cannot be identical ", dim1, ", ", dim2);
  const int64_t length = self.size(-1), beside = offset < 0 ? -offset : offset, size = length + beside;
  std::vector<int64_t> more;
  for (int64_t d = 0; d + 1 < self.dim(); ++d)
    more.push_back(self.size(d));
  more.push_back(beside);
  // Beyond its end, the diagonal is outside of the matrix.
  const Tensor values = beside == 0 ? self : cat({self, zeros(more, self.options())}, -1);
  const Tensor column = arange(size, self.options().dtype(kLong)), row = unsqueeze(column, 1);
  const Tensor there = eq(sub(column, row), offset);
  const Tensor matrices = where(there, unsqueeze(values, offset < 0 ? -2 : -1), zeros({}, self.options()));
  return movedim(matrices, {rank - 2, rank - 1}, {first, second});
}
Tensor diag(const Tensor &self, int64_t diagonal) {
  FG_CHECK(self.dim() == 1 || self.dim() == 2, "diag(): Supports 1D or 2D tensors. Got ", self.dim(), "D");
  return self.dim() == 1 ? diag_embed(self, diagonal) : clone(fg::diagonal(self, diagonal));
}
Tensor diagflat(const Tensor &self, int64_t offset) { return diag_embed(reshape(self, {-1}), offset); }
Tensor trace(const Tensor &self) {
  FG_CHECK(self.dim() == 2, "trace: expected a matrix, but got tensor with dim ", self.dim());
  return sum(diagonal(self));
}
Tensor block_diag(TensorList tensors) {
  std::vector<Tensor> rows;
  int64_t columns = 0, before = 0;
  for (size_t i = 0; i < tensors.size(); ++i)
    columns += tensors[i].dim() == 0 ? 1 : tensors[i].size(-1);
  for (size_t i = 0; i < tensors.size(); ++i) {
    const Tensor block = tensors[i].dim() == 2 ? tensors[i] : reshape(tensors[i], {1, -1});
    const int64_t width = block.size(1), behind = columns - before - width;
    rows.push_back(cat({zeros({block.size(0), before}, block.options()), block,
                        zeros({block.size(0), behind}, block.options())},
                       1));
    before += width;
  }
  return cat(rows, 0);
}

// --- padding: from the last dim on, two numbers a dim ---
namespace detail {
static void checkPad(const Tensor &self, IntArrayRef pad) {
  FG_CHECK(pad.size() % 2 == 0, "Length of pad must be even but instead it equals ", int64_t(pad.size()));
  FG_CHECK(int64_t(pad.size()) <= 2 * self.dim(),
           "Length of pad should be no more than twice the number of "
           "dimensions of the input. Pad length is ",
           int64_t(pad.size()), " while the input has ", self.dim(), " dimensions.");
}
/// Where the padded dim's elements come from, for modes that repeat elements of self.
static Tensor paddedBy(const Tensor &self, int64_t dim, int64_t before, int64_t behind, bool reflect) {
  const int64_t size = self.size(dim);
  const Tensor places = arange(-before, size + behind, 1, self.options().dtype(kLong));
  const Tensor wanted = reflect ? sub(size - 1, abs(sub(size - 1, abs(places)))) : places;
  return index_select(self, dim, clamp(wanted, 0, size - 1));
}
} // namespace detail

Tensor constant_pad_nd(const Tensor &self, IntArrayRef pad, const Scalar &value) {
  detail::checkPad(self, pad);
  Tensor result = self;
  bool copied = false;
  for (size_t i = 0; i < pad.size() / 2; ++i) {
    const int64_t dim = self.dim() - 1 - int64_t(i), before = pad[2 * i], behind = pad[2 * i + 1];
    const int64_t size = self.size(dim);
    FG_CHECK(size + before + behind >= 0, "The input size ", size, ", plus negative padding ", before,
             " and ", behind, " resulted in a negative output size, which is invalid. Check dimension ", dim,
             " of your input.");
    // Of numbers that only the call knows, each part may be empty: no graph for each sign.
    if (!(detail::known(before >= 0) && detail::known(behind >= 0)))
      result = slice(result, dim, ::std::max<int64_t>(-before, 0), size + ::std::min<int64_t>(behind, 0), 1);
    std::vector<Tensor> parts;
    std::vector<int64_t> sizes = result.sizes().vec();
    if (!detail::known(before <= 0)) {
      sizes[size_t(dim)] = ::std::max<int64_t>(before, 0);
      parts.push_back(full(sizes, value, self.options()));
    }
    parts.push_back(result);
    if (!detail::known(behind <= 0)) {
      sizes[size_t(dim)] = ::std::max<int64_t>(behind, 0);
      parts.push_back(full(sizes, value, self.options()));
    }
    if (parts.size() > 1) {
      result = cat(parts, dim);
      copied = true;
    }
  }
  return copied ? result : clone(result);
}
Tensor pad(const Tensor &self, IntArrayRef pad, string_view mode, std::optional<double> value) {
  FG_CHECK(mode == "constant" || mode == "reflect" || mode == "replicate" || mode == "circular",
           "Unrecognised padding mode ", mode);
  const int64_t amounts = int64_t(pad.size()), rank = self.dim(), dims = amounts / 2;
  FG_CHECK(amounts % 2 == 0, "Padding length must be divisible by 2");
  FG_CHECK(amounts <= 2 * rank,
           "Padding length should be less than or equal to two times the input dimension but got padding "
           "length ",
           amounts, " and input of dimension ", rank);
  if (mode == "constant")
    return constant_pad_nd(self, pad, value.value_or(0.0));
  FG_CHECK(!value.has_value() || *value == 0, "Padding mode \"", mode, "\" doesn't take in value argument");
  FG_CHECK(dims >= 1 && dims <= 3 && (rank == dims + 1 || rank == dims + 2), "Padding size ", amounts,
           " is not supported for ", rank, "D input tensor.");
  for (int64_t d = rank - dims - 1; d < rank && mode != "circular"; ++d)
    FG_CHECK(self.size(d) > 0, "Expected ", dims + 1, "D or ", dims + 2,
             "D (batch mode) tensor with possibly 0 batch size and other non-zero dimensions for input, but "
             "got: ",
             self.sizes());
  Tensor result = self;
  bool copied = false;
  for (int64_t i = 0; i < dims; ++i) {
    const int64_t dim = rank - 1 - i, before = pad[size_t(2 * i)], behind = pad[size_t(2 * i + 1)];
    const int64_t size = self.size(dim);
    if (mode == "circular") {
      FG_CHECK(before <= size && behind <= size, "Padding value causes wrapping around more than once.");
      FG_CHECK(size + before + behind >= 0, "Negative padding value is resulting in an empty dimension");
      result = slice(result, dim, ::std::max<int64_t>(-before, 0), size + ::std::min<int64_t>(behind, 0), 1);
      const int64_t kept = result.size(dim);
      std::vector<Tensor> parts;
      if (!detail::known(before <= 0))
        parts.push_back(slice(result, dim, kept - ::std::max<int64_t>(before, 0), kept, 1));
      parts.push_back(result);
      if (!detail::known(behind <= 0))
        parts.push_back(slice(result, dim, 0, ::std::max<int64_t>(behind, 0), 1));
      result = cat(parts, dim);
      copied = true;
      continue;
    }
    FG_CHECK(mode == "replicate" || (before < size && behind < size), "Argument #", 4 + 2 * i,
             ": Padding size should be less than the corresponding input dimension, but got: padding (",
             before, ", ", behind, ") at dimension ", dim, " of input ", self.sizes());
    if (!(detail::known(before == 0) && detail::known(behind == 0))) {
      result = detail::paddedBy(result, dim, before, behind, mode == "reflect");
      copied = true;
    }
  }
  return copied ? result : clone(result);
}
Tensor reflection_pad1d(const Tensor &self, IntArrayRef padding) { return pad(self, padding, "reflect"); }
Tensor reflection_pad2d(const Tensor &self, IntArrayRef padding) { return pad(self, padding, "reflect"); }
Tensor reflection_pad3d(const Tensor &self, IntArrayRef padding) { return pad(self, padding, "reflect"); }
Tensor replication_pad1d(const Tensor &self, IntArrayRef padding) { return pad(self, padding, "replicate"); }
Tensor replication_pad2d(const Tensor &self, IntArrayRef padding) { return pad(self, padding, "replicate"); }
Tensor replication_pad3d(const Tensor &self, IntArrayRef padding) { return pad(self, padding, "replicate"); }

// --- windows and blocks as dims ---
namespace detail {
Tensor windows(const Tensor &self, int64_t dimension, int64_t size, int64_t step) {
  const int64_t dim = wrapDim(dimension, self.dim());
  const int64_t length = self.dim() == 0 ? 1 : self.size(dim);
  FG_CHECK(size <= length, "maximum size for tensor at dimension ", dim, " is ", length, " but size is ",
           size);
  FG_CHECK(step > 0, "step is ", step, " but must be > 0");
  const int64_t count = (length - size) / step + 1;
  if (self.dim() == 0)
    return reshape(self, {size});
  std::vector<int64_t> sizes = self.sizes().vec(), strides = self.strides().vec();
  const int64_t stride = strides[size_t(dim)];
  sizes[size_t(dim)] = count;
  strides[size_t(dim)] = step * stride;
  sizes.push_back(size);
  strides.push_back(stride);
  return as_strided(self, sizes, strides);
}
} // namespace detail

Tensor im2col(const Tensor &self, IntArrayRef kernel_size, IntArrayRef dilation, IntArrayRef padding,
              IntArrayRef stride) {
  FG_CHECK(self.dim() == 3 || self.dim() == 4,
           "Expected 3D or 4D (batch mode) tensor with possibly 0 batch size and other non-zero dimensions "
           "for input, "
           "but got: ",
           self.sizes());
  if (self.dim() == 3)
    return squeeze(im2col(unsqueeze(self, 0), kernel_size, dilation, padding, stride), 0);
  const int64_t kh = detail::spatial(kernel_size, 0), kw = detail::spatial(kernel_size, 1);
  const int64_t dh = detail::spatial(dilation, 0), dw = detail::spatial(dilation, 1);
  const int64_t ph = detail::spatial(padding, 0), pw = detail::spatial(padding, 1);
  const int64_t sh = detail::spatial(stride, 0), sw = detail::spatial(stride, 1);
  const int64_t rows = (self.size(2) + 2 * ph - dh * (kh - 1) - 1) / sh + 1,
                columns = (self.size(3) + 2 * pw - dw * (kw - 1) - 1) / sw + 1;
  const bool isPadded = !(detail::known(ph == 0) && detail::known(pw == 0));
  const Tensor input = isPadded ? constant_pad_nd(self, {pw, pw, ph, ph}) : self;
  std::vector<Tensor> parts;
  for (int64_t i = 0; i < kh; ++i)
    for (int64_t j = 0; j < kw; ++j)
      parts.push_back(slice(slice(input, 2, i * dh, i * dh + (rows - 1) * sh + 1, sh), 3, j * dw,
                            j * dw + (columns - 1) * sw + 1, sw));
  return reshape(stack(parts, 2), {self.size(0), self.size(1) * kh * kw, rows * columns});
}
Tensor col2im(const Tensor &self, IntArrayRef output_size, IntArrayRef kernel_size, IntArrayRef dilation,
              IntArrayRef padding, IntArrayRef stride) {
  FG_CHECK(self.dim() == 2 || self.dim() == 3,
           "Expected 2D or 3D (batch mode) tensor for input with possibly 0 batch size and non-zero "
           "dimensions for "
           "input, but got: ",
           self.sizes());
  if (self.dim() == 2)
    return squeeze(col2im(unsqueeze(self, 0), output_size, kernel_size, dilation, padding, stride), 0);
  const int64_t kh = detail::spatial(kernel_size, 0), kw = detail::spatial(kernel_size, 1);
  const int64_t dh = detail::spatial(dilation, 0), dw = detail::spatial(dilation, 1);
  const int64_t ph = detail::spatial(padding, 0), pw = detail::spatial(padding, 1);
  const int64_t sh = detail::spatial(stride, 0), sw = detail::spatial(stride, 1);
  const int64_t height = detail::spatial(output_size, 0) + 2 * ph,
                width = detail::spatial(output_size, 1) + 2 * pw;
  const int64_t rows = (height - dh * (kh - 1) - 1) / sh + 1, columns = (width - dw * (kw - 1) - 1) / sw + 1;
  FG_CHECK(self.size(1) % (kh * kw) == 0,
           "Expected size of input's dimension 1 to be divisible by the product of kernel_size, but got "
           "input.size(1)=",
           self.size(1), " and kernel_size=", kernel_size, ".");
  FG_CHECK(self.size(2) == rows * columns, "Given output_size=", output_size,
           ", expected size of input's dimension 2 "
           "to match the calculated number of "
           "sliding blocks ",
           rows, " * ", columns, " = ", rows * columns, ", but got input.size(2)=", self.size(2), ".");
  const int64_t batch = self.size(0), channels = self.size(1) / (kh * kw);
  // The place of window (r, c)'s element (i, j) in the padded plane, in the order of the columns.
  const TensorOptions placed = self.options().dtype(kLong);
  const Tensor down = add(mul(unsqueeze(arange(kh, placed), 1), dh), mul(arange(rows, placed), sh));
  const Tensor across = add(mul(unsqueeze(arange(kw, placed), 1), dw), mul(arange(columns, placed), sw));
  const Tensor places =
      add(mul(reshape(down, {kh, 1, rows, 1}), width), reshape(across, {1, kw, 1, columns}));
  const Tensor index = expand(reshape(places, {1, 1, -1}), {batch, channels, kh * kw * rows * columns});
  const Tensor plane = scatter_reduce(zeros({batch, channels, height * width}, self.options()), 2, index,
                                      reshape(self, {batch, channels, -1}), "sum");
  const Tensor padded = reshape(plane, {batch, channels, height, width});
  return detail::known(ph == 0) && detail::known(pw == 0)
             ? padded
             : clone(slice(slice(padded, 2, ph, height - ph, 1), 3, pw, width - pw, 1));
}

Tensor pixel_shuffle(const Tensor &self, int64_t upscale_factor) {
  FG_CHECK(self.dim() >= 3, "pixel_shuffle expects input to have at least 3 dimensions, but got input with ",
           self.dim(), " dimension(s)");
  FG_CHECK(upscale_factor > 0, "pixel_shuffle expects a positive upscale_factor, but got ", upscale_factor);
  const int64_t r = upscale_factor, channels = self.size(-3), height = self.size(-2), width = self.size(-1);
  FG_CHECK(channels % (r * r) == 0,
           "pixel_shuffle expects its input's 'channel' dimension to be divisible by the "
           "square of upscale_factor, but input.size(-3)=",
           channels, " is not divisible by ", r * r);
  std::vector<int64_t> split, order, merged;
  const int64_t batch = self.dim() - 3;
  for (int64_t d = 0; d < batch; ++d) {
    split.push_back(self.size(d));
    order.push_back(d);
    merged.push_back(self.size(d));
  }
  for (const int64_t size : {channels / (r * r), r, r, height, width})
    split.push_back(size);
  for (const int64_t d : {batch, batch + 3, batch + 1, batch + 4, batch + 2})
    order.push_back(d);
  for (const int64_t size : {channels / (r * r), height * r, width * r})
    merged.push_back(size);
  return reshape(permute(reshape(self, split), order), merged);
}
Tensor pixel_unshuffle(const Tensor &self, int64_t downscale_factor) {
  FG_CHECK(self.dim() >= 3,
           "pixel_unshuffle expects input to have at least 3 dimensions, but got input with ", self.dim(),
           " dimension(s)");
  FG_CHECK(downscale_factor > 0, "pixel_unshuffle expects a positive downscale_factor, but got ",
           downscale_factor);
  const int64_t r = downscale_factor, channels = self.size(-3), height = self.size(-2), width = self.size(-1);
  FG_CHECK(height % r == 0,
           "pixel_unshuffle expects height to be divisible by downscale_factor, but "
           "input.size(-2)=",
           height, " is not divisible by ", r);
  FG_CHECK(width % r == 0,
           "pixel_unshuffle expects width to be divisible by downscale_factor, but input.size(-1)=", width,
           " is not divisible by ", r);
  std::vector<int64_t> split, order, merged;
  const int64_t batch = self.dim() - 3;
  for (int64_t d = 0; d < batch; ++d) {
    split.push_back(self.size(d));
    order.push_back(d);
    merged.push_back(self.size(d));
  }
  for (const int64_t size : {channels, height / r, r, width / r, r})
    split.push_back(size);
  for (const int64_t d : {batch, batch + 2, batch + 4, batch + 1, batch + 3})
    order.push_back(d);
  for (const int64_t size : {channels * r * r, height / r, width / r})
    merged.push_back(size);
  return reshape(permute(reshape(self, split), order), merged);
}
Tensor channel_shuffle(const Tensor &self, int64_t groups) {
  FG_CHECK(self.dim() > 2, "channel_shuffle expects input with > 2 dims, but got input with sizes ",
           self.sizes());
  FG_CHECK(groups > 0, "Number of groups to divide channels in must be positive. Value of groups:", groups);
  const int64_t channels = self.size(1);
  FG_CHECK(channels % groups == 0, "Number of channels must be divisible by groups. Got ", channels,
           " channels and ", groups, " groups.");
  return reshape(transpose(reshape(self, {self.size(0), groups, channels / groups, -1}), 1, 2), self.sizes());
}
Tensor native_channel_shuffle(const Tensor &self, int64_t groups) { return channel_shuffle(self, groups); }

} // namespace fg
