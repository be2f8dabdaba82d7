"""Inputs of a module taken apart for several devices, and its outputs put together."""

import torch
from torch.nn.parallel._functions import Gather, Scatter


def _is_named(value):
    return isinstance(value, tuple) and hasattr(value, "_fields")


def scatter(inputs, target_gpus, dim=0):
    """Tensors in pieces along `dim`, one for each device, also those in tuples, lists and dicts; the rest goes to all."""
    if isinstance(inputs, torch.Tensor):
        return Scatter.apply(target_gpus, None, dim, inputs)
    if isinstance(inputs, (tuple, list)) and len(inputs) > 0:
        parts = list(zip(*[scatter(x, target_gpus, dim) for x in inputs]))
        if _is_named(inputs):
            return [type(inputs)(*part) for part in parts]
        return [list(part) for part in parts] if isinstance(inputs, list) else parts
    if isinstance(inputs, dict) and len(inputs) > 0:
        parts = zip(*[scatter(x, target_gpus, dim) for x in inputs.values()])
        return [type(inputs)(zip(inputs.keys(), part)) for part in parts]
    return [inputs for _ in target_gpus]


def scatter_kwargs(inputs, kwargs, target_gpus, dim=0):
    """The same for positional and named arguments: as many of the one as of the other."""
    inputs = list(scatter(inputs, target_gpus, dim)) if inputs else []
    kwargs = list(scatter(kwargs, target_gpus, dim)) if kwargs else []
    inputs.extend(() for _ in range(len(kwargs) - len(inputs)))
    kwargs.extend({} for _ in range(len(inputs) - len(kwargs)))
    return tuple(inputs), tuple(kwargs)


def gather(outputs, target_device, dim=0):
    """The outputs of all devices as one, on `target_device` ("cpu" for the processor)."""
    first = outputs[0]
    if isinstance(first, torch.Tensor):
        return Gather.apply(target_device, dim, *outputs)
    if first is None:
        return None
    if isinstance(first, dict):
        if not all(len(first) == len(each) for each in outputs):
            raise ValueError("All dicts must have the same number of keys")
        return type(first)((key, gather([each[key] for each in outputs], target_device, dim)) for key in first)
    parts = [gather(part, target_device, dim) for part in zip(*outputs)]
    return type(first)(*parts) if _is_named(first) else type(first)(parts)
