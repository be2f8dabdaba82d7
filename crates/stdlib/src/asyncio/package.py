# asyncio: concurrency with coroutines and an event loop.

from asyncio import (
    base_events,
    cells,
    coroutines,
    events,
    exceptions,
    futures,
    locks,
    queues,
    runners,
    taskgroups,
    tasks,
    threads,
    timeouts,
)
from asyncio.base_events import *
from asyncio.base_events import SelectorEventLoop
from asyncio.coroutines import *
from asyncio.events import *
from asyncio.events import DefaultEventLoopPolicy
from asyncio.exceptions import *
from asyncio.futures import *
from asyncio.locks import *
from asyncio.queues import *
from asyncio.runners import *
from asyncio.taskgroups import *
from asyncio.tasks import *
from asyncio.threads import *
from asyncio.timeouts import *

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
            queues,
            runners,
            taskgroups,
            tasks,
            threads,
            timeouts,
        )
    ),
    (),
)
