"""Tells NVIDIA's profilers when to collect."""

import enum
from contextlib import contextmanager

from torch._cuda_tools import _memory, _start, _stop, _synchronize


class cudaError(enum.IntEnum):
    """What the runtime's functions return."""

    success = 0


class CudaError(RuntimeError):
    """A call of the CUDA runtime failed."""

    def __init__(self, code):
        super().__init__(f"CUDA error ({int(code)})")


class _Runtime:
    """`torch.cuda.cudart()`: the functions of the CUDA runtime that are called through it."""

    cudaError = cudaError

    def cudaProfilerStart(self):
        return cudaError(_start())

    def cudaProfilerStop(self):
        return cudaError(_stop())

    def cudaDeviceSynchronize(self):
        return cudaError(_synchronize())

    def cudaMemGetInfo(self, device):
        return _memory(device)

    def cudaGetErrorString(self, code):
        return "no error" if int(code) == 0 else "unknown error"


_runtime = _Runtime()


def _cudart():
    """The CUDA runtime, as far as it is needed."""
    return _runtime


def _check_error(res):
    """Raises what a function of the runtime returned, if it is an error."""
    if res != cudaError.success:
        raise CudaError(res)


def start():
    """Tells an attached tool to collect from now on (`nsys profile --capture-range=cudaProfilerApi`)."""
    _check_error(_runtime.cudaProfilerStart())


def stop():
    """Tells an attached tool to collect no more."""
    _check_error(_runtime.cudaProfilerStop())


@contextmanager
def profile():
    """An attached tool collects what runs within."""
    try:
        start()
        yield
    finally:
        stop()
