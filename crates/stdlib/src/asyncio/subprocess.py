# asyncio.subprocess: programs beside this one, waited for by coroutines.

import subprocess
import threading
from asyncio import events, protocols, streams, tasks, transports
from asyncio.pipes import ReadPipeTransport, WritePipeTransport

__all__ = ("create_subprocess_exec", "create_subprocess_shell")

PIPE, STDOUT, DEVNULL = subprocess.PIPE, subprocess.STDOUT, subprocess.DEVNULL


class SubprocessTransport(transports.SubprocessTransport):
    """A program that runs, and the transports of its pipes."""

    def __init__(self, loop, protocol, args, options):
        super().__init__()
        self._loop = loop
        self._protocol = protocol
        self._returncode = None
        self._exit_waiters = []
        self._closed = False
        self._finished = False
        self._pipes = {}
        # What the pipes tell before the protocol knows of them.
        self._early = []
        self._popen = subprocess.Popen(args, bufsize=0, **options)
        self._extra["subprocess"] = self._popen

    async def _connect(self):
        streams_of = (self._popen.stdin, self._popen.stdout, self._popen.stderr)
        for fd, pipe in enumerate(streams_of):
            if pipe is None:
                continue
            waiter = self._loop.create_future()
            kind = WritePipeTransport if fd == 0 else ReadPipeTransport
            self._pipes[fd] = kind(self._loop, pipe, _PipeProtocol(self, fd), waiter)
            await waiter
        self._protocol.connection_made(self)
        early, self._early = self._early, None
        for method, args in early:
            method(*args)
        threading.Thread(target=self._wait_in_thread, name=f"asyncio-waitpid-{self._popen.pid}", daemon=True).start()

    def _wait_in_thread(self):
        returncode = self._popen.wait()
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._process_exited, returncode)

    def _process_exited(self, returncode):
        self._returncode = returncode
        self._protocol.process_exited()
        for waiter in self._exit_waiters:
            if not waiter.cancelled():
                waiter.set_result(returncode)
        self._exit_waiters = None
        self._try_finish()

    def _tell(self, method, *args):
        """Call a method of the protocol, once it knows of this transport."""
        if self._early is None:
            method(*args)
        else:
            self._early.append((method, args))

    def _pipe_lost(self, fd, error):
        self._pipes[fd] = None
        self._protocol.pipe_connection_lost(fd, error)
        self._try_finish()

    def _try_finish(self):
        if self._returncode is None or self._finished:
            return
        if all(pipe is None for pipe in self._pipes.values()):
            self._finished = True
            self._loop.call_soon(self._protocol.connection_lost, None)

    async def _wait(self):
        if self._returncode is not None:
            return self._returncode
        waiter = self._loop.create_future()
        self._exit_waiters.append(waiter)
        return await waiter

    def get_pid(self):
        return self._popen.pid

    def get_returncode(self):
        return self._returncode

    def get_pipe_transport(self, fd):
        return self._pipes.get(fd)

    def set_protocol(self, protocol):
        self._protocol = protocol

    def get_protocol(self):
        return self._protocol

    def is_closing(self):
        return self._closed

    def close(self):
        if self._closed:
            return
        self._closed = True
        for pipe in self._pipes.values():
            if pipe is not None:
                pipe.close()
        if self._returncode is None and self._popen.poll() is None:
            self._popen.kill()

    def _check(self):
        if self._returncode is not None:
            raise ProcessLookupError

    def send_signal(self, signal):
        self._check()
        self._popen.send_signal(signal)

    def terminate(self):
        self._check()
        self._popen.terminate()

    def kill(self):
        self._check()
        self._popen.kill()


class _PipeProtocol(protocols.Protocol):
    """Tells the subprocess's protocol of one pipe."""

    def __init__(self, process, fd):
        self._process = process
        self._fd = fd

    def connection_lost(self, exc):
        self._process._tell(self._process._pipe_lost, self._fd, exc)

    def data_received(self, data):
        self._process._tell(self._process._protocol.pipe_data_received, self._fd, data)

    def pause_writing(self):
        self._process._tell(self._process._protocol.pause_writing)

    def resume_writing(self):
        self._process._tell(self._process._protocol.resume_writing)


class SubprocessStreamProtocol(streams.FlowControlMixin, protocols.SubprocessProtocol):
    """Streams for the pipes of a subprocess."""

    def __init__(self, limit, loop):
        super().__init__(loop=loop)
        self._limit = limit
        self.stdin = self.stdout = self.stderr = None
        self._transport = None
        self._stdin_closed = loop.create_future()

    def connection_made(self, transport):
        self._transport = transport
        self.stdout, self.stderr = self._reader(transport, 1), self._reader(transport, 2)
        pipe = transport.get_pipe_transport(0)
        if pipe is not None:
            self.stdin = streams.StreamWriter(pipe, self, None, self._loop)

    def _reader(self, transport, fd):
        pipe = transport.get_pipe_transport(fd)
        if pipe is None:
            return None
        reader = streams.StreamReader(limit=self._limit, loop=self._loop)
        reader.set_transport(pipe)
        return reader

    def _reader_of(self, fd):
        return {1: self.stdout, 2: self.stderr}.get(fd)

    def pipe_data_received(self, fd, data):
        reader = self._reader_of(fd)
        if reader is not None:
            reader.feed_data(data)

    def pipe_connection_lost(self, fd, exc):
        if fd == 0:
            self.connection_lost(exc)
            if not self._stdin_closed.done():
                self._stdin_closed.set_result(None)
            return
        reader = self._reader_of(fd)
        if reader is not None:
            if exc is None:
                reader.feed_eof()
            else:
                reader.set_exception(exc)

    def _get_close_waiter(self, stream):
        return self._stdin_closed


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

    @property
    def returncode(self):
        return self._transport.get_returncode()

    async def wait(self):
        """Wait until the process exit and return the process return code."""
        return await self._transport._wait()

    def send_signal(self, signal):
        self._transport.send_signal(signal)

    def terminate(self):
        self._transport.terminate()

    def kill(self):
        self._transport.kill()

    async def _feed_stdin(self, data):
        try:
            if data is not None:
                self.stdin.write(data)
                await self.stdin.drain()
        except (BrokenPipeError, ConnectionResetError):
            # It needs no more.
            pass
        self.stdin.close()

    async def _nothing(self):
        return None

    async def communicate(self, input=None):
        """Give the process its input, read all that it writes, and wait for its end."""
        feeds = self._nothing() if self.stdin is None else self._feed_stdin(input)
        out = self._nothing() if self.stdout is None else self.stdout.read()
        err = self._nothing() if self.stderr is None else self.stderr.read()
        _, written, errors = await tasks.gather(feeds, out, err)
        await self.wait()
        return written, errors


def _refuse_text(options):
    for name in ("universal_newlines", "text"):
        if options.pop(name, False):
            raise ValueError(f"{name} must be False")
    if options.pop("bufsize", 0) != 0:
        raise ValueError("bufsize must be 0")
    for name in ("encoding", "errors"):
        if options.pop(name, None) is not None:
            raise ValueError(f"{name} must be None")


async def _start(loop, protocol_factory, args, options):
    _refuse_text(options)
    protocol = protocol_factory()
    transport = SubprocessTransport(loop, protocol, args, options)
    await transport._connect()
    return transport, protocol


async def _process(args, limit, options):
    loop = events.get_running_loop()
    factory = lambda: SubprocessStreamProtocol(limit=limit, loop=loop)
    transport, protocol = await _start(loop, factory, args, options)
    return Process(transport, protocol, loop)


async def create_subprocess_shell(cmd, stdin=None, stdout=None, stderr=None, limit=streams._DEFAULT_LIMIT, **kwds):
    """Run a command of the shell."""
    if not isinstance(cmd, (bytes, str)):
        raise ValueError("cmd must be a string")
    options = {"stdin": stdin, "stdout": stdout, "stderr": stderr, **kwds, "shell": True}
    return await _process(cmd, limit, options)


async def create_subprocess_exec(program, *args, stdin=None, stdout=None, stderr=None, limit=streams._DEFAULT_LIMIT, **kwds):
    """Run a program with arguments."""
    if kwds.pop("shell", False):
        raise ValueError("shell must be False")
    options = {"stdin": stdin, "stdout": stdout, "stderr": stderr, **kwds}
    return await _process([program, *args], limit, options)
