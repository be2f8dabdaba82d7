# asyncio.cells: the event loop on which cells that await run. Tasks made in one cell go on while a later one awaits.

from asyncio import events, runners

_loop = None


def loop():
    """The event loop of the cells."""
    global _loop
    if _loop is None or _loop.is_closed():
        _loop = events.new_event_loop()
    return _loop


def run(coroutine):
    """Run a cell to its end; its value."""
    own = loop()
    events.set_event_loop(own)
    return runners._run_task(own, own.create_task(coroutine))
