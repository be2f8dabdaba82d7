"""Ways to communicate."""

from torch.distributed.algorithms import ddp_comm_hooks, join
from torch.distributed.algorithms.join import Join, Joinable, JoinHook
