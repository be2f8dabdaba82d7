"""Tensors with a mask, and reductions that leave out what a mask masks out."""

from torch.masked._ops import (
    amax,
    amin,
    argmax,
    argmin,
    cumprod,
    cumsum,
    log_softmax,
    logaddexp,
    logsumexp,
    mean,
    median,
    norm,
    normalize,
    prod,
    softmax,
    softmin,
    std,
    sum,
    var,
)
from torch.masked.maskedtensor.core import MaskedTensor, is_masked_tensor
from torch.masked.maskedtensor.creation import as_masked_tensor, masked_tensor
