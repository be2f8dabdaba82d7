# multiprocessing.context: what each method of starting processes offers, and which is the default.

import os
import threading
from multiprocessing import process, reduction

__all__ = ()


class ProcessError(Exception):
    """What goes wrong between processes."""


class BufferTooShort(ProcessError):
    """A message is longer than the buffer for it; the message is the argument."""


class TimeoutError(ProcessError):
    """A result did not come in time."""


class AuthenticationError(ProcessError):
    """The other side does not know the key."""


class BaseContext:
    """What all methods offer."""

    ProcessError = ProcessError
    BufferTooShort = BufferTooShort
    TimeoutError = TimeoutError
    AuthenticationError = AuthenticationError

    current_process = staticmethod(process.current_process)
    parent_process = staticmethod(process.parent_process)
    active_children = staticmethod(process.active_children)

    def cpu_count(self):
        """The number of processors of the system."""
        count = os.cpu_count()
        if count is None:
            raise NotImplementedError("cannot determine number of cpus")
        return count

    def Manager(self):
        """A manager of objects that processes share, started in a process of its own."""
        from multiprocessing.managers import SyncManager

        manager = SyncManager(ctx=self.get_context())
        manager.start()
        return manager

    def Pipe(self, duplex=True):
        """Two connections to each other."""
        from multiprocessing.connection import Pipe

        return Pipe(duplex)

    def Lock(self):
        """A lock between processes."""
        from multiprocessing.synchronize import Lock

        return Lock(ctx=self.get_context())

    def RLock(self):
        """A lock between processes that its holder may take again."""
        from multiprocessing.synchronize import RLock

        return RLock(ctx=self.get_context())

    def Condition(self, lock=None):
        """A condition variable between processes."""
        from multiprocessing.synchronize import Condition

        return Condition(lock, ctx=self.get_context())

    def Semaphore(self, value=1):
        """A semaphore between processes."""
        from multiprocessing.synchronize import Semaphore

        return Semaphore(value, ctx=self.get_context())

    def BoundedSemaphore(self, value=1):
        """A semaphore between processes that is not released more often than acquired."""
        from multiprocessing.synchronize import BoundedSemaphore

        return BoundedSemaphore(value, ctx=self.get_context())

    def Event(self):
        """An event between processes."""
        from multiprocessing.synchronize import Event

        return Event(ctx=self.get_context())

    def Barrier(self, parties, action=None, timeout=None):
        """A barrier between processes."""
        from multiprocessing.synchronize import Barrier

        return Barrier(parties, action, timeout, ctx=self.get_context())

    def Queue(self, maxsize=0):
        """A queue between processes."""
        from multiprocessing.queues import Queue

        return Queue(maxsize, ctx=self.get_context())

    def JoinableQueue(self, maxsize=0):
        """A queue between processes that can be joined."""
        from multiprocessing.queues import JoinableQueue

        return JoinableQueue(maxsize, ctx=self.get_context())

    def SimpleQueue(self):
        """A queue between processes, of a pipe and two locks."""
        from multiprocessing.queues import SimpleQueue

        return SimpleQueue(ctx=self.get_context())

    def Pool(self, processes=None, initializer=None, initargs=(), maxtasksperchild=None):
        """Processes that calls are spread over."""
        from multiprocessing.pool import Pool

        return Pool(processes, initializer, initargs, maxtasksperchild, context=self.get_context())

    def RawValue(self, typecode_or_type, *args):
        """A number in shared memory."""
        from multiprocessing.sharedctypes import RawValue

        return RawValue(typecode_or_type, *args)

    def RawArray(self, typecode_or_type, size_or_initializer):
        """Numbers in shared memory."""
        from multiprocessing.sharedctypes import RawArray

        return RawArray(typecode_or_type, size_or_initializer)

    def Value(self, typecode_or_type, *args, lock=True):
        """A number in shared memory, with a lock."""
        from multiprocessing.sharedctypes import Value

        return Value(typecode_or_type, *args, lock=lock, ctx=self.get_context())

    def Array(self, typecode_or_type, size_or_initializer, *, lock=True):
        """Numbers in shared memory, with a lock."""
        from multiprocessing.sharedctypes import Array

        return Array(typecode_or_type, size_or_initializer, lock=lock, ctx=self.get_context())

    def freeze_support(self):
        """Nothing: programs are not frozen."""

    def get_logger(self):
        """The logger of this package."""
        from multiprocessing.util import get_logger

        return get_logger()

    def log_to_stderr(self, level=None):
        """Turn on logging and show it on stderr."""
        from multiprocessing.util import log_to_stderr

        return log_to_stderr(level)

    def allow_connection_pickling(self):
        """Have connections and sockets sent to other processes."""
        from multiprocessing import connection  # noqa: F401

    def set_executable(self, executable):
        """Set the program that spawned processes run."""
        from multiprocessing.spawn import set_executable

        set_executable(executable)

    def set_forkserver_preload(self, module_names):
        """Set the modules that the fork server imports."""
        from multiprocessing.forkserver import set_forkserver_preload

        set_forkserver_preload(module_names)

    def get_context(self, method=None):
        """The context of a method; this one without a name."""
        if method is None:
            return self
        if method not in _contexts:
            raise ValueError("cannot find context for %r" % method)
        return _contexts[method]

    def get_start_method(self, allow_none=False):
        """The method by which processes are started."""
        return self._name

    def set_start_method(self, method, force=False):
        """Refused: a context has one method."""
        raise ValueError("cannot set start method of concrete context")

    @property
    def reducer(self):
        """How objects are taken apart for other processes."""
        return globals().get("reduction")

    @reducer.setter
    def reducer(self, reducer):
        globals()["reduction"] = reducer

    def _check_available(self):
        pass


class Process(process.BaseProcess):
    """A process, started as the default context has it."""

    _start_method = None

    @staticmethod
    def _Popen(process_obj):
        return _default_context.get_context().Process._Popen(process_obj)

    @staticmethod
    def _after_fork():
        return _default_context.get_context().Process._after_fork()


class DefaultContext(BaseContext):
    """The context whose method can be set."""

    Process = Process

    def __init__(self, context):
        self._default_context = context
        self._actual_context = None

    def get_context(self, method=None):
        """The context of a method; the chosen one without a name."""
        if method is not None:
            return super().get_context(method)
        if self._actual_context is None:
            self._actual_context = self._default_context
        return self._actual_context

    def set_start_method(self, method, force=False):
        """Set the method by which processes are started."""
        if self._actual_context is not None and not force:
            raise RuntimeError("context has already been set")
        self._actual_context = None if method is None and force else self.get_context(method)

    def get_start_method(self, allow_none=False):
        """The method by which processes are started."""
        if self._actual_context is None:
            if allow_none:
                return None
            self._actual_context = self._default_context
        return self._actual_context._name

    def get_all_start_methods(self):
        """The methods there are, the default one first."""
        return ["fork", "spawn", "forkserver"]


class ForkProcess(process.BaseProcess):
    """A process that is a copy of this one."""

    _start_method = "fork"

    @staticmethod
    def _Popen(process_obj):
        from multiprocessing.popen_fork import Popen

        return Popen(process_obj)


class SpawnProcess(process.BaseProcess):
    """A process that begins anew and imports what it needs."""

    _start_method = "spawn"

    @staticmethod
    def _Popen(process_obj):
        from multiprocessing.popen_spawn_posix import Popen

        return Popen(process_obj)

    @staticmethod
    def _after_fork():
        pass


class ForkServerProcess(process.BaseProcess):
    """A process that a server, which was spawned, forks."""

    _start_method = "forkserver"

    @staticmethod
    def _Popen(process_obj):
        from multiprocessing.popen_forkserver import Popen

        return Popen(process_obj)


class ForkContext(BaseContext):
    """Processes are copies of this one."""

    _name = "fork"
    Process = ForkProcess


class SpawnContext(BaseContext):
    """Processes begin anew."""

    _name = "spawn"
    Process = SpawnProcess


class ForkServerContext(BaseContext):
    """Processes are forked by a server that was spawned."""

    _name = "forkserver"
    Process = ForkServerProcess


_contexts = {"fork": ForkContext(), "spawn": SpawnContext(), "forkserver": ForkServerContext()}
_default_context = DefaultContext(_contexts["fork"])


def _force_start_method(method):
    _default_context._actual_context = _contexts[method]


_tls = threading.local()


def get_spawning_popen():
    """What starts a process now, while objects are taken apart for it."""
    return getattr(_tls, "spawning_popen", None)


def set_spawning_popen(popen):
    """Notes what starts a process."""
    _tls.spawning_popen = popen


def assert_spawning(obj):
    """Refuses to take an object apart but for a process that is being started."""
    if get_spawning_popen() is None:
        raise RuntimeError("%s objects should only be shared between processes through inheritance" % type(obj).__name__)
