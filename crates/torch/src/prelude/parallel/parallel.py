"""`torch.nn.parallel`: one module on several devices of this process.

PyTorch runs each device's replica on a thread of its own. Here one thread runs the replicas in turn, each with its device and
that device's current stream: kernels are only queued, so the devices work at the same time all the same, as long as the
module's `forward` does not wait for one (`.item()`, `print`).
"""

import warnings
from itertools import chain

import torch
from torch.nn.parallel import comm
from torch.nn.parallel._functions import Broadcast
from torch.nn.parallel.comm import _index
from torch.nn.parallel.scatter_gather import gather, scatter, scatter_kwargs


def _copies(tensors, devices, detach):
    """A list of copies for each device."""
    if not tensors:
        return [[] for _ in devices]
    if detach:
        return comm.broadcast_coalesced(tensors, devices)
    copies = Broadcast.apply(devices, *tensors)
    return [list(copies[i : i + len(tensors)]) for i in range(0, len(copies), len(tensors))]


def replicate(network, devices, detach=False):
    """A replica of the module on each device; gradients of replicas add up in the module's own parameters.

    A replica's parameters are results, not leaves. The one on the module's own device shares its buffers.
    """
    devices = [_index(device, True) for device in devices]
    parameters, buffers = list(network.parameters()), list(network.buffers())
    of_parameters = _copies(parameters, devices, detach)
    learned = [x for x in buffers if x.requires_grad and not detach]
    fixed = [x for x in buffers if not (x.requires_grad and not detach)]
    of_buffers = [
        list(zip(learned + fixed, a + b))
        for a, b in zip(_copies(learned, devices, False), _copies(fixed, devices, True))
    ]
    replicas = []
    for at in range(len(devices)):
        copies = {id(x): copy for x, copy in zip(parameters, of_parameters[at])}
        copies.update((id(x), copy) for x, copy in of_buffers[at])
        replicas.append(_replica(network, copies, {}))
    return replicas


def _replica(module, copies, made):
    """The module once more, with other tensors. One that occurs twice is one replica."""
    if id(module) in made:
        return made[id(module)]
    replica = object.__new__(type(module))
    made[id(module)] = replica
    state = replica.__dict__
    state.update(module.__dict__)
    state["_is_replica"] = True
    state["_former_parameters"] = {}
    state["_parameters"] = {}
    for name, parameter in module._parameters.items():
        copy = None if parameter is None else copies[id(parameter)]
        state[name] = copy
        if copy is not None:
            state["_former_parameters"][name] = copy
    state["_buffers"] = {name: None if x is None else copies[id(x)] for name, x in module._buffers.items()}
    state["_modules"] = {
        name: None if child is None else _replica(child, copies, made) for name, child in module._modules.items()
    }
    return replica


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
        raise AssertionError(
            f"The number of modules {len(modules)} is not equal to the number of kwargs_tup {len(kwargs_tup)}"
        )
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
    """The same kind of error, which says where."""
    text = f"Caught {type(error).__name__} in replica {number} on device {device}.\n{error}"
    try:
        return type(error)(text)
    except TypeError:
        return RuntimeError(text)


def _all_devices():
    return list(range(torch.cuda.device_count()))


def _check_module(module, device):
    for x in chain(module.parameters(), module.buffers()):
        if x.device != device:
            raise RuntimeError(
                f"module must have its parameters and buffers on device {device} (device_ids[0]) but found one of them on "
                f"device: {x.device}"
            )


def _warn_of_imbalance(devices):
    properties = [torch.cuda.get_device_properties(device) for device in devices]
    for values in (
        [each.total_memory for each in properties],
        [each.multi_processor_count for each in properties],
    ):
        least, most = min(values), max(values)
        if least / most < 0.75:
            warnings.warn(
                "\n    There is an imbalance between your GPUs. You may want to exclude GPU "
                f"{devices[values.index(least)]} which\n    has less than 75% of the memory or cores of GPU "
                f"{devices[values.index(most)]}. You can do so by setting\n    the device_ids argument to DataParallel, or "
                "by setting the CUDA_VISIBLE_DEVICES\n    environment variable."
            )
            return


class DataParallel(torch.nn.Module):
    """A module whose batches are divided among devices: replicate, scatter, parallel_apply, gather.

    Its parameters must be on `device_ids[0]` (all devices unless told), where gradients add up; outputs go to `output_device`.
    Without a device it is the module alone. See `torch.nn.parallel` on threads.
    """

    def __init__(self, module, device_ids=None, output_device=None, dim=0):
        super().__init__()
        self.module = module
        if not torch.cuda.is_available():
            self.device_ids = []
            return
        device_ids = _all_devices() if device_ids is None else device_ids
        if not device_ids:
            raise RuntimeError("no available devices were found")
        self.dim = dim
        self.device_ids = [_index(x, True) for x in device_ids]
        self.output_device = _index(device_ids[0] if output_device is None else output_device, True)
        self.src_device_obj = torch.device("cuda", self.device_ids[0])
        _warn_of_imbalance(self.device_ids)
        if len(self.device_ids) == 1:
            self.module.to(self.src_device_obj)

    def forward(self, *inputs, **kwargs):
        if not self.device_ids:
            return self.module(*inputs, **kwargs)
        _check_module(self.module, self.src_device_obj)
        inputs, kwargs = self.scatter(inputs, kwargs, self.device_ids)
        if not inputs and not kwargs:
            inputs, kwargs = ((),), ({},)
        if len(self.device_ids) == 1:
            return self.module(*inputs[0], **kwargs[0])
        replicas = self.replicate(self.module, self.device_ids[: len(inputs)])
        return self.gather(self.parallel_apply(replicas, inputs, kwargs), self.output_device)

    def replicate(self, module, device_ids):
        """See `torch.nn.parallel.replicate`."""
        return replicate(module, device_ids, not torch.is_grad_enabled())

    def scatter(self, inputs, kwargs, device_ids):
        """See `torch.nn.parallel.scatter`."""
        return scatter_kwargs(inputs, kwargs, device_ids, dim=self.dim)

    def parallel_apply(self, replicas, inputs, kwargs):
        """See `torch.nn.parallel.parallel_apply`."""
        return parallel_apply(replicas, inputs, kwargs, self.device_ids[: len(replicas)])

    def gather(self, outputs, output_device):
        """See `torch.nn.parallel.gather`."""
        return gather(outputs, output_device, dim=self.dim)


def data_parallel(module, inputs, device_ids=None, output_device=None, dim=0, module_kwargs=None):
    """`DataParallel` as a function: the module's result for the inputs, computed on several devices."""
    if not isinstance(inputs, tuple):
        inputs = (inputs,) if inputs is not None else ()
    device_ids = _all_devices() if device_ids is None else device_ids
    if not device_ids:
        raise RuntimeError("no available devices were found")
    output_device = device_ids[0] if output_device is None else output_device
    device_ids = [_index(x, True) for x in device_ids]
    _check_module(module, torch.device("cuda", device_ids[0]))
    inputs, module_kwargs = scatter_kwargs(inputs, module_kwargs, device_ids, dim)
    if not inputs and not module_kwargs:
        inputs, module_kwargs = ((),), ({},)
    if len(device_ids) == 1:
        return module(*inputs[0], **module_kwargs[0])
    used = device_ids[: len(inputs)]
    outputs = parallel_apply(replicate(module, used), inputs, module_kwargs, used)
    return gather(outputs, _index(output_device, True, allow_cpu=True), dim)


def __getattr__(name):
    if name in ("distributed", "DistributedDataParallel"):
        import torch.nn.parallel.distributed as distributed

        return distributed if name == "distributed" else distributed.DistributedDataParallel
    raise AttributeError(f"module 'torch.nn.parallel' has no attribute '{name}'")
