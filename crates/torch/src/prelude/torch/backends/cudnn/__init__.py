"""`torch.backends.cudnn`: whether and how cuDNN computes the convolutions of CUDA tensors.

Where the library is absent, or `enabled` is False, kernels of our own do it, in float32; `allow_tf32` rounds nothing then.
"""

from contextlib import contextmanager

from torch._backends import _cudnn_version

enabled = True
benchmark = False
benchmark_limit = 10
deterministic = False
allow_tf32 = True
fp32_precision = "none"


def is_available():
    """Returns whether cuDNN is available for the devices in use. Emulated devices have none."""
    return version() is not None


def version():
    """cuDNN's version, as 91002; None where it is absent."""
    import torch

    return _cudnn_version()


def is_acceptable(tensor):
    """Returns whether cuDNN would compute a convolution of a tensor."""
    import torch

    floats = (torch.float16, torch.bfloat16, torch.float32, torch.float64)
    return bool(enabled and tensor.is_cuda and tensor.dtype in floats and is_available())


def set_flags(
    _enabled=None,
    _benchmark=None,
    _benchmark_limit=None,
    _deterministic=None,
    _allow_tf32=None,
    _fp32_precision="none",
):
    """Sets the switches that are not None; gives all as they were."""
    names = globals()
    given = dict(
        enabled=_enabled,
        benchmark=_benchmark,
        benchmark_limit=_benchmark_limit,
        deterministic=_deterministic,
        allow_tf32=_allow_tf32,
        fp32_precision=_fp32_precision,
    )
    before = tuple(names[name] for name in given)
    names.update({name: value for name, value in given.items() if value is not None})
    return before


@contextmanager
def flags(enabled=False, benchmark=False, benchmark_limit=10, deterministic=False, allow_tf32=True, fp32_precision="none"):
    """The switches, set inside `with`."""
    before = set_flags(enabled, benchmark, benchmark_limit, deterministic, allow_tf32, fp32_precision)
    try:
        yield
    finally:
        set_flags(*before)
