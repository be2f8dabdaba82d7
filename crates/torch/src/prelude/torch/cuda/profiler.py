"""Controls NVIDIA's profilers: when to collect."""

import enum
from contextlib import contextmanager

from torch._cuda_tools import _memory, _start, _stop, _synchronize


class cudaError(enum.IntEnum):
    """The return codes of the CUDA runtime."""

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
    """The needed part of the CUDA runtime."""
    return _runtime


def _check_error(res):
    """Raises the error of a runtime function's return code, if any."""
    if res != cudaError.success:
        raise CudaError(res)


def start():
    """Makes an attached tool start collecting (`nsys profile --capture-range=cudaProfilerApi`)."""
    _check_error(_runtime.cudaProfilerStart())


def stop():
    """Makes an attached tool stop collecting."""
    _check_error(_runtime.cudaProfilerStop())


@contextmanager
def profile():
    """A context in which an attached tool collects."""
    try:
        start()
        yield
    finally:
        stop()
