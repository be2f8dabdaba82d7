"""Checks of `torch.cuda.amp`."""

import torch


def amp_definitely_not_available():
    """Returns whether there is no CUDA device."""
    return not torch.cuda.is_available()
