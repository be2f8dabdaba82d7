"""An optimizer divided among ranks."""

from torch.distributed.optim.zero_redundancy_optimizer import ZeroRedundancyOptimizer
