"""Data loading and checkpoints."""

from torch.utils import benchmark, checkpoint, data, flop_counter, hooks
