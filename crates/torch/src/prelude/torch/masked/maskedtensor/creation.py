"""Making masked tensors: leaves, and with the history of their data."""

from torch.masked.maskedtensor.core import MaskedTensor


def masked_tensor(data, mask, requires_grad=False):
    """A masked tensor of a copy of data: a leaf."""
    return MaskedTensor(data, mask, requires_grad)


def as_masked_tensor(data, mask):
    """A masked tensor with the history of its data."""
    return MaskedTensor._from_values(data, mask)
