# asyncio.unix_events: the event loop of Unix: signals, and sockets that are files.

import os
import signal
import stat
import threading
import warnings
from asyncio import coroutines, events
from asyncio.selector_events import BaseSelectorEventLoop

__all__ = ("SelectorEventLoop", "DefaultEventLoopPolicy", "EventLoop", "ThreadedChildWatcher")


class _UnixSelectorEventLoop(BaseSelectorEventLoop):
    """The event loop of Unix."""

    def __init__(self, selector=None):
        super().__init__(selector)
        self._signal_handlers = {}
        # The node of each socket that is a file: another program may have made one of its own there since.
        self._unix_server_sockets = {}

    def close(self):
        super().close()
        for number in list(self._signal_handlers):
            self.remove_signal_handler(number)

    # --- signals
    def add_signal_handler(self, sig, callback, *args):
        """Have a callback called by the loop when a signal comes."""
        if coroutines.iscoroutine(callback) or coroutines.iscoroutinefunction(callback):
            raise TypeError("coroutines cannot be used with add_signal_handler()")
        self._check_signal(sig)
        self._check_closed()
        if threading.current_thread() is not threading.main_thread():
            raise ValueError("set_wakeup_fd only works in main thread")
        handle = events.Handle(callback, args, self, None)
        self._signal_handlers[sig] = handle
        try:
            signal.signal(sig, self._signal_came)
        except OSError as error:
            del self._signal_handlers[sig]
            if error.errno == 22:
                raise RuntimeError(f"sig {sig} cannot be caught") from None
            raise

    def _signal_came(self, number, frame):
        handle = self._signal_handlers.get(number)
        if handle is None or self._closed:
            return
        if handle._cancelled:
            self.remove_signal_handler(number)
        else:
            self._add_callback_signalsafe(handle)

    def _add_callback_signalsafe(self, handle):
        self._ready.append(handle)
        self._wake()

    def remove_signal_handler(self, sig):
        """Give a signal its own meaning again; whether there was a callback."""
        self._check_signal(sig)
        if self._signal_handlers.pop(sig, None) is None:
            return False
        signal.signal(sig, signal.default_int_handler if sig == signal.SIGINT else signal.SIG_DFL)
        return True

    def _check_signal(self, sig):
        if not isinstance(sig, int):
            raise TypeError(f"sig must be an int, not {sig!r}")
        if sig not in signal.valid_signals():
            raise ValueError(f"invalid signal number {sig}")

    # --- sockets that are files
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


class ThreadedChildWatcher:
    """Stands for how programs are waited for, which is always in a thread for each."""

    def __init__(self):
        # None is its own: a program's transport knows the thread.
        self._threads = {}

    def is_active(self):
        return True

    def attach_loop(self, loop):
        """Nothing: each thread knows the loop that started its program."""

    def close(self):
        """Nothing: a thread ends with its program."""

    def __enter__(self):
        return self

    def __exit__(self, *details):
        pass


class _UnixDefaultEventLoopPolicy(events.BaseDefaultEventLoopPolicy):
    """The policy where none was set."""

    _loop_factory = _UnixSelectorEventLoop
    _watcher = None

    def get_child_watcher(self):
        """How programs are waited for."""
        _warn_of("get_child_watcher")
        if self._watcher is None:
            self._watcher = ThreadedChildWatcher()
        return self._watcher

    def set_child_watcher(self, watcher):
        """Kept, and not asked: programs are waited for in threads."""
        _warn_of("set_child_watcher")
        self._watcher = watcher


def _warn_of(name):
    text = f"{name!r} is deprecated as of Python 3.12 and will be removed in Python 3.14."
    warnings.warn(text, DeprecationWarning, stacklevel=3)


SelectorEventLoop = EventLoop = _UnixSelectorEventLoop
DefaultEventLoopPolicy = _UnixDefaultEventLoopPolicy
