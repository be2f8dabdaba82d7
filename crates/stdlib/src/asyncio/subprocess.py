# asyncio.subprocess: programs beside this one, waited for by coroutines.

import subprocess
from asyncio import events, protocols, streams, tasks
from asyncio.log import logger

__all__ = ("create_subprocess_exec", "create_subprocess_shell")

PIPE, STDOUT, DEVNULL = subprocess.PIPE, subprocess.STDOUT, subprocess.DEVNULL


class SubprocessStreamProtocol(streams.FlowControlMixin, protocols.SubprocessProtocol):
    """Streams for the pipes of a subprocess."""

    def __init__(self, limit, loop):
        super().__init__(loop=loop)
        self._limit = limit
        self._transport = self.stdin = self.stdout = self.stderr = None
        self._stdin_closed = self._loop.create_future()
        # The descriptors of the pipes that are read.
        self._pipe_fds = []
        self._process_exited = False

    def __repr__(self):
        info = [type(self).__name__]
        for name in ("stdin", "stdout", "stderr"):
            stream = getattr(self, name)
            if stream is not None:
                info.append(f"{name}={stream!r}")
        return f"<{' '.join(info)}>"

    def connection_made(self, transport):
        self._transport = transport
        self.stdout, self.stderr = self._reader(transport, 1), self._reader(transport, 2)
        pipe = transport.get_pipe_transport(0)
        if pipe is not None:
            self.stdin = streams.StreamWriter(pipe, protocol=self, reader=None, loop=self._loop)

    def _reader(self, transport, fd):
        pipe = transport.get_pipe_transport(fd)
        if pipe is None:
            return None
        reader = streams.StreamReader(limit=self._limit, loop=self._loop)
        reader.set_transport(pipe)
        self._pipe_fds.append(fd)
        return reader

    def _reader_of(self, fd):
        return {1: self.stdout, 2: self.stderr}.get(fd)

    def pipe_data_received(self, fd, data):
        reader = self._reader_of(fd)
        if reader is not None:
            reader.feed_data(data)

    def pipe_connection_lost(self, fd, exc):
        if fd == 0:
            self._stdin_lost(exc)
            return
        reader = self._reader_of(fd)
        if reader is not None:
            self._end_reader(reader, exc)
        self._pipe_fds = [other for other in self._pipe_fds if other != fd]
        self._maybe_close_transport()

    def _end_reader(self, reader, exc):
        if exc is not None:
            reader.set_exception(exc)
            return
        reader.feed_eof()

    def _stdin_lost(self, exc):
        if self.stdin is not None:
            self.stdin.close()
        self.connection_lost(exc)
        closed = self._stdin_closed
        if exc is None:
            closed.set_result(None)
            return
        closed.set_exception(exc)
        # Nobody has to ask for it.
        closed._log_traceback = False

    def process_exited(self):
        self._process_exited = True
        self._maybe_close_transport()

    def _maybe_close_transport(self):
        if not self._pipe_fds and self._process_exited:
            self._transport.close()
            self._transport = None

    def _get_close_waiter(self, stream):
        return self._stdin_closed if stream is self.stdin else None


class Process:
    """A program that runs."""

    def __init__(self, transport, protocol, loop):
        self._transport = transport
        self._protocol = protocol
        self._loop = loop
        self.stdin, self.stdout, self.stderr = protocol.stdin, protocol.stdout, protocol.stderr
        self.pid = transport.get_pid()

    def __repr__(self):
        return f"<{type(self).__name__} {self.pid}>"

    async def wait(self):
        """Wait until the process exit and return the process return code."""
        return await self._transport._wait()

    @property
    def returncode(self):
        return self._transport.get_returncode()

    def kill(self):
        self._transport.kill()

    def terminate(self):
        self._transport.terminate()

    def send_signal(self, signal):
        self._transport.send_signal(signal)

    def _log(self, message, *details):
        """Note a step of communicate(), in debug mode."""
        if self._loop.get_debug():
            logger.debug("%r communicate: " + message, self, *details)

    async def _feed_stdin(self, input):
        try:
            if input is not None:
                self.stdin.write(input)
                self._log("feed stdin (%s bytes)", len(input))
            await self.stdin.drain()
        except (BrokenPipeError, ConnectionResetError) as error:
            # It needs no more.
            self._log("stdin got %r", error)
        self._log("close stdin")
        self.stdin.close()

    async def _noop(self):
        return None

    async def _read_stream(self, fd):
        transport = self._transport.get_pipe_transport(fd)
        stream, name = (self.stderr, "stderr") if fd == 2 else (self.stdout, "stdout")
        self._log("read %s", name)
        output = await stream.read()
        self._log("close %s", name)
        transport.close()
        return output

    async def communicate(self, input=None):
        """Give the process its input, read all that it writes, and wait for its end."""
        feeds = self._noop() if self.stdin is None else self._feed_stdin(input)
        out = self._noop() if self.stdout is None else self._read_stream(1)
        err = self._noop() if self.stderr is None else self._read_stream(2)
        _, written, errors = await tasks.gather(feeds, out, err)
        await self.wait()
        return written, errors


async def create_subprocess_shell(cmd, stdin=None, stdout=None, stderr=None, limit=streams._DEFAULT_LIMIT, **kwds):
    """Run a command of the shell."""
    loop = events.get_running_loop()
    factory = lambda: SubprocessStreamProtocol(limit=limit, loop=loop)
    transport, protocol = await loop.subprocess_shell(factory, cmd, stdin=stdin, stdout=stdout, stderr=stderr, **kwds)
    return Process(transport, protocol, loop)


async def create_subprocess_exec(program, *args, stdin=None, stdout=None, stderr=None, limit=streams._DEFAULT_LIMIT, **kwds):
    """Run a program with arguments."""
    loop = events.get_running_loop()
    factory = lambda: SubprocessStreamProtocol(limit=limit, loop=loop)
    files = {"stdin": stdin, "stdout": stdout, "stderr": stderr}
    transport, protocol = await loop.subprocess_exec(factory, program, *args, **files, **kwds)
    return Process(transport, protocol, loop)
