"""`torch.nn.parameter`: tensors that modules hold."""

from torch.nn import Buffer
