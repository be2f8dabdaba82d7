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


def go_on(seconds):
    """Have tasks that cells left run on for a while; whether there are any."""
    if _loop is None or _loop.is_closed() or not _loop._has_work():
        return False
    end = _loop.call_later(seconds, _loop.stop)
    try:
        _loop.run_forever()
    finally:
        end.cancel()
    return _loop._has_work()
