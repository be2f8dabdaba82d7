"""Lengths of vectors and distances between them."""

import torch
from torch._tensorcell.checks import _only_tensors, _scalar_name

__name__ = "torch.nn.functional"


def normalize(input, p=2.0, dim=1, eps=1e-12, out=None):
    """Divided by the p-norm along dim.

    >>> F.normalize(torch.tensor([[3., 4.]]))
    tensor([[0.6000, 0.8000]])
    """
    return torch.div(input, input.norm(p, dim, keepdim=True).clamp_min(eps).expand_as(input), out=out)


def cosine_similarity(x1, x2, dim=1, eps=1e-8):
    """Cosine of the angle between vectors along dim.

    >>> F.cosine_similarity(torch.tensor([[1., 0.]]), torch.tensor([[1., 1.]]))
    tensor([0.7071])
    """
    _only_tensors("cosine_similarity", x1=x1, x2=x2)
    common = torch.result_type(x1, x2)
    if not common.is_floating_point:
        raise RuntimeError(f"expected common dtype to be floating point, yet common dtype is {_scalar_name(common)}")
    directions = []
    for x in torch.broadcast_tensors(x1.to(common), x2.to(common)):
        norm = x.norm(2, dim, keepdim=True).clone()
        with torch.no_grad():
            norm.clamp_min_(eps)
        directions.append(x / norm)
    return torch._named((directions[0] * directions[1]).sum(dim), "SumBackward1")


def pairwise_distance(x1, x2, p=2.0, eps=1e-6, keepdim=False):
    """The p-norm of the differences of rows.

    >>> F.pairwise_distance(torch.tensor([[0., 0.]]), torch.tensor([[3., 4.]]))
    tensor([5.0000])
    """
    _only_tensors("pairwise_distance", x1=x1, x2=x2)
    return torch._named((x1 - x2 + eps).norm(p, dim=-1, keepdim=keepdim), "NormBackward1")


def pdist(input, p=2.0):
    """Distances between all pairs of rows.

    >>> F.pdist(torch.tensor([[0., 0.], [3., 4.]]))
    tensor([5.])
    """
    return torch.pdist(input, p)
