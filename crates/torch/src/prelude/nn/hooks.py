"""Hooks of modules: how they are kept and taken away, those of all modules, and how gradients are watched on their way."""

from collections import OrderedDict

import torch


class RemovableHandle:
    """Takes a hook away again: `handle.remove()`, or at the end of `with handle:`."""

    next_id = 0

    def __init__(self, hooks_dict, *, extra_dict=None):
        self.id = RemovableHandle.next_id
        RemovableHandle.next_id += 1
        self.hooks = [hooks_dict] + ([] if extra_dict is None else list(extra_dict))

    def remove(self):
        """The hook is called no more."""
        for hooks in self.hooks:
            hooks.pop(self.id, None)

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        self.remove()


def _add_hook(hooks, hook, first=False, **flags):
    """Keeps a hook, first or last, and its key in each dict of `flags` that is wanted."""
    handle = RemovableHandle(hooks, extra_dict=[keys for keys, _ in flags.values()])
    hooks[handle.id] = hook
    if first:
        hooks.move_to_end(handle.id, last=False)
    for keys, wanted in flags.values():
        if wanted:
            keys[handle.id] = True
    return handle


# Hooks of all modules, called before a module's own: register_module_forward_hook and its like.
_global_forward_hooks = OrderedDict()
_global_forward_pre_hooks = OrderedDict()
_global_backward_hooks = OrderedDict()
_global_backward_pre_hooks = OrderedDict()
_global_with_kwargs = {}
_global_always_called = {}


def register_module_forward_hook(hook, *, with_kwargs=False, always_call=False):
    """`hook(module, args, output)` runs after the forward of every module."""
    flags = {"with_kwargs": (_global_with_kwargs, with_kwargs), "always_call": (_global_always_called, always_call)}
    return _add_hook(_global_forward_hooks, hook, **flags)


def register_module_forward_pre_hook(hook):
    """`hook(module, args)` runs before the forward of every module."""
    return _add_hook(_global_forward_pre_hooks, hook)


def register_module_full_backward_hook(hook):
    """`hook(module, grad_input, grad_output)` runs when gradients have come through any module."""
    return _add_hook(_global_backward_hooks, hook)


def register_module_backward_hook(hook):
    """register_module_full_backward_hook, by its old name."""
    return register_module_full_backward_hook(hook)


def register_module_full_backward_pre_hook(hook):
    """`hook(module, grad_output)` runs before gradients go through any module."""
    return _add_hook(_global_backward_pre_hooks, hook)


def _all_of(shared, own):
    return list(shared.items()) + list(own.items())


class _Through(torch.autograd.Function):
    """Tensors as they are; what comes back through them is shown to a function."""

    @staticmethod
    def forward(ctx, seen, *tensors):
        ctx.seen = seen
        return tuple(x.view_as(x) for x in tensors)

    @staticmethod
    def backward(ctx, *grads):
        return (None,) + tuple(ctx.seen(grads))


def _through(seen, values):
    """The tensors among values watched on their way back."""
    places = [i for i, x in enumerate(values) if isinstance(x, torch.Tensor) and x.requires_grad]
    if not places:
        return values, False

    def show(grads):
        whole = [None] * len(values)
        for i, grad in zip(places, grads):
            whole[i] = grad
        changed = seen(tuple(whole))
        if changed is None:
            return grads
        return tuple(changed[i] for i in places)

    watched = _Through.apply(show, *[values[i] for i in places])
    watched = watched if isinstance(watched, tuple) else (watched,)
    values = list(values)
    for i, x in zip(places, watched):
        values[i] = x
    return tuple(values), True
