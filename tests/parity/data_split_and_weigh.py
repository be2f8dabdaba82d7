# Splits with a seed, weighted draws, subsets, concatenations, their loaders.
import torch
from torch.utils.data import ConcatDataset, DataLoader, Dataset, RandomSampler, SequentialSampler, StackDataset, Subset, TensorDataset, WeightedRandomSampler, random_split

data = TensorDataset(torch.arange(10.0), torch.arange(10) % 3)
parts = random_split(data, [0.5, 0.3, 0.2], generator=torch.Generator().manual_seed(1))
print([len(p) for p in parts], [p.indices for p in parts], [len(p) for p in random_split(range(7), [4, 3], torch.Generator().manual_seed(0))])
sub = Subset(data, [9, 0, 4])
print([(x.item(), y.item()) for x, y in sub], len(ConcatDataset([sub, data])), ConcatDataset([sub, data])[3][0].item(), (sub + sub)[5][0].item())
torch.manual_seed(2)
print(list(RandomSampler(range(6))), list(RandomSampler(range(3), replacement=True, num_samples=5)), list(SequentialSampler(range(3))))
print(list(WeightedRandomSampler([0.1, 0.0, 0.9], 6, generator=torch.Generator().manual_seed(3))), list(WeightedRandomSampler([1.0, 1.0, 2.0], 3, replacement=False, generator=torch.Generator().manual_seed(3))))
stacked = StackDataset(image=torch.arange(4), label=torch.arange(4) * 10)
print(stacked[2], next(iter(DataLoader(stacked, batch_size=2))))


class Squares(Dataset):
    def __init__(self, n):
        self.n = n

    def __len__(self):
        return self.n

    def __getitem__(self, i):
        if not 0 <= i < self.n:
            raise IndexError(i)
        return {"x": i, "y": float(i * i), "name": f"item{i}"}


for batch in DataLoader(Squares(5), batch_size=2):
    print(batch)
print([len(b["x"]) for b in DataLoader(Squares(5), batch_size=2, drop_last=True)], len(DataLoader(Squares(5), 2)))
for bad in (lambda: random_split(data, [4, 4]), lambda: DataLoader(data, batch_size=0), lambda: DataLoader(data, shuffle=True, sampler=SequentialSampler(data)), lambda: WeightedRandomSampler([1.0], 0)):
    try:
        bad()
    except ValueError as error:
        print(error)
