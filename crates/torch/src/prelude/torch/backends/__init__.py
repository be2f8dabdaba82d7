"""The precision of float32 matrix products on CUDA, under PyTorch's three names."""

import warnings

from torch._backends import _set_allow_tf32
from torch.backends import cpu, cuda, cudnn, mkl, mkldnn, mps, openmp

_PRECISIONS = ("highest", "high", "medium")
_state = {"float32_matmul": "highest", "fp32": "none"}


def _get_float32_matmul_precision():
    """'highest': float32; 'high' and 'medium': operands are rounded to TF32 where the device has units for it."""
    return _state["float32_matmul"]


def _set_float32_matmul_precision(precision):
    """'highest' multiplies float32 matrices exactly; 'high' and 'medium' allow TensorFloat-32."""
    if precision not in _PRECISIONS:
        warnings.warn(
            f"{precision} is not one of 'highest', 'high', or 'medium'; the current"
            "setFloat32MatmulPrecision call has no effect."
        )
        return
    _state["float32_matmul"] = precision
    _state["fp32"] = "ieee" if precision == "highest" else "tf32"
    _set_allow_tf32(precision != "highest")
