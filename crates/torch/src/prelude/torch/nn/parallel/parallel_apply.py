"""Replicas called with their inputs."""

import torch
from torch.nn.parallel.comm import _index


def _some_tensor(value):
    """A tensor within a value, for its device."""
    if isinstance(value, torch.Tensor):
        return value
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, (list, tuple)):
        for item in value:
            found = _some_tensor(item)
            if found is not None:
                return found
    return None


def parallel_apply(modules, inputs, kwargs_tup=None, devices=None):
    """Each module called with its inputs, on its device; a list of results."""
    if len(modules) != len(inputs):
        raise AssertionError(f"The number of modules {len(modules)} is not equal to the number of inputs {len(inputs)}")
    if kwargs_tup is None:
        kwargs_tup = ({},) * len(modules)
    elif len(modules) != len(kwargs_tup):
        raise AssertionError(f"The number of modules {len(modules)} is not equal to the number of kwargs_tup {len(kwargs_tup)}")
    if devices is None:
        devices = [None] * len(modules)
    elif len(modules) != len(devices):
        raise AssertionError(f"The number of modules {len(modules)} is not equal to the number of devices {len(devices)}")
    results = []
    for i, (module, input, kwargs, device) in enumerate(zip(modules, inputs, kwargs_tup, devices)):
        if device is None:
            tensor = _some_tensor(input)
            if tensor is None:
                raise RuntimeError(
                    f"in replica {i}, no device was provided and no tensor input was found; device cannot be resolved"
                )
            device = tensor.device
        device = _index(device, True)
        if not isinstance(input, (list, tuple)):
            input = (input,)
        try:
            with torch.cuda.device(device):
                results.append(module(*input, **kwargs))
        except Exception as error:
            raise _of_replica(error, i, device) from error
    return results


def _of_replica(error, number, device):
    """Returns the same error with the device added."""
    text = f"Caught {type(error).__name__} in replica {number} on device {device}.\n{error}"
    try:
        return type(error)(text)
    except TypeError:
        return RuntimeError(text)
