"""Tensors that must be equal, or nearly."""

from torch.testing._comparison import assert_close
from torch.testing._creation import make_tensor
