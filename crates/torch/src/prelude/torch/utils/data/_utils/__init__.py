"""The parts of loaders."""

from torch.utils.data._utils import collate, fetch, pin_memory, worker
