# concurrent.futures: calls that run elsewhere, and their results.

from concurrent.futures._base import (
    ALL_COMPLETED,
    FIRST_COMPLETED,
    FIRST_EXCEPTION,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    InvalidStateError,
    TimeoutError,
    as_completed,
    wait,
)

__all__ = (
    "FIRST_COMPLETED",
    "FIRST_EXCEPTION",
    "ALL_COMPLETED",
    "CancelledError",
    "TimeoutError",
    "InvalidStateError",
    "BrokenExecutor",
    "Future",
    "Executor",
    "wait",
    "as_completed",
    "ProcessPoolExecutor",
    "ThreadPoolExecutor",
)


def __getattr__(name):
    if name == "ThreadPoolExecutor":
        from concurrent.futures.thread import ThreadPoolExecutor

        return ThreadPoolExecutor
    if name == "ProcessPoolExecutor":
        from concurrent.futures.process import ProcessPoolExecutor

        return ProcessPoolExecutor
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
