"""What loaders are made of."""

from torch.utils.data._utils import collate, fetch, pin_memory, worker
