"""One module on several devices."""

from torch.nn.parallel import comm, scatter_gather
from torch.nn.parallel._functions import Broadcast
from torch.nn.parallel.data_parallel import DataParallel, data_parallel
from torch.nn.parallel.distributed import DistributedDataParallel
from torch.nn.parallel.parallel_apply import parallel_apply
from torch.nn.parallel.replicate import replicate
from torch.nn.parallel.scatter_gather import gather, scatter, scatter_kwargs
