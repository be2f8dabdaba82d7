"""`torch.autocast`: regions whose products run in a half type and whose delicate operations run in float32.

Which operations those are is in PyTorch's lists, one for CUDA and one for the processor (`engine/autocast.rs`).
"""

import functools
import warnings

import torch

_HALVES = [torch.bfloat16, torch.float16]


def is_autocast_available(device_type):
    """Returns whether autocast supports a device type."""
    torch.is_autocast_enabled(device_type)
    return True


class autocast:
    """A context manager and decorator: inside, PyTorch's lists decide the dtype of each operation.

    `dtype` is the half type, by default float16 on CUDA and bfloat16 on the CPU. Weights are cast once and cached
    until the end of the outermost region. A weight that is written to is cast again.
    """

    def __init__(self, device_type, dtype=None, enabled=True, cache_enabled=None):
        if not isinstance(device_type, str):
            raise ValueError(f"Expected `device_type` of type `str`, got: `{type(device_type)}`")
        self.fast_dtype = torch.get_autocast_dtype(device_type) if dtype is None else dtype
        self.device = device_type
        is_autocast_available(device_type)
        self._cache_enabled = torch.is_autocast_cache_enabled() if cache_enabled is None else cache_enabled
        if enabled and device_type == "cuda":
            if not torch.cuda.is_available():
                warnings.warn("CUDA is not available or torch_xla is imported. Disabling autocast.", stacklevel=2)
                enabled = False
            elif self.fast_dtype == torch.bfloat16 and not torch.cuda.is_bf16_supported():
                raise RuntimeError("Current CUDA Device does not support bfloat16. Please switch dtype to float16.")
        elif enabled and self.fast_dtype not in _HALVES:
            name = device_type.upper()
            warnings.warn(
                f"In {name} autocast, but the target dtype is not supported. Disabling autocast.\n"
                f"{name} Autocast only supports dtypes of {', '.join(map(str, _HALVES))} currently.",
                stacklevel=2,
            )
            enabled = False
        self._enabled = enabled
        self._outer = []

    def __enter__(self):
        self._outer.append(
            (
                torch.is_autocast_enabled(self.device),
                torch.get_autocast_dtype(self.device),
                torch.is_autocast_cache_enabled(),
            )
        )
        torch.set_autocast_enabled(self.device, self._enabled)
        torch.set_autocast_dtype(self.device, self.fast_dtype)
        torch.set_autocast_cache_enabled(self._cache_enabled)
        torch.autocast_increment_nesting()
        return self

    def __exit__(self, kind, value, trace):
        if torch.autocast_decrement_nesting() == 0:
            torch.clear_autocast_cache()
        enabled, dtype, caching = self._outer.pop()
        torch.set_autocast_enabled(self.device, enabled)
        torch.set_autocast_dtype(self.device, dtype)
        torch.set_autocast_cache_enabled(caching)
        return False

    def __call__(self, func):
        return autocast_decorator(self, func)


def autocast_decorator(autocast_instance, func):
    """The function, run inside the region."""

    @functools.wraps(func)
    def decorate_autocast(*args, **kwargs):
        with autocast_instance:
            return func(*args, **kwargs)

    return decorate_autocast


def _cast(value, device_type, dtype):
    """Tensors of a kind of device in another dtype, also those in containers."""
    if isinstance(value, torch.Tensor):
        eligible = value.is_floating_point() and value.device.type == device_type and value.dtype is not torch.float64
        return value.to(dtype) if eligible else value
    if isinstance(value, dict):
        return {_cast(k, device_type, dtype): _cast(v, device_type, dtype) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(_cast(v, device_type, dtype) for v in value)
    return value


def custom_fwd(fwd=None, *, device_type, cast_inputs=None):
    """For `forward` of an autograd Function: with `cast_inputs` it takes that dtype and runs without autocast; its backward
    (`custom_bwd`) then runs as the forward did."""
    if not isinstance(device_type, str):
        raise ValueError(f"Expected `device_type` of type `str`, got: `{type(device_type)}`")
    if fwd is None:
        return functools.partial(custom_fwd, device_type=device_type, cast_inputs=cast_inputs)

    @functools.wraps(fwd)
    def decorate_fwd(ctx, *args, **kwargs):
        ctx._dtype = torch.get_autocast_dtype(device_type)
        inside = torch.is_autocast_enabled(device_type)
        if cast_inputs is None or not inside:
            ctx._fwd_used_autocast = inside and cast_inputs is None
            return fwd(ctx, *args, **kwargs)
        ctx._fwd_used_autocast = False
        with autocast(device_type=device_type, enabled=False):
            return fwd(ctx, *_cast(args, device_type, cast_inputs), **_cast(kwargs, device_type, cast_inputs))

    return decorate_fwd


def custom_bwd(bwd=None, *, device_type):
    """For `backward` of an autograd Function: it runs with the autocast state of its forward."""
    if not isinstance(device_type, str):
        raise ValueError(f"Expected `device_type` of type `str`, got: `{type(device_type)}`")
    if bwd is None:
        return functools.partial(custom_bwd, device_type=device_type)

    @functools.wraps(bwd)
    def decorate_bwd(ctx, *args, **kwargs):
        with autocast(device_type=device_type, enabled=ctx._fwd_used_autocast, dtype=ctx._dtype):
            return bwd(ctx, *args, **kwargs)

    return decorate_bwd
