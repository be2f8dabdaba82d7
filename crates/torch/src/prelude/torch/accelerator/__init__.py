"""`torch.accelerator`: device-neutral names for functions of torch.cuda."""

import torch
from torch._accelerator import (
    current_accelerator,
    current_device_idx,
    current_device_index,
    device_count,
    is_available,
    set_device_idx,
    set_device_index,
    synchronize,
)
from torch._cuda import (
    empty_cache,
    max_memory_allocated,
    max_memory_reserved,
    memory_allocated,
    memory_reserved,
    memory_stats,
    reset_accumulated_memory_stats,
    reset_peak_memory_stats,
    set_stream,
)
from torch.accelerator import memory


def current_stream(device=None):
    """Returns the current stream of a device."""
    return torch.cuda.current_stream(device)


def get_memory_info(device_index=None):
    """Free and total bytes of a device."""
    return torch.cuda.mem_get_info(device_index)


def get_device_capability(device=None):
    """Returns the capabilities of a device: the dtypes of its tensors."""
    torch.cuda.get_device_properties(device)
    return {
        "supported_dtypes": {
            torch.bool, torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64,
            torch.float16, torch.bfloat16, torch.float32, torch.float64,
        }
    }  # fmt: skip


class device_index:
    """Makes a device the current one inside `with`; None changes nothing."""

    def __init__(self, device):
        self.idx = device

    def __enter__(self):
        if self.idx is not None:
            self.prev_idx = torch.cuda.current_device()
            torch.cuda.set_device(self.idx)

    def __exit__(self, *error):
        if self.idx is not None:
            torch.cuda.set_device(self.prev_idx)
