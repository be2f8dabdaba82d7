"""`torch.distributed`: several processes, each with a rank, that compute together.

Start them with `tensorcell run --nproc N script.py` (or mpirun, or srun), and call `init_process_group` in each. GPU
tensors use NCCL. CPU tensors and those of emulated devices use MPI, which is loaded on demand; on one machine
emulated devices need no MPI. Before a collective the ranks compare their calls; `TORCH_DISTRIBUTED_DEBUG=OFF` turns
that off (see docs/distributed.md for its cost).
"""

import os
import warnings
from datetime import timedelta

import torch
from torch import _distributed as _native

__name__ = "torch.distributed.distributed_c10d"


class DistError(RuntimeError):
    """Something between processes went wrong."""


class DistBackendError(DistError):
    """A collective failed: a rank has ended, runs another operation, or does not arrive."""


class DistNetworkError(DistError):
    """Another process could not be reached."""


class DistStoreError(DistError):
    """The ranks' meeting place failed."""


class _RedOpType:
    def __init__(self, name, value):
        self.name = name
        self.value = value

    def __repr__(self):
        return f"<RedOpType.{self.name}: {self.value}>"

    def __str__(self):
        return f"RedOpType.{self.name}"

    def __eq__(self, other):
        return isinstance(other, _RedOpType) and self.name == other.name

    def __hash__(self):
        return hash(self.name)


class ReduceOp:
    """How the elements of several ranks are combined."""

    SUM = _RedOpType("SUM", 0)
    AVG = _RedOpType("AVG", 1)
    PRODUCT = _RedOpType("PRODUCT", 2)
    MIN = _RedOpType("MIN", 3)
    MAX = _RedOpType("MAX", 4)
    BAND = _RedOpType("BAND", 5)
    BOR = _RedOpType("BOR", 6)
    BXOR = _RedOpType("BXOR", 7)
    RedOpType = _RedOpType


reduce_op = ReduceOp

default_pg_timeout = timedelta(minutes=30)


class Backend:
    """The names of backends."""

    UNDEFINED = "undefined"
    GLOO = "gloo"
    NCCL = "nccl"
    MPI = "mpi"
    backend_list = ["undefined", "gloo", "nccl", "mpi"]


class ProcessGroup:
    """Some of the ranks. Made by `init_process_group` (all of them) and `new_group`."""

    def __init__(self, number, ranks, rank, timeout, backend):
        self._number = number
        self._ranks = ranks
        self._rank = rank
        self._timeout = timeout
        self._backend = backend

    def rank(self):
        """Returns this process's rank in the group."""
        return self._rank

    def size(self):
        """Returns the number of ranks."""
        return len(self._ranks)

    def name(self):
        return self._backend

    @property
    def group_name(self):
        return str(self._number)

    def __repr__(self):
        return f"<torch.distributed.ProcessGroup {self._backend}, rank {self._rank} of {len(self._ranks)}>"


class GroupMember:
    """Represents a group that this process does not belong to."""

    WORLD = None
    NON_GROUP_MEMBER = -100


class group:
    """`dist.group.WORLD`: all ranks."""

    WORLD = None


class _World:
    connection = None
    group = None
    counts = {}


_warned = set()


def _say_once(text):
    if text not in _warned:
        _warned.add(text)
        if _World.group is None or _World.group.rank() == 0:
            warnings.warn(text)


def is_available():
    """Returns True: `torch.distributed` is always available."""
    return True


def is_mpi_available():
    """Returns whether MPI's library was found."""
    return _native.has("mpi")


def is_gloo_available():
    """Returns whether the backend is available: by MPI, or through emulated devices."""
    return _native.has("gloo")


def is_nccl_available():
    """Returns whether NCCL was found, for real GPUs."""
    return _native.has("nccl")


def is_ucc_available():
    """Returns False: this backend is not available."""
    return False


def is_xccl_available():
    """Returns False: this backend is not available."""
    return False


def is_torchelastic_launched():
    """Returns whether torchrun started this process."""
    return "TORCHELASTIC_RUN_ID" in os.environ


def is_initialized():
    """Returns whether `init_process_group` was called."""
    return _World.group is not None


def _default_group():
    if _World.group is None:
        raise ValueError("Default process group has not been initialized, please make sure to call init_process_group.")
    return _World.group


def _of(group):
    return _default_group() if group is None else group


def _check(pair):
    value, trouble = pair
    if trouble is not None:
        raise DistBackendError(trouble)
    return value


def _from_environment(name):
    value = os.environ.get(name)
    if value is None:
        raise ValueError(
            f"Error initializing torch.distributed using env:// rendezvous: environment variable {name} expected, but not set"
        )
    return value


def _number(name, value):
    try:
        return int(value)
    except ValueError:
        raise ValueError(f"environment variable {name} must be a number, not {value!r}") from None


def _rendezvous(init_method, rank, world_size):
    """Returns rank, world size, and rank 0's address and port (None if MPI provides them)."""
    started = _native.started()
    host = port = None
    if init_method is not None and init_method.startswith("tcp://"):
        host, _, port = init_method[len("tcp://") :].partition(":")
        port = _number("port of init_method", port.split("/")[0].split("?")[0])
        if rank < 0 or world_size < 0:
            missing = "rank" if rank < 0 else "world_size"
            raise ValueError(f"Error initializing torch.distributed using tcp:// rendezvous: {missing} parameter missing")
        return rank, world_size, host, port
    if init_method is not None and init_method.startswith("file://"):
        # PyTorch's ranks find each other through the file; MPI needs no file.
        if rank < 0 or world_size < 0:
            raise ValueError("Error initializing torch.distributed using file:// rendezvous: rank and world_size are needed")
        if not started:
            raise ValueError(
                "Error initializing torch.distributed using file:// rendezvous: this process was started alone. Start the ranks "
                "together (tensorcell run --nproc N, mpirun or srun), or use tcp:// with backend 'nccl'"
            )
        return rank, world_size, os.environ.get("MASTER_ADDR"), int(os.environ.get("MASTER_PORT", "0")) or None
    if init_method is not None and not init_method.startswith("env://"):
        raise RuntimeError(
            f"No rendezvous handler for {init_method.split(':')[0]}://: here are env://, tcp:// and file://. "
            "Set MASTER_ADDR and MASTER_PORT, and leave init_method out."
        )
    if rank < 0:
        rank = started[1] if started and "RANK" not in os.environ else _number("RANK", _from_environment("RANK"))
    if world_size < 0:
        alone = started and "WORLD_SIZE" not in os.environ
        world_size = started[2] if alone else _number("WORLD_SIZE", _from_environment("WORLD_SIZE"))
    if "MASTER_ADDR" in os.environ or "MASTER_PORT" in os.environ or not started:
        host = _from_environment("MASTER_ADDR")
        port = _number("MASTER_PORT", _from_environment("MASTER_PORT"))
    return rank, world_size, host, port


def _kinds_of(backend):
    """Returns the device types that a backend supports. Raises an error if the backend is unknown or has no device to use."""
    kinds = {"mpi": ("cpu", "cuda"), "gloo": ("cpu", "cuda"), "nccl": ("cuda",)}
    if backend not in kinds:
        raise ValueError(f"Invalid backend: '{backend}': here are 'mpi', 'gloo' (served by MPI) and 'nccl'")
    if backend == "nccl" and not is_nccl_available() and not torch.cuda.is_available():
        raise ValueError("ProcessGroupNCCL is only supported with GPUs, no GPUs found!")
    return kinds[backend]


def init_process_group(
    backend=None,
    init_method=None,
    timeout=None,
    world_size=-1,
    rank=-1,
    store=None,
    group_name="",
    pg_options=None,
    device_id=None,
):
    """Joins this process with the others: every rank calls it and waits for all.

    `backend` is "mpi", "nccl" (GPUs; emulated devices use MPI, or their own NCCL) or "gloo" (the same). Rank and
    world size come from the launcher or from RANK and WORLD_SIZE, the meeting point from MASTER_ADDR and
    MASTER_PORT; mpirun and srun need neither.

    `timeout` (a `timedelta`) bounds this call and every collective.
    """
    if _World.group is not None:
        raise ValueError("trying to initialize the default process group twice!")
    if store is not None:
        raise ValueError("init_process_group: a store of your own is not supported; leave it out")
    if backend is None:
        backend = "nccl" if is_nccl_available() else "gloo"
    backend = str(backend).lower()
    if ":" in backend:
        # "cpu:gloo,cuda:nccl": use the GPU's backend if there are GPUs.
        parts = dict(part.split(":") for part in backend.split(","))
        backend = parts.get("cuda" if is_nccl_available() else "cpu", backend)
    if timeout is None:
        timeout = timedelta(minutes=10) if backend == "nccl" else default_pg_timeout
    if not isinstance(timeout, timedelta):
        raise TypeError(
            f"Expected timeout argument to be of type datetime.timedelta, got timeout={timeout!r} of type {type(timeout)}"
        )
    kinds = _kinds_of(backend)
    rank, world_size, host, port = _rendezvous(init_method, rank, world_size)
    if world_size < 1 or not 0 <= rank < world_size:
        raise ValueError(f"rank {rank} does not lie in a world of {world_size}: ranks go from 0 to WORLD_SIZE - 1")
    checked = os.environ.get("TORCH_DISTRIBUTED_DEBUG", "").upper() != "OFF"
    seconds = timeout.total_seconds()
    connection = _check(_native.connect(backend, rank, world_size, host, port, checked, seconds))
    _World.connection = connection
    _World.counts = {}
    _World.group = ProcessGroup(0, list(range(world_size)), rank, timeout, backend)
    _World.group._kinds = kinds
    GroupMember.WORLD = group.WORLD = _World.group
    said = _CARRIED.get((connection.name(), backend))
    if said:
        _say_once("torch.distributed: " + said)


# By the transport of the collectives, and the requested backend.
_CARRIED = {
    ("mpi", "gloo"): "the backend 'gloo' is served by MPI",
    ("mpi", "nccl"): "emulated devices have no NCCL; the backend 'nccl' is served by MPI through the host's memory",
    ("emulated", "gloo"): "the backend 'gloo' is served through an emulated device, between ranks of this machine",
    ("emulated", "nccl"): "the backend 'nccl' is served by the emulator, between ranks of this machine",
}


def destroy_process_group(group=None):
    """Ends a group; without an argument all of them, and the connection with the other ranks."""
    if group is GroupMember.NON_GROUP_MEMBER:
        return
    if group is not None and group is not _World.group:
        group._number = -1
        return
    _default_group()
    connection = _World.connection
    connection.leave()
    _World.connection = _World.group = None
    GroupMember.WORLD = globals()["group"].WORLD = None


def new_group(
    ranks=None,
    timeout=None,
    backend=None,
    pg_options=None,
    use_local_synchronization=False,
    group_desc=None,
    device_id=None,
):
    """A group of some ranks. All ranks of the world call it, with the same list, also those that are not in it."""
    world = _default_group()
    ranks = list(world._ranks) if ranks is None else sorted(ranks)
    if len(set(ranks)) != len(ranks):
        raise RuntimeError("the group's ranks must be different from each other")
    for rank in ranks:
        if not 0 <= rank < world.size():
            raise ValueError("The new group's rank should be within the world_size set by init_process_group")
    timeout = world._timeout if timeout is None else timeout
    number = _check(_World.connection.new_group(ranks, timeout.total_seconds()))
    if world.rank() not in ranks:
        return GroupMember.NON_GROUP_MEMBER
    made = ProcessGroup(number, ranks, ranks.index(world.rank()), timeout, backend or world._backend)
    made._kinds = world._kinds
    _World.counts["groups"] = _World.counts.get("groups", 0) + 1
    return made


def get_rank(group=None):
    """Returns this process's rank in a group (by default of all ranks), or -1 if it is not in it."""
    if group is GroupMember.NON_GROUP_MEMBER:
        return -1
    return _of(group).rank()


def get_world_size(group=None):
    """Returns the number of ranks of a group, or -1 if this process is not in it."""
    if group is GroupMember.NON_GROUP_MEMBER:
        return -1
    return _of(group).size()


def get_backend(group=None):
    """Returns the backend's name as it was requested."""
    return _of(group)._backend


def get_process_group_ranks(group=None):
    """The ranks of the world that a group has."""
    return list(_of(group)._ranks)


def get_global_rank(group, group_rank):
    """The rank in the world of a group's member."""
    group = _of(group)
    if not 0 <= group_rank < group.size():
        raise ValueError(f"Group rank {group_rank} is not part of group {group}")
    return group._ranks[group_rank]


def get_group_rank(group, global_rank):
    """The number in a group that a rank of the world has."""
    group = _of(group)
    if global_rank not in group._ranks:
        raise ValueError(f"Global rank {global_rank} is not part of group {group}")
    return group._ranks.index(global_rank)


def get_node_local_rank(fallback_rank=None):
    """The number of this process among those of its machine (LOCAL_RANK)."""
    if "LOCAL_RANK" in os.environ:
        return int(os.environ["LOCAL_RANK"])
    if fallback_rank is not None:
        return int(fallback_rank)
    raise RuntimeError(
        "LOCAL_RANK is not in the environment. Consider passing fallback_rank to allow `get_node_local_rank` to work"
    )
