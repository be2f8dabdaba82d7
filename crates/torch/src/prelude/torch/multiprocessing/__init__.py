"""`torch.multiprocessing`: a program cannot start processes here. Settings for how to start them are accepted; starting
one raises an error. `spawn` joins processes that `tensorcell run --nproc N` (or mpirun, or srun) has started."""

import os

from torch import _distributed

_methods = ["fork", "spawn", "forkserver"]
_chosen = None


def get_all_start_methods():
    """The names that `set_start_method` takes; the first is the default."""
    return list(_methods)


def set_start_method(method, force=False):
    """Notes how processes would be started. None are."""
    global _chosen
    if _chosen is not None and not force:
        raise RuntimeError("context has already been set")
    if method is not None and method not in _methods:
        raise ValueError(f"cannot find context for {method!r}")
    _chosen = method


def get_start_method(allow_none=False):
    """The method noted by `set_start_method`."""
    if _chosen is None and not allow_none:
        set_start_method(_methods[0])
    return _chosen


def get_all_sharing_strategies():
    """The ways in which tensors would be shared between processes."""
    return {"file_descriptor", "file_system"}


def get_sharing_strategy():
    """How tensors are shared between processes."""
    return "file_descriptor"


def set_sharing_strategy(new_strategy):
    """Accepts the one strategy that there is."""
    if new_strategy not in get_all_sharing_strategies():
        raise AssertionError


def cpu_count():
    """Processors of this machine."""
    return os.cpu_count()


def _refuse(what):
    raise NotImplementedError(
        f"torch.multiprocessing.{what}: several processes are not there. A notebook here is one process; DataLoader makes "
        "its batches in it whatever num_workers says, and all devices can be used from it."
    )


class Process:
    """Not available: raises at construction."""

    def __init__(self, *args, **kwargs):
        _refuse("Process")


def Pool(*args, **kwargs):
    """Not available: a session is one process; loaders have workers of their own."""
    _refuse("Pool")


def Queue(*args, **kwargs):
    """Not available: a session is one process."""
    _refuse("Queue")


SimpleQueue = Queue


def spawn(fn, args=(), nprocs=1, join=True, daemon=False, start_method="spawn"):
    """Runs `fn(rank, *args)` once in each of `nprocs` processes, which the launcher has started: each of them calls
    this and runs its own. A single process runs `fn(0, *args)` if one is requested."""
    started = _distributed.started()
    rank, world = (0, 1) if started is None else started[1:]
    if nprocs == 0:
        return None
    if nprocs != world:
        raise RuntimeError(
            f"torch.multiprocessing.spawn: nprocs is {nprocs}, but {world} process{'' if world == 1 else 'es'} were started. "
            f"The processes are started with the program: tensorcell run --nproc {nprocs} script.py"
        )
    fn(rank, *args)
