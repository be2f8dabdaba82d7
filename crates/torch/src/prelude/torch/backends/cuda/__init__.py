"""`torch.backends.cuda`: how products and attention are computed on CUDA."""

import contextlib
import enum
import warnings

from torch import backends as _backends
from torch._backends import _allow_tf32


class cuBLASModule:
    """`torch.backends.cuda.matmul`. TF32 is off until asked for.

    The reduced-precision switches are kept but change nothing: products of half types are always summed in float32.
    """

    def __init__(self):
        object.__setattr__(
            self,
            "_switches",
            {
                "allow_fp16_reduced_precision_reduction": True,
                "allow_bf16_reduced_precision_reduction": True,
                "allow_fp16_accumulation": False,
            },
        )

    def __getattr__(self, name):
        if name == "allow_tf32":
            return _allow_tf32()
        if name == "fp32_precision":
            return _backends._state["fp32"]
        if name in self._switches:
            return self._switches[name]
        raise AttributeError("Unknown attribute " + name)

    def __setattr__(self, name, value):
        if name == "allow_tf32":
            if not isinstance(value, bool):
                raise RuntimeError(f"set_allow_tf32_cublas expects a bool, but got {type(value).__name__}")
            _backends._set_float32_matmul_precision("high" if value else "highest")
        elif name == "fp32_precision":
            if value not in ("ieee", "tf32", "none"):
                raise RuntimeError(f"Unknown precision: {value}")
            _backends._set_float32_matmul_precision("high" if value == "tf32" else "highest")
            _backends._state["fp32"] = value
        elif name in self._switches:
            self._switches[name] = value
        else:
            raise AttributeError("Unknown attribute " + name)


matmul = cuBLASModule()


def is_built():
    """True: CUDA is always built in."""
    return True


_attention = {"flash": True, "mem_efficient": True, "math": True, "cudnn": True}


def flash_sdp_enabled():
    """Whether flash attention may be chosen. Here there is one kind of attention, which the switches do not change."""
    return _attention["flash"]


def enable_flash_sdp(enabled):
    """Kept, and without effect: there is one kind of attention."""
    _attention["flash"] = enabled


def mem_efficient_sdp_enabled():
    """Whether memory-efficient attention may be chosen."""
    return _attention["mem_efficient"]


def enable_mem_efficient_sdp(enabled):
    """Kept, and without effect: there is one kind of attention."""
    _attention["mem_efficient"] = enabled


def math_sdp_enabled():
    """Whether plain attention may be chosen."""
    return _attention["math"]


def enable_math_sdp(enabled):
    """Kept, and without effect: there is one kind of attention."""
    _attention["math"] = enabled


def cudnn_sdp_enabled():
    """Whether cuDNN's attention may be chosen."""
    return _attention["cudnn"]


def enable_cudnn_sdp(enabled):
    """Kept, and without effect: there is one kind of attention."""
    _attention["cudnn"] = enabled


_half_sums = False


def allow_fp16_bf16_reduction_math_sdp(enabled):
    """Kept, and without effect: half types are always summed in float32."""
    global _half_sums
    _half_sums = bool(enabled)


def fp16_bf16_reduction_math_sdp_allowed():
    """Returns the value last set by allow_fp16_bf16_reduction_math_sdp."""
    return _half_sums


@contextlib.contextmanager
def sdp_kernel(enable_flash=True, enable_math=True, enable_mem_efficient=True, enable_cudnn=True):
    """The old name of `torch.nn.attention.sdpa_kernel`. Kept, and without effect: there is one kind of attention."""
    warnings.warn(
        "`torch.backends.cuda.sdp_kernel()` is deprecated. In the future, this context manager will be removed. "
        "Please see `torch.nn.attention.sdpa_kernel()` for the new context manager, with updated signature.",
        FutureWarning,
        stacklevel=3,
    )
    yield


class _LinalgBackend(enum.Enum):
    Default = 0
    Cusolver = 1
    Magma = 2


class _BlasBackend(enum.Enum):
    Default = 0
    Cublas = 1
    Cublaslt = 2
    Ck = 3


_preferred = {"linalg": _LinalgBackend.Default, "blas": _BlasBackend.Cublas}


def _prefer(kind, names, backend):
    if isinstance(backend, str):
        if backend not in names:
            raise RuntimeError(f"Unknown input value. Choose from: {', '.join(names)}.")
        backend = names[backend]
    elif backend is not None and not isinstance(backend, type(_preferred[kind])):
        raise RuntimeError("Unknown input value type.")
    if backend is not None:
        _preferred[kind] = backend
    return _preferred[kind]


def preferred_linalg_library(backend=None):
    """Kept, and without effect: linear algebra of CUDA tensors is computed on the host."""
    names = {
        "default": _LinalgBackend.Default,
        "cusolver": _LinalgBackend.Cusolver,
        "magma": _LinalgBackend.Magma,
    }
    return _prefer("linalg", names, backend)


def preferred_blas_library(backend=None):
    """Kept, and without effect: products are cuBLASLt's."""
    names = {
        "default": _BlasBackend.Cublas,
        "cublas": _BlasBackend.Cublas,
        "hipblas": _BlasBackend.Cublas,
        "cublaslt": _BlasBackend.Cublaslt,
        "hipblaslt": _BlasBackend.Cublaslt,
        "ck": _BlasBackend.Ck,
    }
    return _prefer("blas", names, backend)


def is_flash_attention_available():
    """Returns False: PyTorch's flash attention is not available. The kernel here works in one pass, too."""
    return False
