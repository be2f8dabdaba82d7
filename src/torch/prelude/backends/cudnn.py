"""`torch.backends.cudnn`: whether and how cuDNN computes the convolutions of CUDA tensors.

Where the library is absent, or `enabled` is False, kernels of our own do it, in float32; `allow_tf32` rounds nothing then.
"""

from contextlib import contextmanager

enabled = True
benchmark = False
benchmark_limit = 10
deterministic = False
allow_tf32 = True
fp32_precision = "none"


def is_available():
    """Whether cuDNN is there for the devices in use. Emulated devices have none."""
    return version() is not None


def version():
    """cuDNN's version, as 91002; None where it is absent."""
    import torch

    return torch.backends._cudnn_version()


@contextmanager
def flags(enabled=False, benchmark=False, benchmark_limit=10, deterministic=False, allow_tf32=True, fp32_precision="none"):
    """The switches, set inside `with`."""
    names = globals()
    given = dict(
        enabled=enabled,
        benchmark=benchmark,
        benchmark_limit=benchmark_limit,
        deterministic=deterministic,
        allow_tf32=allow_tf32,
        fp32_precision=fp32_precision,
    )
    before = {name: names[name] for name in given}
    names.update(given)
    try:
        yield
    finally:
        names.update(before)
