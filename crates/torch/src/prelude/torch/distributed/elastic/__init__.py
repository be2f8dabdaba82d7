"""Names of torchrun's."""

from torch.distributed.elastic import multiprocessing
