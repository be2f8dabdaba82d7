# asyncio.pipes: pipes as transports.

import os
import stat
from asyncio import transports

_CHUNK = 256 * 1024


class _PipeTransport:
    """What both ends share: the file, the protocol, and how they part."""

    def _open(self, loop, pipe, protocol):
        self._loop = loop
        self._pipe = pipe
        self._fileno = pipe.fileno()
        self._protocol = protocol
        self._closing = False
        self._extra["pipe"] = pipe
        mode = os.fstat(self._fileno).st_mode
        if not (stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode) or stat.S_ISCHR(mode)):
            self._pipe = self._fileno = self._protocol = None
            raise ValueError("Pipe transport is for pipes/sockets only.")
        os.set_blocking(self._fileno, False)

    def __repr__(self):
        if self._pipe is None:
            state = "closed"
        else:
            state = "closing" if self._closing else "open"
        return f"<{type(self).__name__} fd={self._fileno} {state}>"

    def set_protocol(self, protocol):
        self._protocol = protocol

    def get_protocol(self):
        return self._protocol

    def is_closing(self):
        return self._closing

    def _fail(self, error, message):
        if not isinstance(error, OSError):
            self._loop.call_exception_handler(
                {"message": message, "exception": error, "transport": self, "protocol": self._protocol}
            )
        self._close(error)

    def _call_connection_lost(self, error):
        try:
            self._protocol.connection_lost(error)
        finally:
            self._pipe.close()
            self._pipe = None
            self._protocol = None


class ReadPipeTransport(_PipeTransport, transports.ReadTransport):
    """The end of a pipe that is read from."""

    def __init__(self, loop, pipe, protocol, waiter=None, extra=None):
        super().__init__(extra)
        self._open(loop, pipe, protocol)
        self._paused = False
        loop.call_soon(protocol.connection_made, self)
        loop.call_soon(self._begin, waiter)

    def _begin(self, waiter):
        if not self._closing and not self._paused:
            self._loop._add_reader(self._fileno, self._read_ready)
        if waiter is not None and not waiter.cancelled():
            waiter.set_result(None)

    def _read_ready(self):
        try:
            data = os.read(self._fileno, _CHUNK)
        except (BlockingIOError, InterruptedError):
            return
        except OSError as error:
            self._fail(error, "Fatal read error on pipe transport")
            return
        if data:
            self._protocol.data_received(data)
            return
        self._closing = True
        self._loop._remove_reader(self._fileno)
        self._loop.call_soon(self._protocol.eof_received)
        self._loop.call_soon(self._call_connection_lost, None)

    def is_reading(self):
        return not self._paused and not self._closing

    def pause_reading(self):
        if self.is_reading():
            self._paused = True
            self._loop._remove_reader(self._fileno)

    def resume_reading(self):
        if self._paused and not self._closing:
            self._paused = False
            self._loop._add_reader(self._fileno, self._read_ready)

    def close(self):
        if not self._closing:
            self._close(None)

    def _close(self, error):
        self._closing = True
        self._loop._remove_reader(self._fileno)
        self._loop.call_soon(self._call_connection_lost, error)


class WritePipeTransport(_PipeTransport, transports._FlowControlMixin):
    """The end of a pipe that is written to."""

    def __init__(self, loop, pipe, protocol, waiter=None, extra=None):
        super().__init__(extra, loop)
        self._buffer = bytearray()
        self._lost = 0
        self._open(loop, pipe, protocol)
        loop.call_soon(protocol.connection_made, self)
        loop.call_soon(self._begin, waiter)

    def _begin(self, waiter):
        if waiter is not None and not waiter.cancelled():
            waiter.set_result(None)

    def get_write_buffer_size(self):
        return len(self._buffer)

    def write(self, data):
        if not isinstance(data, (bytes, bytearray, memoryview)):
            raise TypeError(f"data argument must be a bytes-like object, not {type(data).__name__!r}")
        if not data or self._lost or self._closing:
            return
        if not self._buffer:
            written = self._write_now(data)
            if written is None or written == len(data):
                return
            data = memoryview(data)[written:]
            self._loop._add_writer(self._fileno, self._write_ready)
        self._buffer.extend(data)
        self._maybe_pause_protocol()

    def _write_now(self, data):
        """Write as much as fits; the number of bytes, None after an error."""
        try:
            return os.write(self._fileno, data)
        except (BlockingIOError, InterruptedError):
            return 0
        except OSError as error:
            self._lost += 1
            self._fail(error, "Fatal write error on pipe transport")
            return None

    def _write_ready(self):
        written = self._write_now(self._buffer)
        if written is None:
            return
        del self._buffer[:written]
        self._maybe_resume_protocol()
        if not self._buffer:
            self._loop._remove_writer(self._fileno)
            if self._closing:
                self._call_connection_lost(None)

    def can_write_eof(self):
        return True

    def write_eof(self):
        if self._closing:
            return
        self._closing = True
        if not self._buffer:
            self._loop.call_soon(self._call_connection_lost, None)

    def close(self):
        if self._pipe is not None and not self._closing:
            self.write_eof()

    def abort(self):
        self._close(None)

    def _close(self, error):
        self._closing = True
        if self._buffer:
            self._loop._remove_writer(self._fileno)
        self._buffer.clear()
        self._loop.call_soon(self._call_connection_lost, error)
