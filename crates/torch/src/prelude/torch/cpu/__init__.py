"""`torch.cpu`: the parts of `torch.cuda` for code that supports either device."""

from contextlib import contextmanager

from torch.cpu import amp


def is_available():
    """True."""
    return True


def device_count():
    """One."""
    return 1


def current_device():
    """The processor."""
    return "cpu"


def set_device(device):
    """Nothing: there is one."""


def synchronize(device=None):
    """Nothing to wait for."""


class Stream:
    """The one stream of work there is."""

    def __init__(self, priority=-1):
        pass

    def wait_stream(self, stream):
        """Nothing to wait for."""


def current_stream(device=None):
    """The one stream."""
    return Stream()


@contextmanager
def stream(stream):
    """Changes nothing."""
    yield
