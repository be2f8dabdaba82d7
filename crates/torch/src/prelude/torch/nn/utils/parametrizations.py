"""`torch.nn.utils.parametrizations`: weights by length and direction, of spectral norm 1, and orthogonal ones."""

import torch
from torch.nn import functional
from torch.nn.modules.module import Module
from torch.nn.utils.parametrize import register_parametrization
from torch.nn.utils.weight_norm import _norm_except


class _WeightNorm(Module):
    def __init__(self, dim=0):
        super().__init__()
        self.dim = -1 if dim is None else dim

    def forward(self, weight_g, weight_v):
        return weight_v * (weight_g / _norm_except(weight_v, self.dim))

    def right_inverse(self, weight):
        return _norm_except(weight, self.dim), weight


def weight_norm(module, name="weight", dim=0):
    """A weight as its length times its direction (Salimans and Kingma, 2016)."""
    return register_parametrization(module, name, _WeightNorm(dim), unsafe=True)


class _SpectralNorm(Module):
    def __init__(self, weight, n_power_iterations=1, dim=0, eps=1e-12):
        super().__init__()
        self.dim = dim if dim >= 0 else dim + weight.dim()
        self.eps = eps
        if weight.dim() > 1:
            self.n_power_iterations = n_power_iterations
            matrix = self._matrix(weight)
            u, v = (matrix.new_empty(size).normal_(0, 1) for size in matrix.shape)
            self.register_buffer("_u", functional.normalize(u, dim=0, eps=eps))
            self.register_buffer("_v", functional.normalize(v, dim=0, eps=eps))
            self._iterate(matrix, 15)

    def _matrix(self, weight):
        if self.dim != 0:
            weight = weight.permute(self.dim, *(d for d in range(weight.dim()) if d != self.dim))
        return weight.flatten(1)

    @torch.no_grad()
    def _iterate(self, matrix, steps):
        for _ in range(steps):
            self._u.copy_(functional.normalize(torch.mv(matrix, self._v), dim=0, eps=self.eps))
            self._v.copy_(functional.normalize(torch.mv(matrix.T, self._u), dim=0, eps=self.eps))

    def forward(self, weight):
        if weight.dim() == 1:
            return functional.normalize(weight, dim=0, eps=self.eps)
        matrix = self._matrix(weight)
        if self.training:
            self._iterate(matrix, self.n_power_iterations)
        u, v = self._u.clone(), self._v.clone()
        return weight / torch.vdot(u, torch.mv(matrix, v))

    def right_inverse(self, value):
        return value


def spectral_norm(module, name="weight", n_power_iterations=1, eps=1e-12, dim=None):
    """A weight divided by its largest singular value, found by power iteration (Miyato et al., 2018)."""
    weight = getattr(module, name)
    if dim is None:
        transposed = (torch.nn.ConvTranspose1d, torch.nn.ConvTranspose2d, torch.nn.ConvTranspose3d)
        dim = 1 if isinstance(module, transposed) else 0
    return register_parametrization(module, name, _SpectralNorm(weight, n_power_iterations, dim, eps))


def _orthogonal_part(matrix):
    """Returns the orthogonal factor of QR whose triangular factor has a positive diagonal."""
    q, r = torch.linalg.qr(matrix)
    return q * torch.where(r.diagonal(dim1=-2, dim2=-1) < 0, -1.0, 1.0).to(q.dtype).unsqueeze(-2)


def _is_orthogonal(q):
    """Returns whether the columns are orthonormal, up to rounding."""
    limit = 10.0 * q.size(-2) * torch.finfo(q.dtype).eps
    return torch.allclose(q.mT @ q, torch.eye(q.size(-1), dtype=q.dtype, device=q.device), atol=limit)


class _Orthogonal(Module):
    """An orthogonal matrix: the image of the lower triangle of a free one, times a fixed orthogonal `base` if there is one
    (Lezcano-Casado, Trivializations for Gradient-Based Optimization on Manifolds, 2019)."""

    def __init__(self, weight, orthogonal_map, *, use_trivialization=True):
        super().__init__()
        self.shape = weight.shape
        self.orthogonal_map = orthogonal_map
        if use_trivialization:
            self.register_buffer("base", None)

    def forward(self, x):
        wide = x.size(-2) < x.size(-1)
        x = x.mT if wide else x
        rows, columns = x.shape[-2:]
        if self.orthogonal_map == "householder":
            reflectors = x.tril(diagonal=-1)
            tau = 2.0 / (1.0 + (reflectors * reflectors).sum(dim=-2))
            q = torch.linalg.householder_product(reflectors, tau)
            # The diagonal stores which columns are flipped. It has no gradient.
            q = q * x.diagonal(dim1=-2, dim2=-1).int().unsqueeze(-2)
        else:
            triangle = functional.pad(x.tril(), (0, rows - columns))
            skew = triangle - triangle.mT
            if self.orthogonal_map == "matrix_exp":
                q = torch.matrix_exp(skew)
            else:
                one = torch.eye(rows, dtype=skew.dtype, device=skew.device)
                q = torch.linalg.solve(one - skew / 2, one + skew / 2)
            q = q[..., :columns]
        if getattr(self, "base", None) is not None:
            q = self.base @ q
        return q.mT if wide else q

    @torch.no_grad()
    def right_inverse(self, q):
        if q.shape != self.shape:
            raise ValueError(f"Expected a matrix or batch of matrices of shape {self.shape}. Got a tensor of shape {q.shape}.")
        free = -torch.eye(*q.shape[-2:], dtype=q.dtype, device=q.device).expand_as(q).clone()
        wide = q.size(-2) < q.size(-1)
        q = q.mT if wide else q
        rows, columns = q.shape[-2:]
        if "base" not in self._buffers:
            if self.orthogonal_map != "householder":
                raise NotImplementedError(
                    "It is not possible to assign to the matrix exponential or the Cayley parametrizations "
                    "when use_trivialization=False."
                )
            reflectors, tau = torch.geqrf(q)
            signs = reflectors.diagonal(dim1=-2, dim2=-1)
            signs.sign_()
            signs[tau == 0.0] *= -1
            return reflectors.mT if wide else reflectors
        if rows != columns:
            more = torch.randn(*q.shape[:-2], rows, rows - columns, dtype=q.dtype, device=q.device)
            self.base = _orthogonal_part(torch.cat([q, more], dim=-1))
        else:
            self.base = q.clone() if _is_orthogonal(q) else _orthogonal_part(q)
        return free


def orthogonal(module, name="weight", orthogonal_map=None, *, use_trivialization=True):
    """Keeps the columns of a weight (or its rows, if it has more columns than rows) orthonormal."""
    weight = getattr(module, name, None)
    if not isinstance(weight, torch.Tensor):
        raise ValueError(f"Module '{module}' has no parameter or buffer with name '{name}'")
    if weight.ndim < 2:
        raise ValueError(f"Expected a matrix or batch of matrices. Got a tensor of {weight.ndim} dimensions.")
    if orthogonal_map is None:
        orthogonal_map = "matrix_exp" if weight.size(-2) == weight.size(-1) else "householder"
    if orthogonal_map not in ("matrix_exp", "cayley", "householder"):
        raise ValueError(f'orthogonal_map has to be one of "matrix_exp", "cayley", "householder". Got: {orthogonal_map}')
    made = _Orthogonal(weight, orthogonal_map, use_trivialization=use_trivialization)
    return register_parametrization(module, name, made, unsafe=True)
