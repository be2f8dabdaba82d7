"""`torch.backends.cudnn`: PyTorch's defaults, kept for code that sets them. cuDNN is not used, so nothing depends on them.

Convolutions are computed in float32 by kernels of our own; `allow_tf32` rounds nothing here.
"""

from contextlib import contextmanager

enabled = True
benchmark = False
benchmark_limit = 10
deterministic = False
allow_tf32 = True
fp32_precision = "none"


def is_available():
    """False: cuDNN is not used."""
    return False


def version():
    """None: cuDNN is not used."""
    return None


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
