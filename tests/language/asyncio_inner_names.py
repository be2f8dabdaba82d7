# Names inside asyncio that tests and libraries use: the loop's turn, its heap of timers, its selector, transports and watchers.
import asyncio
import heapq
import os
import selectors
import socket
from asyncio import base_events, base_subprocess, constants, coroutines, events, format_helpers, selector_events, trsock, unix_events


def turn(loop):
    """One turn of the loop, as packages that nest loops write it."""
    ready, scheduled = loop._ready, loop._scheduled
    while scheduled and scheduled[0]._cancelled:
        heapq.heappop(scheduled)
    timeout = 0 if ready or loop._stopping else max(0, scheduled[0]._when - loop.time()) if scheduled else None
    loop._process_events(loop._selector.select(timeout))
    end = loop.time() + loop._clock_resolution
    while scheduled and scheduled[0]._when < end:
        ready.append(heapq.heappop(scheduled))
    for _ in range(len(ready)):
        handle = ready.popleft()
        if not handle._cancelled:
            handle._run()


loop = asyncio.new_event_loop()
seen = []
begin = loop.time()
loop.call_at(begin + 0.002, seen.append, "second")
loop.call_at(begin + 0.001, seen.append, "first")
cancelled = loop.call_at(begin + 0.0005, seen.append, "never")
cancelled.cancel()
loop.call_soon(seen.append, "soon")
while len(seen) < 3:
    turn(loop)
print(seen, loop._timer_cancelled_count, [type(timer).__name__ for timer in loop._scheduled])

one, other = socket.socketpair()
handle = loop._add_reader(one.fileno(), seen.append, "reader")
key = loop._selector.get_map()[one.fileno()]
print(type(handle).__name__, key.events == selectors.EVENT_READ, key.data[0] is handle, key.data[1], loop._internal_fds)
print(selector_events._test_selector_event(loop._selector, one.fileno(), selectors.EVENT_WRITE))
other.send(b"x")
loop._run_once()
print(seen[-1], loop._remove_reader(one.fileno()), loop._remove_reader(one.fileno()), handle._cancelled)
seen_by_thread = loop._write_to_self()
loop._add_callback_signalsafe(events.Handle(seen.append, ("safe",), loop))
loop._run_once()
print(seen[-1])
print(trsock.TransportSocket(one).family == socket.AF_UNIX, hasattr(trsock.TransportSocket(one), "send"))

loop.set_debug(True)
handle = loop.call_soon(len, "abc")
print(repr(handle).split(" at ")[0].split(" created")[0], os.path.basename(handle._source_traceback[-1].filename))
handle.cancel()
print(repr(handle).split(" created")[0])
loop.set_debug(False)
print(format_helpers._format_callback_source(seen_by_thread.__class__, (1,)), format_helpers._get_function_source(len))


def marked():
    pass


marked._is_coroutine = coroutines._is_coroutine
print(asyncio.iscoroutinefunction(marked), asyncio.iscoroutinefunction(turn))


async def main():
    task = asyncio.current_task()
    print(task in asyncio.tasks._scheduled_tasks, asyncio.tasks._current_tasks[asyncio.get_running_loop()] is task)
    transport, protocol = await loop.subprocess_exec(
        lambda: asyncio.subprocess.SubprocessStreamProtocol(limit=2**16, loop=loop), "cat", stderr=None
    )
    print(isinstance(transport, base_subprocess.BaseSubprocessTransport), sorted(transport._pipes))
    transport.get_pipe_transport(0).write(b"through a pipe")
    transport.get_pipe_transport(0).close()
    print(await protocol.stdout.read(), await transport._wait())
    read, write = os.pipe()
    reader = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), open(read, "rb", 0))
    writer, _ = await loop.connect_write_pipe(asyncio.Protocol, open(write, "wb", 0))
    print(type(writer).__name__, writer.max_size if hasattr(writer, "max_size") else writer.get_write_buffer_size())
    writer.writelines([b"a", b"b"])
    writer.close()
    print(await reader.read())


loop.run_until_complete(main())
one.close()
other.close()
loop.close()
print(loop._selector, loop._ssock, base_events._format_pipe(-1), constants._SendfileMode.FALLBACK.name)
print(issubclass(asyncio.PidfdChildWatcher, asyncio.AbstractChildWatcher), unix_events.waitstatus_to_exitcode(256))
