"""`torch.backends.cuda`: how products and attention are computed on CUDA."""

import torch.backends as _backends


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
            return _backends._allow_tf32()
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
