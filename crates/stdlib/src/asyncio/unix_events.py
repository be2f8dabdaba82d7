# asyncio.unix_events: the event loop of Unix: signals, pipes, programs, and sockets that are files.

import contextlib
import errno
import io
import itertools
import os
import signal
import socket
import stat
import subprocess
import sys
import threading
import warnings
from asyncio import (
    base_events,
    base_subprocess,
    connections,
    coroutines,
    events,
    exceptions,
    selector_events,
)
from asyncio.log import logger
from asyncio.pipes import _UnixReadPipeTransport as _UnixReadPipeTransport
from asyncio.pipes import _UnixWritePipeTransport as _UnixWritePipeTransport

__all__ = (
    "SelectorEventLoop",
    "AbstractChildWatcher",
    "SafeChildWatcher",
    "FastChildWatcher",
    "PidfdChildWatcher",
    "MultiLoopChildWatcher",
    "ThreadedChildWatcher",
    "DefaultEventLoopPolicy",
    "EventLoop",
)


class _UnixSelectorEventLoop(selector_events.BaseSelectorEventLoop):
    """The event loop of Unix."""

    def __init__(self, selector=None):
        super().__init__(selector)
        # The node of each socket that is a file: another program may have made one of its own there since.
        self._unix_server_sockets = {}
        self._signal_handlers = {}

    def close(self):
        super().close()
        if sys.is_finalizing():
            self._forget_signal_handlers()
        else:
            for sig in list(self._signal_handlers):
                self.remove_signal_handler(sig)

    def _forget_signal_handlers(self):
        """Leave the system's handlers as they are, where the interpreter ends."""
        if self._signal_handlers:
            text = f"Closing the loop {self!r} on interpreter shutdown stage, skipping signal handlers removal"
            warnings.warn(text, ResourceWarning, source=self)
            self._signal_handlers.clear()

    def _process_self_data(self, data):
        for signum in data:
            if signum:
                self._handle_signal(signum)

    # --- signals
    def add_signal_handler(self, sig, callback, *args):
        """Have a callback called by the loop when a signal comes."""
        if coroutines.iscoroutine(callback) or coroutines.iscoroutinefunction(callback):
            raise TypeError("coroutines cannot be used with add_signal_handler()")
        self._check_signal(sig)
        self._check_closed()
        try:
            if threading.current_thread() is not threading.main_thread():
                raise ValueError("set_wakeup_fd only works in main thread of the main interpreter")
            signal.set_wakeup_fd(self._csock.fileno())
        except (ValueError, OSError) as error:
            raise RuntimeError(str(error))
        self._signal_handlers[sig] = events.Handle(callback, args, self, None)
        try:
            # It runs while the loop waits, and so needs no byte to be noticed.
            signal.signal(sig, self._signal_came)
            signal.siginterrupt(sig, False)
        except OSError as error:
            del self._signal_handlers[sig]
            self._stop_wakeups()
            raise _uncatchable(sig, error)

    def _stop_wakeups(self):
        if self._signal_handlers:
            return
        try:
            signal.set_wakeup_fd(-1)
        except (ValueError, OSError) as error:
            logger.info("set_wakeup_fd(-1) failed: %s", error)

    def _signal_came(self, signum, frame):
        if not self.is_closed():
            self._handle_signal(signum)

    def _handle_signal(self, sig):
        handle = self._signal_handlers.get(sig)
        if handle is not None and not handle._cancelled:
            self._add_callback_signalsafe(handle)
        elif handle is not None:
            self.remove_signal_handler(sig)

    def remove_signal_handler(self, sig):
        """Give a signal its own meaning again; whether there was a callback."""
        self._check_signal(sig)
        if self._signal_handlers.pop(sig, None) is None:
            return False
        try:
            signal.signal(sig, signal.default_int_handler if sig == signal.SIGINT else signal.SIG_DFL)
        except OSError as error:
            raise _uncatchable(sig, error)
        self._stop_wakeups()
        return True

    def _check_signal(self, sig):
        if not isinstance(sig, int):
            raise TypeError(f"sig must be an int, not {sig!r}")
        if sig not in signal.valid_signals():
            raise ValueError(f"invalid signal number {sig}")

    # --- pipes and programs
    def _make_read_pipe_transport(self, pipe, protocol, waiter=None, extra=None):
        return _UnixReadPipeTransport(self, pipe, protocol, waiter, extra)

    def _make_write_pipe_transport(self, pipe, protocol, waiter=None, extra=None):
        return _UnixWritePipeTransport(self, pipe, protocol, waiter, extra)

    async def _make_subprocess_transport(self, protocol, args, shell, stdin, stdout, stderr, bufsize, extra=None, **kwargs):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            watcher = events.get_child_watcher()
        with watcher:
            if not watcher.is_active():
                # The end of the program would not be noticed.
                raise RuntimeError("asyncio.get_child_watcher() is not activated, subprocess support is not installed.")
            waiter = self.create_future()
            files = stdin, stdout, stderr, bufsize
            transport = _UnixSubprocessTransport(self, protocol, args, shell, *files, waiter=waiter, extra=extra, **kwargs)
            watcher.add_child_handler(transport.get_pid(), self._child_watcher_callback, transport)
            try:
                await waiter
            except (SystemExit, KeyboardInterrupt):
                raise
            except BaseException:
                transport.close()
                await transport._wait()
                raise
        return transport

    def _child_watcher_callback(self, pid, returncode, transp):
        self.call_soon_threadsafe(transp._process_exited, returncode)

    # --- sockets that are files
    async def create_unix_connection(
        self, protocol_factory, path=None, *, ssl=None, sock=None, server_hostname=None, ssl_handshake_timeout=None,
        ssl_shutdown_timeout=None,
    ):  # fmt: skip
        """Connect to a Unix socket: (transport, protocol)."""
        if ssl and server_hostname is None:
            raise ValueError("you have to pass server_hostname when using ssl")
        if server_hostname is not None and not ssl:
            raise ValueError("server_hostname is only meaningful with ssl")
        connections._check_timeouts(ssl, ssl_handshake_timeout, ssl_shutdown_timeout)
        if path is not None:
            if sock is not None:
                raise ValueError("path and sock can not be specified at the same time")
            sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            try:
                sock.setblocking(False)
                await self.sock_connect(sock, os.fspath(path))
            except:
                sock.close()
                raise
        elif sock is None:
            raise ValueError("no path and sock were specified")
        else:
            _check_unix_socket(sock)
        return await self._create_connection_transport(
            sock, protocol_factory, ssl, server_hostname, False, ssl_handshake_timeout, ssl_shutdown_timeout
        )

    async def create_unix_server(
        self, protocol_factory, path=None, *, sock=None, backlog=100, ssl=None, ssl_handshake_timeout=None,
        ssl_shutdown_timeout=None, start_serving=True, cleanup_socket=True,
    ):  # fmt: skip
        """Take connections at a Unix socket: a Server."""
        if isinstance(ssl, bool):
            raise TypeError("ssl argument must be an SSLContext or None")
        connections._check_timeouts(ssl, ssl_handshake_timeout, ssl_shutdown_timeout)
        if path is not None:
            if sock is not None:
                raise ValueError("path and sock can not be specified at the same time")
            sock = _bound_unix_socket(os.fspath(path))
        elif sock is None:
            raise ValueError("path was not specified, and no sock specified")
        else:
            _check_unix_socket(sock)
        if cleanup_socket:
            self._remember_unix_socket(sock)
        sock.setblocking(False)
        server = base_events.Server(self, [sock], protocol_factory, ssl, backlog, ssl_handshake_timeout, ssl_shutdown_timeout)
        return await self._served(server, start_serving)

    def _remember_unix_socket(self, sock):
        path = sock.getsockname()
        if path and path[:1] not in ("\0", b"\0"):
            self._unix_server_sockets[sock] = path, os.stat(path).st_ino

    def _stop_serving(self, sock):
        known = self._unix_server_sockets.pop(sock, None)
        super()._stop_serving(sock)
        if known is None:
            return
        path, node = known
        try:
            found = os.stat(path)
            if stat.S_ISSOCK(found.st_mode) and found.st_ino == node:
                os.unlink(path)
        except FileNotFoundError:
            pass

    # --- files that the kernel sends
    async def _sock_sendfile_native(self, sock, file, offset, count):
        fileno = _sendable(file)
        blocksize = count or os.fstat(fileno).st_size
        if not blocksize:
            return 0
        future = self.create_future()
        self._sock_sendfile_native_impl(future, None, sock, fileno, offset, count, blocksize, 0)
        return await future

    def _sock_sendfile_native_impl(self, fut, registered_fd, sock, fileno, offset, count, blocksize, total_sent):
        """Have the kernel send a part, and again once the socket takes more."""
        fd, at_end = sock.fileno(), (fileno, offset, total_sent)
        if registered_fd is not None:
            self.remove_writer(registered_fd)
        if count:
            blocksize = count - total_sent
        if fut.cancelled():
            self._sock_sendfile_update_filepos(*at_end)
            return
        try:
            sent = self._sendfile_part(fd, fileno, offset, blocksize)
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as error:
            self._sock_sendfile_update_filepos(*at_end)
            fut.set_exception(_sendfile_failure(error, registered_fd, total_sent))
            return
        if sent == 0:
            self._sock_sendfile_update_filepos(*at_end)
            fut.set_result(total_sent)
            return
        if registered_fd is None:
            self._sock_add_cancellation_callback(fut, sock)
        offset, total_sent = offset + (sent or 0), total_sent + (sent or 0)
        rest = fut, fd, sock, fileno, offset, count, blocksize, total_sent
        self.add_writer(fd, self._sock_sendfile_native_impl, *rest)

    def _sendfile_part(self, fd, fileno, offset, blocksize):
        """How many bytes the kernel sent; 0 at the end of the file, or where no more are wanted; None if it has to wait."""
        if blocksize <= 0:
            return 0
        try:
            return os.sendfile(fd, fileno, offset, min(blocksize, 0x7FFFFFFF))
        except (BlockingIOError, InterruptedError):
            return None

    def _sock_sendfile_update_filepos(self, fileno, offset, total_sent):
        if total_sent > 0:
            os.lseek(fileno, offset, os.SEEK_SET)

    def _sock_add_cancellation_callback(self, fut, sock):
        def cancelled(fut):
            if fut.cancelled() and sock.fileno() != -1:
                self.remove_writer(sock.fileno())

        fut.add_done_callback(cancelled)


def _uncatchable(sig, error):
    """What an error of signal.signal() is for others."""
    return RuntimeError(f"sig {sig} cannot be caught") if error.errno == errno.EINVAL else error


def _sendable(file):
    """The descriptor of a file that the kernel can send."""
    if not hasattr(os, "sendfile"):
        raise exceptions.SendfileNotAvailableError("os.sendfile() is not available")
    try:
        fileno = file.fileno()
        os.fstat(fileno)
        return fileno
    except (AttributeError, OSError, io.UnsupportedOperation):
        raise exceptions.SendfileNotAvailableError("not a regular file") from None


def _sendfile_failure(error, registered_fd, total_sent):
    """What an error of os.sendfile() is for others."""
    if not isinstance(error, OSError):
        return error
    if registered_fd is not None and error.errno == errno.ENOTCONN and type(error) is not ConnectionError:
        gone = ConnectionError("socket is not connected", errno.ENOTCONN)
        gone.__cause__ = error
        error = gone
    # Which files can be sent the kernel says at the first part.
    return exceptions.SendfileNotAvailableError("os.sendfile call failed") if total_sent == 0 else error


def _bound_unix_socket(path):
    if path[:1] not in ("\0", b"\0"):
        connections._remove_stale_socket(path)
    sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        sock.bind(path)
        return sock
    except OSError as error:
        sock.close()
        if error.errno == errno.EADDRINUSE:
            raise OSError(errno.EADDRINUSE, f"Address {path!r} is already in use") from None
        raise
    except:
        sock.close()
        raise


def _check_unix_socket(sock):
    if sock.family != socket.AF_UNIX or sock.type != socket.SOCK_STREAM:
        raise ValueError(f"A UNIX Domain Stream Socket was expected, got {sock!r}")


class _UnixSubprocessTransport(base_subprocess.BaseSubprocessTransport):
    """A program that runs beside this one."""

    def _start(self, args, shell, stdin, stdout, stderr, bufsize, **kwargs):
        files = {"stdin": stdin, "stdout": stdout, "stderr": stderr}
        self._proc = subprocess.Popen(args, shell=shell, universal_newlines=False, bufsize=bufsize, **files, **kwargs)


class AbstractChildWatcher:
    """Says when programs end that a loop has started."""

    def __init_subclass__(cls) -> None:
        if cls.__module__ != __name__:
            _warn_of("AbstractChildWatcher")

    def attach_loop(self, loop):
        """Use a loop, instead of one before it."""
        raise NotImplementedError()

    def is_active(self):
        """Whether ends are noticed."""
        raise NotImplementedError()

    def close(self):
        raise NotImplementedError()

    # --- whose ends
    def add_child_handler(self, pid, callback, *args):
        """Have callback(pid, returncode, *args) called when a program ends."""
        raise NotImplementedError()

    def remove_child_handler(self, pid):
        """Call nothing for a program any more; whether something was to be called."""
        raise NotImplementedError()

    # --- what stands around a program's start
    def __enter__(self):
        raise NotImplementedError()

    def __exit__(self, *details):
        raise NotImplementedError()


class _NothingAroundStarts(AbstractChildWatcher):
    """A watcher that does not mind when programs start."""

    def __enter__(self):
        return self

    def __exit__(self, *details):
        pass


def waitstatus_to_exitcode(status):
    """The exit code of a wait status; the status itself where it has none."""
    with contextlib.suppress(ValueError):
        status = os.waitstatus_to_exitcode(status)
    return status


def _warn_of_unknown(pid):
    """Somebody else has waited for a program."""
    logger.warning("Unknown child process pid %d, will report returncode 255", pid)


def _exit_code(pid):
    """Wait for a program that has ended; its exit code."""
    try:
        _, status = os.waitpid(pid, 0)
    except ChildProcessError:
        _warn_of_unknown(pid)
        return 255
    return waitstatus_to_exitcode(status)


def _ended(pid):
    """How a program ended, without waiting: (pid, exit code, whether that is known); None if it runs."""
    assert pid > 0
    try:
        found, status = os.waitpid(pid, os.WNOHANG)
    except ChildProcessError:
        _warn_of_unknown(pid)
        return pid, 255, False
    return None if found == 0 else (found, waitstatus_to_exitcode(status), True)


def _ended_of_all():
    """The programs of this process that have ended: (pid, exit code)."""
    while True:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            pid = 0
        if pid == 0:
            return
        yield pid, waitstatus_to_exitcode(status)


class _OneByOne(_NothingAroundStarts):
    """A watcher that asks for each program that it knows, by _do_waitpid()."""

    def remove_child_handler(self, pid):
        return self._callbacks.pop(pid, None) is not None

    def _do_waitpid_all(self):
        for pid in list(self._callbacks):
            self._do_waitpid(pid)


class _Unattached(_NothingAroundStarts):
    """A watcher that needs no loop of its own."""

    def attach_loop(self, loop):
        pass

    def close(self):
        pass

    def is_active(self):
        return True

    def remove_child_handler(self, pid):
        # A program is watched from its start to its end.
        return True


class PidfdChildWatcher(_Unattached):
    """Has the running loop wait for a descriptor of each program."""

    def add_child_handler(self, pid, callback, *args):
        loop = events.get_running_loop()
        pidfd = os.pidfd_open(pid)
        loop._add_reader(pidfd, self._do_wait, pid, pidfd, callback, args)

    def _do_wait(self, pid, pidfd, callback, args):
        events.get_running_loop()._remove_reader(pidfd)
        returncode = _exit_code(pid)
        os.close(pidfd)
        callback(pid, returncode, *args)


class ThreadedChildWatcher(_Unattached):
    """Has a thread wait for each program."""

    def __init__(self):
        self._pid_counter = itertools.count(0)
        self._threads = {}

    def __del__(self, _warn=warnings.warn):
        if any(thread.is_alive() for thread in self._threads.values()):
            _warn(f"{type(self)} has registered but not finished child processes", ResourceWarning, source=self)

    def add_child_handler(self, pid, callback, *args):
        name = f"asyncio-waitpid-{next(self._pid_counter)}"
        given = events.get_running_loop(), pid, callback, args
        thread = threading.Thread(target=self._do_waitpid, name=name, args=given, daemon=True)
        self._threads[pid] = thread
        thread.start()

    def _do_waitpid(self, loop, expected_pid, callback, args):
        assert expected_pid > 0
        returncode = _exit_code(expected_pid)
        if loop.get_debug():
            logger.debug("process %s exited with returncode %s", expected_pid, returncode)
        if loop.is_closed():
            logger.warning("Loop %r that handles pid %r is closed", loop, expected_pid)
        else:
            loop.call_soon_threadsafe(callback, expected_pid, returncode, *args)
        self._threads.pop(expected_pid)


class BaseChildWatcher(AbstractChildWatcher):
    """Asks for ends whenever SIGCHLD comes to a loop."""

    def __init__(self):
        self._callbacks = {}
        self._loop = None

    def is_active(self):
        return self._loop is not None and self._loop.is_running()

    def close(self):
        self.attach_loop(None)

    def attach_loop(self, loop):
        assert loop is None or isinstance(loop, events.AbstractEventLoop)
        if self._loop is not None:
            self._detach(final=loop is None)
        self._loop = loop
        if loop is not None:
            loop.add_signal_handler(signal.SIGCHLD, self._sig_chld)
            # One may have ended meanwhile.
            self._do_waitpid_all()

    def _detach(self, final):
        if final and self._callbacks:
            text = "A loop is being detached from a child watcher with pending handlers"
            warnings.warn(text, RuntimeWarning)
        self._loop.remove_signal_handler(signal.SIGCHLD)

    def _sig_chld(self):
        try:
            self._do_waitpid_all()
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as error:
            self._report(error)

    def _report(self, error):
        """Tell the loop of an error in a signal's handler, as nobody else hears of it."""
        message = "Unknown exception in SIGCHLD handler"
        self._loop.call_exception_handler({"message": message, "exception": error})

    def _do_waitpid_all(self):
        raise NotImplementedError()

    def _do_waitpid(self, expected_pid):
        raise NotImplementedError()


class SafeChildWatcher(_OneByOne, BaseChildWatcher):
    """Asks for the programs that it knows one by one."""

    def __init__(self):
        super().__init__()
        _warn_of("SafeChildWatcher")

    def close(self):
        self._callbacks.clear()
        super().close()

    def add_child_handler(self, pid, callback, *args):
        self._callbacks[pid] = (callback, args)
        # It may have ended already.
        self._do_waitpid(pid)

    def _do_waitpid(self, expected_pid):
        ended = _ended(expected_pid)
        if ended is None:
            return
        pid, returncode, known = ended
        if known and self._loop.get_debug():
            logger.debug("process %s exited with returncode %s", expected_pid, returncode)
        handler = self._callbacks.pop(pid, None)
        if handler is not None:
            callback, args = handler
            callback(pid, returncode, *args)
        elif self._loop.get_debug():
            logger.warning("Child watcher got an unexpected pid: %r", expected_pid, exc_info=True)


class FastChildWatcher(BaseChildWatcher):
    """Asks for all programs of the process at once."""

    def __init__(self):
        super().__init__()
        # How many programs begin just now, and which ended before somebody asked.
        self._forks, self._zombies = 0, {}
        self._lock = threading.Lock()
        _warn_of("FastChildWatcher")

    def __enter__(self):
        with self._lock:
            self._forks += 1
        return self

    def __exit__(self, *details):
        with self._lock:
            self._forks -= 1
            unasked = "" if self._forks else self._take_zombies()
        if unasked:
            logger.warning("Caught subprocesses termination from unknown pids: %s", unasked)

    def _take_zombies(self):
        """Forget the programs that nobody asked for; they as text, empty for none."""
        shown = str(self._zombies) if self._zombies else ""
        self._zombies.clear()
        return shown

    def close(self):
        for known in (self._callbacks, self._zombies):
            known.clear()
        super().close()

    def add_child_handler(self, pid, callback, *args):
        assert self._forks, "Must use the context manager"
        with self._lock:
            returncode = self._zombies.pop(pid, None)
            if returncode is None:
                self._callbacks[pid] = callback, args
                return
        callback(pid, returncode, *args)

    def remove_child_handler(self, pid):
        return self._callbacks.pop(pid, None) is not None

    def _do_waitpid_all(self):
        for pid, returncode in _ended_of_all():
            self._ended(pid, returncode)

    def _ended(self, pid, returncode):
        with self._lock:
            callback, args = self._callbacks.pop(pid, (None, ()))
            if callback is None and self._forks:
                # The program that started it asks soon.
                self._zombies[pid] = returncode
                if self._loop.get_debug():
                    logger.debug("unknown process %s exited with returncode %s", pid, returncode)
                return
        if callback is None:
            logger.warning("Caught subprocess termination from unknown pid: %d -> %d", pid, returncode)
            return
        if self._loop.get_debug():
            logger.debug("process %s exited with returncode %s", pid, returncode)
        callback(pid, returncode, *args)


class MultiLoopChildWatcher(_OneByOne):
    """Asks for programs of all loops whenever SIGCHLD comes."""

    def __init__(self):
        self._callbacks = {}
        self._saved_sighandler = None
        _warn_of("MultiLoopChildWatcher")

    def attach_loop(self, loop):
        if self._saved_sighandler is not None:
            return
        before = signal.signal(signal.SIGCHLD, self._sig_chld)
        if before is None:
            logger.warning("Previous SIGCHLD handler was set by non-Python code, restore to default handler on watcher close.")
            before = signal.SIG_DFL
        self._saved_sighandler = before
        signal.siginterrupt(signal.SIGCHLD, False)

    def is_active(self):
        return self._saved_sighandler is not None

    def close(self):
        self._callbacks.clear()
        if self.is_active():
            self._restore_sighandler()

    def _restore_sighandler(self):
        if signal.getsignal(signal.SIGCHLD) == self._sig_chld:
            signal.signal(signal.SIGCHLD, self._saved_sighandler)
        else:
            logger.warning("SIGCHLD handler was changed by outside code")
        self._saved_sighandler = None

    def add_child_handler(self, pid, callback, *args):
        self._callbacks[pid] = (events.get_running_loop(), callback, args)
        # It may have ended already.
        self._do_waitpid(pid)

    def _sig_chld(self, signum, frame):
        try:
            self._do_waitpid_all()
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as error:
            logger.warning("Unknown exception in SIGCHLD handler", exc_info=error)

    def _do_waitpid(self, expected_pid):
        ended = _ended(expected_pid)
        if ended is None:
            return
        pid, returncode, known = ended
        handler = self._callbacks.pop(pid, None)
        if handler is None:
            logger.warning("Child watcher got an unexpected pid: %r", pid, exc_info=True)
            return
        loop, callback, args = handler
        if loop.is_closed():
            logger.warning("Loop %r that handles pid %r is closed", loop, pid)
            return
        if known and loop.get_debug():
            logger.debug("process %s exited with returncode %s", expected_pid, returncode)
        loop.call_soon_threadsafe(callback, pid, returncode, *args)


def can_use_pidfd():
    """Whether the system gives descriptors of processes."""
    try:
        own = os.pidfd_open(os.getpid(), 0)
    except (AttributeError, OSError):
        return False
    os.close(own)
    return True


class _UnixDefaultEventLoopPolicy(events.BaseDefaultEventLoopPolicy):
    """The policy where none was set."""

    _loop_factory = _UnixSelectorEventLoop
    # How ends of programs are noticed, once somebody asks.
    _watcher = None

    def set_event_loop(self, loop):
        super().set_event_loop(loop)
        if self._watcher is not None and threading.current_thread() is threading.main_thread():
            self._watcher.attach_loop(loop)

    def get_child_watcher(self):
        """How ends of programs are noticed."""
        if self._watcher is None:
            self._watcher = PidfdChildWatcher() if can_use_pidfd() else ThreadedChildWatcher()
        _warn_of("get_child_watcher")
        return self._watcher

    def set_child_watcher(self, watcher):
        """Set how ends of programs are noticed; None: as before."""
        assert watcher is None or isinstance(watcher, AbstractChildWatcher)
        before, self._watcher = self._watcher, watcher
        if before is not None:
            before.close()
        _warn_of("set_child_watcher")


def _warn_of(name):
    text = f"{name!r} is deprecated as of Python 3.12 and will be removed in Python 3.14."
    warnings.warn(text, DeprecationWarning)


SelectorEventLoop = EventLoop = _UnixSelectorEventLoop
DefaultEventLoopPolicy = _UnixDefaultEventLoopPolicy
