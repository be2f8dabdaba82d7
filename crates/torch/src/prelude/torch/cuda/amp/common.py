"""What `torch.cuda.amp` asks first."""

import torch


def amp_definitely_not_available():
    """Whether there is no CUDA device."""
    return not torch.cuda.is_available()
