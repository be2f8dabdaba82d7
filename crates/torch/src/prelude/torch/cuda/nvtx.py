"""NVTX: names of ranges and moments for NVIDIA's profilers."""

from contextlib import contextmanager

from torch._cuda_tools import _is_available, mark, range_end, range_pop, range_push, range_start


@contextmanager
def range(msg, *args, **kwargs):
    """Adds a range around a `with` block, or around each call of a function decorated with `@range(...)`. Further
    arguments are formatted into the message by str.format."""
    range_push(msg.format(*args, **kwargs))
    try:
        yield
    finally:
        range_pop()
