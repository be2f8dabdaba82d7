"""Observes gradients for the backward hooks of modules."""

import torch


class _Through(torch.autograd.Function):
    """Passes tensors through unchanged and shows their gradients to a function."""

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
