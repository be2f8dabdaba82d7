"""Argument checks with PyTorch's error messages."""

import torch


def _only_tensors(function, **given):
    """Raises TypeError for the first argument that is not a tensor. Arguments are passed by name, in the call's order."""
    for position, (name, value) in enumerate(given.items(), 1):
        if not torch.is_tensor(value):
            found = type(value).__name__
            raise TypeError(f"{function}(): argument '{name}' (position {position}) must be Tensor, not {found}")


_SCALAR_NAMES = {
    torch.float64: "Double",
    torch.float32: "Float",
    torch.float16: "Half",
    torch.bfloat16: "BFloat16",
    torch.int64: "Long",
    torch.int32: "Int",
    torch.int16: "Short",
    torch.int8: "Char",
    torch.uint8: "Byte",
    torch.bool: "Bool",
    torch.complex64: "ComplexFloat",
    torch.complex128: "ComplexDouble",
}


def _scalar_name(dtype):
    """Returns PyTorch's name of a dtype in errors: Float, Long."""
    return _SCALAR_NAMES[dtype]


def _not_implemented(kernel, dtype):
    """NotImplementedError for a dtype that PyTorch's kernel of this name does not take."""
    raise NotImplementedError(f"\"{kernel}\" not implemented for '{_scalar_name(dtype)}'")


def _only_floats(kernel, *tensors):
    """Refuses tensors that all hold integers or bool: PyTorch's kernel of this name takes none."""
    for x in tensors:
        if x.is_floating_point():
            return
    _not_implemented(kernel, torch.result_type(tensors[0], tensors[-1]))
