"""`torch.utils.hooks`: what registering a hook returns."""

from torch.nn import RemovableHandle
