"""`torch.cpu.amp.GradScaler`, by the name that `torch.amp` took over."""

import warnings

import torch
from torch.amp.grad_scaler import OptState


class GradScaler(torch.amp.GradScaler):
    """`torch.amp.GradScaler("cpu", ...)`."""

    def __init__(self, init_scale=2.0**16, growth_factor=2.0, backoff_factor=0.5, growth_interval=2000, enabled=True):
        warnings.warn(
            "`torch.cpu.amp.GradScaler(args...)` is deprecated. Please use `torch.amp.GradScaler('cpu', args...)` instead.",
            FutureWarning,
            stacklevel=2,
        )
        super().__init__("cpu", init_scale, growth_factor, backoff_factor, growth_interval, enabled)
