"""Random numbers made of uniform and normal ones, drawn as PyTorch's CPU kernels draw them: in double precision."""

import math

import torch
from torch._tensorcell.checks import _scalar_name

__name__ = "torch._operations"


def _uniform(like, generator):
    drawn = torch.empty(like.numel(), dtype=torch.float64, device=like.device).uniform_(generator=generator)
    return drawn.reshape(like.shape)


def cauchy_(self, median=0, sigma=1, *, generator=None):
    """Filled with draws of the Cauchy distribution."""
    if sigma <= 0:
        raise RuntimeError(f"cauchy_ expects sigma > 0.0, but found sigma={sigma}")
    return self.copy_(median + sigma * torch.tan(math.pi * (_uniform(self, generator) - 0.5)))


def log_normal_(self, mean=1, std=2, *, generator=None):
    """Fills with draws whose logarithms are normal."""
    if std <= 0:
        raise RuntimeError(f"log_normal_ expects std > 0.0, but found std={std}")
    # One at a time: PyTorch does not fill a tensor with gaps in blocks of sixteen.
    drawn = torch.empty(self.numel(), 2, dtype=torch.float64, device=self.device)[:, 0]
    return self.copy_(drawn.normal_(mean, std, generator=generator).exp().reshape(self.shape))


def geometric_(self, p, *, generator=None):
    """Filled with the number of trials until the first success of probability p."""
    if not 0 < p < 1:
        raise RuntimeError(f"geometric_ expects p to be in (0, 1), but got p={p}")
    return self.copy_(torch.ceil(torch.log(_uniform(self, generator)) / math.log1p(-p)))


def _check_weights(weights, races):
    """Refuses weights that are not probabilities; all of them, if maps slice them."""
    if not bool(((weights >= 0) & (weights < math.inf)).all()):
        if races:
            raise RuntimeError("probability tensor contains either `inf`, `nan` or element < 0")
        wrong = "= infinity or NaN" if bool((weights >= 0).all()) else "< 0"
        raise RuntimeError(f"invalid multinomial distribution (encountering probability entry {wrong})")
    if bool((weights.sum(-1) == 0).any()):
        raise RuntimeError("invalid multinomial distribution (sum of probabilities <= 0)")


def multinomial(input, num_samples, replacement=False, *, generator=None):
    """Indices drawn with probabilities in proportion to the weights of each row.

    Shapes: (..., weights) -> (..., num_samples)
    Errors: RuntimeError for more draws than weights:
            `torch.multinomial(torch.tensor([0., 1.]), 3)`
            RuntimeError of integers: `torch.multinomial(torch.tensor([1, 2]), 1)`

    >>> torch.multinomial(torch.tensor([0., 1., 0.]), 1)
    tensor([1])
    """
    if not input.is_floating_point():
        raise RuntimeError(f"multinomial only supports floating-point dtypes for input, got: {_scalar_name(input.dtype)}")
    if not 1 <= input.dim() <= 2:
        raise RuntimeError("prob_dist must be 1 or 2 dim")
    if num_samples <= 0:
        raise RuntimeError("cannot sample n_sample <= 0 samples")
    if not replacement and num_samples > input.shape[-1]:
        raise RuntimeError("cannot sample n_sample > prob_dist.size(-1) samples without replacement")
    if input.shape[-1] > 1 << 24:
        raise RuntimeError("number of categories cannot exceed 2^24")
    weights, all = input.detach(), torch._whole(input.detach())
    races = num_samples == 1 or not replacement
    if not input.is_meta:
        _check_weights(all, races)
    if races:
        # An exponential race: the largest weight / exponential number wins.
        race = weights / torch.empty_like(weights).exponential_(1, generator=generator)
        return race.argmax(-1, keepdim=True) if num_samples == 1 else race.topk(num_samples, -1).indices
    rows = weights.reshape(-1, weights.shape[-1])
    cumulative = rows.cumsum(-1)
    cumulative = cumulative / cumulative[:, -1:]
    cumulative[:, -1] = 1
    drawn = torch.empty(rows.shape[0], num_samples, dtype=torch.float64, device=input.device)
    drawn.uniform_(generator=generator)
    return torch.searchsorted(cumulative.double(), drawn).reshape(input.shape[:-1] + (num_samples,))
