# asyncio.streams: bytes that are read and written by coroutines.

import collections
import functools
import warnings
from asyncio import events, exceptions, mixins, protocols

__all__ = (
    "StreamReader",
    "StreamWriter",
    "StreamReaderProtocol",
    "open_connection",
    "open_unix_connection",
    "start_server",
    "start_unix_server",
)

_DEFAULT_LIMIT = 64 * 1024


async def _open(connect, *args, limit, **options):
    """The streams of a connection that a loop's method makes."""
    loop = events.get_running_loop()
    reader = StreamReader(limit=limit, loop=loop)
    protocol = StreamReaderProtocol(reader, loop=loop)
    transport, _ = await getattr(loop, connect)(lambda: protocol, *args, **options)
    return reader, StreamWriter(transport, protocol, reader, loop)


async def _start(serve, client_connected_cb, *args, limit, **options):
    """The server that a loop's method makes, each of whose connections has streams."""
    loop = events.get_running_loop()

    def factory():
        reader = StreamReader(limit=limit, loop=loop)
        return StreamReaderProtocol(reader, client_connected_cb, loop=loop)

    return await getattr(loop, serve)(factory, *args, **options)


async def open_connection(host=None, port=None, *, limit=_DEFAULT_LIMIT, **kwds):
    """Connect to a TCP server: (reader, writer)."""
    return await _open("create_connection", host, port, limit=limit, **kwds)


async def start_server(client_connected_cb, host=None, port=None, *, limit=_DEFAULT_LIMIT, **kwds):
    """Take TCP connections; a callback gets the reader and the writer of each."""
    return await _start("create_server", client_connected_cb, host, port, limit=limit, **kwds)


async def open_unix_connection(path=None, *, limit=_DEFAULT_LIMIT, **kwds):
    """Connect to a Unix socket: (reader, writer)."""
    return await _open("create_unix_connection", path, limit=limit, **kwds)


async def start_unix_server(client_connected_cb, path=None, *, limit=_DEFAULT_LIMIT, **kwds):
    """Take connections at a Unix socket; a callback gets the reader and the writer of each."""
    return await _start("create_unix_server", client_connected_cb, path, limit=limit, **kwds)


def _end_wait(waiter, exc):
    """Let one who waits go on; with an error where there is one."""
    if waiter.done():
        return
    if exc is not None:
        waiter.set_exception(exc)
    else:
        waiter.set_result(None)


class FlowControlMixin(protocols.Protocol):
    """Lets writers wait while the transport's buffer is full."""

    def __init__(self, loop=None):
        self._loop = events.get_event_loop() if loop is None else loop
        self._paused = False
        self._drain_waiters = collections.deque()
        self._connection_lost = False

    def _get_close_waiter(self, stream):
        raise NotImplementedError

    def pause_writing(self):
        self._paused = True

    def resume_writing(self):
        self._paused = False
        self._end_drains(None)

    def connection_lost(self, exc):
        self._connection_lost = True
        if self._paused:
            self._end_drains(exc)

    def _end_drains(self, exc):
        for waiter in self._drain_waiters:
            _end_wait(waiter, exc)

    async def _drain_helper(self):
        if self._connection_lost:
            raise ConnectionResetError("Connection lost")
        if self._paused:
            await mixins._waited_in(self._drain_waiters, self._loop.create_future())


class StreamReaderProtocol(FlowControlMixin, protocols.Protocol):
    """Feeds a StreamReader with what a transport receives."""

    def __init__(self, stream_reader, client_connected_cb=None, loop=None):
        super().__init__(loop=loop)
        self._reader = stream_reader
        self._client_connected_cb = client_connected_cb
        self._transport = None
        self._task = None
        self._over_ssl = False
        self._closed = self._loop.create_future()

    @property
    def _stream_reader(self):
        return self._reader

    def _replace_transport(self, transport):
        """Go on over another transport, in TLS."""
        self._transport = transport
        self._over_ssl = transport.get_extra_info("sslcontext") is not None

    def connection_made(self, transport):
        self._transport = transport
        if self._reader is not None:
            self._reader.set_transport(transport)
        self._over_ssl = transport.get_extra_info("sslcontext") is not None
        if self._client_connected_cb is None:
            return
        writer = StreamWriter(transport, self, self._reader, self._loop)
        served = self._client_connected_cb(self._reader, writer)
        if hasattr(served, "__await__"):
            self._task = self._loop.create_task(served)
            # The connection may be lost before the task is done.
            self._task.add_done_callback(functools.partial(self._served, transport))

    def _served(self, transport, task):
        if task.cancelled():
            transport.close()
        elif task.exception() is not None:
            self._loop.call_exception_handler(
                {
                    "message": "Unhandled exception in client_connected_cb",
                    "exception": task.exception(),
                    "transport": transport,
                }
            )
            transport.close()

    def connection_lost(self, exc):
        if self._reader is not None:
            self._end_reader(exc)
        _end_wait(self._closed, exc)
        super().connection_lost(exc)
        self._reader = self._task = self._transport = None

    def _end_reader(self, exc):
        if exc is not None:
            self._reader.set_exception(exc)
        else:
            self._reader.feed_eof()

    def data_received(self, data):
        if self._reader is not None:
            self._reader.feed_data(data)

    def eof_received(self):
        if self._reader is not None:
            self._reader.feed_eof()
        return not self._over_ssl

    def _get_close_waiter(self, stream):
        return self._closed

    def __del__(self):
        closed = getattr(self, "_closed", None)
        if closed is not None and closed.done() and not closed.cancelled():
            # Nobody has to wait for the end.
            closed.exception()


class StreamWriter:
    """The writing side of a stream."""

    def __init__(self, transport, protocol, reader, loop):
        self._transport = transport
        self._protocol = protocol
        self._reader = reader
        self._loop = loop
        self._complete = loop.create_future()
        self._complete.set_result(None)

    def __repr__(self):
        info = [type(self).__name__, f"transport={self._transport!r}"]
        if self._reader is not None:
            info.append(f"reader={self._reader!r}")
        return f"<{' '.join(info)}>"

    # --- the transport, and what it knows
    @property
    def transport(self):
        return self._transport

    def get_extra_info(self, name, default=None):
        return self._transport.get_extra_info(name, default)

    def is_closing(self):
        return self._transport.is_closing()

    def can_write_eof(self):
        return self._transport.can_write_eof()

    # --- writing, to the end
    def write(self, data):
        self._transport.write(data)

    def writelines(self, data):
        self._transport.writelines(data)

    def close(self):
        return self._transport.close()

    def write_eof(self):
        return self._transport.write_eof()

    async def wait_closed(self):
        await self._protocol._get_close_waiter(self)

    async def start_tls(self, sslcontext, *, server_hostname=None, ssl_handshake_timeout=None, ssl_shutdown_timeout=None):
        """Go on in TLS."""
        protocol = self._protocol
        await self.drain()
        transport = await self._loop.start_tls(
            self._transport,
            protocol,
            sslcontext,
            server_side=protocol._client_connected_cb is not None,
            server_hostname=server_hostname,
            ssl_handshake_timeout=ssl_handshake_timeout,
            ssl_shutdown_timeout=ssl_shutdown_timeout,
        )
        self._transport = transport
        protocol._replace_transport(transport)
        if self._reader is not None:
            self._reader._transport = transport

    def __del__(self):
        transport = getattr(self, "_transport", None)
        if transport is None or transport.is_closing():
            return
        if self._loop.is_closed():
            warnings.warn("loop is closed", ResourceWarning)
        else:
            self.close()
            warnings.warn(f"unclosed {self!r}", ResourceWarning)

    async def drain(self):
        """Wait until more can be written."""
        if self._reader is not None and self._reader.exception() is not None:
            raise self._reader.exception()
        if self._transport.is_closing():
            from asyncio.tasks import sleep

            # connection_lost() has its turn first.
            await sleep(0)
        await self._protocol._drain_helper()


class StreamReader:
    """The reading side of a stream."""

    def __init__(self, limit=_DEFAULT_LIMIT, loop=None):
        if limit <= 0:
            raise ValueError("Limit cannot be <= 0")
        self._limit = limit
        self._loop = events.get_event_loop() if loop is None else loop
        self._buffer = bytearray()
        # Who reads from the transport, and why nobody can any more.
        self._waiter = self._exception = None
        self._eof = self._paused = False
        self._transport = None

    def __repr__(self):
        info = ["StreamReader"]
        if self._buffer:
            info.append(f"{len(self._buffer)} bytes")
        if self._eof:
            info.append("eof")
        if self._limit != _DEFAULT_LIMIT:
            info.append(f"limit={self._limit}")
        if self._waiter:
            info.append(f"waiter={self._waiter!r}")
        if self._exception:
            info.append(f"exception={self._exception!r}")
        if self._transport:
            info.append(f"transport={self._transport!r}")
        if self._paused:
            info.append("paused")
        return f"<{' '.join(info)}>"

    def exception(self):
        return self._exception

    def set_exception(self, exc):
        self._exception = exc
        waiter, self._waiter = self._waiter, None
        if waiter is not None and not waiter.cancelled():
            waiter.set_exception(exc)

    def set_transport(self, transport):
        assert self._transport is None, "Transport already set"
        self._transport = transport

    # --- what the protocol gives
    def _wakeup_waiter(self):
        waiter, self._waiter = self._waiter, None
        if waiter is not None and not waiter.cancelled():
            waiter.set_result(None)

    def at_eof(self):
        """Return True if the buffer is empty and 'feed_eof' was called."""
        return self._eof and not self._buffer

    def feed_eof(self):
        self._eof = True
        self._wakeup_waiter()

    def feed_data(self, data):
        assert not self._eof, "feed_data after feed_eof"
        if not data:
            return
        self._buffer.extend(data)
        self._wakeup_waiter()
        if self._transport is not None and not self._paused and len(self._buffer) > 2 * self._limit:
            self._pause_transport()

    def _pause_transport(self):
        try:
            self._transport.pause_reading()
            self._paused = True
        except NotImplementedError:
            # It cannot be paused: the buffer grows.
            self._transport = None

    def _resume_transport(self):
        self._paused = False
        self._transport.resume_reading()

    def _maybe_resume_transport(self):
        if self._paused and len(self._buffer) <= self._limit:
            self._resume_transport()

    async def _wait_for_data(self, func_name):
        if self._waiter is not None:
            raise RuntimeError(f"{func_name}() called while another coroutine is already waiting for incoming data")
        assert not self._eof, "_wait_for_data after EOF"
        if self._paused:
            self._resume_transport()
        self._waiter = self._loop.create_future()
        try:
            await self._waiter
        finally:
            self._waiter = None

    def _take(self, count):
        data = bytes(self._buffer[:count])
        del self._buffer[:count]
        self._maybe_resume_transport()
        return data

    # --- reading
    async def readline(self):
        """Read a line, up to the end of the stream at most; ValueError for one above the limit."""
        try:
            return await self.readuntil(b"\n")
        except exceptions.IncompleteReadError as error:
            return error.partial
        except exceptions.LimitOverrunError as error:
            if self._buffer.startswith(b"\n", error.consumed):
                del self._buffer[: error.consumed + 1]
            else:
                self._buffer.clear()
            self._maybe_resume_transport()
            raise ValueError(error.args[0])

    async def readuntil(self, separator=b"\n"):
        """Read to the first separator, which is given too; a tuple gives several."""
        separators = sorted(separator, key=len) if isinstance(separator, tuple) else [separator]
        if not separators:
            raise ValueError("Separator should contain at least one element")
        shortest, longest = len(separators[0]), len(separators[-1])
        if shortest == 0:
            raise ValueError("Separator should be at least one-byte string")
        if self._exception is not None:
            raise self._exception
        searched = 0
        while True:
            size = len(self._buffer)
            if size - searched >= shortest:
                found = self._first_separator(separators, searched)
                if found is not None:
                    break
                # What may be the beginning of a separator is looked at again.
                searched = max(0, size + 1 - longest)
                if searched > self._limit:
                    raise exceptions.LimitOverrunError("Separator is not found, and chunk exceed the limit", searched)
            if self._eof:
                chunk = bytes(self._buffer)
                self._buffer.clear()
                raise exceptions.IncompleteReadError(chunk, None)
            await self._wait_for_data("readuntil")
        start, end = found
        if start > self._limit:
            raise exceptions.LimitOverrunError("Separator is found, but chunk is longer than limit", start)
        return self._take(end)

    def _first_separator(self, separators, searched):
        """Where the separator that ends first begins and ends."""
        found = None
        for separator in separators:
            at = self._buffer.find(separator, searched)
            if at != -1 and (found is None or at + len(separator) < found[1]):
                found = at, at + len(separator)
        return found

    async def read(self, n=-1):
        """Read at least one byte and at most n; all to the end of the stream for -1."""
        if self._exception is not None:
            raise self._exception
        if n == 0:
            return b""
        if n < 0:
            chunks = []
            while chunk := await self.read(self._limit):
                chunks.append(chunk)
            return b"".join(chunks)
        if not self._buffer and not self._eof:
            await self._wait_for_data("read")
        return self._take(n)

    async def readexactly(self, n):
        """Read exactly n bytes; IncompleteReadError where the stream ends before."""
        if n < 0:
            raise ValueError("readexactly size can not be less than zero")
        if self._exception is not None:
            raise self._exception
        if n == 0:
            return b""
        while len(self._buffer) < n:
            if self._eof:
                partial = bytes(self._buffer)
                self._buffer.clear()
                raise exceptions.IncompleteReadError(partial, n)
            await self._wait_for_data("readexactly")
        return self._take(n)

    def __aiter__(self):
        return self

    async def __anext__(self):
        line = await self.readline()
        if line == b"":
            raise StopAsyncIteration
        return line
