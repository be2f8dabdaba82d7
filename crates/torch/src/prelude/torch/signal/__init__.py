"""Signals."""

from torch.signal import windows
