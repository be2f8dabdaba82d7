"""`torch.distributions.transforms`: invertible functions with the logarithm of their Jacobian's determinant."""

import math

import torch
from torch.distributions import constraints
from torch.nn import functional as F


def _sum_rightmost(value, dim):
    return value if dim == 0 else value.reshape(value.shape[:-dim] + (-1,)).sum(-1)


def vec_to_tril_matrix(vec, diag=0):
    """A vector's numbers as the rows of a lower triangle, from this diagonal on."""
    n = round((-(1 + 2 * diag) + ((1 + 2 * diag) ** 2 + 8 * vec.shape[-1] + 4 * abs(diag) * (diag + 1)) ** 0.5) / 2)
    matrix = vec.new_zeros(vec.shape[:-1] + (n, n))
    row, column = torch.tril_indices(n, n, diag, device=vec.device)
    matrix[..., row, column] = vec
    return matrix


def tril_matrix_to_vec(mat, diag=0):
    """The lower triangle's numbers row by row, from this diagonal on."""
    n = mat.shape[-1]
    if diag < -n or diag >= n:
        raise ValueError(f"diag ({diag}) provided is outside [{-n}, {n - 1}].")
    row, column = torch.tril_indices(n, n, diag, device=mat.device)
    return mat[..., row, column]


class Transform:
    """y = f(x), x = f.inv(y), and log |det df/dx|. With cache_size=1 the last pair is remembered, so that x is exact."""

    bijective = False
    domain = constraints.real
    codomain = constraints.real

    def __init__(self, cache_size=0):
        if cache_size not in (0, 1):
            raise ValueError("cache_size must be 0 or 1")
        self._cache_size = cache_size
        self._cached = (None, None)

    @property
    def inv(self):
        """The inverse, a transform too."""
        return _InverseTransform(self)

    @property
    def sign(self):
        """1 where it grows, -1 where it falls."""
        raise NotImplementedError

    def with_cache(self, cache_size=1):
        """The same, remembering the last pair."""
        self._cache_size = cache_size
        return self

    def __call__(self, x):
        if self._cache_size and self._cached[0] is x:
            return self._cached[1]
        y = self._call(x)
        self._cached = (x, y) if self._cache_size else (None, None)
        return y

    def _inv_call(self, y):
        if self._cache_size and self._cached[1] is y:
            return self._cached[0]
        x = self._inverse(y)
        self._cached = (x, y) if self._cache_size else (None, None)
        return x

    def _call(self, x):
        raise NotImplementedError

    def _inverse(self, y):
        raise NotImplementedError

    def log_abs_det_jacobian(self, x, y):
        """log |det dy/dx| of a pair."""
        raise NotImplementedError

    def forward_shape(self, shape):
        """The shape of y for this shape of x."""
        return shape

    def inverse_shape(self, shape):
        """The shape of x for this shape of y."""
        return shape

    def __eq__(self, other):
        return self is other

    def __repr__(self):
        return type(self).__name__ + "()"


class _InverseTransform(Transform):
    bijective = True

    def __init__(self, transform):
        super().__init__(transform._cache_size)
        self._inv = transform
        self.domain, self.codomain = transform.codomain, transform.domain

    @property
    def inv(self):
        return self._inv

    @property
    def sign(self):
        return self._inv.sign

    def __call__(self, x):
        return self._inv._inv_call(x)

    def log_abs_det_jacobian(self, x, y):
        return -self._inv.log_abs_det_jacobian(y, x)

    def forward_shape(self, shape):
        return self._inv.inverse_shape(shape)

    def inverse_shape(self, shape):
        return self._inv.forward_shape(shape)

    def __eq__(self, other):
        return isinstance(other, _InverseTransform) and self._inv == other._inv

    def __repr__(self):
        return f"_InverseTransform({self._inv!r})"


class ComposeTransform(Transform):
    """Transforms one after the other."""

    def __init__(self, parts, cache_size=0):
        super().__init__(cache_size)
        self.parts = parts
        event_dim = parts[-1].codomain.event_dim if parts else 0
        for part in reversed(parts):
            event_dim = max(event_dim + part.domain.event_dim - part.codomain.event_dim, part.domain.event_dim)
        self.domain = self._widened(parts[0].domain, event_dim) if parts else constraints.real
        event_dim = parts[0].domain.event_dim if parts else 0
        for part in parts:
            event_dim = max(event_dim + part.codomain.event_dim - part.domain.event_dim, part.codomain.event_dim)
        self.codomain = self._widened(parts[-1].codomain, event_dim) if parts else constraints.real

    @staticmethod
    def _widened(constraint, event_dim):
        extra = event_dim - constraint.event_dim
        return constraints.independent(constraint, extra) if extra > 0 else constraint

    @property
    def bijective(self):
        return all(part.bijective for part in self.parts)

    @property
    def sign(self):
        sign = 1
        for part in self.parts:
            sign = sign * part.sign
        return sign

    def _call(self, x):
        for part in self.parts:
            x = part(x)
        return x

    def _inverse(self, y):
        for part in reversed(self.parts):
            y = part.inv(y)
        return y

    def log_abs_det_jacobian(self, x, y):
        if not self.parts:
            return torch.zeros_like(x)
        total, event_dim = 0.0, self.domain.event_dim
        for part in self.parts:
            following = part(x)
            total = total + _sum_rightmost(part.log_abs_det_jacobian(x, following), event_dim - part.domain.event_dim)
            event_dim += part.codomain.event_dim - part.domain.event_dim
            x = following
        return total

    def forward_shape(self, shape):
        for part in self.parts:
            shape = part.forward_shape(shape)
        return shape

    def inverse_shape(self, shape):
        for part in reversed(self.parts):
            shape = part.inverse_shape(shape)
        return shape

    def __repr__(self):
        return "ComposeTransform(\n    " + ",\n    ".join(repr(part) for part in self.parts) + "\n)"


identity_transform = ComposeTransform([])


class IndependentTransform(Transform):
    """A transform of single numbers taken for one of whole events."""

    def __init__(self, base_transform, reinterpreted_batch_ndims, cache_size=0):
        super().__init__(cache_size)
        self.base_transform = base_transform
        self.reinterpreted_batch_ndims = reinterpreted_batch_ndims
        self.bijective = base_transform.bijective
        self.domain = constraints.independent(base_transform.domain, reinterpreted_batch_ndims)
        self.codomain = constraints.independent(base_transform.codomain, reinterpreted_batch_ndims)

    @property
    def sign(self):
        return self.base_transform.sign

    def _call(self, x):
        return self.base_transform(x)

    def _inverse(self, y):
        return self.base_transform.inv(y)

    def log_abs_det_jacobian(self, x, y):
        return _sum_rightmost(self.base_transform.log_abs_det_jacobian(x, y), self.reinterpreted_batch_ndims)

    def __repr__(self):
        return f"IndependentTransform({self.base_transform!r}, {self.reinterpreted_batch_ndims})"


class ReshapeTransform(Transform):
    """Events in another shape of as many elements."""

    bijective = True

    def __init__(self, in_shape, out_shape, cache_size=0):
        super().__init__(cache_size)
        self.in_shape, self.out_shape = torch.Size(in_shape), torch.Size(out_shape)
        if self.in_shape.numel() != self.out_shape.numel():
            raise ValueError("in_shape, out_shape have different numbers of elements")
        self.domain = constraints.independent(constraints.real, len(self.in_shape))
        self.codomain = constraints.independent(constraints.real, len(self.out_shape))

    def _call(self, x):
        return x.reshape(x.shape[: x.dim() - len(self.in_shape)] + self.out_shape)

    def _inverse(self, y):
        return y.reshape(y.shape[: y.dim() - len(self.out_shape)] + self.in_shape)

    def log_abs_det_jacobian(self, x, y):
        return x.new_zeros(x.shape[: x.dim() - len(self.in_shape)])

    def forward_shape(self, shape):
        return shape[: len(shape) - len(self.in_shape)] + self.out_shape

    def inverse_shape(self, shape):
        return shape[: len(shape) - len(self.out_shape)] + self.in_shape


class _Monotone(Transform):
    """One to one, growing, of single numbers."""

    bijective = True
    sign = 1

    def __eq__(self, other):
        return type(self) is type(other)


class ExpTransform(_Monotone):
    """y = exp(x)"""

    codomain = constraints.positive

    def _call(self, x):
        return x.exp()

    def _inverse(self, y):
        return y.log()

    def log_abs_det_jacobian(self, x, y):
        return x


class PowerTransform(_Monotone):
    """y = x ** exponent, of positive numbers."""

    domain = constraints.positive
    codomain = constraints.positive

    def __init__(self, exponent, cache_size=0):
        super().__init__(cache_size)
        self.exponent = torch.as_tensor(exponent)

    @property
    def sign(self):
        return self.exponent.sign()

    def _call(self, x):
        return x.pow(self.exponent)

    def _inverse(self, y):
        return y.pow(1 / self.exponent)

    def log_abs_det_jacobian(self, x, y):
        return (self.exponent * y / x).abs().log()

    def forward_shape(self, shape):
        return torch.broadcast_shapes(shape, self.exponent.shape)

    inverse_shape = forward_shape


class SigmoidTransform(_Monotone):
    """y = 1 / (1 + exp(-x))"""

    codomain = constraints.unit_interval

    def _call(self, x):
        finfo = torch.finfo(x.dtype)
        return torch.clamp(torch.sigmoid(x), min=finfo.tiny, max=1.0 - finfo.eps)

    def _inverse(self, y):
        finfo = torch.finfo(y.dtype)
        y = y.clamp(min=finfo.tiny, max=1.0 - finfo.eps)
        return y.log() - (-y).log1p()

    def log_abs_det_jacobian(self, x, y):
        return -F.softplus(-x) - F.softplus(x)


class SoftplusTransform(_Monotone):
    """y = log(1 + exp(x))"""

    codomain = constraints.positive

    def _call(self, x):
        return F.softplus(x)

    def _inverse(self, y):
        return (-y).expm1().neg().log() + y

    def log_abs_det_jacobian(self, x, y):
        return -F.softplus(-x)


class TanhTransform(_Monotone):
    """y = tanh(x)"""

    codomain = constraints.interval(-1.0, 1.0)

    def _call(self, x):
        return x.tanh()

    def _inverse(self, y):
        return torch.atanh(y)

    def log_abs_det_jacobian(self, x, y):
        return 2.0 * (math.log(2.0) - x - F.softplus(-2.0 * x))


class AbsTransform(Transform):
    """y = |x|; the inverse is the positive branch."""

    codomain = constraints.positive

    def _call(self, x):
        return x.abs()

    def _inverse(self, y):
        return y


class AffineTransform(Transform):
    """y = loc + scale * x"""

    bijective = True

    def __init__(self, loc, scale, event_dim=0, cache_size=0):
        super().__init__(cache_size)
        self.loc, self.scale, self.event_dim = loc, scale, event_dim
        if event_dim:
            self.domain = self.codomain = constraints.independent(constraints.real, event_dim)

    @property
    def sign(self):
        if isinstance(self.scale, (int, float)):
            return 1 if self.scale > 0 else -1 if self.scale < 0 else 0
        return self.scale.sign()

    def _call(self, x):
        return self.loc + self.scale * x

    def _inverse(self, y):
        return (y - self.loc) / self.scale

    def log_abs_det_jacobian(self, x, y):
        if isinstance(self.scale, (int, float)):
            result = torch.full_like(x, math.log(abs(self.scale)))
        else:
            result = torch.abs(self.scale).log().expand(x.shape)
        return _sum_rightmost(result, self.event_dim)

    def forward_shape(self, shape):
        return torch.broadcast_shapes(shape, getattr(self.loc, "shape", ()), getattr(self.scale, "shape", ()))

    inverse_shape = forward_shape


class SoftmaxTransform(Transform):
    """Vectors to the simplex by softmax; the inverse is the logarithm."""

    domain = constraints.real_vector
    codomain = constraints.simplex

    def _call(self, x):
        probs = (x - x.max(-1, True)[0]).exp()
        return probs / probs.sum(-1, True)

    def _inverse(self, y):
        return y.log()


class StickBreakingTransform(Transform):
    """Vectors to the simplex, one to one: each number breaks its share off what is left of a stick."""

    bijective = True
    domain = constraints.real_vector
    codomain = constraints.simplex

    def _call(self, x):
        offset = x.shape[-1] + 1 - x.new_ones(x.shape[-1]).cumsum(-1)
        z = torch.sigmoid(x - offset.log())
        left = (1 - z).cumprod(-1)
        return F.pad(z, [0, 1], value=1) * F.pad(left, [1, 0], value=1)

    def _inverse(self, y):
        cut = y[..., :-1]
        offset = y.shape[-1] - cut.new_ones(cut.shape[-1]).cumsum(-1)
        left = torch.clamp(1 - cut.cumsum(-1), min=torch.finfo(y.dtype).tiny)
        return cut.log() - left.log() + offset.log()

    def log_abs_det_jacobian(self, x, y):
        offset = x.shape[-1] + 1 - x.new_ones(x.shape[-1]).cumsum(-1)
        x = x - offset.log()
        return (-x + F.logsigmoid(x) + y[..., :-1].log()).sum(-1)

    def forward_shape(self, shape):
        return shape[:-1] + (shape[-1] + 1,)

    def inverse_shape(self, shape):
        return shape[:-1] + (shape[-1] - 1,)


class LowerCholeskyTransform(Transform):
    """Matrices to lower triangular ones with a positive diagonal."""

    domain = constraints.independent(constraints.real, 2)
    codomain = constraints.lower_cholesky

    def _call(self, x):
        return x.tril(-1) + x.diagonal(dim1=-2, dim2=-1).exp().diag_embed()

    def _inverse(self, y):
        return y.tril(-1) + y.diagonal(dim1=-2, dim2=-1).log().diag_embed()


class PositiveDefiniteTransform(Transform):
    """Matrices to positive definite ones."""

    domain = constraints.independent(constraints.real, 2)
    codomain = constraints.positive_definite

    def _call(self, x):
        x = LowerCholeskyTransform()(x)
        return x @ x.mT

    def _inverse(self, y):
        return LowerCholeskyTransform().inv(torch.linalg.cholesky(y))


class CorrCholeskyTransform(Transform):
    """Vectors to the Cholesky factors of correlation matrices: each row of the triangle becomes a vector of length 1."""

    bijective = True
    domain = constraints.real_vector
    codomain = constraints.corr_cholesky

    def _call(self, x):
        most = 1 - torch.finfo(x.dtype).eps
        share = vec_to_tril_matrix(x.tanh().clamp(min=-most, max=most), diag=-1)
        left = (1 - share**2).sqrt().cumprod(-1)
        share = share + torch.eye(share.shape[-1], dtype=share.dtype, device=share.device)
        return share * F.pad(left[..., :-1], [1, 0], value=1)

    def _inverse(self, y):
        left = F.pad((1 - (y * y).cumsum(-1))[..., :-1], [1, 0], value=1)
        return torch.atanh(tril_matrix_to_vec(y, diag=-1) / tril_matrix_to_vec(left, diag=-1).sqrt())

    def log_abs_det_jacobian(self, x, y):
        left = tril_matrix_to_vec(1 - (y * y).cumsum(-1), diag=-2)
        return 0.5 * left.log().sum(-1) - 2 * (x + F.softplus(-2 * x) - math.log(2.0)).sum(-1)

    def forward_shape(self, shape):
        if len(shape) < 1:
            raise ValueError("Too few dimensions on input")
        n = round((0.25 + 2 * shape[-1]) ** 0.5 + 0.5)
        if n * (n - 1) // 2 != shape[-1]:
            raise ValueError("Input is not a flattened lower-diagonal number")
        return shape[:-1] + (n, n)

    def inverse_shape(self, shape):
        if len(shape) < 2:
            raise ValueError("Too few dimensions on input")
        if shape[-2] != shape[-1]:
            raise ValueError("Input is not square")
        return shape[:-2] + (shape[-1] * (shape[-1] - 1) // 2,)


class CatTransform(Transform):
    """Applies a separate transform to each piece, of these lengths, along a dimension."""

    def __init__(self, tseq, dim=0, lengths=None, cache_size=0):
        if not all(isinstance(part, Transform) for part in tseq):
            raise AssertionError("All elements of tseq must be Transform instances")
        super().__init__(cache_size)
        self.transforms = [part.with_cache(cache_size) for part in tseq] if cache_size else list(tseq)
        self.lengths = [1] * len(self.transforms) if lengths is None else list(lengths)
        if len(self.lengths) != len(self.transforms):
            raise AssertionError(f"lengths ({len(self.lengths)}) must match transforms ({len(self.transforms)})")
        self.dim = dim

    @property
    def event_dim(self):
        return max(part.codomain.event_dim for part in self.transforms)

    @property
    def length(self):
        return sum(self.lengths)

    @property
    def bijective(self):
        return all(part.bijective for part in self.transforms)

    @property
    def domain(self):
        return constraints.cat([part.domain for part in self.transforms], self.dim, self.lengths)

    @property
    def codomain(self):
        return constraints.cat([part.codomain for part in self.transforms], self.dim, self.lengths)

    def _pieces(self, z, name):
        if not -z.dim() <= self.dim < z.dim():
            raise AssertionError(f"dim {self.dim} out of range for tensor with {z.dim()} dimensions")
        if z.size(self.dim) != self.length:
            raise AssertionError(f"{name}.size({self.dim}) = {z.size(self.dim)} must equal length {self.length}")
        return zip(self.transforms, z.split(self.lengths, self.dim))

    def _call(self, x):
        return torch.cat([part(piece) for part, piece in self._pieces(x, "x")], self.dim)

    def _inverse(self, y):
        return torch.cat([part.inv(piece) for part, piece in self._pieces(y, "y")], self.dim)

    def log_abs_det_jacobian(self, x, y):
        event_dim, logs = self.event_dim, []
        for (part, before), (_, after) in zip(self._pieces(x, "x"), self._pieces(y, "y")):
            log = part.log_abs_det_jacobian(before, after)
            logs.append(_sum_rightmost(log, event_dim - part.codomain.event_dim))
        dim = (self.dim - x.dim() if self.dim >= 0 else self.dim) + event_dim
        return torch.cat(logs, dim) if dim < 0 else sum(logs)


class StackTransform(Transform):
    """Applies a separate transform to each slice along a dimension."""

    def __init__(self, tseq, dim=0, cache_size=0):
        if not all(isinstance(part, Transform) for part in tseq):
            raise AssertionError("All elements of tseq must be Transform instances")
        super().__init__(cache_size)
        self.transforms = [part.with_cache(cache_size) for part in tseq] if cache_size else list(tseq)
        self.dim = dim

    @property
    def bijective(self):
        return all(part.bijective for part in self.transforms)

    @property
    def domain(self):
        return constraints.stack([part.domain for part in self.transforms], self.dim)

    @property
    def codomain(self):
        return constraints.stack([part.codomain for part in self.transforms], self.dim)

    def _slices(self, z, name):
        if not -z.dim() <= self.dim < z.dim():
            raise AssertionError(f"dim {self.dim} out of range for tensor with {z.dim()} dimensions")
        if z.size(self.dim) != len(self.transforms):
            raise AssertionError(
                f"{name}.size({self.dim}) = {z.size(self.dim)} must equal len(transforms) {len(self.transforms)}"
            )
        return zip(self.transforms, z.unbind(self.dim))

    def _call(self, x):
        return torch.stack([part(piece) for part, piece in self._slices(x, "x")], self.dim)

    def _inverse(self, y):
        return torch.stack([part.inv(piece) for part, piece in self._slices(y, "y")], self.dim)

    def log_abs_det_jacobian(self, x, y):
        pairs = zip(self._slices(x, "x"), self._slices(y, "y"))
        logs = [part.log_abs_det_jacobian(before, after) for (part, before), (_, after) in pairs]
        return torch.stack(logs, self.dim)


class CumulativeDistributionTransform(_Monotone):
    """y = distribution.cdf(x)"""

    codomain = constraints.unit_interval

    def __init__(self, distribution, cache_size=0):
        super().__init__(cache_size)
        self.distribution = distribution

    @property
    def domain(self):
        return self.distribution.support

    def _call(self, x):
        return self.distribution.cdf(x)

    def _inverse(self, y):
        return self.distribution.icdf(y)

    def log_abs_det_jacobian(self, x, y):
        return self.distribution.log_prob(x)

    def __eq__(self, other):
        return self is other
