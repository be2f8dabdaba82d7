"""`torch.types`: names for annotations."""

import typing

import torch
from torch import Tensor, device, dtype, layout

Number = typing.Union[int, float, bool]
Device = typing.Union[torch.device, str, int, None]
FileLike = str
_int = int
_float = float
_bool = bool
_dtype = torch.dtype
_device = torch.device
_size = torch.Size
