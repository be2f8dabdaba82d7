# cpu only: samplers draw on the cpu
# Samplers: orders for a seed, replacement, weights, batches, subsets, splits, and their complaints.
import warnings

import torch
from torch.utils.data import (
    BatchSampler,
    ConcatDataset,
    DataLoader,
    RandomSampler,
    SequentialSampler,
    StackDataset,
    Subset,
    SubsetRandomSampler,
    TensorDataset,
    WeightedRandomSampler,
    random_split,
)

torch.manual_seed(0)
data = list(range(9))
print(list(SequentialSampler(data)), len(SequentialSampler(data)))
print(list(RandomSampler(data)))
print(list(RandomSampler(data, replacement=True)))
print(list(RandomSampler(data, replacement=True, num_samples=40)))
print(list(RandomSampler(data, num_samples=4)), list(RandomSampler(data, num_samples=20)))
g = torch.Generator().manual_seed(7)
print(list(RandomSampler(data, generator=g)), list(RandomSampler(data, generator=g)))
print(list(SubsetRandomSampler([3, 1, 4, 1, 5], generator=g)))
print(list(WeightedRandomSampler([0.9, 0.4, 0.05, 0.2, 0.3, 0.1], 5, replacement=False, generator=g)))
print(list(BatchSampler(SequentialSampler(data), 4, False)), list(BatchSampler(SequentialSampler(data), 4, True)))
print(len(BatchSampler(range(9), 4, False)), len(BatchSampler(range(9), 4, True)))
table = TensorDataset(torch.arange(10), torch.arange(10) ** 2)
parts = random_split(table, [6, 3, 1], generator=torch.Generator().manual_seed(1))
print([part.indices for part in parts], parts[1][0])
parts = random_split(range(11), [0.5, 0.3, 0.2], generator=torch.Generator().manual_seed(2))
print([list(part) for part in parts])
both = ConcatDataset([Subset(table, [1, 3]), table])
print(len(both), both[1], both[2], both[-1], both.cumulative_sizes)
stacked = StackDataset(table, list("abcdefghij"))
print(len(stacked), stacked[2], StackDataset(x=[1, 2], y=[3, 4])[1])
print([len(batch[0]) for batch in DataLoader(table + table, batch_size=8)])
print([batch for batch in DataLoader(data, batch_sampler=[[0, 2], [8]])])
print([batch.tolist() for batch in DataLoader(data, 2, sampler=[5, 4, 3])])
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    print([len(part) for part in random_split([1, 2], [0.9, 0.05, 0.05])], [str(w.message) for w in caught])


def attempt(make):
    try:
        print(make())
    except (ValueError, TypeError, AssertionError, IndexError) as error:
        print(type(error).__name__, error)


attempt(lambda: RandomSampler(data, replacement=1))
attempt(lambda: RandomSampler(data, num_samples=-1))
attempt(lambda: WeightedRandomSampler([1.0], 0))
attempt(lambda: WeightedRandomSampler([[1.0]], 2))
attempt(lambda: BatchSampler(data, 0, False))
attempt(lambda: BatchSampler(data, 2, 1))
attempt(lambda: random_split(data, [1, 2]))
attempt(lambda: random_split(data, [0.5, 0.6]))
attempt(lambda: ConcatDataset([]))
attempt(lambda: TensorDataset(torch.ones(2), torch.ones(3)))
attempt(lambda: StackDataset())
attempt(lambda: StackDataset([1], [1, 2]))
attempt(lambda: DataLoader(data, shuffle=True, sampler=[1]))
attempt(lambda: DataLoader(data, batch_size=0))
attempt(lambda: DataLoader(data, batch_size=None, drop_last=True))
attempt(lambda: DataLoader(data, batch_size=2, batch_sampler=[[1]]))
