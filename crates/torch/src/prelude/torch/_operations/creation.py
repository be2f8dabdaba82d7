"""Old ways of making tensors."""

import math
import warnings

import torch


def range(start=0, end=None, step=1, *, out=None, dtype=None, layout=None, device=None, requires_grad=False):
    """Numbers from start up to end, which is included. Deprecated: `torch.arange` stops before the end."""
    warnings.warn(
        "torch.range is deprecated and will be removed in a future release because its behavior is inconsistent with "
        "Python's range builtin. Instead, use torch.arange, which produces values in [start, end).",
        stacklevel=2,
    )
    if end is None:
        raise TypeError('range() missing 1 required positional arguments: "end"')
    if step == 0:
        raise RuntimeError("step must be nonzero")
    if (end - start) * step < 0:
        raise RuntimeError("upper bound and lower bound inconsistent with step sign")
    count = int(math.floor((end - start) / step)) + 1
    dtype = torch.get_default_dtype() if dtype is None and out is None else dtype or out.dtype
    made = torch.arange(count, dtype=dtype, device=device) * step + start
    made = made.to(dtype)
    if out is not None:
        return out.resize_(made.shape).copy_(made)
    return made.requires_grad_() if requires_grad else made


def new(self, *args, device=None):
    """A tensor of this one's dtype and device, from sizes or data; of a sparse one, from indices, values and a size."""
    device = self.device if device is None else device
    if self.is_sparse:
        if not args:
            return torch.sparse_coo_tensor((0,), dtype=self.dtype, device=device)
        return torch.sparse_coo_tensor(*args, dtype=self.dtype, device=device)
    if len(args) == 1 and isinstance(args[0], torch.Tensor):
        return args[0].detach().to(device=device, dtype=self.dtype)
    if len(args) == 1 and not isinstance(args[0], (int, torch.Size)):
        return torch.tensor(args[0], dtype=self.dtype, device=device)
    sizes = args[0] if len(args) == 1 and isinstance(args[0], torch.Size) else args or (0,)
    return torch.empty(sizes, dtype=self.dtype, device=device)
