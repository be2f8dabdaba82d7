"""Products of vectors and matrices."""

import torch


def dot(a, b):
    """The product of vectors or matrices, or by a number."""
    a, b = _both(a, b)
    return _array(a * b if a.dim() == 0 or b.dim() == 0 else torch.tensordot(a, b, ([-1], [b.dim() - 2 if b.dim() > 1 else 0])))


def matmul(x1, x2):
    """x1 @ x2."""
    return _array(torch.matmul(*_both(x1, x2)))


def inner(a, b):
    """Sums of products along the last axes."""
    return _array(torch.inner(*_both(a, b)))


def outer(a, b):
    """The products of each two elements."""
    a, b = _both(a, b)
    return torch.outer(a.reshape(-1), b.reshape(-1)).numpy()


def vdot(a, b):
    """The sum of the products of all elements, those of the first conjugated."""
    a, b = _both(a, b)
    return _array(torch.vdot(a.reshape(-1), b.reshape(-1)))


def cross(a, b):
    """The vector at right angles to both."""
    return torch.linalg.cross(*_both(a, b)).numpy()


def kron(a, b):
    """A block of b for each element of a."""
    return _array(torch.kron(*_both(a, b)))


def tensordot(a, b, axes=2):
    """Sums of products along several axes."""
    return _array(torch.tensordot(*_both(a, b), axes))


def einsum(subscripts, *operands):
    """Returns sums of products by letters: `np.einsum("ij,jk->ik", a, b)`."""
    return _array(torch.einsum(subscripts, *[_tensor(x) for x in operands]).contiguous())


def trace(a, offset=0):
    """The sum of the diagonal."""
    return _array(torch.diagonal(_tensor(a), offset).sum(-1))
