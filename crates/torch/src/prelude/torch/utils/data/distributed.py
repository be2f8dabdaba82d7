"""A data set divided among ranks."""

import torch
from torch.utils.data.sampler import Sampler


# torch.utils.data, continued: a data set divided among ranks.
class DistributedSampler(Sampler):
    """Gives each rank its part of a data set, as many examples as the others.

    Without `drop_last` the first examples are repeated until all have as many. `set_epoch` before each epoch makes the order
    another; it depends on `seed` and the epoch only, and so is the same on all ranks.
    """

    def __init__(self, dataset, num_replicas=None, rank=None, shuffle=True, seed=0, drop_last=False):
        import torch.distributed as dist

        num_replicas = dist.get_world_size() if num_replicas is None else num_replicas
        rank = dist.get_rank() if rank is None else rank
        if rank >= num_replicas or rank < 0:
            raise ValueError(f"Invalid rank {rank}, rank should be in the interval [0, {num_replicas - 1}]")
        self.dataset = dataset
        self.num_replicas = num_replicas
        self.rank = rank
        self.epoch = 0
        self.drop_last = drop_last
        self.shuffle = shuffle
        self.seed = seed
        length = len(dataset)
        if drop_last and length % num_replicas:
            self.num_samples = -((num_replicas - length) // num_replicas)
        else:
            self.num_samples = -(-length // num_replicas)
        self.total_size = self.num_samples * num_replicas

    def __iter__(self):
        indices = list(range(len(self.dataset)))
        if self.shuffle:
            generator = torch.Generator()
            generator.manual_seed(self.seed + self.epoch)
            indices = torch.randperm(len(self.dataset), generator=generator).tolist()
        if self.drop_last:
            indices = indices[: self.total_size]
        else:
            lacking = self.total_size - len(indices)
            if lacking > 0:
                indices += (indices * -(-lacking // len(indices)))[:lacking]
        return iter(indices[self.rank : self.total_size : self.num_replicas])

    def __len__(self):
        return self.num_samples

    def set_epoch(self, epoch):
        """Chooses the order of the next pass."""
        self.epoch = epoch
