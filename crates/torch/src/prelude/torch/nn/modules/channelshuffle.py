"""Channels of groups, mixed."""

from torch.nn import functional as F
from torch.nn.modules.module import Module


class ChannelShuffle(Module):
    """Channels of groups dealt out one after the other.

    >>> nn.ChannelShuffle(2)(torch.arange(4.).view(1, 4, 1, 1)).flatten()
    tensor([0., 2., 1., 3.])
    """

    def __init__(self, groups):
        super().__init__()
        self.groups = groups

    def forward(self, input):
        return F.channel_shuffle(input, self.groups)

    def extra_repr(self):
        return f"groups={self.groups}"
