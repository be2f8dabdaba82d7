# multiprocessing.dummy: multiprocessing's names, with threads for processes.

import queue
import threading
from importlib import import_module
from threading import Barrier, BoundedSemaphore, Condition, Event, Lock, RLock, Semaphore

__all__ = [
    "Process",
    "current_process",
    "active_children",
    "freeze_support",
    "Lock",
    "RLock",
    "Semaphore",
    "BoundedSemaphore",
    "Condition",
    "Event",
    "Barrier",
    "Queue",
    "Manager",
    "Pipe",
    "Pool",
    "JoinableQueue",
]


class DummyProcess(threading.Thread):
    """A thread with the attributes of a process."""

    @property
    def exitcode(self):
        return 0 if self.ident is not None and not self.is_alive() else None


Process = DummyProcess
Queue = JoinableQueue = queue.Queue
dict, list = dict, list


def current_process():
    """The running thread."""
    return threading.current_thread()


def active_children():
    """The threads that were started as processes and live."""
    return [thread for thread in threading.enumerate() if isinstance(thread, DummyProcess)]


def freeze_support():
    """Nothing to do."""


class Namespace:
    """A place for attributes that threads share."""

    def __init__(self, /, **names):
        self.__dict__.update(names)

    def __repr__(self):
        shown = sorted(f"{name}={value!r}" for name, value in self.__dict__.items() if not name.startswith("_"))
        return f"{self.__class__.__name__}({', '.join(shown)})"


class Value:
    """A value that threads share."""

    def __init__(self, typecode, value, lock=True):
        self._typecode = typecode
        self.value = value

    def __repr__(self):
        return f"<{type(self).__name__}({self._typecode!r}, {self.value!r})>"


def Array(typecode, sequence, lock=True):
    """The items in a list."""
    return list(sequence)


def Manager():
    """This module: threads share objects as they are."""
    return import_module(__name__)


def shutdown():
    """Nothing to do."""


class Connection:
    """One end of a pipe."""

    def __init__(self, incoming, outgoing):
        self._in = incoming
        self._out = outgoing
        self.send = self.send_bytes = outgoing.put
        self.recv = self.recv_bytes = incoming.get

    def poll(self, timeout=0.0):
        """Whether something has come, or comes in time."""
        if self._in.qsize() > 0:
            return True
        if timeout <= 0:
            return False
        with self._in.not_empty:
            self._in.not_empty.wait(timeout)
        return self._in.qsize() > 0

    def close(self):
        """Nothing to do."""

    def __enter__(self):
        return self

    def __exit__(self, *args):
        self.close()


def Pipe(duplex=True):
    """The two ends of a pipe."""
    one, other = Queue(), Queue()
    return Connection(one, other), Connection(other, one)


def Pool(processes=None, initializer=None, initargs=()):
    """A pool of threads."""
    from multiprocessing.pool import ThreadPool

    return ThreadPool(processes, initializer, initargs)
