# asyncio.pipes: pipes as transports.

import errno
import os
import selectors
import stat
import warnings
from asyncio import constants, futures, selector_events, transports
from asyncio.log import logger


class _PipeTransport:
    """What both ends of a pipe share: the file, the protocol, and how they part."""

    def _open(self, loop, pipe, protocol):
        self._extra["pipe"] = pipe
        self._loop = loop
        self._pipe = pipe
        self._fileno = pipe.fileno()
        self._protocol = protocol
        self._closing = False
        mode = os.fstat(self._fileno).st_mode
        if not (stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode) or stat.S_ISCHR(mode)):
            self._pipe = self._fileno = self._protocol = None
            raise ValueError("Pipe transport is for pipes/sockets only.")
        os.set_blocking(self._fileno, False)
        return mode

    def __repr__(self):
        info = [type(self).__name__]
        if self._pipe is None:
            info.append("closed")
        elif self._closing:
            info.append("closing")
        info.append(f"fd={self._fileno}")
        selector = getattr(self._loop, "_selector", None)
        if self._pipe is None:
            info.append("closed")
        elif selector is None:
            info.append("open")
        else:
            info += self._polling(selector)
        return f"<{' '.join(info)}>"

    def get_protocol(self):
        return self._protocol

    def set_protocol(self, protocol):
        self._protocol = protocol

    def is_closing(self):
        return self._closing

    def __del__(self, _warn=warnings.warn):
        if self._pipe is not None:
            _warn(f"unclosed transport {self!r}", ResourceWarning, source=self)
            self._pipe.close()

    def _fatal_error(self, exc, message="Fatal error on pipe transport"):
        if self._is_usual(exc):
            if self._loop.get_debug():
                logger.debug("%r: %s", self, message, exc_info=True)
        else:
            told = {"message": message, "exception": exc, "transport": self, "protocol": self._protocol}
            self._loop.call_exception_handler(told)
        self._close(exc)

    def _call_connection_lost(self, exc):
        try:
            self._protocol.connection_lost(exc)
        finally:
            self._pipe.close()
            self._pipe = self._protocol = self._loop = None

    def _note(self, message):
        """Log what this transport does, in debug mode."""
        if self._loop.get_debug():
            logger.debug(message, self)

    def _note_peer_closed(self):
        if self._loop.get_debug():
            logger.info("%r was closed by peer", self)

    def _stop_reading(self):
        self._closing = True
        self._loop._remove_reader(self._fileno)

    def _lose(self, exc):
        """Tell the protocol soon that the pipe is lost."""
        self._loop.call_soon(self._call_connection_lost, exc)


class _UnixReadPipeTransport(_PipeTransport, transports.ReadTransport):
    """The end of a pipe that is read from."""

    max_size = 256 * 1024

    def __init__(self, loop, pipe, protocol, waiter=None, extra=None):
        super().__init__(extra)
        self._paused = False
        self._open(loop, pipe, protocol)
        loop.call_soon(protocol.connection_made, self)
        loop.call_soon(self._add_reader, self._fileno, self._read_ready)
        if waiter is not None:
            loop.call_soon(futures._set_result_unless_cancelled, waiter, None)

    def _polling(self, selector):
        reads = selector_events._test_selector_event(selector, self._fileno, selectors.EVENT_READ)
        return ["polling" if reads else "idle"]

    def _is_usual(self, exc):
        # The other side of a terminal is gone.
        return isinstance(exc, OSError) and exc.errno == errno.EIO

    def _add_reader(self, fd, callback):
        if self.is_reading():
            self._loop._add_reader(fd, callback)

    def _read_ready(self):
        try:
            data = os.read(self._fileno, self.max_size)
        except (BlockingIOError, InterruptedError):
            return
        except OSError as error:
            self._fatal_error(error, "Fatal read error on pipe transport")
            return
        if data:
            self._protocol.data_received(data)
            return
        self._note_peer_closed()
        self._stop_reading()
        self._loop.call_soon(self._protocol.eof_received)
        self._lose(None)

    def is_reading(self):
        return not self._paused and not self._closing

    def resume_reading(self):
        if self._paused and not self._closing:
            self._paused = False
            self._loop._add_reader(self._fileno, self._read_ready)
            self._note("%r resumes reading")

    def pause_reading(self):
        if self.is_reading():
            self._paused = True
            self._loop._remove_reader(self._fileno)
            self._note("%r pauses reading")

    def close(self):
        if not self._closing:
            self._close(None)

    def _close(self, exc):
        self._stop_reading()
        self._lose(exc)


class _UnixWritePipeTransport(_PipeTransport, transports._FlowControlMixin, transports.WriteTransport):
    """The end of a pipe that is written to."""

    def __init__(self, loop, pipe, protocol, waiter=None, extra=None):
        super().__init__(extra, loop)
        self._buffer = bytearray()
        # How often something was written since the pipe was lost.
        self._conn_lost = 0
        mode = self._open(loop, pipe, protocol)
        loop.call_soon(protocol.connection_made, self)
        if not stat.S_ISCHR(mode):
            # A pipe becomes readable when its other side is closed.
            loop.call_soon(loop._add_reader, self._fileno, self._read_ready)
        if waiter is not None:
            loop.call_soon(futures._set_result_unless_cancelled, waiter, None)

    def _polling(self, selector):
        writes = selector_events._test_selector_event(selector, self._fileno, selectors.EVENT_WRITE)
        return ["polling" if writes else "idle", f"bufsize={self.get_write_buffer_size()}"]

    def _is_usual(self, exc):
        return isinstance(exc, OSError)

    def get_write_buffer_size(self):
        return len(self._buffer)

    def _read_ready(self):
        """The other side was closed."""
        self._note_peer_closed()
        self._close(BrokenPipeError() if self._buffer else None)

    def write(self, data):
        assert isinstance(data, (bytes, bytearray, memoryview)), repr(data)
        if not data:
            return
        if self._conn_lost or self._closing:
            self._count_lost_write()
        else:
            self._write_or_keep(memoryview(data) if isinstance(data, bytearray) else data)

    def _count_lost_write(self):
        """Something was written to a pipe that is lost; reported once it happens often."""
        if self._conn_lost >= constants.LOG_THRESHOLD_FOR_CONNLOST_WRITES:
            logger.warning("pipe closed by peer or os.write(pipe, data) raised exception.")
        self._conn_lost += 1

    def _write_or_keep(self, data):
        """Write what the pipe takes, which most often is all, and keep the rest."""
        if not self._buffer:
            written = self._write_now(data)
            if written is None or written == len(data):
                return
            if written > 0:
                data = memoryview(data)[written:]
            self._loop._add_writer(self._fileno, self._write_ready)
        self._buffer += data
        self._maybe_pause_protocol()

    def _write_now(self, data):
        """Write as much as fits; the number of bytes, None after an error."""
        try:
            return os.write(self._fileno, data)
        except (BlockingIOError, InterruptedError):
            return 0
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as error:
            self._conn_lost += 1
            self._drop_buffer()
            self._fatal_error(error, "Fatal write error on pipe transport")
            return None

    def _write_ready(self):
        assert self._buffer, "Data should not be empty"
        written = self._write_now(self._buffer)
        if not written:
            return
        del self._buffer[:written]
        if self._buffer:
            return
        self._loop._remove_writer(self._fileno)
        self._maybe_resume_protocol()
        if self._closing:
            self._loop._remove_reader(self._fileno)
            self._call_connection_lost(None)

    def write_eof(self):
        if not self._closing:
            assert self._pipe
            self._closing = True
            if not self._buffer:
                self._stop_reading()
                self._lose(None)

    def can_write_eof(self):
        return True

    def close(self):
        if self._pipe is not None and not self._closing:
            self.write_eof()

    def abort(self):
        self._close(None)

    def _close(self, exc=None):
        self._drop_buffer()
        self._stop_reading()
        self._lose(exc)

    def _drop_buffer(self):
        if self._buffer:
            self._buffer.clear()
            self._loop._remove_writer(self._fileno)
