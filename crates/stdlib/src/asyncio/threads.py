# asyncio.threads: functions that run in a thread meanwhile.

import contextvars
import functools
from asyncio import events

__all__ = ("to_thread",)


async def to_thread(func, /, *args, **kwargs):
    """Asynchronously run function *func* in a separate thread."""
    loop = events.get_running_loop()
    call = functools.partial(contextvars.copy_context().run, func, *args, **kwargs)
    return await loop.run_in_executor(None, call)
