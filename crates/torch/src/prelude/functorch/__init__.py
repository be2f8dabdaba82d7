"""`functorch`: the older name of `torch.func`, with its way to make functions of modules."""

import copy

import torch
from torch.func import functional_call, grad, grad_and_value, hessian, jacfwd, jacrev, jvp, vjp, vmap

__version__ = torch.__version__


def make_functional_with_buffers(model, disable_autograd_tracking=False):
    """A function of parameters and buffers, the parameters and the buffers."""
    model = copy.deepcopy(model)
    names = [name for name, _ in model.named_parameters()]
    places = [name for name, _ in model.named_buffers()]
    parameters = tuple(parameter.detach().clone() for parameter in model.parameters())
    if not disable_autograd_tracking:
        for parameter, own in zip(parameters, model.parameters()):
            parameter.requires_grad_(own.requires_grad)

    def act(parameters, buffers, *args, **kwargs):
        values = {**dict(zip(names, parameters)), **dict(zip(places, buffers))}
        return functional_call(model, values, args, kwargs)

    return act, parameters, tuple(buffer.detach().clone() for buffer in model.buffers())


def make_functional(model, disable_autograd_tracking=False):
    """A function of parameters, and the parameters of a module without buffers."""
    if any(True for _ in model.buffers()):
        raise RuntimeError(
            "make_functional(model): `model` has buffers. Please use make_functional_with_buffers(model) instead."
        )
    act, parameters, _ = make_functional_with_buffers(model, disable_autograd_tracking)
    return (lambda parameters, *args, **kwargs: act(parameters, (), *args, **kwargs)), parameters


def combine_state_for_ensemble(models):
    """A function of stacked parameters and buffers of equal modules, and these."""
    if len(models) == 0:
        raise RuntimeError("combine_state_for_ensemble: Expected at least one model, got 0.")
    made = [make_functional_with_buffers(model) for model in models]
    stacked = [tuple(torch.stack(values).detach() for values in zip(*[one[part] for one in made])) for part in (1, 2)]
    for parameter in stacked[0]:
        parameter.requires_grad_()
    return made[0][0], *stacked
