"""`torch.signal`: windows."""

from torch.signal import windows
