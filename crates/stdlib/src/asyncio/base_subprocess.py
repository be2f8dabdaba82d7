# asyncio.base_subprocess: a program that runs, as a transport.

import collections
import contextlib
import functools
import os
import signal
import subprocess
import warnings
from asyncio import protocols, transports
from asyncio.log import logger


class BaseSubprocessTransport(transports.SubprocessTransport):
    """A program that runs, and the transports of its pipes."""

    def __init__(self, loop, protocol, args, shell, stdin, stdout, stderr, bufsize, waiter=None, extra=None, **kwargs):
        super().__init__(extra)
        self._loop, self._protocol = loop, protocol
        self._closed = self._finished = False
        self._proc = self._pid = self._returncode = None
        # Futures of those who wait for the program's end.
        self._exit_waiters = []
        # What the protocol is called with before it knows of this transport.
        self._pending_calls = collections.deque()
        # By descriptor in the program; None until connected.
        self._pipes = {fd: None for fd, given in enumerate((stdin, stdout, stderr)) if given == subprocess.PIPE}
        try:
            self._start(args=args, shell=shell, stdin=stdin, stdout=stdout, stderr=stderr, bufsize=bufsize, **kwargs)
        except:
            self.close()
            raise
        self._pid = self._proc.pid
        self._extra["subprocess"] = self._proc
        if self._loop.get_debug():
            program = args if isinstance(args, (bytes, str)) else args[0]
            logger.debug("process %r created: pid %s", program, self._pid)
        self._loop.create_task(self._connect_pipes(waiter))

    def __repr__(self):
        info = [type(self).__name__]
        if self._closed:
            info.append("closed")
        if self._pid is not None:
            info.append(f"pid={self._pid}")
        if self._returncode is not None:
            info.append(f"returncode={self._returncode}")
        else:
            info.append("not started" if self._pid is None else "running")
        pipes = {fd: proto.pipe for fd, proto in self._pipes.items() if proto is not None}
        if 0 in pipes:
            info.append(f"stdin={pipes[0]}")
        if 1 in pipes and pipes[1] is pipes.get(2):
            info.append(f"stdout=stderr={pipes[1]}")
        else:
            info += [f"{name}={pipes[fd]}" for fd, name in ((1, "stdout"), (2, "stderr")) if fd in pipes]
        return f"<{' '.join(info)}>"

    # --- what is known of the program
    def get_pid(self):
        return self._pid

    def get_pipe_transport(self, fd):
        return self._pipes[fd].pipe if fd in self._pipes else None

    def get_returncode(self):
        return self._returncode

    def is_closing(self):
        return self._closed

    def get_protocol(self):
        return self._protocol

    def set_protocol(self, protocol):
        self._protocol = protocol

    # --- its start and its end
    def _start(self, args, shell, stdin, stdout, stderr, bufsize, **kwargs):
        raise NotImplementedError

    def kill(self):
        self.send_signal(signal.SIGKILL)

    def terminate(self):
        self.send_signal(signal.SIGTERM)

    def send_signal(self, signal):
        self._check_proc()
        # Popen.send_signal() asks for the exit code first, which belongs to the child watcher.
        with contextlib.suppress(ProcessLookupError):
            os.kill(self._proc.pid, signal)

    def _check_proc(self):
        """Refuse what needs a program that runs."""
        if self._proc is None or self._returncode is not None:
            raise ProcessLookupError()

    def close(self):
        if not self._closed:
            self._closed = True
            self._close_pipes()
            if self._seems_to_run():
                self._kill_at_close()

    def _close_pipes(self):
        connected = [proto for proto in self._pipes.values() if proto is not None]
        for proto in connected:
            proto.pipe.close()

    def _seems_to_run(self):
        """Whether the program was started, and neither this transport nor the system knows of its end."""
        return self._proc is not None and self._returncode is None and self._proc.poll() is None

    def _kill_at_close(self):
        if self._loop.get_debug():
            logger.warning("Close running child process: kill %r", self)
        # It may have ended meanwhile, or run as another user.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            self._proc.kill()

    def __del__(self, _warn=warnings.warn):
        if self._closed:
            return
        _warn(f"unclosed transport {self!r}", ResourceWarning, source=self)
        self.close()

    # --- its pipes
    async def _connect_pipes(self, waiter):
        try:
            await self._connect_each()
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as error:
            if waiter is not None and not waiter.cancelled():
                waiter.set_exception(error)
        else:
            if waiter is not None and not waiter.cancelled():
                waiter.set_result(None)

    async def _connect_each(self):
        proc, loop = self._proc, self._loop
        ends = (
            (proc.stdin, loop.connect_write_pipe, WriteSubprocessPipeProto),
            (proc.stdout, loop.connect_read_pipe, ReadSubprocessPipeProto),
            (proc.stderr, loop.connect_read_pipe, ReadSubprocessPipeProto),
        )
        for fd, (pipe, connect, kind) in enumerate(ends):
            if pipe is not None:
                _, self._pipes[fd] = await connect(functools.partial(kind, self, fd), pipe)
        loop.call_soon(self._protocol.connection_made, self)
        for call, data in self._pending_calls:
            loop.call_soon(call, *data)
        self._pending_calls = None

    def _call(self, call, *data):
        """Call a method of the protocol soon, once it knows of this transport."""
        if self._pending_calls is None:
            self._loop.call_soon(call, *data)
        else:
            self._pending_calls.append((call, data))

    def _pipe_data_received(self, fd, data):
        self._call(self._protocol.pipe_data_received, fd, data)

    def _pipe_connection_lost(self, fd, exc):
        self._call(self._protocol.pipe_connection_lost, fd, exc)
        self._try_finish()

    # --- its exit
    async def _wait(self):
        """Wait until the program exits; its return code."""
        if self._returncode is None:
            self._exit_waiters.append(self._loop.create_future())
            return await self._exit_waiters[-1]
        return self._returncode

    def _process_exited(self, returncode):
        assert returncode is not None, returncode
        assert self._returncode is None, self._returncode
        self._note_exit(returncode)
        self._call(self._protocol.process_exited)
        self._wake_exit_waiters()
        self._try_finish()

    def _note_exit(self, returncode):
        if self._loop.get_debug():
            logger.info("%r exited with return code %r", self, returncode)
        self._returncode = returncode
        if self._proc.returncode is None:
            # Nobody asks the system again.
            self._proc.returncode = returncode

    def _wake_exit_waiters(self):
        """Pipes may be open for longer, where the program's own children have them."""
        waiters, self._exit_waiters = self._exit_waiters, []
        for waiter in waiters:
            if not waiter.cancelled():
                waiter.set_result(self._returncode)

    def _try_finish(self):
        """Tell the protocol that all is over, once the program has ended and its pipes are closed."""
        assert not self._finished
        if self._returncode is not None and self._all_disconnected():
            self._finished = True
            self._call(self._call_connection_lost, None)

    def _all_disconnected(self):
        return all(proto is not None and proto.disconnected for proto in self._pipes.values())

    def _call_connection_lost(self, exc):
        try:
            self._protocol.connection_lost(exc)
        finally:
            self._loop = self._proc = self._protocol = None


class WriteSubprocessPipeProto(protocols.BaseProtocol):
    """Tells the program's transport of a pipe that is written to."""

    def __init__(self, proc, fd):
        self.proc, self.fd = proc, fd
        self.pipe = None
        self.disconnected = False

    def __repr__(self):
        return f"<{type(self).__name__} fd={self.fd} pipe={self.pipe!r}>"

    def connection_made(self, transport):
        self.pipe = transport

    def pause_writing(self):
        self.proc._protocol.pause_writing()

    def resume_writing(self):
        self.proc._protocol.resume_writing()

    def connection_lost(self, exc):
        self.disconnected = True
        proc, self.proc = self.proc, None
        proc._pipe_connection_lost(self.fd, exc)


class ReadSubprocessPipeProto(WriteSubprocessPipeProto, protocols.Protocol):
    """Tells the program's transport of a pipe that is read."""

    def data_received(self, data):
        self.proc._pipe_data_received(self.fd, data)
