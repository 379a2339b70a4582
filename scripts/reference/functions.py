"""What PyTorch calls the operators of Ops.def, with the argument names of its schemas."""

import torch
import torch.nn.functional as F


def checked_index(index, size, of_one_hot):
    """The labels that one_hot and nll_loss accept, and what they say of others."""
    labels = index.long()
    if of_one_hot:
        return torch.nn.functional.one_hot(labels, size).argmax(-1)
    minus = -torch.arange(size, dtype=torch.float32).expand(labels.numel(), size)
    return torch.nn.functional.nll_loss(minus, labels.reshape(-1), reduction="none").long().reshape(labels.shape)


aten = torch.ops.aten

UNARY = """neg abs sign ceil floor round trunc frac square sqrt rsqrt reciprocal exp exp2 expm1 log log2 log10 log1p sin cos
tan asin acos atan sinh cosh tanh asinh acosh atanh erf erfc lgamma digamma erfinv i0 sigmoid relu logical_not bitwise_not isnan isinf
isfinite""".split()
BINARY = """mul pow maximum minimum fmax fmin fmod remainder atan2 hypot copysign logaddexp xlogy bitwise_and bitwise_or
bitwise_xor bitwise_left_shift bitwise_right_shift eq ne lt le gt ge logical_and logical_or logical_xor""".split()

functions = {name: getattr(torch, name) for name in UNARY + BINARY}


def number(x):
    return not isinstance(x, torch.Tensor)


def add(self, other, alpha=1):
    return torch.add(self, other, alpha=alpha)


def sub(self, other, alpha=1):
    return torch.rsub(other, self, alpha=alpha) if number(self) else torch.sub(self, other, alpha=alpha)


def div(self, other, rounding_mode=None):
    return torch.div(self, other, rounding_mode=rounding_mode)


def where(condition, self, other):
    if number(self) and number(other):  # torch.where(c, 1, 2) goes the same way, but needs tensors here
        return aten.where.Scalar(condition, self, other)
    return torch.where(condition, self, other)


def dims_or_all(dim):
    return dim if dim else None


def prod(self, dim=(), keepdim=False, dtype=None):
    dims = [d % max(self.dim(), 1) for d in dim] or list(range(self.dim()))
    if not dims:
        return torch.prod(self, dtype=dtype)
    for d in dims:
        if d == dims[0] and len(dim):
            torch.prod(self, dim[0])  # its error for a dim out of range
        self = torch.prod(self, d, keepdim=True, dtype=dtype)
    return self if keepdim else self.reshape([s for d, s in enumerate(self.shape) if d not in dims])


def main_diagonal(self):
    if self.dim() < 2 or self.shape[-1] != self.shape[-2]:
        raise ValueError(f"main_diagonal: expected batches of square matrices, but got sizes {list(self.shape)}")
    return torch.diagonal(self, 0, -2, -1)


functions.update(
    add=add, sub=sub, div=div, where=where, prod=prod,
    rsub=torch.rsub,
    logit=lambda self, eps=None: torch.logit(self, eps),
    relu6=F.relu6, silu=F.silu, mish=F.mish, hardsigmoid=F.hardsigmoid, hardswish=F.hardswish, log_sigmoid=F.logsigmoid,
    gelu=lambda self, approximate="none": F.gelu(self, approximate=approximate),
    leaky_relu=lambda self, negative_slope=0.01: F.leaky_relu(self, negative_slope),
    elu=lambda self, alpha=1, scale=1, input_scale=1: aten.elu(self, alpha, scale, input_scale),
    softplus=lambda self, beta=1, threshold=20: aten.softplus(self, beta, threshold),
    hardtanh=lambda self, min_val=-1, max_val=1: aten.hardtanh(self, min_val, max_val),
    threshold=lambda self, threshold, value: torch.threshold(self, threshold, value),
    clamp=lambda self, min=None, max=None: torch.clamp(self, min, max),
    lerp=torch.lerp,
    addcmul=lambda self, tensor1, tensor2, value=1: torch.addcmul(self, tensor1, tensor2, value=value),
    addcdiv=lambda self, tensor1, tensor2, value=1: torch.addcdiv(self, tensor1, tensor2, value=value),
    masked_fill=torch.masked_fill,
    to=lambda self, dtype, copy=False: self.to(dtype, copy=copy),
    clone=torch.clone, contiguous=lambda self: self.contiguous(), copy_=lambda self, src: self.copy_(src),
    sum=lambda self, dim=(), keepdim=False, dtype=None: aten.sum.dim_IntList(self, dims_or_all(dim), keepdim, dtype=dtype),
    mean=lambda self, dim=(), keepdim=False, dtype=None: aten.mean.dim(self, dims_or_all(dim), keepdim, dtype=dtype),
    amax=lambda self, dim=(), keepdim=False: aten.amax(self, list(dim), keepdim),
    amin=lambda self, dim=(), keepdim=False: aten.amin(self, list(dim), keepdim),
    any=lambda self, dim=(), keepdim=False: aten.any.dims(self, dims_or_all(dim), keepdim),
    all=lambda self, dim=(), keepdim=False: aten.all.dims(self, dims_or_all(dim), keepdim),
    var=lambda self, dim=(), correction=1, keepdim=False: aten.var.correction(self, dims_or_all(dim),
                                                                              correction=correction, keepdim=keepdim),
    argmax=lambda self, dim=None, keepdim=False: torch.argmax(self, dim, keepdim),
    argmin=lambda self, dim=None, keepdim=False: torch.argmin(self, dim, keepdim),
    softmax=lambda self, dim, dtype=None: torch.softmax(self, dim, dtype=dtype),
    log_softmax=lambda self, dim, dtype=None: torch.log_softmax(self, dim, dtype=dtype),
    matmul=torch.matmul, mm=torch.mm, bmm=torch.bmm,
    linear=lambda input, weight, bias=None: F.linear(input, weight, bias),
    convolution=lambda input, weight, bias, stride, padding, dilation, groups: torch.convolution(
        input, weight, bias, stride, padding, dilation, False, [0] * max(weight.dim() - 2, 1), groups),
    max_pool2d=lambda self, kernel_size, stride=(), padding=(0,), dilation=(1,), ceil_mode=False: aten.max_pool2d(
        self, kernel_size, list(stride), list(padding), list(dilation), ceil_mode),
    avg_pool2d=lambda self, kernel_size, stride=(), padding=(0,), ceil_mode=False, count_include_pad=True,
    divisor_override=None: aten.avg_pool2d(self, kernel_size, list(stride), list(padding), ceil_mode, count_include_pad,
                                           divisor_override),
    view=lambda self, size: self.view(size), reshape=lambda self, shape: torch.reshape(self, shape),
    permute=lambda self, dims: torch.permute(self, dims), expand=lambda self, size: self.expand(size),
    squeeze=lambda self, dim: aten.squeeze.dims(self, dim), unsqueeze=lambda self, dim: torch.unsqueeze(self, dim),
    select=lambda self, dim, index: aten.select(self, dim, index),
    slice=lambda self, dim=0, start=None, end=None, step=1: aten.slice(self, dim, start, end, step),
    as_strided=lambda self, size, stride, storage_offset=None: torch.as_strided(self, size, stride, storage_offset),
    alias=lambda self: aten.alias(self), main_diagonal=main_diagonal,
    gather=lambda self, dim, index: torch.gather(self, dim, index),
    index_select=lambda self, dim, index: torch.index_select(self, dim, index),
    embedding=lambda weight, indices: aten.embedding(weight, indices),
    cat=lambda tensors, dim=0: torch.cat(tensors, dim),
    full=lambda size, fill_value, dtype: torch.full(size, fill_value, dtype=dtype),
    full_like=lambda self, fill_value, dtype=None: torch.full_like(self, fill_value, dtype=dtype),
    arange=lambda start, end, step, dtype: torch.arange(start, end, step, dtype=dtype),
    eye=lambda n, m, dtype: torch.eye(n, m, dtype=dtype),
)


def sort_indices(self, dim, descending, k):
    if -self.dim() <= dim < self.dim() and not 0 <= k <= self.shape[dim]:
        torch.topk(self, k, dim)  # its error
    indices = torch.sort(self, dim=dim, descending=descending, stable=True)[1].contiguous()
    return indices.narrow(dim, 0, k).contiguous() if self.dim() else indices


def masked_scatter(self, mask, source, exact=False):
    if not exact:
        return torch.masked_scatter(self, mask, source).contiguous()
    result = self.clone()
    result[mask] = source
    return result


def packed(*parts, width):
    """Matrices above each other, with zeros up to `width`."""
    return torch.cat([F.pad(p, (0, width - p.shape[-1])) for p in parts], -2).contiguous()


def householder_qr(A, columns, width):
    q, r = torch.linalg.qr(A, "complete")
    return packed(q[..., :columns], r[..., :columns, :], width=width)


def symmetric_eigen(A, upper):
    values, vectors = torch.linalg.eigh(A, "U" if upper else "L")
    return packed(values.unsqueeze(-2), vectors, width=A.shape[-1])


def singular_values(A, left, right, width):
    u, s, vh = torch.linalg.svd(A)
    empty = s.new_zeros(*s.shape[:-1], A.shape[-1], right)
    return packed(u[..., :left] if left else u[..., :0], s.unsqueeze(-2), vh.mT[..., :right] if right else empty, width=width)


def lu_factors(A, strict):
    LU, pivots, _ = torch.linalg.lu_factor_ex(A)
    if strict:
        torch.linalg.lu_factor(A)
    return packed(LU, pivots.unsqueeze(-2).to(LU.dtype), width=A.shape[-1])


def pivot_order(pivots, size):
    k = pivots.shape[-1]
    if pivots.dtype != torch.int32:
        torch.linalg.lu_solve(torch.eye(k).expand(*pivots.shape, k), pivots, torch.ones(k, 1))
    if pivots.numel() and not 1 <= pivots.min() <= pivots.max() <= size:
        torch.lu_unpack(torch.ones(*pivots.shape[:-1], size, k), pivots)
    P = torch.lu_unpack(torch.ones(*pivots.shape[:-1], size, k), pivots)[0]
    return P.argmax(-2).contiguous()


def cholesky_factor(A):
    L, info = torch.linalg.cholesky_ex(A)
    row = torch.zeros(*L.shape[:-2], 1, L.shape[-1], dtype=L.dtype)
    row[..., 0, :1] = info[..., None]
    return packed(L, row, width=A.shape[-1])


def general_eigen(A):
    values, vectors = torch.linalg.eig(A)
    return torch.view_as_real(torch.cat([values.unsqueeze(-2), vectors], -2)).contiguous()


def bag_places(offsets, count, include_last_offset):
    if offsets.dtype not in (torch.int64, torch.int32) or offsets.dim() != 1 or len(offsets) and (offsets[0] != 0 or offsets[-1] > count):
        aten._embedding_bag_forward_only(torch.zeros(1, 1), torch.zeros(count, dtype=torch.int64), offsets, False, 1, False, None, include_last_offset)
    return torch.clamp(torch.searchsorted(offsets, torch.arange(count), right=True) - 1, min=0)


functions.update(
    special_zeta=torch.special.zeta, igamma=torch.igamma, igammac=torch.igammac, nextafter=torch.nextafter,
    polygamma=lambda n, self: torch.polygamma(n, self),
    frexp_mantissa=lambda self: torch.frexp(self)[0], frexp_exponent=lambda self: torch.frexp(self)[1].to(self.dtype),
)
functions.update(
    special_i0e=torch.special.i0e, special_ndtri=torch.special.ndtri, special_erfcx=torch.special.erfcx,
    gcd=lambda self, other: torch.gcd(self, other).contiguous(), gcd_=lambda self, other: self.gcd_(other), householder_qr=householder_qr, symmetric_eigen=symmetric_eigen,
    singular_values=singular_values, bag_places=bag_places, lu_factors=lu_factors, pivot_order=pivot_order, cholesky_factor=cholesky_factor, general_eigen=general_eigen,
    solve_triangular_matrices=lambda A, B, upper, unit: torch.linalg.solve_triangular(A, B, upper=upper, unitriangular=unit).contiguous(),
    matrix_exponential=lambda A: torch.linalg.matrix_exp(A).contiguous(),
    ctc_losses=lambda log_probs, targets, input_lengths, target_lengths, blank: F.ctc_loss(
        log_probs, targets, input_lengths, target_lengths, blank, reduction="none"),
)

functions.update(
    sort_indices=sort_indices, masked_scatter=masked_scatter,
    sorted_positions=lambda sorted_sequence, values, right: torch.searchsorted(sorted_sequence, values, right=right),
    cumsum=lambda self, dim: torch.cumsum(self, dim), cumprod=lambda self, dim: torch.cumprod(self, dim),
    logcumsumexp=lambda self, dim: torch.logcumsumexp(self, dim),
    running_extremum=lambda self, dim, minimum: (torch.cummin if minimum else torch.cummax)(
        self, dim)[1].contiguous(),
    wrap_index=lambda self, of, size: torch.arange(size)[self].contiguous(),
    checked_index=lambda self, size, below, above: checked_index(self, size, "Class" in below),
    scatter=lambda self, dim, index, src: torch.scatter(self, dim, index, src),
    scatter_reduce=lambda self, dim, index, src, reduce, include_self=True: torch.scatter_reduce(
        self, dim, index, src, reduce, include_self=include_self),
    linalg_inv=lambda A: torch.linalg.inv(A).contiguous(), linalg_det=lambda A: torch.linalg.det(A),
    solve_matrices=lambda A, B: torch.linalg.solve(A, B).contiguous(), linalg_cholesky=lambda self: torch.linalg.cholesky(self).contiguous(),
    cumsum_=lambda self, dim: self.cumsum_(dim), cumprod_=lambda self, dim: self.cumprod_(dim),
    scatter_=lambda self, dim, index, src: self.scatter_(dim, index, src),
    scatter_reduce_=lambda self, dim, index, src, reduce, include_self=True: self.scatter_reduce_(
        dim, index, src, reduce, include_self=include_self),
    masked_scatter_=lambda self, mask, source: self.masked_scatter_(mask, source),
)

def pairs(z):
    return torch.view_as_real(z.resolve_conj()).contiguous()


def numbers(pairs):
    return torch.view_as_complex(pairs.contiguous())


functions.update(
    view_as_real=lambda self: torch.view_as_real(self), view_as_complex=lambda self: torch.view_as_complex(self),
    fourier=lambda self, forward: pairs(torch.fft.fft(numbers(self)) if forward else torch.fft.ifft(numbers(self), norm="forward")),
    fourier_of_real=lambda self: pairs(torch.fft.rfft(self)),
    fourier_to_real=lambda self, size: torch.fft.irfft(numbers(self), n=size, norm="forward").contiguous(),
)

IN_PLACE_UNARY = [n for n in UNARY if not n.startswith("is")]
IN_PLACE_UNARY += ["relu6", "silu", "mish", "hardsigmoid", "hardswish", "logit", "gelu", "leaky_relu", "elu", "hardtanh"]
IN_PLACE_BINARY = """add sub mul div pow atan2 hypot fmod copysign remainder xlogy bitwise_and bitwise_or bitwise_xor
bitwise_left_shift bitwise_right_shift eq ne lt le gt ge logical_and logical_or logical_xor""".split()


def in_place(name):
    function = getattr(aten, name + "_")
    return lambda *args, **attributes: function(*args, **attributes)


for name in IN_PLACE_UNARY + IN_PLACE_BINARY + ["igamma", "igammac", "nextafter", "threshold", "clamp", "lerp", "addcmul", "addcdiv", "masked_fill"]:
    functions[name + "_"] = in_place(name)
