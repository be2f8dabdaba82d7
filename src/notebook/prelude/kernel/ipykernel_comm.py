"""Comms by ipykernel's names."""

import warnings

from comm.base_comm import CommManager, KernelComm

__name__ = "ipykernel.comm"
__all__ = ["Comm", "CommManager"]


class Comm(KernelComm):
    """Created like by comm.create_comm."""

    def __init__(self, target_name="", data=None, metadata=None, buffers=None, show_warning=True, **kwargs):
        if show_warning:
            warnings.warn(
                "The `ipykernel.comm.Comm` class has been deprecated. Please use the `comm` module instead."
                "For creating comms, use the function `from comm import create_comm`.",
                DeprecationWarning,
                stacklevel=2,
            )
        kwargs.pop("kernel", None)
        if target_name:
            kwargs["target_name"] = target_name
        super().__init__(data=data, metadata=metadata, buffers=buffers, **kwargs)
