"""Datasets, samplers and loaders."""

from torch.utils.data import _utils, dataloader, dataset, distributed, sampler
from torch.utils.data._utils.collate import default_collate, default_convert
from torch.utils.data._utils.worker import WorkerInfo, get_worker_info
from torch.utils.data.dataloader import DataLoader
from torch.utils.data.dataset import (
    ChainDataset,
    ConcatDataset,
    Dataset,
    IterableDataset,
    StackDataset,
    Subset,
    TensorDataset,
    random_split,
)
from torch.utils.data.distributed import DistributedSampler
from torch.utils.data.sampler import (
    BatchSampler,
    RandomSampler,
    Sampler,
    SequentialSampler,
    SubsetRandomSampler,
    WeightedRandomSampler,
)
