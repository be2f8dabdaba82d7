# asyncio.child_watchers: how programs that others start are waited for; the event loop's own are not asked of these.

import itertools
import os
import signal
import threading
import warnings
from asyncio import events
from asyncio.log import logger

__all__ = (
    "AbstractChildWatcher",
    "PidfdChildWatcher",
    "SafeChildWatcher",
    "FastChildWatcher",
    "MultiLoopChildWatcher",
    "ThreadedChildWatcher",
)


def _warn_of(name, stacklevel=3):
    text = f"{name!r} is deprecated as of Python 3.12 and will be removed in Python 3.14."
    warnings.warn(text, DeprecationWarning, stacklevel=stacklevel)


def _exit_code(pid, options, unknown="Unknown child process pid %d, will report returncode 255"):
    """(id, exit code) of a process that has ended; None while it runs."""
    try:
        pid, status = os.waitpid(pid, options)
    except ChildProcessError:
        logger.warning(unknown, pid)
        return pid, 255
    return (pid, os.waitstatus_to_exitcode(status)) if pid else None


class AbstractChildWatcher:
    """What waits for processes and calls callback(pid, returncode, *args) when one has ended."""

    def __init_subclass__(cls):
        if cls.__module__ != __name__:
            _warn_of("AbstractChildWatcher")

    def add_child_handler(self, pid, callback, *args):
        """Have a callback called when a process ends, in place of another."""
        raise NotImplementedError()

    def remove_child_handler(self, pid):
        """Forget the callback of a process; whether there was one."""
        raise NotImplementedError()

    def attach_loop(self, loop):
        """Use an event loop; None for none."""
        raise NotImplementedError()

    def close(self):
        """Let go of what the watcher holds."""
        raise NotImplementedError()

    def is_active(self):
        """Whether the watcher can notice the ends of processes."""
        raise NotImplementedError()

    def __enter__(self):
        raise NotImplementedError()

    def __exit__(self, a, b, c):
        raise NotImplementedError()


class PidfdChildWatcher(AbstractChildWatcher):
    """Waits for a descriptor of each process in the running loop."""

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_value, exc_traceback):
        pass

    def is_active(self):
        return True

    def close(self):
        pass

    def attach_loop(self, loop):
        pass

    def add_child_handler(self, pid, callback, *args):
        loop = events.get_running_loop()
        pidfd = os.pidfd_open(pid)
        loop._add_reader(pidfd, self._ended, pid, pidfd, callback, args)

    def _ended(self, pid, pidfd, callback, args):
        events.get_running_loop()._remove_reader(pidfd)
        unknown = "child process pid %d exit status already read:  will report returncode 255"
        _, code = _exit_code(pid, 0, unknown)
        os.close(pidfd)
        callback(pid, code, *args)

    def remove_child_handler(self, pid):
        return True


class BaseChildWatcher(AbstractChildWatcher):
    """Waits for processes when the loop gets SIGCHLD."""

    def __init__(self):
        self._loop = None
        self._callbacks = {}

    def __enter__(self):
        return self

    def __exit__(self, a, b, c):
        pass

    def close(self):
        self.attach_loop(None)

    def is_active(self):
        return self._loop is not None and self._loop.is_running()

    def _do_waitpid(self, expected_pid):
        raise NotImplementedError()

    def _do_waitpid_all(self):
        raise NotImplementedError()

    def remove_child_handler(self, pid):
        return self._callbacks.pop(pid, None) is not None

    def attach_loop(self, loop):
        assert loop is None or isinstance(loop, events.AbstractEventLoop)
        if self._loop is not None and loop is None and self._callbacks:
            text = "A loop is being detached from a child watcher with pending handlers"
            warnings.warn(text, RuntimeWarning, stacklevel=2)
        if self._loop is not None:
            self._loop.remove_signal_handler(signal.SIGCHLD)
        self._loop = loop
        if loop is not None:
            loop.add_signal_handler(signal.SIGCHLD, self._sig_chld)
            # A process may have ended since.
            self._do_waitpid_all()

    def _sig_chld(self):
        try:
            self._do_waitpid_all()
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as error:
            self._loop.call_exception_handler({"message": "Unknown exception in SIGCHLD handler", "exception": error})


class SafeChildWatcher(BaseChildWatcher):
    """Waits for each of its processes by itself, so that those of others are left alone."""

    def __init__(self):
        super().__init__()
        _warn_of("SafeChildWatcher")

    def close(self):
        self._callbacks.clear()
        super().close()

    def add_child_handler(self, pid, callback, *args):
        self._callbacks[pid] = (callback, args)
        self._do_waitpid(pid)

    def _do_waitpid_all(self):
        for pid in list(self._callbacks):
            self._do_waitpid(pid)

    def _do_waitpid(self, expected_pid):
        assert expected_pid > 0
        ended = _exit_code(expected_pid, os.WNOHANG)
        if ended is None:
            return
        callback, args = self._callbacks.pop(ended[0], (None, ()))
        if callback is not None:
            callback(*ended, *args)


class FastChildWatcher(BaseChildWatcher):
    """Waits for all processes at once, those of others too. Start processes within its block."""

    def __init__(self):
        super().__init__()
        self._lock = threading.Lock()
        # What ended before it had a callback, and how many blocks are open.
        self._zombies = {}
        self._forks = 0
        _warn_of("FastChildWatcher")

    def close(self):
        self._callbacks.clear()
        self._zombies.clear()
        super().close()

    def __enter__(self):
        with self._lock:
            self._forks += 1
            return self

    def __exit__(self, a, b, c):
        with self._lock:
            self._forks -= 1
            if self._forks or not self._zombies:
                return
            left = str(self._zombies)
            self._zombies.clear()
        logger.warning("Caught subprocesses termination from unknown pids: %s", left)

    def add_child_handler(self, pid, callback, *args):
        assert self._forks, "Must use the context manager"
        with self._lock:
            code = self._zombies.pop(pid, None)
            if code is None:
                self._callbacks[pid] = (callback, args)
                return
        callback(pid, code, *args)

    def _do_waitpid_all(self):
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if not pid:
                return
            self._ended(pid, os.waitstatus_to_exitcode(status))

    def _ended(self, pid, code):
        with self._lock:
            callback, args = self._callbacks.pop(pid, (None, ()))
            if callback is None and self._forks:
                self._zombies[pid] = code
                return
        if callback is None:
            logger.warning("Caught subprocess termination from unknown pid: %d -> %d", pid, code)
        else:
            callback(pid, code, *args)


def _call_in(loop, pid, callback, *args):
    """Calls in a loop, which may have closed."""
    if loop.is_closed():
        logger.warning("Loop %r that handles pid %r is closed", loop, pid)
    else:
        loop.call_soon_threadsafe(callback, *args)


class MultiLoopChildWatcher(AbstractChildWatcher):
    """Waits for each of its processes when SIGCHLD comes, and calls in the loop that asked."""

    def __init__(self):
        self._callbacks = {}
        self._saved_sighandler = None
        _warn_of("MultiLoopChildWatcher")

    def is_active(self):
        return self._saved_sighandler is not None

    def close(self):
        self._callbacks.clear()
        if self._saved_sighandler is None:
            return
        if signal.getsignal(signal.SIGCHLD) != self._sig_chld:
            logger.warning("SIGCHLD handler was changed by outside code")
        else:
            signal.signal(signal.SIGCHLD, self._saved_sighandler)
        self._saved_sighandler = None

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_val, exc_tb):
        pass

    def add_child_handler(self, pid, callback, *args):
        self._callbacks[pid] = (events.get_running_loop(), callback, args)
        self._do_waitpid(pid)

    def remove_child_handler(self, pid):
        return self._callbacks.pop(pid, None) is not None

    def attach_loop(self, loop):
        """Installs the handler of SIGCHLD, once and in the main thread."""
        if self._saved_sighandler is None:
            self._saved_sighandler = signal.signal(signal.SIGCHLD, self._sig_chld)
            signal.siginterrupt(signal.SIGCHLD, False)

    def _do_waitpid_all(self):
        for pid in list(self._callbacks):
            self._do_waitpid(pid)

    def _do_waitpid(self, expected_pid):
        assert expected_pid > 0
        ended = _exit_code(expected_pid, os.WNOHANG)
        if ended is None:
            return
        loop, callback, args = self._callbacks.pop(ended[0], (None, None, ()))
        if loop is not None:
            _call_in(loop, ended[0], callback, *ended, *args)

    def _sig_chld(self, signum, frame):
        try:
            self._do_waitpid_all()
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException:
            logger.warning("Unknown exception in SIGCHLD handler", exc_info=True)


class ThreadedChildWatcher(AbstractChildWatcher):
    """Waits for each process in a thread."""

    def __init__(self):
        self._pid_counter = itertools.count(0)
        self._threads = {}

    def is_active(self):
        return True

    def close(self):
        """Nothing: a thread ends with its process."""

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_val, exc_tb):
        pass

    def __del__(self, _warn=warnings.warn):
        if any(thread.is_alive() for thread in list(self._threads.values())):
            text = f"{self.__class__} has registered but not finished child processes"
            _warn(text, ResourceWarning, source=self)

    def add_child_handler(self, pid, callback, *args):
        name = f"asyncio-waitpid-{next(self._pid_counter)}"
        arguments = (events.get_running_loop(), pid, callback, args)
        thread = threading.Thread(target=self._do_waitpid, name=name, args=arguments, daemon=True)
        self._threads[pid] = thread
        thread.start()

    def remove_child_handler(self, pid):
        """Nothing: the thread of a process waits for its end."""
        return True

    def attach_loop(self, loop):
        """Nothing: each thread knows the loop that asked."""

    def _do_waitpid(self, loop, expected_pid, callback, args):
        ended = _exit_code(expected_pid, 0)
        _call_in(loop, ended[0], callback, *ended, *args)
        self._threads.pop(expected_pid)
