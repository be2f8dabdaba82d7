# asyncio.staggered: attempts that begin one after the other, of which the first success counts.

from asyncio import events, tasks

__all__ = ("staggered_race",)


async def staggered_race(coro_fns, delay, *, loop=None):
    """Begin an attempt when the one before failed or so many seconds passed: (result, its place, errors)."""
    loop = loop or events.get_running_loop()
    errors, running, remaining = [], {}, list(coro_fns)
    begun = 0
    try:
        while remaining or running:
            if remaining:
                running[loop.create_task(remaining.pop(0)())] = begun
                errors.append(None)
                begun += 1
            wait = delay if remaining else None
            done, _ = await tasks.wait(running, timeout=wait, return_when=tasks.FIRST_COMPLETED)
            for task in sorted(done, key=running.get):
                place = running.pop(task)
                if task.cancelled():
                    continue
                error = task.exception()
                if error is None:
                    return task.result(), place, errors
                if not isinstance(error, Exception):
                    raise error
                errors[place] = error
        return None, None, errors
    finally:
        for task in running:
            task.cancel()
        if running:
            await tasks.wait(running)
