"""`torch.autograd.graph`: the nodes of the graph, and hooks for saved tensors."""

import collections
import contextlib
import functools

import torch
from torch._autograd import Node as Node
from torch.utils.hooks import RemovableHandle

_forbidden = []


class GradientEdge(collections.namedtuple("GradientEdge", ["node", "output_nr", "ownership_token"], defaults=[None])):
    """The place where a tensor's gradient is computed: a graph node, and the index of the tensor among its outputs.

    `torch.autograd.grad` and `backward` accept it instead of the tensor, which then need not be kept.
    """


def _end_of(tensor):
    """The node that receives a tensor's gradient."""
    if isinstance(tensor, GradientEdge):
        return tensor.node
    if tensor.requires_grad and tensor.grad_fn is None:
        return torch._accumulator(tensor)
    assert tensor.grad_fn is not None, "Expected gradient function to be set"
    return tensor.grad_fn


def get_gradient_edge(tensor):
    """The edge of the graph that a tensor's gradient is computed at.

    >>> x = torch.ones(2, requires_grad=True)
    >>> y = x * 3
    >>> torch.autograd.grad(y.sum(), torch.autograd.graph.get_gradient_edge(x))
    (tensor([3., 3.]),)
    """
    if not tensor.requires_grad:
        raise RuntimeError("It is not possible to get the gradient edge for a Tensor that does not require gradients")
    return GradientEdge(_end_of(tensor), tensor.output_nr)


def increment_version(tensor):
    """Counts a write that PyTorch's functions do not see, so that backward notices it."""
    for one in (tensor,) if isinstance(tensor, torch.Tensor) else tensor:
        torch._count_write(one)


class saved_tensors_hooks:
    """Inside `with`, each tensor saved for backward goes through `pack_hook(x)`, and the result is saved instead.
    Backward calls `unpack_hook` with it to get a tensor like x.

    Packing happens within the statement that recorded the operation.
    """

    def __init__(self, pack_hook, unpack_hook):
        self.pack_hook = pack_hook
        self.unpack_hook = unpack_hook

    def __enter__(self):
        if _forbidden:
            raise RuntimeError(_forbidden[-1])
        torch._push_saved_hooks(self.pack_hook, self.unpack_hook)

    def __exit__(self, *error):
        torch._pop_saved_hooks()


class save_on_cpu(saved_tensors_hooks):
    """Inside `with`, tensors saved for backward are moved to host memory, and back to their device in backward.

    With `pin_memory` the copies use page-locked memory and are asynchronous.
    """

    def __init__(self, pin_memory=False, device_type="cuda"):
        def pack_to_cpu(tensor):
            if not pin_memory or not tensor.is_cuda:
                return tensor.device, tensor.cpu()
            packed = torch.empty(tensor.shape, dtype=tensor.dtype, pin_memory=True)
            packed.copy_(tensor, non_blocking=True)
            return tensor.device, packed

        def unpack_from_cpu(packed):
            device, tensor = packed
            return tensor.to(device, non_blocking=pin_memory)

        super().__init__(pack_to_cpu, unpack_from_cpu)


@contextlib.contextmanager
def disable_saved_tensors_hooks(error_message):
    """Inside `with`, a region of `saved_tensors_hooks` is an error with this message."""
    _forbidden.append(error_message)
    try:
        yield
    finally:
        _forbidden.pop()


class _MultiHandle(RemovableHandle):
    def __init__(self, handles):
        self.handles = handles

    def remove(self):
        for handle in self.handles:
            handle.remove()


def _when_all(tensors, fn):
    """Returns a hook per tensor. The last one that a pass calls calls `fn` with all gradients."""
    ends = [_end_of(tensor) for tensor in tensors]
    passes = {}

    def hook(at, grad):
        this = torch._current_pass()
        if this not in passes:
            passes[this] = [sum(map(torch._pass_comes_to, ends)), [None] * len(ends)]
        passes[this][0] -= 1
        left, grads = passes[this]
        grads[at] = grad
        if left == 0:
            del passes[this]
            fn(grads)

    return [functools.partial(hook, at) for at in range(len(ends))]


def _when_any(tensors, fn):
    """Returns a hook per tensor. The first one that a pass calls calls `fn` with its gradient."""
    called = set()

    def hook(grad):
        this = torch._current_pass()
        if this not in called:
            called.add(this)
            fn(grad)

    return [hook] * len(tensors)


def register_multi_grad_hook(tensors, fn, *, mode="all"):
    """Calls `fn(grads)` in each backward pass once the gradients of all reached tensors are computed, with None for the
    others. With `mode="any"` calls `fn(grad)` with the first of them.

    >>> a, b = torch.ones(1, requires_grad=True), torch.ones(1, requires_grad=True)
    >>> handle = torch.autograd.graph.register_multi_grad_hook((a, b), print)
    >>> (a * b).sum().backward()
    [tensor([1.]), tensor([1.])]
    """
    if mode not in ("all", "any"):
        raise ValueError(f"Expects mode to be one of ('all', 'any') but got {mode}")
    if mode == "any":
        tensors = [tensor for tensor in tensors if tensor.requires_grad]
    hooks = (_when_all if mode == "all" else _when_any)(tensors, fn)
    return _MultiHandle(tuple(tensor.register_hook(hook) for tensor, hook in zip(tensors, hooks)))


class _AllowMutationOnSavedContext:
    """The copies that a region of `allow_mutation_on_saved_tensors` keeps."""

    def __init__(self):
        self.kept = []
        self.ended = False

    def pack(self, tensor):
        self.kept.append(tensor.detach().clone())
        return len(self.kept) - 1

    def unpack(self, at):
        assert not self.ended, (
            "Trying to backward outside of the 'allow_mutation_on_saved_tensors' context"
            "in which the graph was originally recorded."
        )
        return self.kept[at]

    def clear(self):
        self.kept.clear()
        self.ended = True


_mutation_allowed = []


@contextlib.contextmanager
def allow_mutation_on_saved_tensors():
    """Inside `with`, tensors that the tape keeps may be written to: it keeps a copy of each. Backward has to run inside too."""
    if _mutation_allowed:
        raise RuntimeError("allow_mutation_on_saved_tensors contexts cannot be nested")
    context = _AllowMutationOnSavedContext()
    _mutation_allowed.append(context)
    try:
        with saved_tensors_hooks(context.pack, context.unpack):
            yield context
    finally:
        context.clear()
        _mutation_allowed.pop()
