"""Global switches of `torch`: deterministic results, the number of threads, warnings."""

import warnings

from torch import _backends

__name__ = "torch"

_DEBUG_MODES = ("default", "warn", "error")
_state = {"deterministic": False, "warn_only": False, "threads": None, "interop": None, "always": False}


def use_deterministic_algorithms(mode, *, warn_only=False):
    """Sets whether every operation must give the same result in each run.

    CPU operations always do. On CUDA devices, sums at indices (`scatter_add`, `index_add`, `index_put` with
    accumulate, and the gradients of indexing) are otherwise added in any order; with this, in order on one thread.
    cuDNN uses deterministic algorithms. No operation has to be refused.
    """
    if mode not in (True, False) or not isinstance(mode, bool):
        raise TypeError(
            f"_set_deterministic_algorithms(): argument 'mode' (position 1) must be bool, not {type(mode).__name__}"
        )
    _state["deterministic"], _state["warn_only"] = mode, warn_only
    _backends._set_deterministic(mode)


def are_deterministic_algorithms_enabled():
    """Whether `use_deterministic_algorithms` is on.

    >>> torch.are_deterministic_algorithms_enabled()
    False
    """
    return _state["deterministic"]


def is_deterministic_algorithms_warn_only_enabled():
    """Whether `use_deterministic_algorithms` was to warn only.

    >>> torch.is_deterministic_algorithms_warn_only_enabled()
    False
    """
    return _state["warn_only"]


def set_deterministic_debug_mode(debug_mode):
    """`use_deterministic_algorithms` by number or name: 0 'default', 1 'warn', 2 'error'."""
    if not isinstance(debug_mode, (int, str)):
        raise TypeError(f"debug_mode must be str or int, but got {type(debug_mode)}")
    if isinstance(debug_mode, str):
        if debug_mode not in _DEBUG_MODES:
            raise RuntimeError(f"invalid value of debug_mode, expected one of `default`, `warn`, `error`, but got {debug_mode}")
        debug_mode = _DEBUG_MODES.index(debug_mode)
    if debug_mode not in (0, 1, 2):
        raise RuntimeError(f"invalid value of debug_mode, expected 0, 1, or 2, but got {debug_mode}")
    use_deterministic_algorithms(debug_mode > 0, warn_only=debug_mode == 1)


def get_deterministic_debug_mode():
    """Returns 0, 1 or 2: off, warn, error.

    >>> torch.get_deterministic_debug_mode()
    0
    """
    return 0 if not _state["deterministic"] else 1 if _state["warn_only"] else 2


def set_num_threads(int):
    """At most how many processors compute operations of the CPU. More than there are change nothing."""
    if isinstance(int, bool) or not hasattr(int, "bit_length"):
        raise TypeError(f"set_num_threads expects an int, but got {type(int).__name__}")
    if int <= 0:
        raise RuntimeError("set_num_threads expects a positive integer")
    _backends._set_processors(int)
    _state["threads"] = int


def get_num_threads():
    """Returns how many processors compute CPU operations: all, or the number set by `set_num_threads`."""
    return _state["threads"] or _backends._set_processors(0)


def set_num_interop_threads(int):
    """Accepted: operations run one after the other here."""
    if int <= 0:
        raise RuntimeError("set_num_interop_threads expects a positive integer")
    if _state["interop"] is not None:
        raise RuntimeError(
            "Error: cannot set number of interop threads after parallel work has started or set_num_interop_threads called"
        )
    _state["interop"] = int


def get_num_interop_threads():
    """Returns the number set by `set_num_interop_threads`, or the number of processors."""
    return _state["interop"] or _backends._set_processors(0)


def set_flush_denormal(mode):
    """Returns False and changes nothing: subnormal numbers are always kept."""
    return False


def set_warn_always(b):
    """Sets whether PyTorch's warnings appear each time instead of once."""
    _state["always"] = bool(b)
    warnings.simplefilter("always" if b else "default")


def is_warn_always_enabled():
    """Whether `set_warn_always` is on.

    >>> torch.is_warn_always_enabled()
    False
    """
    return _state["always"]


def get_device_module(device=None):
    """The module of a kind of device: `torch.cuda` or `torch.cpu`."""
    import torch

    if device is None:
        return torch.cuda if torch.cuda.is_available() else torch.cpu
    kind = torch.device(device).type
    if kind not in ("cpu", "cuda"):
        raise RuntimeError(f"Invalid value of device. Expect torch.device, str, or None, got {type(device)}")
    return getattr(torch, kind)


def compiled_with_cxx11_abi():
    """Returns True."""
    return True


def is_storage(obj):
    """Returns whether a value is a tensor's storage.

    >>> torch.is_storage(torch.ones(2).untyped_storage())
    True
    """
    return type(obj).__name__ in ("UntypedStorage", "TypedStorage")
