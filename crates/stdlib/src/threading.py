# threading: threads as objects. What they wait for each other with is in _threading_waits.

import _thread
import sys as _sys
from _thread import TIMEOUT_MAX, get_ident, get_native_id, stack_size
from _thread import _local as local
from itertools import count as _count

from _threading_waits import (
    Barrier,
    BoundedSemaphore,
    BrokenBarrierError,
    Condition,
    Event,
    Lock,
    RLock,
    Semaphore,
    _allocate_lock,
    _CRLock,
    _PyRLock,
    _RLock,
)

__all__ = [
    "get_ident",
    "active_count",
    "Condition",
    "current_thread",
    "enumerate",
    "main_thread",
    "TIMEOUT_MAX",
    "Event",
    "Lock",
    "RLock",
    "Semaphore",
    "BoundedSemaphore",
    "Thread",
    "Barrier",
    "BrokenBarrierError",
    "Timer",
    "ThreadError",
    "setprofile",
    "settrace",
    "local",
    "stack_size",
    "excepthook",
    "ExceptHookArgs",
    "gettrace",
    "getprofile",
    "setprofile_all_threads",
    "settrace_all_threads",
    "get_native_id",
]

ThreadError = _thread.error
_start_joinable_thread = _thread.start_joinable_thread

# The threads that run, by their numbers, and those that are about to.
_active = {}
_limbo = {}
_active_limbo_lock = RLock()
_counter = _count(1).__next__
# Those that were started and have not ended.
_dangling = set()
_shutdown_functions = []
_shutting_down = False

_trace_hook = None
_profile_hook = None


def _newname(template="Thread-%d"):
    return template % _counter()


def settrace(func):
    """Set a trace function for all threads started from the threading module."""
    global _trace_hook
    _trace_hook = func


def settrace_all_threads(func):
    """As settrace(), for the running threads, too."""
    settrace(func)
    if hasattr(_sys, "settrace"):
        _sys.settrace(func)


def gettrace():
    """The trace function of new threads."""
    return _trace_hook


def setprofile(func):
    """Set a profile function for all threads started from the threading module."""
    global _profile_hook
    _profile_hook = func


def setprofile_all_threads(func):
    """As setprofile(), for the running threads, too."""
    setprofile(func)
    if hasattr(_sys, "setprofile"):
        _sys.setprofile(func)


def getprofile():
    """The profile function of new threads."""
    return _profile_hook


class ExceptHookArgs(tuple):
    """What excepthook is told: exc_type, exc_value, exc_traceback and thread."""

    __slots__ = ()

    exc_type = property(lambda self: self[0])
    exc_value = property(lambda self: self[1])
    exc_traceback = property(lambda self: self[2])
    thread = property(lambda self: self[3])

    def __repr__(self):
        names = "exc_type", "exc_value", "exc_traceback", "thread"
        fields = ", ".join(f"{name}={value!r}" for name, value in zip(names, self))
        return f"_thread._ExceptHookArgs({fields})"


def excepthook(args, /):
    """Handle uncaught Thread.run() exception."""
    exc_type, exc_value, exc_traceback, thread = args
    if exc_type is SystemExit:
        return
    stderr = _sys.stderr
    if stderr is None:
        stderr = getattr(thread, "_stderr", None)
        if stderr is None:
            return
    name = get_ident() if thread is None else thread.name
    print(f"Exception in thread {name}:", file=stderr, flush=True)
    from traceback import print_exception

    print_exception(exc_type, exc_value, exc_traceback, file=stderr)
    stderr.flush()


__excepthook__ = excepthook


def _report(thread):
    """Tells excepthook of the exception that is being handled; what the hook raises goes to sys.excepthook."""
    args = ExceptHookArgs((*_sys.exc_info(), thread))
    hook = excepthook
    try:
        if hook is None:
            print("Exception in threading.excepthook:", file=_sys.stderr, flush=True)
            hook = __excepthook__
        hook(args)
    except Exception as error:
        error.__suppress_context__ = True
        print("Exception in threading.excepthook:", file=_sys.stderr, flush=True)
        _sys.excepthook(type(error), error, error.__traceback__)


class Thread:
    """A class that represents a thread of control."""

    _initialized = False

    def __init__(self, group=None, target=None, name=None, args=(), kwargs=None, *, daemon=None, context=None):
        """group should be None. target is called by run(), with args and kwargs."""
        assert group is None, "group argument must be None for now"
        if kwargs is None:
            kwargs = {}
        if name:
            name = str(name)
        else:
            name = _newname("Thread-%d")
            if target is not None:
                try:
                    name += f" ({target.__name__})"
                except AttributeError:
                    pass
        self._target = target
        self._name = name
        self._args = args
        self._kwargs = kwargs
        self._daemonic = current_thread().daemon if daemon is None else daemon
        self._context = context
        self._ident = None
        self._native_id = None
        self._handle = _thread._ThreadHandle()
        self._started = Event()
        self._initialized = True
        self._stderr = _sys.stderr
        self._invoke_excepthook = _report

    def __repr__(self):
        assert self._initialized, "Thread.__init__() was not called"
        status = "initial"
        if self._started.is_set():
            status = "stopped" if self._handle.is_done() else "started"
        if self._daemonic:
            status += " daemon"
        if self._ident is not None:
            status += f" {self._ident}"
        return f"<{self.__class__.__name__}({self._name}, {status})>"

    def start(self):
        """Start the thread's activity."""
        if not self._initialized:
            raise RuntimeError("thread.__init__() not called")
        if self._started.is_set():
            raise RuntimeError("threads can only be started once")
        _limbo[self] = self
        _dangling.add(self)
        try:
            _start_joinable_thread(self._bootstrap, handle=self._handle, daemon=self._daemonic)
        except Exception:
            del _limbo[self]
            _dangling.discard(self)
            raise
        self._started.wait()

    def run(self):
        """Method representing the thread's activity."""
        try:
            if self._target is not None:
                self._target(*self._args, **self._kwargs)
        finally:
            del self._target, self._args, self._kwargs

    def _bootstrap(self):
        self._bootstrap_inner()

    def _bootstrap_inner(self):
        self._ident = get_ident()
        self._native_id = get_native_id()
        _active[self._ident] = self
        _limbo.pop(self, None)
        self._started.set()
        try:
            if _trace_hook:
                _sys.settrace(_trace_hook)
            if _profile_hook:
                _sys.setprofile(_profile_hook)
            try:
                if self._context is None:
                    self.run()
                else:
                    self._context.run(self.run)
            except BaseException:
                self._invoke_excepthook(self)
        finally:
            _active.pop(get_ident(), None)
            _dangling.discard(self)

    def join(self, timeout=None):
        """Wait until the thread terminates."""
        if not self._initialized:
            raise RuntimeError("Thread.__init__() not called")
        if not self._started.is_set():
            raise RuntimeError("cannot join thread before it is started")
        if self is current_thread():
            raise RuntimeError("cannot join current thread")
        if timeout is not None:
            timeout = max(timeout, 0)
        self._handle.join(timeout)

    @property
    def name(self):
        """A string used for identification purposes only."""
        assert self._initialized, "Thread.__init__() not called"
        return self._name

    @name.setter
    def name(self, name):
        assert self._initialized, "Thread.__init__() not called"
        self._name = str(name)

    @property
    def ident(self):
        """Thread identifier of this thread or None if it has not been started."""
        assert self._initialized, "Thread.__init__() not called"
        return self._ident

    @property
    def native_id(self):
        """Native integral thread ID of this thread, or None if it has not been started."""
        assert self._initialized, "Thread.__init__() not called"
        return self._native_id

    def is_alive(self):
        """Return whether the thread is alive."""
        assert self._initialized, "Thread.__init__() not called"
        return self._started.is_set() and not self._handle.is_done()

    @property
    def daemon(self):
        """Whether the end of the program does not wait for this thread."""
        assert self._initialized, "Thread.__init__() not called"
        return self._daemonic

    @daemon.setter
    def daemon(self, daemonic):
        if not self._initialized:
            raise RuntimeError("Thread.__init__() not called")
        if self._started.is_set():
            raise RuntimeError("cannot set daemon status of active thread")
        self._daemonic = daemonic

    def isDaemon(self):
        """Deprecated: use the daemon attribute."""
        _deprecated("isDaemon() is deprecated, get the daemon attribute instead")
        return self.daemon

    def setDaemon(self, daemonic):
        """Deprecated: use the daemon attribute."""
        _deprecated("setDaemon() is deprecated, set the daemon attribute instead")
        self.daemon = daemonic

    def getName(self):
        """Deprecated: use the name attribute."""
        _deprecated("getName() is deprecated, get the name attribute instead")
        return self.name

    def setName(self, name):
        """Deprecated: use the name attribute."""
        _deprecated("setName() is deprecated, set the name attribute instead")
        self.name = name


def _deprecated(message):
    from warnings import warn

    warn(message, DeprecationWarning, stacklevel=3)


class Timer(Thread):
    """Call a function after a specified number of seconds, unless it is cancelled before."""

    def __init__(self, interval, function, args=None, kwargs=None):
        Thread.__init__(self)
        self.interval = interval
        self.function = function
        self.args = args if args is not None else []
        self.kwargs = kwargs if kwargs is not None else {}
        self.finished = Event()

    def cancel(self):
        """Stop the timer if it hasn't finished yet."""
        self.finished.set()

    def run(self):
        self.finished.wait(self.interval)
        if not self.finished.is_set():
            self.function(*self.args, **self.kwargs)
        self.finished.set()


class _Adopted(Thread):
    """A thread that was not started here."""

    def __init__(self, name, daemon):
        Thread.__init__(self, name=name, daemon=daemon)
        self._ident = get_ident()
        self._native_id = get_native_id()
        self._handle = _thread._make_thread_handle(self._ident)
        self._started.set()
        _active[self._ident] = self


class _MainThread(_Adopted):
    def __init__(self):
        _Adopted.__init__(self, "MainThread", False)


_adopted = local()


class _Leaving:
    """What a thread that was not started here keeps: it goes with it."""

    def __init__(self, ident):
        self.ident = ident

    def __del__(self):
        _active.pop(self.ident, None)


class _DummyThread(_Adopted):
    """Stands for a thread that `_thread.start_new_thread` started."""

    def __init__(self):
        _Adopted.__init__(self, _newname("Dummy-%d"), True)
        _adopted.leaving = _Leaving(self._ident)

    def is_alive(self):
        if not self._handle.is_done() and self._started.is_set():
            return True
        raise RuntimeError("thread is gone")

    def join(self, timeout=None):
        raise RuntimeError("cannot join a dummy thread")


def current_thread():
    """Return the current Thread object, corresponding to the caller's thread of control."""
    try:
        return _active[get_ident()]
    except KeyError:
        return _DummyThread()


def currentThread():
    """Deprecated: use current_thread()."""
    _deprecated("currentThread() is deprecated, use current_thread() instead")
    return current_thread()


def active_count():
    """Return the number of Thread objects currently alive."""
    return len(_active) + len(_limbo)


def activeCount():
    """Deprecated: use active_count()."""
    _deprecated("activeCount() is deprecated, use active_count() instead")
    return active_count()


def enumerate():
    """Return a list of all Thread objects currently alive."""
    return list(_active.values()) + list(_limbo.values())


def main_thread():
    """Return the main thread object."""
    return _main_thread


def _register_atexit(func, *args, **kwargs):
    """Has a function called at the end of the program, before its threads are waited for."""
    if _shutting_down:
        raise RuntimeError("can't register atexit after shutdown")
    _shutdown_functions.append(lambda: func(*args, **kwargs))


def _shutdown():
    """The end of the program: waits for all threads that are no daemons."""
    global _shutting_down
    if _main_thread._handle.is_done():
        return
    _shutting_down = True
    for function in reversed(_shutdown_functions):
        function()
    _main_thread._handle._set_done()
    _thread._shutdown()


_main_thread = _MainThread()


def _after_fork():
    """In a forked process: the running thread is the only one, and the main one."""
    global _active, _limbo, _main_thread, _shutting_down
    current = _active.get(get_ident()) or _DummyThread()
    others = [thread for thread in [*_active.values(), *_limbo.values(), *_dangling] if thread is not current]
    for thread in others:
        if thread.ident is not None:
            thread._handle._set_done()
    _dangling.clear()
    _dangling.add(current)
    _active = {get_ident(): current}
    _limbo = {}
    _main_thread = current
    _shutting_down = False
    _shutdown_functions.clear()
    current._native_id = get_native_id()
