"""`torch.multiprocessing`: Python's multiprocessing, whose processes pass tensors to each other as copies, and `spawn` for the ranks of
a program."""

import multiprocessing
from multiprocessing import (
    Array,
    AuthenticationError,
    Barrier,
    BoundedSemaphore,
    BufferTooShort,
    Condition,
    Event,
    JoinableQueue,
    Lock,
    Manager,
    Pipe,
    Pool,
    Process,
    ProcessError,
    Queue,
    RawArray,
    RawValue,
    RLock,
    Semaphore,
    SimpleQueue,
    TimeoutError,
    Value,
    active_children,
    allow_connection_pickling,
    cpu_count,
    current_process,
    freeze_support,
    get_all_start_methods,
    get_context,
    get_logger,
    get_start_method,
    log_to_stderr,
    parent_process,
    reducer,
    set_executable,
    set_forkserver_preload,
    set_start_method,
)

from torch.multiprocessing.spawn import (
    ProcessContext,
    ProcessExitedException,
    ProcessRaisedException,
    SpawnContext,
    spawn,
    start_processes,
)

__all__ = ["get_all_sharing_strategies", "get_sharing_strategy", "set_sharing_strategy", *multiprocessing.__all__]


def get_all_sharing_strategies():
    """The ways in which tensors would be shared between processes."""
    return {"file_descriptor", "file_system"}


def get_sharing_strategy():
    """How tensors are shared between processes."""
    return "file_descriptor"


def set_sharing_strategy(new_strategy):
    """Accepts the strategies of PyTorch; tensors are copied with each."""
    if new_strategy not in get_all_sharing_strategies():
        raise AssertionError
