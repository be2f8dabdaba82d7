"""One module on several devices."""

import warnings
from itertools import chain
from types import GenericAlias

import torch
from torch.nn.parallel.comm import _index
from torch.nn.parallel.parallel_apply import parallel_apply
from torch.nn.parallel.replicate import replicate
from torch.nn.parallel.scatter_gather import gather, scatter_kwargs


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
    """A module whose batches are split among devices: replicate, scatter, parallel_apply, gather.

    Its parameters must be on `device_ids[0]` (default: all devices), where gradients accumulate; outputs go to
    `output_device`. Without a device it runs the module alone. See `torch.nn.parallel` about threads.
    """

    __class_getitem__ = classmethod(GenericAlias)

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
