# asyncio.events: event loops as others see them, and which loop is whose.

import contextvars
import os
import signal
import sys
import threading
import warnings
from _thread import get_ident as _get_ident
from asyncio import format_helpers

__all__ = (
    "AbstractEventLoopPolicy",
    "AbstractEventLoop",
    "AbstractServer",
    "Handle",
    "TimerHandle",
    "get_event_loop_policy",
    "set_event_loop_policy",
    "get_event_loop",
    "set_event_loop",
    "new_event_loop",
    "get_child_watcher",
    "set_child_watcher",
    "_set_running_loop",
    "get_running_loop",
    "_get_running_loop",
)


class Handle:
    """A callback that waits for its turn."""

    # In debug mode: where it was made, and its repr before it was cancelled.
    _source_traceback = None
    _repr = None

    def __init__(self, callback, args, loop, context=None):
        self._context = contextvars.copy_context() if context is None else context
        self._loop = loop
        self._callback = callback
        self._args = args
        self._cancelled = False
        if loop.get_debug():
            self._source_traceback = format_helpers.extract_stack(sys._getframe(1))

    def _repr_info(self):
        info = [type(self).__name__]
        if self._cancelled:
            info.append("cancelled")
        if self._callback is not None:
            info.append(format_helpers._format_callback_source(self._callback, self._args, debug=self._loop.get_debug()))
        if self._source_traceback:
            frame = self._source_traceback[-1]
            info.append(f"created at {frame.filename}:{frame.lineno}")
        return info

    def __repr__(self):
        return self._repr or f"<{' '.join(self._repr_info())}>"

    def cancel(self):
        """The callback will not be called."""
        if self._cancelled:
            return
        self._cancelled = True
        if self._loop.get_debug():
            # It is shown after what it calls is gone.
            self._repr = repr(self)
        self._callback = self._args = None

    def cancelled(self):
        return self._cancelled

    def get_context(self):
        return self._context

    def _run(self):
        try:
            self._context.run(self._callback, *self._args)
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as error:
            self._report(error)
        self = None

    def _report(self, error):
        """Tell the loop's exception handler of an error in the callback."""
        shown = format_helpers._format_callback_source(self._callback, self._args, debug=self._loop.get_debug())
        context = {"message": f"Exception in callback {shown}", "exception": error, "handle": self}
        if self._source_traceback:
            context["source_traceback"] = self._source_traceback
        self._loop.call_exception_handler(context)


class TimerHandle(Handle):
    """A callback that waits for a moment."""

    def __init__(self, when, callback, args, loop, context=None):
        super().__init__(callback, args, loop, context)
        self._when = when
        self._scheduled = False

    def _repr_info(self):
        info = super()._repr_info()
        info.insert(2 if self._cancelled else 1, f"when={self._when}")
        return info

    def __hash__(self):
        return hash(self._when)

    def __lt__(self, other):
        return self._when < other._when if isinstance(other, TimerHandle) else NotImplemented

    def __le__(self, other):
        return self._when < other._when or self == other if isinstance(other, TimerHandle) else NotImplemented

    def __gt__(self, other):
        return self._when > other._when if isinstance(other, TimerHandle) else NotImplemented

    def __ge__(self, other):
        return self._when > other._when or self == other if isinstance(other, TimerHandle) else NotImplemented

    def __eq__(self, other):
        if not isinstance(other, TimerHandle):
            return NotImplemented
        mine = (self._when, self._callback, self._args, self._cancelled)
        return mine == (other._when, other._callback, other._args, other._cancelled)

    def when(self):
        """The moment on the loop's clock."""
        return self._when

    def cancel(self):
        # The loop counts those of its timers that were cancelled.
        if not self._cancelled:
            self._loop._timer_handle_cancelled(self)
        super().cancel()


def _refused(name):
    def method(self, *args, **keywords):
        raise NotImplementedError

    method.__name__ = name
    method.__qualname__ = f"AbstractEventLoop.{name}"
    return method


def _refused_coroutine(name):
    async def method(self, *args, **keywords):
        raise NotImplementedError

    method.__name__ = name
    method.__qualname__ = f"AbstractEventLoop.{name}"
    return method


class AbstractServer:
    """What create_server() gives."""

    async def __aenter__(self):
        return self

    async def __aexit__(self, *details):
        self.close()
        await self.wait_closed()

    # --- serving
    async def start_serving(self):
        raise NotImplementedError

    async def serve_forever(self):
        raise NotImplementedError

    def is_serving(self):
        raise NotImplementedError

    # --- its end
    async def wait_closed(self):
        raise NotImplementedError

    def close(self):
        raise NotImplementedError

    def get_loop(self):
        raise NotImplementedError


class AbstractEventLoop:
    """The methods of event loops."""


for _name in """run_forever run_until_complete stop is_running is_closed close _timer_handle_cancelled call_soon call_later
call_at time create_future create_task call_soon_threadsafe run_in_executor set_default_executor add_reader
remove_reader add_writer remove_writer add_signal_handler remove_signal_handler set_task_factory get_task_factory
get_exception_handler set_exception_handler default_exception_handler call_exception_handler get_debug
set_debug""".split():
    setattr(AbstractEventLoop, _name, _refused(_name))
for _name in """shutdown_asyncgens shutdown_default_executor getaddrinfo getnameinfo create_connection create_server sendfile
start_tls create_unix_connection create_unix_server connect_accepted_socket create_datagram_endpoint connect_read_pipe
connect_write_pipe subprocess_shell subprocess_exec sock_recv sock_recv_into sock_recvfrom sock_recvfrom_into sock_sendall
sock_sendto sock_connect sock_accept sock_sendfile""".split():
    setattr(AbstractEventLoop, _name, _refused_coroutine(_name))
del _name


class AbstractEventLoopPolicy:
    """Says which event loop belongs to which thread."""

    # --- loops
    def new_event_loop(self):
        raise NotImplementedError

    def set_event_loop(self, loop):
        raise NotImplementedError

    def get_event_loop(self):
        raise NotImplementedError

    # --- how ends of programs are noticed
    def set_child_watcher(self, watcher):
        raise NotImplementedError

    def get_child_watcher(self):
        raise NotImplementedError


class BaseDefaultEventLoopPolicy(AbstractEventLoopPolicy):
    """One loop for each thread; the main thread's is made when it is asked for."""

    class _Local(threading.local):
        """The loop of a thread, and whether one was set."""

        _loop, _set_called = None, False

    # What new_event_loop() calls.
    _loop_factory = None

    def __init__(self):
        self._local = self._Local()

    def get_event_loop(self):
        """Return the loop of this thread; the main thread's is made where none was set, which is deprecated."""
        own = self._local
        if own._loop is None and not own._set_called and threading.current_thread() is threading.main_thread():
            warnings.warn("There is no current event loop", DeprecationWarning)
            self.set_event_loop(self.new_event_loop())
        if self._local._loop is None:
            raise RuntimeError(f"There is no current event loop in thread {threading.current_thread().name!r}.")
        return self._local._loop

    def set_event_loop(self, loop):
        if loop is not None and not isinstance(loop, AbstractEventLoop):
            found = type(loop).__name__
            raise TypeError(f"loop must be an instance of AbstractEventLoop or None, not '{found}'")
        self._local._set_called = True
        self._local._loop = loop

    def new_event_loop(self):
        return self._loop_factory()


# By thread.
_running_loops = {}
_event_loop_policy = None


def get_running_loop():
    """Return the running event loop.  Raise a RuntimeError if there is none."""
    loop = _running_loops.get(_get_ident())
    if loop is None:
        raise RuntimeError("no running event loop")
    return loop


def _get_running_loop():
    return _running_loops.get(_get_ident())


def _set_running_loop(loop):
    _running_loops[_get_ident()] = loop


def get_event_loop_policy():
    """Get the current event loop policy."""
    global _event_loop_policy
    if _event_loop_policy is None:
        from asyncio.unix_events import DefaultEventLoopPolicy

        _event_loop_policy = DefaultEventLoopPolicy()
    return _event_loop_policy


def get_child_watcher():
    """Equivalent to calling get_event_loop_policy().get_child_watcher()."""
    return get_event_loop_policy().get_child_watcher()


def set_child_watcher(watcher):
    """Equivalent to calling get_event_loop_policy().set_child_watcher(watcher)."""
    return get_event_loop_policy().set_child_watcher(watcher)


def set_event_loop_policy(policy):
    """Set the current event loop policy; None: the default one."""
    global _event_loop_policy
    if policy is not None and not isinstance(policy, AbstractEventLoopPolicy):
        found = type(policy).__name__
        raise TypeError(f"policy must be an instance of AbstractEventLoopPolicy or None, not '{found}'")
    _event_loop_policy = policy


def get_event_loop():
    """Return the running event loop, or the one that the policy has for this thread."""
    loop = _running_loops.get(_get_ident())
    return get_event_loop_policy().get_event_loop() if loop is None else loop


def set_event_loop(loop):
    """Equivalent to calling get_event_loop_policy().set_event_loop(loop)."""
    get_event_loop_policy().set_event_loop(loop)


def new_event_loop():
    """Equivalent to calling get_event_loop_policy().new_event_loop()."""
    return get_event_loop_policy().new_event_loop()


def _forget_parent():
    """In a child process: neither run the parent's loop nor hear its signals."""
    _running_loops.clear()
    if _event_loop_policy is not None and hasattr(_event_loop_policy, "_local"):
        _event_loop_policy._local = type(_event_loop_policy)._Local()
    signal.set_wakeup_fd(-1)


if hasattr(os, "fork"):
    os.register_at_fork(after_in_child=_forget_parent)

# CPython's names of its two kinds of these functions.
_py__get_running_loop = _c__get_running_loop = _get_running_loop
_py__set_running_loop = _c__set_running_loop = _set_running_loop
_py_get_running_loop = _c_get_running_loop = get_running_loop
_py_get_event_loop = _c_get_event_loop = get_event_loop
