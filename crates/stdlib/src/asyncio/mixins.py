# asyncio.mixins: what belongs to the event loop that first uses it.

from asyncio import events


class _LoopBoundMixin:
    _loop = None

    def _get_loop(self):
        loop = events._get_running_loop()
        if self._loop is None:
            self._loop = loop
        if loop is not self._loop:
            raise RuntimeError(f"{self!r} is bound to a different event loop")
        return loop


async def _waited_in(waiters, waiter):
    """Wait for a future, which stands in a queue meanwhile."""
    waiters.append(waiter)
    try:
        await waiter
    finally:
        waiters.remove(waiter)
