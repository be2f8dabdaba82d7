"""Python objects between ranks, subgroups, and facts of backends."""

import os

import torch
from torch import _distributed as _native
from torch.distributed._c10d.collectives import _carrier, _outside, recv, send
from torch.distributed._c10d.groups import ReduceOp, _of, _World, get_process_group_ranks, get_rank, get_world_size, new_group

__name__ = "torch.distributed.distributed_c10d"


# torch.distributed, continued: several groups at once, objects as messages, the buckets of comm hooks, and names of settings.
class GradBucket:
    """The argument of a DistributedDataParallel comm hook: some gradients, flattened into one tensor."""

    def __init__(self, bucket, last):
        self._bucket, self._last = bucket, last

    def index(self):
        """The bucket's number; buckets are reduced in this order."""
        return self._bucket.index

    def buffer(self):
        """The gradients, one after the other."""
        return self._bucket.flat

    def set_buffer(self, buffer):
        self._bucket.flat = buffer

    def gradients(self):
        """The same, in the parameters' shapes."""
        return [self._bucket.view(i) for i in range(len(self._bucket.shapes))]

    def parameters(self):
        return list(self._bucket.parameters or [])

    def is_last(self):
        return self._last


class _HookType:
    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return f"<BuiltinCommHookType.{self.name}>"


class BuiltinCommHookType:
    """The default reduction of DistributedDataParallel."""

    ALLREDUCE = _HookType("ALLREDUCE")
    FP16_COMPRESS = _HookType("FP16_COMPRESS")


class DebugLevel:
    """The values of TORCH_DISTRIBUTED_DEBUG."""

    OFF, INFO, DETAIL = "OFF", "INFO", "DETAIL"


def get_debug_level():
    """TORCH_DISTRIBUTED_DEBUG; DETAIL where it is not set, as ranks compare their calls here unless it is OFF."""
    return os.environ.get("TORCH_DISTRIBUTED_DEBUG", "DETAIL").upper()


def is_backend_available(backend):
    """Returns whether a backend is available."""
    return _native.has(backend.lower())


def get_default_backend_for_device(device):
    """The backend for a device's tensors."""
    kind = torch.device(device).type if not isinstance(device, torch.device) else device.type
    return {"cpu": "gloo", "cuda": "nccl"}[kind]


def get_pg_count():
    """Returns how many groups this process has created and is in."""
    return 0 if _World.group is None else 1 + _World.counts.get("groups", 0)


def supports_complex(reduceOp):
    """Returns whether a reduction supports complex numbers. None does here."""
    return reduceOp not in (ReduceOp.MAX, ReduceOp.MIN, ReduceOp.PRODUCT, ReduceOp.BAND, ReduceOp.BOR, ReduceOp.BXOR)


def new_subgroups(group_size=None, group=None, timeout=None, backend=None, pg_options=None, group_desc=None):
    """Divides a group into groups of one size, of neighbours: this rank's, and all of them."""
    if group_size is None:
        if not torch.cuda.is_available():
            raise ValueError(
                "Default group size only takes effect when CUDA is available."
                "If your subgroup using a backend that does not depend on CUDA,"
                "please pass in 'group_size' correctly."
            )
        group_size = torch.cuda.device_count()
    if group_size <= 0:
        raise ValueError(f"The arg 'group_size' ({group_size}) must be positive")
    world_size = get_world_size(group)
    if world_size < group_size:
        raise ValueError(f"The arg 'group_size' ({group_size}) must not exceed the world size ({world_size})")
    if world_size % group_size:
        raise ValueError(f"The world size ({world_size}) must be divisible by 'group_size={group_size}'")
    ranks = get_process_group_ranks(group)
    lists = [ranks[i : i + group_size] for i in range(0, len(ranks), group_size)]
    return new_subgroups_by_enumeration(lists, timeout, backend, pg_options, group_desc)


def new_subgroups_by_enumeration(ranks_per_subgroup_list, timeout=None, backend=None, pg_options=None, group_desc=None):
    """A group for each list of ranks, which must not overlap: this rank's (None if it is in none), and all of them."""
    if not ranks_per_subgroup_list:
        raise ValueError("The arg 'ranks_per_subgroup_list' cannot be empty")
    seen = {}
    mine, made = None, []
    for ranks in ranks_per_subgroup_list:
        for rank in ranks:
            if rank in seen:
                raise ValueError(f"Rank {rank} has appeared in both subgroup {seen[rank]} and {ranks}")
            seen[rank] = ranks
    for ranks in ranks_per_subgroup_list:
        subgroup = new_group(ranks, timeout, backend)
        made.append(subgroup)
        if get_rank() in ranks:
            mine = subgroup
    return mine, made


def send_object_list(object_list, dst=None, group=None, device=None, group_dst=None, use_batch=False):
    """Sends objects to a rank that calls `recv_object_list`."""
    if _outside(group, "send_object_list"):
        return
    group = _of(group)
    packed = _native.pack(list(object_list)).to(_carrier(group))
    send(torch.tensor([packed.numel()], device=packed.device), dst, group, group_dst=group_dst)
    send(packed, dst, group, group_dst=group_dst)


def recv_object_list(object_list, src=None, group=None, device=None, group_src=None, use_batch=False):
    """Receives objects in the places of a list; the sender's rank."""
    if _outside(group, "recv_object_list"):
        return -1
    group = _of(group)
    size = torch.zeros(1, dtype=torch.int64, device=_carrier(group))
    sender = recv(size, src, group, group_src=group_src)
    packed = torch.empty(size.item(), dtype=torch.uint8, device=size.device)
    recv(packed, sender, group)
    for i, value in enumerate(_native.unpack(packed.cpu())):
        object_list[i] = value
    return sender
