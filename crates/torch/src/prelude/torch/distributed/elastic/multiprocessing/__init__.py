"""Names of torchrun's."""

from torch.distributed.elastic.multiprocessing import errors
