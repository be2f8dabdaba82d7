"""Collectives and point-to-point messages of process groups."""

import warnings
from datetime import timedelta

import torch
from torch import _distributed as _native
from torch.distributed._c10d.groups import DistBackendError, GroupMember, ReduceOp, _check, _of, _RedOpType, _World, get_rank

__name__ = "torch.distributed.distributed_c10d"


# torch.distributed, continued: collective operations.
class Work:
    """A collective under way, as `async_op=True` gives it. Its tensors belong to it until `wait` has returned."""

    def __init__(self, work, name, group, finish=None, result=()):
        self._work = work
        self._result = result
        self._name = name
        self._group = group
        self._finish = finish
        self._trouble = None

    def _end(self):
        finish, self._finish = self._finish, None
        if finish is not None:
            with torch.no_grad():
                finish()

    def _fail(self, trouble):
        self._trouble = DistBackendError(trouble)
        raise self._trouble

    def wait(self, timeout=None):
        """Waits until it is done; DistBackendError where it cannot be, or takes longer than the timeout."""
        if self._trouble is not None:
            raise self._trouble
        timeout = self._group._timeout if timeout is None else timeout
        seconds = timeout.total_seconds() if isinstance(timeout, timedelta) else float(timeout)
        trouble = self._work.wait(seconds)
        if trouble == "timed out":
            rank = get_rank()
            trouble = f"{self._name}: timed out after {seconds:g} s: not all ranks of the group {self._group._ranks} took part"
            _World.connection.abort(trouble)
            trouble = f"[Rank {rank}] {trouble}"
        if trouble is not None:
            self._fail(trouble)
        self._end()
        return True

    def is_completed(self):
        """Returns whether it is done. Never waits."""
        if self._trouble is not None:
            return True
        done, trouble = self._work.done()
        if trouble is not None:
            self._trouble = DistBackendError(trouble)
            return True
        return done

    def is_success(self):
        return self.is_completed() and self._trouble is None

    def exception(self):
        """Returns the error, or None."""
        return self._trouble

    def source_rank(self):
        """Returns the rank that sent the received tensor."""
        source = self._work.source()
        return None if source is None else self._group._ranks[source]

    def result(self):
        """The tensors that it writes to."""
        return list(self._result)

    def get_future(self):
        """The work as a future of a list of the tensors that it writes to, for comm hooks."""

        def wait():
            self.wait()
            return self.result()

        return torch.futures._of(wait)


def _tensor(value, name):
    if not isinstance(value, torch.Tensor):
        raise TypeError(
            f"Invalid function argument. Expected parameter `{name}` of type torch.Tensor.\n             Got {type(value)} instead."
        )
    return value


def _tensors(value, name):
    if not isinstance(value, (list, tuple)) or not all(isinstance(x, torch.Tensor) for x in value):
        raise TypeError(
            f"Invalid function argument. Expected parameter `{name}` of type List[torch.Tensor].\n             Got {type(value)} instead."
        )
    return list(value)


def _outside(group, name):
    """Reports that this process is not in the group. Such calls do nothing."""
    if group is not GroupMember.NON_GROUP_MEMBER:
        return False
    warnings.warn(f"Running {name} on global rank {get_rank()} which does not belong to the given group.")
    return True


def _member(group, rank, group_rank, what):
    """A rank's number within the group."""
    if group_rank is not None:
        return group_rank
    if rank is None:
        rank = group._ranks[0]
    if rank not in group._ranks:
        raise ValueError(f"[Rank {get_rank()}] {what}: rank {rank} is not in the group of ranks {group._ranks}")
    return group._ranks.index(rank)


def _placed(group, name, tensor):
    """Refuses a destroyed group, and a tensor that the group's backend does not support."""
    place = f"[Rank {get_rank()}] {name}"
    if group._number < 0:
        raise ValueError(f"{place}: the group was destroyed")
    if tensor is not None and tensor.device.type not in group._kinds:
        raise RuntimeError(
            f"{place}: No backend type associated with device type {tensor.device.type}: the backend "
            f"'{group._backend}' takes tensors on {' and '.join(group._kinds)}, this one is on {tensor.device}"
        )


def _begin(group, name, kind, send, receive, async_op, op=ReduceOp.SUM, root=0, tag=0, sizes=(None, None), finish=None):
    """Starts a collective, and waits for it unless `async_op`."""
    for tensor in (send, receive):
        _placed(group, name, tensor)
    if not isinstance(op, _RedOpType):
        raise ValueError(f"[Rank {get_rank()}] {name}: op must be a torch.distributed.ReduceOp, not {op!r}")
    name_of_op = "SUM" if op == ReduceOp.AVG else op.name
    result = () if receive is None and send is None else (send if receive is None else receive,)
    send = None if send is None else send.detach()
    receive = send if receive is None else receive.detach()
    if kind in ("send",) or (kind == "gather" and group.rank() != root):
        receive = None
    if kind in ("broadcast", "recv") or (kind == "scatter" and group.rank() != root):
        send = None
    elif receive is not None and send is not None and receive.data_ptr() == send.data_ptr() and receive.shape == send.shape:
        send = receive
    seconds = group._timeout.total_seconds()
    work = _check(_World.connection.start(group._number, name, send, receive, name_of_op, root, tag, kind, *sizes, seconds))
    work = Work(work, name, group, finish, result)
    if async_op:
        return work
    work.wait()


def _average(tensor, group, op):
    """The divisor that turns a sum into a mean."""
    if op != ReduceOp.AVG:
        return None
    if tensor.is_floating_point():
        return lambda: tensor.div_(group.size())
    return lambda: tensor.copy_(torch.div(tensor, group.size(), rounding_mode="trunc"))


def barrier(group=None, async_op=False, device_ids=None):
    """Waits until all ranks of the group have called it."""
    if _outside(group, "barrier"):
        return None
    return _begin(_of(group), "barrier", "barrier", None, None, async_op)


def monitored_barrier(group=None, timeout=None, wait_all_ranks=False):
    """A barrier with its own timeout. Raises an error if not all ranks arrive."""
    if not _outside(group, "monitored_barrier"):
        _begin(_of(group), "monitored_barrier", "barrier", None, None, True).wait(timeout)


def all_reduce(tensor, op=ReduceOp.SUM, group=None, async_op=False):
    """Reduces a tensor over all ranks, in place: all have the result."""
    _tensor(tensor, "tensor")
    if _outside(group, "all_reduce"):
        return None
    group = _of(group)
    return _begin(group, "all_reduce", "all_reduce", tensor, tensor, async_op, op, finish=_average(tensor, group, op))


def broadcast(tensor, src=None, group=None, async_op=False, group_src=None):
    """Gives the tensor of rank `src` to all, in place."""
    _tensor(tensor, "tensor")
    if _outside(group, "broadcast"):
        return None
    group = _of(group)
    root = _member(group, src, group_src, "broadcast")
    return _begin(group, "broadcast", "broadcast", None, tensor, async_op, root=root)


def reduce(tensor, dst=None, op=ReduceOp.SUM, group=None, async_op=False, group_dst=None):
    """Reduces a tensor over all ranks; rank `dst` has the result."""
    _tensor(tensor, "tensor")
    if _outside(group, "reduce"):
        return None
    group = _of(group)
    root = _member(group, dst, group_dst, "reduce")
    finish = _average(tensor, group, op) if group.rank() == root else None
    return _begin(group, "reduce", "reduce", tensor, tensor, async_op, op, root, finish=finish)


def all_gather_into_tensor(output_tensor, input_tensor, group=None, async_op=False):
    """Every rank's tensor, one after the other (or stacked), for all."""
    _tensor(input_tensor, "input_tensor")
    _tensor(output_tensor, "output_tensor")
    if _outside(group, "all_gather_into_tensor"):
        return None
    group = _of(group)
    if output_tensor.dtype != input_tensor.dtype:
        raise TypeError("output tensor must have the same type as input tensor")
    if output_tensor.numel() != input_tensor.numel() * group.size():
        raise ValueError("output tensor size must be equal to world_size times input tensor size")
    return _begin(group, "all_gather_into_tensor", "all_gather", input_tensor, output_tensor, async_op)


def all_gather(tensor_list, tensor, group=None, async_op=False):
    """Every rank's tensor, in the tensors of a list, for all."""
    _tensors(tensor_list, "tensor_list")
    _tensor(tensor, "tensor")
    if _outside(group, "all_gather"):
        return None
    group = _of(group)
    _same_number(tensor_list, group, "all_gather", "tensor_list")
    out = torch.empty((group.size(),) + tuple(tensor.shape), dtype=tensor.dtype, device=tensor.device)
    return _begin(
        group, "all_gather", "all_gather", tensor.contiguous(), out, async_op, finish=lambda: _spread(out, tensor_list)
    )


def _same_number(tensors, group, name, what):
    if len(tensors) != group.size():
        raise ValueError(
            f"[Rank {get_rank()}] {name}: {what} has {len(tensors)} tensors, and the group has {group.size()} ranks"
        )


def _spread(stacked, tensors):
    for piece, tensor in zip(stacked, tensors):
        tensor.copy_(piece)


def reduce_scatter_tensor(output, input, op=ReduceOp.SUM, group=None, async_op=False):
    """Reduces a tensor over all ranks and gives each its part."""
    _tensor(output, "output")
    _tensor(input, "input")
    if _outside(group, "reduce_scatter_tensor"):
        return None
    group = _of(group)
    if output.dtype != input.dtype:
        raise TypeError("input tensor must be the same type as the output tensor.")
    if input.numel() != output.numel() * group.size():
        raise ValueError("input tensor must be the same size as output size times world size")
    finish = _average(output, group, op)
    return _begin(group, "reduce_scatter_tensor", "reduce_scatter", input, output, async_op, op, finish=finish)


def reduce_scatter(output, input_list, op=ReduceOp.SUM, group=None, async_op=False):
    """Reduces each tensor of a list over all ranks; rank i has the i-th result."""
    _tensor(output, "output")
    _tensors(input_list, "input_list")
    if _outside(group, "reduce_scatter"):
        return None
    group = _of(group)
    _same_number(input_list, group, "reduce_scatter", "input_list")
    given = torch.stack([x.detach() for x in input_list])
    finish = _average(output, group, op)
    return _begin(group, "reduce_scatter", "reduce_scatter", given, output, async_op, op, finish=finish)


def all_to_all_single(output, input, output_split_sizes=None, input_split_sizes=None, group=None, async_op=False):
    """The i-th part of every rank's tensor for rank i; parts of the first dimension, equal unless sizes are given."""
    _tensor(output, "output")
    _tensor(input, "input")
    if _outside(group, "all_to_all_single"):
        return None
    group = _of(group)
    sizes = []
    for tensor, splits, _what in ((input, input_split_sizes, "input"), (output, output_split_sizes, "output")):
        row = tensor[0].numel() if tensor.dim() and tensor.shape[0] else 1
        length = tensor.shape[0] if tensor.dim() else 1
        if splits:
            if len(splits) != group.size() or sum(splits) != length:
                raise RuntimeError("Split sizes doesn't match total dim 0 size")
        else:
            if length % group.size():
                raise RuntimeError("Tensor's dim 0 does not divide equally across group size")
            splits = [length // group.size()] * group.size()
        sizes.append([size * row for size in splits])
    return _begin(group, "all_to_all_single", "all_to_all", input, output, async_op, sizes=sizes)


def all_to_all(output_tensor_list, input_tensor_list, group=None, async_op=False):
    """Tensor i of every rank's list for rank i."""
    _tensors(output_tensor_list, "output_tensor_list")
    _tensors(input_tensor_list, "input_tensor_list")
    if _outside(group, "all_to_all"):
        return None
    group = _of(group)
    _same_number(output_tensor_list, group, "all_to_all", "output_tensor_list")
    _same_number(input_tensor_list, group, "all_to_all", "input_tensor_list")
    given = torch.cat([x.detach().reshape(-1) for x in input_tensor_list])
    counts = [x.numel() for x in output_tensor_list]
    out = torch.empty(sum(counts), dtype=given.dtype, device=given.device)

    def finish():
        for piece, tensor in zip(out.split(counts), output_tensor_list):
            tensor.copy_(piece.view(tensor.shape))

    sizes = [x.numel() for x in input_tensor_list], counts
    return _begin(group, "all_to_all", "all_to_all", given, out, async_op, sizes=sizes, finish=finish)


def gather(tensor, gather_list=None, dst=None, group=None, async_op=False, group_dst=None):
    """Every rank's tensor, in the tensors of a list, for rank `dst`."""
    _tensor(tensor, "tensor")
    if _outside(group, "gather"):
        return None
    group = _of(group)
    root = _member(group, dst, group_dst, "gather")
    if group.rank() != root:
        if gather_list:
            raise ValueError("Argument ``gather_list`` must NOT be specified on non-destination ranks.")
        return _begin(group, "gather", "gather", tensor.contiguous(), None, async_op, root=root)
    if not gather_list:
        raise ValueError("Argument ``gather_list`` must be specified on destination rank.")
    _tensors(gather_list, "gather_list")
    _same_number(gather_list, group, "gather", "gather_list")
    out = torch.empty((group.size(),) + tuple(tensor.shape), dtype=tensor.dtype, device=tensor.device)
    return _begin(
        group, "gather", "gather", tensor.contiguous(), out, async_op, root=root, finish=lambda: _spread(out, gather_list)
    )


def scatter(tensor, scatter_list=None, src=None, group=None, async_op=False, group_src=None):
    """Tensor i of rank `src`'s list for rank i."""
    _tensor(tensor, "tensor")
    if _outside(group, "scatter"):
        return None
    group = _of(group)
    root = _member(group, src, group_src, "scatter")
    if group.rank() != root:
        if scatter_list:
            raise ValueError("Argument ``scatter_list`` must NOT be specified on non-source ranks.")
        return _begin(group, "scatter", "scatter", None, tensor, async_op, root=root)
    if not scatter_list:
        raise ValueError("Argument ``scatter_list`` must be specified on source rank.")
    _tensors(scatter_list, "scatter_list")
    _same_number(scatter_list, group, "scatter", "scatter_list")
    given = torch.stack([x.detach() for x in scatter_list])
    return _begin(group, "scatter", "scatter", given, tensor, async_op, root=root)


def _message(name, kind, tensor, peer, group, tag, group_peer, async_op):
    _tensor(tensor, "tensor")
    if _outside(group, name):
        return None
    group = _of(group)
    root = -1
    if peer is not None or group_peer is not None:
        root = _member(group, peer, group_peer, name)
        if root == group.rank():
            raise ValueError(
                f"Invalid {'destination' if kind == 'send' else 'source'} rank: {name} to or from this rank itself"
            )
    return _begin(group, name, kind, tensor if kind == "send" else None, tensor, async_op, root=root, tag=tag)


def isend(tensor, dst=None, group=None, tag=0, group_dst=None):
    """Sends a tensor to a rank; the work is done when the tensor may be written to again."""
    return _message("isend", "send", tensor, dst, group, tag, group_dst, True)


def irecv(tensor, src=None, group=None, tag=0, group_src=None):
    """Receives a tensor from a rank, from any where none is named."""
    return _message("irecv", "recv", tensor, src, group, tag, group_src, True)


def send(tensor, dst=None, group=None, tag=0, group_dst=None):
    """Sends a tensor to a rank."""
    _message("send", "send", tensor, dst, group, tag, group_dst, False)


def recv(tensor, src=None, group=None, tag=0, group_src=None):
    """Receives a tensor from a rank, from any where none is named; the sender's rank."""
    work = _message("recv", "recv", tensor, src, group, tag, group_src, True)
    if work is None:
        return -1
    work.wait()
    return (
        work.source_rank()
        if src is None and group_src is None
        else _of(group)._ranks[_member(_of(group), src, group_src, "recv")]
    )


class P2POp:
    """One of the messages that `batch_isend_irecv` sends and receives."""

    def __init__(self, op, tensor, peer=None, group=None, tag=0, group_peer=None):
        if op not in (isend, irecv):
            raise ValueError(
                "Invalid ``op``. Expected ``op`` to be of type ``torch.distributed.isend`` or ``torch.distributed.irecv``."
            )
        _tensor(tensor, "tensor")
        self.op, self.tensor, self.group, self.tag = op, tensor, _of(group), tag
        self.group_peer = _member(self.group, peer, group_peer, op.__name__)
        self.peer = self.group._ranks[self.group_peer]


def batch_isend_irecv(p2p_op_list):
    """Starts several messages, none of which waits for another; a list of works, one of all with NCCL."""
    if not isinstance(p2p_op_list, list) or not all(isinstance(p, P2POp) for p in p2p_op_list):
        raise ValueError("Invalid ``p2p_op_list``. Each op is expected to to be of type ``torch.distributed.P2POp``.")
    if not p2p_op_list:
        return []
    group = p2p_op_list[0].group
    if any(p.group is not group for p in p2p_op_list):
        raise ValueError("All ops need to use the same group.")
    messages = []
    for p in p2p_op_list:
        name = p.op.__name__
        _placed(group, name, p.tensor)
        messages.append((name, "send" if p.op is isend else "recv", p.tensor.detach(), p.group_peer, p.tag))
    works = _check(_World.connection.batch(group._number, messages, group._timeout.total_seconds()))
    return [Work(work, "batch_isend_irecv", group) for work in works]


def _carrier(group):
    """The device for the bytes of objects, which the group's backend supports."""
    return torch.device("cpu") if "cpu" in group._kinds else torch.device("cuda", torch.cuda.current_device())


def all_gather_object(object_list, obj, group=None):
    """Every rank's object, in a list, for all."""
    if _outside(group, "all_gather_object"):
        return
    group = _of(group)
    mine = _native.pack(obj).to(_carrier(group))
    sizes = torch.zeros(group.size(), dtype=torch.int64, device=mine.device)
    all_gather_into_tensor(sizes, torch.tensor([mine.numel()], device=mine.device), group)
    sizes = sizes.tolist()
    padded = torch.zeros(max(sizes), dtype=torch.uint8, device=mine.device)
    padded[: mine.numel()] = mine
    out = torch.empty(group.size(), max(sizes), dtype=torch.uint8, device=mine.device)
    all_gather_into_tensor(out, padded, group)
    for i, size in enumerate(sizes):
        object_list[i] = _native.unpack(out[i, :size].cpu())


def gather_object(obj, object_gather_list=None, dst=None, group=None, group_dst=None):
    """Every rank's object, in a list, for rank `dst`."""
    if _outside(group, "gather_object"):
        return
    group = _of(group)
    found = [None] * group.size()
    all_gather_object(found, obj, group)
    if group.rank() == _member(group, dst, group_dst, "gather_object"):
        object_gather_list[:] = found


def broadcast_object_list(object_list, src=None, group=None, device=None, group_src=None):
    """Gives the objects of rank `src`'s list to all, in the same places."""
    if _outside(group, "broadcast_object_list"):
        return
    group = _of(group)
    root = _member(group, src, group_src, "broadcast_object_list")
    place = _carrier(group)
    packed = _native.pack(list(object_list)).to(place) if group.rank() == root else None
    size = torch.tensor([0 if packed is None else packed.numel()], device=place)
    broadcast(size, group=group, group_src=root)
    if packed is None:
        packed = torch.empty(size.item(), dtype=torch.uint8, device=place)
    broadcast(packed, group=group, group_src=root)
    if group.rank() != root:
        for i, value in enumerate(_native.unpack(packed.cpu())):
            object_list[i] = value


def scatter_object_list(scatter_object_output_list, scatter_object_input_list=None, src=None, group=None, group_src=None):
    """Object i of rank `src`'s list for rank i, in the first place of its list."""
    if _outside(group, "scatter_object_list"):
        return
    group = _of(group)
    root = _member(group, src, group_src, "scatter_object_list")
    objects = list(scatter_object_input_list) if group.rank() == root else [None] * group.size()
    broadcast_object_list(objects, group=group, group_src=root)
    scatter_object_output_list[0] = objects[group.rank()]
