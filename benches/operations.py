"""Times every operation of torch, torch.nn.functional, torch.linalg, torch.fft and torch.special, here and under PyTorch.

    python benches/operations.py target/release/tensorcell [PART] [option=value ...]

with a Python that has PyTorch. Each row is timed under both by turns, so that a loaded machine slows both; the least turn
counts. Prints the slowest 30 rows, the geometric mean, rows that are refused here alone, and names without a recipe. PART: only
operations so named. Options, each a list with commas between: sizes, layouts, dtypes; `threads` (1), `clock` (`cpu`, the time of
all threads, or `wall`), `turns` (3), `worst` (30), and `save`, a file to which each row is appended.
"""

import math
import re
import subprocess
import sys
import time

import torch
import torch.nn.functional as F

# What each operation is called with: names, a colon, and expressions between semicolons, in which `{f}` is the operation.
# `makers` below explains the letters.
RECIPES = """
abs absolute neg negative positive sign sgn signbit floor ceil round trunc fix frac square relu relu6: {f}(x)
isnan isinf isfinite isneginf isposinf: {f}(x)
isreal nan_to_num real conj conj_physical resolve_conj resolve_neg angle deg2rad rad2deg logical_not exp exp2 expm1 sin cos tan sinh: {f}(x)
cosh tanh asinh arcsinh atan arctan erf erfc sigmoid sinc i0 hardtanh hardswish hardsigmoid elu selu celu gelu silu mish softplus: {f}(x)
softsign tanhshrink hardshrink softshrink leaky_relu logsigmoid expit i0e i1 i1e erfcx ndtr log_ndtr bessel_j0 bessel_j1: {f}(x)
modified_bessel_i0 modified_bessel_i1 spherical_bessel_j0 airy_ai isreal rrelu: {f}(x)
log log2 log10 log1p sqrt rsqrt reciprocal acos arccos asin arcsin atanh arctanh lgamma digamma erfinv logit gammaln psi entr ndtri: {f}(p)
bessel_y0 bessel_y1 modified_bessel_k0 modified_bessel_k1 scaled_modified_bessel_k0 scaled_modified_bessel_k1: {f}(p)
acosh arccosh: {f}(p + 1)
polygamma: {f}(1, p)
mvlgamma multigammaln: {f}(p + 4, 2)
bitwise_not: {f}(k)
abs_ neg_ negative_ floor_ ceil_ round_ trunc_ fix_ frac_ square_ relu_ nan_to_num_ conj_physical_: {f}(w.copy_(x))
deg2rad_ rad2deg_ exp_ exp2_: {f}(w.copy_(x))
expm1_ sin_ cos_ tan_ sinh_ cosh_ tanh_ asinh_ arcsinh_ atan_ arctan_ erf_ erfc_ sigmoid_ sinc_ i0_ hardtanh_ elu_ selu_: {f}(w.copy_(x))
celu_ leaky_relu_ rrelu_ zero_ detach_: {f}(w.copy_(x))
log_ log2_ log10_ log1p_ sqrt_ rsqrt_ reciprocal_ acos_ arccos_ asin_ arcsin_ atanh_ arctanh_ logit_: {f}(w.copy_(p))
fill_: {f}(w, 2)
clamp_ clip_: {f}(w.copy_(x), -1, 1)
clamp_min_ clamp_max_: {f}(w.copy_(x), 0)
threshold_: {f}(w.copy_(x), 0, 1)
acosh_ arccosh_: {f}(w.copy_(p).add_(1))
addmv_: {f}(v2, x, v1)
gcd_ lcm_ ldexp_ xlogy_: {f}(w.copy_(p), q)
dropout_ alpha_dropout_ feature_dropout_ feature_alpha_dropout_: {f}(w.copy_(x), 0.5, True)
add sub subtract mul multiply: {f}(x, y); {f}(x, 2); {f}(x, row); {f}(x, column)
div divide true_divide: {f}(x, p); {f}(x, 2); {f}(x, p, rounding_mode='floor'); {f}(x, p, rounding_mode='trunc')
eq ne lt le gt ge less less_equal greater greater_equal not_equal: {f}(x, y); {f}(x, 1)
maximum minimum fmax fmin copysign logaddexp logaddexp2 heaviside hypot atan2 arctan2 nextafter: {f}(x, y)
logical_and logical_or logical_xor: {f}(x, y); {f}(b, a)
bitwise_and bitwise_or bitwise_xor: {f}(k, l); {f}(b, a)
bitwise_left_shift bitwise_right_shift: {f}(k, 2)
gcd lcm: {f}(k, l)
floor_divide remainder fmod: {f}(x, p); {f}(x, 3)
pow float_power: {f}(p, q); {f}(p, 2); {f}(p, 1.5)
xlogy xlog1py igamma igammac gammainc gammaincc zeta ldexp: {f}(p, q)
chebyshev_polynomial_t chebyshev_polynomial_u chebyshev_polynomial_v chebyshev_polynomial_w hermite_polynomial_h: {f}(p, 5)
hermite_polynomial_he laguerre_polynomial_l legendre_polynomial_p shifted_chebyshev_polynomial_t: {f}(p, 5)
shifted_chebyshev_polynomial_u shifted_chebyshev_polynomial_v shifted_chebyshev_polynomial_w: {f}(p, 5)
isclose allclose equal: {f}(x, y)
rsub: {f}(x, y); {f}(x, 2)
lerp: {f}(x, y, 0.3)
addcmul addcdiv: {f}(x, y, p)
clamp clip: {f}(x, -1, 1); {f}(x, min=y)
clamp_min clamp_max: {f}(x, 0)
threshold: {f}(x, 0, 1)
where: {f}(b, x, y); {f}(b, x, 0.0); {f}(b)
frexp: {f}(x)
complex polar: {f}(x, y)
view_as_real real imag: {f}(c)
view_as_complex: {f}(pairs)
sum mean prod amax amin all any nansum nanmean logsumexp max min argmax argmin: {f}(x, 0); {f}(x, 1)
sum mean prod amax amin all any nansum nanmean max min argmax argmin count_nonzero median nanmedian aminmax: {f}(x)
std var: {f}(x); {f}(x, 0); {f}(x, 1)
std_mean var_mean: {f}(x, 1)
norm frobenius_norm vector_norm: {f}(x); {f}(x, dim=0); {f}(x, dim=1)
count_nonzero: {f}(x, 0)
cumsum cumprod cummax cummin logcumsumexp: {f}(x, 0); {f}(x, 1)
sort argsort: {f}(x); {f}(x, 0); {f}(v)
msort: {f}(x)
median nanmedian mode: {f}(x, 1)
kthvalue: {f}(x, 2); {f}(v, 3)
topk: {f}(x, 2); {f}(v, 5)
quantile nanquantile: {f}(p, 0.3); {f}(p, 0.3, dim=0)
unique: {f}(k); {f}(v); {f}(k, return_inverse=True, return_counts=True); {f}(few, dim=0)
unique_consecutive: {f}(k); {f}(v)
bincount: {f}(k)
histc: {f}(x, 20)
histogram: {f}(x, 20)
searchsorted: {f}(sorted, x)
bucketize: {f}(x, sorted)
isin: {f}(k, l[0]); {f}(k, l)
diff gradient: {f}(x)
trapezoid trapz cumulative_trapezoid: {f}(x)
renorm: {f}(x, 2, 0, 1.0)
norm_except_dim: {f}(x)
cov corrcoef: {f}(x[:64])
softmax log_softmax softmin: {f}(x, 1); {f}(x, 0)
gumbel_softmax normalize: {f}(x)
layer_norm rms_norm: {f}(x, x.shape[-1:])
dropout alpha_dropout feature_dropout feature_alpha_dropout: {f}(x, 0.5, True)
native_dropout: {f}(x, 0.5, True)
dropout1d: {f}(line)
dropout2d: {f}(image)
dropout3d: {f}(volume)
clone: {f}(x)
detach: {f}(x)
empty_like zeros_like ones_like rand_like randn_like: {f}(x)
full_like: {f}(x, 3)
randint_like: {f}(x, 9)
zeros ones empty rand randn: {f}(n)
randperm: {f}(n)
full: {f}((n,), 3.0)
randint: {f}(9, (n,))
arange range: {f}(0, n)
linspace: {f}(0, 1, n)
logspace: {f}(0, 1, n)
eye: {f}(side)
tril_indices triu_indices: {f}(side, side)
bartlett_window blackman_window hamming_window hann_window kaiser_window: {f}(n)
bernoulli poisson: {f}(p)
normal: {f}(x, p)
multinomial: {f}(p, 2, True)
binomial: {f}(p * 10, q)
fftfreq rfftfreq: {f}(n)
flip: {f}(x, (0,)); {f}(x, (1,)); {f}(x, (0, 1))
fliplr flipud rot90: {f}(x)
roll: {f}(x, 3, 0); {f}(x, 3, 1); {f}(x, 3)
fftshift ifftshift: {f}(x)
tril triu: {f}(x)
trace diag diagonal diagonal_copy: {f}(s)
diagflat diag_embed: {f}(v1)
transpose swapaxes swapdims transpose_copy: {f}(x, 0, 1).contiguous()
t adjoint t_copy: {f}(x).contiguous()
permute permute_copy: {f}(image, (0, 2, 3, 1)).contiguous()
movedim moveaxis: {f}(image, 1, 3).contiguous()
cat concat concatenate stack hstack vstack dstack column_stack row_stack: {f}((x, y))
cat concat: {f}((x, y), 1)
repeat_interleave tile: {f}(x, 2) if n < 5000000 else x
chunk tensor_split unsafe_chunk: {f}(x, 2)
split unsafe_split split_copy: {f}(x, 2) if n < 10000000 else x
hsplit vsplit: {f}(x, 2)
dsplit: {f}(image, 1)
unbind unbind_copy: {f}(x)
reshape view_copy: {f}(x, (-1,))
ravel flatten squeeze squeeze_copy alias_copy detach_copy atleast_1d atleast_2d atleast_3d asarray as_tensor is_nonzero: {f}(x)
unsqueeze unsqueeze_copy: {f}(x, 0)
unflatten: {f}(x, 0, (2, -1))
narrow narrow_copy: {f}(x, 0, 1, 1)
select select_copy: {f}(x, 0, 1)
slice_copy: {f}(x, 0, 0, 2)
broadcast_to expand_copy: {f}(row, x.shape)
broadcast_tensors meshgrid: {f}(row[0], row[0])
cartesian_prod: {f}(v1, v1)
combinations: {f}(v1[:64])
block_diag: {f}(s, s)
tensor scalar_tensor: {f}(3.5)
constant_pad_nd pad: {f}(x, (1, 1))
pad: {f}(image, (1, 1, 1, 1), 'reflect'); {f}(image, (1, 1, 1, 1), 'replicate'); {f}(image, (1, 1, 1, 1), 'circular')
gather: {f}(x, 1, i); {f}(x, 0, h)
take_along_dim: {f}(x, i, 1)
take: {f}(x, order)
index_select: {f}(x, 0, places); {f}(x, 1, across)
index_add: {f}(x, 0, places, y); {f}(x, 1, across, y)
index_copy: {f}(x, 0, places, y)
index_fill: {f}(x, 0, places, 2)
index_reduce: {f}(x, 0, places, y, 'amax')
index_put: {f}(x, (places,), y); {f}(x, (places,), y, True)
index_put_: {f}(w, (places,), y)
scatter scatter_add: {f}(x, 1, i, y); {f}(x, 0, h, y)
scatter_reduce: {f}(x, 1, i, y, 'sum'); {f}(x, 1, i, y, 'amax'); {f}(x, 1, i, y, 'mean')
put: {f}(x, order, y)
masked_fill: {f}(x, b, 0)
masked_select: {f}(x, b)
masked_scatter: {f}(x, b, y)
nonzero argwhere: {f}(b); {f}(x)
nonzero_static: {f}(x, size=8)
select_scatter: {f}(x, y[0], 0, 0)
slice_scatter: {f}(x, y[:1], 0, 0, 1)
diagonal_scatter: {f}(s, s[0])
as_strided as_strided_copy: {f}(w, (2, 2), (1, 1))
unravel_index: {f}(order, (n,))
embedding: {f}(places, x)
embedding_bag: {f}(places.view(-1, 2), x)
one_hot: {f}(few_places, 10)
matmul mm: {f}(s, s1)
matmul: {f}(batch, batch1); {f}(x, v1)
mv: {f}(x, v1)
bmm: {f}(batch, batch1)
baddbmm: {f}(batch, batch, batch1)
addbmm: {f}(batch[0], batch, batch1)
addmm: {f}(s, s, s1)
addmv: {f}(v2, x, v1)
addr: {f}(x, v2, v1)
outer ger: {f}(v2, v1)
dot vdot inner: {f}(v, v)
linear: {f}(s, s1); {f}(s, s1, s[0])
tensordot: {f}(batch, batch1, 1) if n < 100000 else {f}(s, s1, 1)
einsum: {f}('bij,bjk->bik', batch, batch1); {f}('ij,ij->i', x, y); {f}('ij->j', x); {f}('bij,bkj->bik', batch, batch1)
chain_matmul: {f}(s, s1, s)
multi_dot: {f}((s, s1, s))
kron: {f}(row[:, :64], column[:64])
cross: {f}(threes, threes)
vecdot: {f}(x, y)
cdist: {f}(s, s1)
pdist: {f}(s)
pairwise_distance cosine_similarity: {f}(x, y)
dist: {f}(x, y)
cosine_embedding_loss: {f}(x, y, v2)
bilinear: {f}(s, s1, cube)
cholesky cholesky_ex: {f}(d)
cholesky_inverse: {f}(factor)
cholesky_solve: {f}(s, factor)
det logdet slogdet inverse inv inv_ex pinverse pinv lu_factor lu_factor_ex lu ldl_factor ldl_factor_ex qr matrix_rank cond: {f}(d)
matrix_exp: {f}(small)
matrix_power: {f}(small, 5)
matrix_norm nuclear_norm: {f}(s)
eig eigvals eigh eigvalsh svd svdvals: {f}(d[:96, :96])
svd_lowrank pca_lowrank: {f}(s)
geqrf: {f}(s)
orgqr householder_product: {f}(s, s[0] * 0)
ormqr: {f}(s, s[0] * 0, s1)
lstsq: {f}(d, s)
solve solve_ex: {f}(d, s)
triangular_solve: {f}(s, d)
solve_triangular: {f}(d, s, upper=True)
lu_solve: torch.linalg.lu_solve(packed[0], packed[1], s); torch.lu_solve(s, packed[0], packed[1])
lu_unpack: {f}(packed[0], packed[1])
ldl_solve: {f}(ldl[0], ldl[1], s)
lobpcg: {f}(d, 2)
vander: {f}(v1[:64])
tensorinv: {f}(d, 1)
tensorsolve: {f}(d, s[0])
fft ifft rfft: {f}(v); {f}(x, dim=0); {f}(x)
irfft hfft ihfft: {f}(v)
fft2 ifft2 fftn ifftn rfft2 rfftn irfft2 irfftn hfft2 hfftn ihfft2 ihfftn: {f}(x)
stft: {f}(v, 64, window=torch.ones(64, dtype=v.dtype), return_complex=True)
istft: {f}(spectrum, 64, window=torch.ones(64))
avg_pool1d: {f}(line, 2)
max_pool1d max_pool1d_with_indices: {f}(line, 2)
lp_pool1d: {f}(line, 2, 2)
adaptive_avg_pool1d adaptive_max_pool1d adaptive_max_pool1d_with_indices: {f}(line, 2)
avg_pool2d max_pool2d max_pool2d_with_indices: {f}(image, 2)
lp_pool2d: {f}(image, 2, 2)
adaptive_avg_pool2d adaptive_max_pool2d adaptive_max_pool2d_with_indices: {f}(image, 2)
fractional_max_pool2d fractional_max_pool2d_with_indices: {f}(image, 2, output_size=2)
avg_pool3d max_pool3d max_pool3d_with_indices: {f}(volume, 2)
lp_pool3d: {f}(volume, 2, 2)
adaptive_avg_pool3d adaptive_max_pool3d adaptive_max_pool3d_with_indices: {f}(volume, 2)
fractional_max_pool3d fractional_max_pool3d_with_indices: {f}(volume, 2, output_size=2)
max_unpool1d: {f}(*F.max_pool1d(line, 2, return_indices=True), 2)
max_unpool2d: {f}(*F.max_pool2d(image, 2, return_indices=True), 2)
max_unpool3d: {f}(*F.max_pool3d(volume, 2, return_indices=True), 2)
conv1d: {f}(line, kernel1, padding=1)
conv2d: {f}(image, kernel2, padding=1); {f}(image, kernel2, padding=1, stride=2); {f}(image, grouped2, padding=1, groups=2)
conv2d: {f}(samples, kernels, padding=1, groups=samples.shape[1] // 2)
conv3d: {f}(volume, kernel3, padding=1)
conv_tbc: {f}(line.permute(2, 0, 1).contiguous(), kernel1.permute(2, 1, 0).contiguous(), kernel1[:, 0, 0].contiguous(), 1)
conv_transpose1d: {f}(line, kernel1, padding=1)
conv_transpose2d: {f}(image, kernel2, padding=1)
conv_transpose3d: {f}(volume, kernel3, padding=1)
fold: {f}(F.unfold(image, 2, stride=2), image.shape[2] // 2 * 2, 2, stride=2)
unfold: {f}(image, 2)
unfold_copy: {f}(x, 1, 2, 1)
interpolate upsample: {f}(image, scale_factor=2); {f}(image, scale_factor=2, mode='bilinear'); {f}(image, scale_factor=2, mode='bicubic')
interpolate: {f}(line, scale_factor=2, mode='linear'); {f}(image, scale_factor=0.5, mode='area')
upsample_bilinear upsample_nearest: {f}(image, scale_factor=2)
grid_sample: {f}(image, grid, align_corners=False); {f}(image, grid, 'nearest', align_corners=False)
grid_sampler: {f}(image, grid, 0, 0, False)
affine_grid: {f}(torch.ones(1, 2, 3), (1, 1, side, side), align_corners=False)
pixel_shuffle: {f}(fours, 2)
pixel_unshuffle: {f}(even, 2)
channel_shuffle native_channel_shuffle: {f}(image, 2)
batch_norm: {f}(image, None, None, training=True) if F is module else {f}(image, None, None, None, None, True, 0.1, 1e-5, False)
instance_norm: {f}(image) if F is module else {f}(image, None, None, None, None, True, 0.1, 1e-5, False)
group_norm: {f}(image, 2)
local_response_norm: {f}(image, 2)
prelu: {f}(x, v1[:1])
glu: {f}(x, 1 if x.shape[1] % 2 == 0 else 0)
l1_loss mse_loss smooth_l1_loss huber_loss: {f}(x, y)
kl_div: {f}(x, p)
soft_margin_loss hinge_embedding_loss: {f}(x, signs)
poisson_nll_loss: {f}(x, p) if F is module else {f}(x, p, True, False, 1e-8, 1)
gaussian_nll_loss: {f}(x, y, p)
binary_cross_entropy binary_cross_entropy_with_logits multilabel_soft_margin_loss: {f}(p, q)
margin_ranking_loss: {f}(x, y, signs)
triplet_margin_loss triplet_margin_with_distance_loss: {f}(x, y, p)
cross_entropy nll_loss multi_margin_loss: {f}(x, classes)
multilabel_margin_loss: {f}(x, i)
ctc_loss: {f}(logs, labels, lengths, targets)
scaled_dot_product_attention: {f}(heads, heads, heads); {f}(heads, heads, heads, is_causal=True)
gru_cell: {f}(s, s, weights3, weights3)
rnn_tanh_cell rnn_relu_cell: {f}(s, s, s1, s1)
lstm_cell: {f}(s, (s, s), weights4, weights4)
result_type can_cast promote_types: torch.result_type(x, y)
numel is_tensor is_floating_point is_complex is_same_size is_signed: torch.numel(x)
.to: x.to(torch.float32); x.to(torch.float64); x.to(torch.bfloat16); x.to(torch.float16)
.to: x.to(torch.int64); x.to(torch.uint8); x.to(torch.bool)
.copy: w.copy_(x); x.contiguous(); x.float().half().float()
.index: x[places]; x[i, i]; x[:, across]; x[b]; x[::2]; x[..., 1]
.setitem: w.__setitem__(slice(None, None, 2), 1); w.__setitem__(b, 0); w.__setitem__((places,), y)
.complex: c * c; c + c; c / c; c.abs(); c.exp(); torch.view_as_real(c) * 2; cs @ cs
.sparse: sparse @ s; torch.sparse.mm(sparse, s); sparse.to_dense(); s.to_sparse(); csr @ s
.item: x.sum().item()
.backward: torch.autograd.grad((leaf * leaf).sum(), leaf)
.func: torch.func.jacrev(torch.sin)(v1[:16]); torch.vmap(torch.sin)(x); torch.func.grad(lambda t: t.sin().sum())(x)
"""

MODULES = {"torch": torch, "F": F, "linalg": torch.linalg, "fft": torch.fft, "special": torch.special}
SIZES = {8: (2, 4), 10**4: (100, 100), 10**6: (1000, 1000), 10**7: (2500, 4000)}
LAYOUTS = ["contiguous", "transposed", "broadcast"]
DTYPES = ["float32", "float64", "bfloat16", "int64"]


class Inputs(dict):
    """Operands by the names that recipes call them, each made when a recipe first reads it."""

    def __init__(self, n, layout, dtype):
        super().__init__()
        torch.manual_seed(0)
        self.n, self.layout, self.dtype = n, layout, getattr(torch, dtype)
        self.rows, self.columns = SIZES[n]
        self.side = max(2, min(256, math.isqrt(n)))

    def of(self, name):
        if name not in self:
            self[name] = makers[name](self)
        return self[name]

    def numbers(self, *shape, low=None):
        """Normal numbers or, from `low` on, uniform ones below 0.9; integers are from 1 to 8."""
        if self.dtype == torch.int64:
            return torch.randint(1, 9, shape)
        made = torch.randn(shape) if low is None else torch.rand(shape) * (0.9 - low) + low
        return made.to(self.dtype)

    def laid(self, rows, columns, low=None):
        if self.layout == "transposed":
            return self.numbers(columns, rows, low=low).t()
        if self.layout == "broadcast":
            return self.numbers(1, columns, low=low).expand(rows, columns)
        return self.numbers(rows, columns, low=low)

    def matrix(self, low=None):
        return self.laid(self.rows, self.columns, low)

    def square(self):
        return self.laid(self.side, self.side)

    def vector(self):
        if self.layout == "transposed":
            return self.numbers(2 * self.n)[::2]
        return self.numbers(1).expand(self.n) if self.layout == "broadcast" else self.numbers(self.n)

    def image(self, *parts, dims=2):
        """A batch with so many channels, whose pictures have about `n` elements together."""
        side = max(4, round((self.n / math.prod(parts)) ** (1 / dims)))
        made = self.numbers(*parts, *[side] * dims)
        return made.transpose(1, -1).contiguous().transpose(1, -1) if self.layout == "transposed" else made

    def batch(self):
        size = 2 if self.n < 100 else 16 if self.n < 10**6 else 64
        made = self.numbers(max(1, self.n // size**2), size, size)
        return made.mT if self.layout == "transposed" else made

    def positive_definite(self):
        s = torch.randn(self.side, self.side)
        return (s @ s.T + torch.eye(self.side) * self.side).to(self.dtype)


makers = {
    # Matrices of n elements: any values, from 0.1 to 0.9, a copy to write to, booleans, places in a row and in a column.
    "x": lambda o: o.matrix(),
    "y": lambda o: o.matrix(),
    "p": lambda o: o.matrix(low=0.1),
    "q": lambda o: o.matrix(low=0.1),
    "w": lambda o: o.matrix().clone(),
    "b": lambda o: o.of("x") > 0.5,
    "a": lambda o: o.of("y") > 0.5,
    "c": lambda o: torch.complex(o.matrix(), o.matrix()),
    "leaf": lambda o: o.matrix().clone().requires_grad_(),
    "signs": lambda o: torch.sign(o.of("x")) + (o.of("x") == 0),
    "pairs": lambda o: o.numbers(o.rows, o.columns // 2, 2),
    "i": lambda o: torch.randint(0, o.columns, (o.rows, o.columns)),
    "h": lambda o: torch.randint(0, o.rows, (o.rows, o.columns)),
    "few": lambda o: o.numbers(min(o.rows, 200), 8),
    "threes": lambda o: o.numbers(max(1, o.n // 3), 3),
    # Their rows and columns, and vectors of n elements.
    "row": lambda o: o.numbers(1, o.columns),
    "column": lambda o: o.numbers(o.rows, 1),
    "v": lambda o: o.vector(),
    "v1": lambda o: o.numbers(o.columns),
    "v2": lambda o: o.numbers(o.rows),
    "k": lambda o: torch.randint(0, min(o.n, 1000), (o.n,)),
    "l": lambda o: torch.randint(0, min(o.n, 1000), (o.n,)),
    "order": lambda o: torch.randperm(o.n).view(o.rows, o.columns),
    "places": lambda o: torch.randint(0, o.rows, (o.rows,)),
    "across": lambda o: torch.randint(0, o.columns, (o.columns,)),
    "classes": lambda o: torch.randint(0, o.columns, (o.rows,)),
    "few_places": lambda o: torch.randint(0, 10, (max(1, o.n // 10),)),
    "sorted": lambda o: torch.linspace(-3, 3, 100).to(o.dtype),
    "n": lambda o: o.n,
    "side": lambda o: o.side,
    # Square matrices of at most 256 rows, batches of small ones, and what factorizations need.
    "s": lambda o: o.square(),
    "s1": lambda o: o.square(),
    "d": lambda o: o.positive_definite(),
    "small": lambda o: o.numbers(o.side, o.side) / o.side,
    "factor": lambda o: torch.linalg.cholesky(o.of("d")),
    "packed": lambda o: torch.linalg.lu_factor(o.of("d")),
    "ldl": lambda o: torch.linalg.ldl_factor(o.of("d")),
    "batch": lambda o: o.batch(),
    "batch1": lambda o: o.batch(),
    "cube": lambda o: o.numbers(4, o.side, o.side),
    "cs": lambda o: torch.complex(o.square(), o.square()),
    "sparse": lambda o: (o.square() * (torch.rand(o.side, o.side) < 0.05)).to_sparse(),
    "csr": lambda o: (o.square() * (torch.rand(o.side, o.side) < 0.05)).to_sparse_csr(),
    "weights3": lambda o: o.numbers(3 * o.side, o.side),
    "weights4": lambda o: o.numbers(4 * o.side, o.side),
    # Lines, images and volumes with kernels, grids and what else layers take.
    "line": lambda o: o.image(2, 8, dims=1),
    "image": lambda o: o.image(4, 8),
    "volume": lambda o: o.image(1, 8, dims=3),
    "samples": lambda o: o.image(1, 64),
    "fours": lambda o: o.image(1, 16),
    "even": lambda o: o.of("image")[..., : o.of("image").shape[2] // 2 * 2, : o.of("image").shape[3] // 2 * 2],
    "kernel1": lambda o: o.numbers(8, 8, 3),
    "kernel2": lambda o: o.numbers(8, 8, 3, 3),
    "grouped2": lambda o: o.numbers(8, 4, 3, 3),
    "kernels": lambda o: o.numbers(4, 2, 3, 3).repeat(16, 1, 1, 1),
    "kernel3": lambda o: o.numbers(8, 8, 3, 3, 3),
    "grid": lambda o: (torch.rand(4, *o.of("image").shape[2:], 2) * 2 - 1).to(o.dtype),
    "spectrum": lambda o: torch.randn(33, max(2, o.n // 33), dtype=torch.complex64),
    "heads": lambda o: o.numbers(2, 2, max(2, min(512, o.n // 256)), 64),
    "logs": lambda o: torch.log_softmax(o.numbers(max(4, min(100, o.n // 400)), 4, 20), 2),
    "labels": lambda o: torch.randint(1, 20, (4, 2)),
    "lengths": lambda o: torch.full((4,), max(4, min(100, o.n // 400))),
    "targets": lambda o: torch.full((4,), 2),
}


def flush(result):
    """Has deferred work done now."""
    if isinstance(result, torch.Tensor):
        if result.layout == torch.strided:
            result.data_ptr()
    elif isinstance(result, (tuple, list)):
        for each in result:
            flush(each)


def work():
    """Answers lines `n, layout, dtype, module, expression` with the seconds that one evaluation takes, or what refused it."""
    torch.set_num_threads(int(sys.argv[2]))
    clock = time.process_time if sys.argv[3] == "cpu" else time.perf_counter
    inputs, key, turns = None, None, {}
    for line in sys.stdin:
        n, layout, dtype, module, expression = line.rstrip("\n").split("\t")
        if key != (n, layout, dtype):
            key, inputs, turns = (n, layout, dtype), Inputs(int(n), layout, dtype), {}
        try:
            answer = f"{seconds(inputs, turns, module, expression, clock):.4e}"
        except Exception as error:
            answer = f"{type(error).__name__}: {error}".split("\n")[0][:150]
        print(answer, flush=True)


def seconds(inputs, turns, module, expression, clock):
    if expression not in turns:
        names = {name: inputs.of(name) for name in re.findall(r"[a-z]\w*", expression) if name in makers}
        names.update(torch=torch, F=F, module=MODULES.get(module), flush=flush)
        exec(f"def turn(times):\n    for _ in range(times):\n        flush({expression})", names)
        turns[expression] = [names["turn"], 1]
        names["turn"](1)
        start = clock()
        names["turn"](1)
        turns[expression][1] = max(1, min(1000, int(0.01 / max(clock() - start, 1e-7))))
    turn, times = turns[expression]
    start = clock()
    turn(times)
    return (clock() - start) / times


def recipes():
    """Expressions by operation, such as `torch.add`, and the names that have none."""
    table = {}
    for line in RECIPES.strip().splitlines():
        names, expressions = line.split(": ", 1)
        for name in names.split():
            table.setdefault(name, []).extend(expressions.split("; "))
    rows, without = [(name, "torch", each) for name in table if name[0] == "." for each in table[name]], []
    for label, module in MODULES.items():
        path = {"torch": "torch", "F": "F"}.get(label, f"torch.{label}")
        for name in dir(module):
            if name.startswith("_") or not callable(getattr(module, name)) or isinstance(getattr(module, name), type):
                continue
            found = [each.replace("{f}", f"{path}.{name}") for each in table.get(name, [])]
            rows += [(f"{path}.{name}", label, each) for each in found]
            without += [] if found else [f"{path}.{name}"]
    return rows, without


class Peer:
    """A program that runs `work`, asked row by row."""

    def __init__(self, command, options):
        arguments = [*command, __file__, "work", options["threads"], options["clock"]]
        self.process = subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, row):
        self.process.stdin.write("\t".join(row) + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline().strip()
        try:
            return float(answer)
        except ValueError:
            return answer or "it ended"


def compare(peers, row, turns):
    """The least of each peer's turns, or what refused the row."""
    best = [math.inf, math.inf]
    for _turn in range(turns):
        answers = [peer.ask(row) for peer in peers]
        if any(isinstance(answer, str) for answer in answers):
            return answers
        best = [min(pair) for pair in zip(best, answers)]
        if max(best) > 1:
            break
    return best


def drive():
    options = {"sizes": "8,10000,1000000,10000000", "layouts": ",".join(LAYOUTS), "dtypes": ",".join(DTYPES)}
    options |= {"threads": "1", "clock": "cpu", "turns": "3", "worst": "30", "save": ""}
    options |= dict(each.split("=") for each in sys.argv[2:] if "=" in each)
    part = next((each for each in sys.argv[2:] if "=" not in each), "")
    rows, without = recipes()
    peers = [Peer([sys.argv[1], "run"], options), Peer([sys.executable], options)]
    done, refused, slow = [], {}, set()
    for n in options["sizes"].split(","):
        for layout in options["layouts"].split(","):
            for dtype in options["dtypes"].split(","):
                for name, module, expression in rows:
                    if part not in name or expression in slow:
                        continue
                    times = compare(peers, (n, layout, dtype, module, expression), int(options["turns"]))
                    if isinstance(times[0], str) or isinstance(times[1], str):
                        refused.setdefault((name, expression, dtype), times)
                        continue
                    if max(times) > 0.1:
                        slow.add(expression)
                    done.append((times[0] / times[1], *times, f"{expression}  {layout} {dtype} {n}"))
                    if options["save"]:
                        with open(options["save"], "a") as file:
                            file.write(shown(done[-1]) + "\n")
    report(done, refused, without, part, options)


def shown(row):
    ratio, ours, theirs, name = row
    return f"{ratio:.2f}\t{ours * 1e6:.2f}\t{theirs * 1e6:.2f}\t{name}"


def report(done, refused, without, part, options):
    done.sort(reverse=True)
    print("ratio\tTensorCell us\tPyTorch us\trow", *map(shown, done[: int(options["worst"])]), sep="\n")
    mean = math.exp(sum(math.log(row[0]) for row in done) / max(1, len(done)))
    print(f"{len(done)} rows, geometric mean {mean:.3f}, {sum(row[0] > 1 for row in done)} slower, {options}")
    print("refused here alone:")
    for (_name, expression, dtype), (ours, theirs) in refused.items():
        if isinstance(ours, str) and not isinstance(theirs, str):
            print(f"  {expression} {dtype}: {ours}")
    if not part:
        print("without a recipe:", " ".join(without))


if sys.argv[1] == "work":
    work()
else:
    drive()
