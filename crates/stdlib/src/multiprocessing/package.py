# multiprocessing: the machine's processors. Programs' own processes are not started; threads stand for them.

import os as _os


class ProcessError(Exception):
    """What goes wrong between processes."""


class TimeoutError(ProcessError):
    """A result did not come in time."""


def cpu_count():
    """How many processors there are."""
    return _os.cpu_count()


def _refuse(name):
    def refused(*args, **kwargs):
        raise NotImplementedError(
            f"multiprocessing.{name} is not there: multiprocessing.pool.ThreadPool, concurrent.futures.ThreadPoolExecutor and "
            "subprocess are"
        )

    refused.__name__ = refused.__qualname__ = name
    return refused


Process, Pool, Queue, Pipe, Manager, Lock, Event, Value, Array = map(
    _refuse, ["Process", "Pool", "Queue", "Pipe", "Manager", "Lock", "Event", "Value", "Array"]
)


def get_start_method(allow_none=False):
    return "fork"


def freeze_support():
    """Nothing: programs are not frozen."""
