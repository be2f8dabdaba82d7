# asyncio: concurrency with coroutines and an event loop.

from asyncio import (
    base_events,
    cells,
    coroutines,
    events,
    exceptions,
    futures,
    locks,
    protocols,
    queues,
    runners,
    streams,
    taskgroups,
    tasks,
    threads,
    timeouts,
    transports,
    unix_events,
)
from asyncio.base_events import *
from asyncio.coroutines import *
from asyncio.events import *
from asyncio.exceptions import *
from asyncio.futures import *
from asyncio.locks import *
from asyncio.protocols import *
from asyncio.queues import *
from asyncio.runners import *
from asyncio.streams import *
from asyncio.taskgroups import *
from asyncio.tasks import *
from asyncio.threads import *
from asyncio.timeouts import *
from asyncio.transports import *
from asyncio.unix_events import *

__all__ = sum(
    (
        module.__all__
        for module in (
            base_events,
            coroutines,
            events,
            exceptions,
            futures,
            locks,
            protocols,
            queues,
            runners,
            streams,
            taskgroups,
            tasks,
            threads,
            timeouts,
            transports,
            unix_events,
        )
    ),
    (),
)


def __getattr__(name):
    """What needs programs and threads is imported when it is asked for."""
    if name in ("subprocess", "create_subprocess_exec", "create_subprocess_shell"):
        import asyncio.subprocess as module

        return module if name == "subprocess" else getattr(module, name)
    raise AttributeError(f"module 'asyncio' has no attribute {name!r}")
