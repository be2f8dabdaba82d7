# The range of `torch.cuda.nvtx` as a context manager.

from contextlib import contextmanager


@contextmanager
def range(msg, *args, **kwargs):
    """A range around what runs within `with`, or around each call of a function below `@range(...)`; further arguments
    go into the message as into str.format."""
    range_push(msg.format(*args, **kwargs))
    try:
        yield
    finally:
        range_pop()
