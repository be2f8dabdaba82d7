"""Tensors of random numbers, for tests."""

import torch


def make_tensor(*shape, dtype, device, low=None, high=None, requires_grad=False, noncontiguous=False, exclude_zero=False):
    """A tensor of random values: floats in [-9, 9), whole numbers in [-9, 10), booleans."""
    sizes = shape[0] if len(shape) == 1 and not isinstance(shape[0], int) else shape
    sizes = torch.Size(sizes)
    if dtype == torch.bool:
        low, high = 0 if low is None else low, 2 if high is None else high
        result = torch.randint(int(low), int(high), sizes, dtype=dtype, device=device)
    elif dtype.is_floating_point:
        low, high = -9 if low is None else low, 9 if high is None else high
        result = torch.empty(sizes, dtype=dtype, device=device).uniform_(low, high)
    else:
        low, high = (0 if dtype == torch.uint8 else -9) if low is None else low, 10 if high is None else high
        result = torch.randint(int(low), int(high), sizes, dtype=dtype, device=device)
    if exclude_zero:
        result[result == 0] = 1
    if noncontiguous and result.numel() > 1:
        result = torch.repeat_interleave(result, 2, dim=-1)[..., ::2]
    return result.requires_grad_(requires_grad) if requires_grad else result
