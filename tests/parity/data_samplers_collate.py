# Data sets and loaders of one's own: transforms, a sampler by length, a collate function that pads, batches by a batch sampler, workers' seeds.
import torch
from torch.nn.utils.rnn import pad_sequence
from torch.utils.data import (
    BatchSampler, ConcatDataset, DataLoader, Dataset, IterableDataset, RandomSampler, Sampler, SequentialSampler, Subset, SubsetRandomSampler,
    TensorDataset, WeightedRandomSampler, default_collate, random_split,
)

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Words(Dataset):
    def __init__(self, words, transform=None):
        self.words = words
        self.transform = transform

    def __len__(self):
        return len(self.words)

    def __getitem__(self, idx):
        if torch.is_tensor(idx):
            idx = idx.tolist()
        sample = {"ids": torch.tensor([ord(c) - 96 for c in self.words[idx]]), "label": len(self.words[idx]) % 2, "word": self.words[idx]}
        return self.transform(sample) if self.transform else sample


class Reverse:
    def __call__(self, sample):
        return {**sample, "ids": sample["ids"].flip(0)}


class Compose:
    def __init__(self, *steps):
        self.steps = steps

    def __call__(self, sample):
        for step in self.steps:
            sample = step(sample)
        return sample


class ByLength(Sampler):
    def __init__(self, source):
        self.source = source

    def __iter__(self):
        return iter(sorted(range(len(self.source)), key=lambda i: len(self.source.words[i])))

    def __len__(self):
        return len(self.source)


def pad_collate(batch):
    lengths = torch.tensor([len(s["ids"]) for s in batch])
    ids = pad_sequence([s["ids"] for s in batch], batch_first=True)
    return ids.to(device), lengths, torch.tensor([s["label"] for s in batch]), [s["word"] for s in batch]


words = Words("cat horse ox giraffe bee mole heron".split(), Compose(Reverse()))
for ids, lengths, labels, names in DataLoader(words, batch_size=3, sampler=ByLength(words), collate_fn=pad_collate):
    print(ids.tolist(), lengths.tolist(), labels.tolist(), names)
numbers = TensorDataset(torch.arange(10), torch.arange(10) * 0.5)
g = torch.Generator().manual_seed(2)
print([x.tolist() for x, _ in DataLoader(numbers, batch_size=4, shuffle=True, generator=g)])
torch.manual_seed(3)
print(list(BatchSampler(RandomSampler(range(7)), 3, drop_last=True)), list(SequentialSampler(range(3))))
print(list(WeightedRandomSampler([0.1, 0.0, 0.9], 6)), list(SubsetRandomSampler([5, 6, 7])))
parts = random_split(numbers, [0.7, 0.3], generator=torch.Generator().manual_seed(1))
print([len(p) for p in parts], parts[1].indices)
both = ConcatDataset([Subset(numbers, [0, 2]), parts[1]])
print(len(both), both.cumulative_sizes, [x.item() for x, _ in both])
print(default_collate([{"a": 1, "b": (2.0, "x")}, {"a": 3, "b": (4.0, "y")}]))
print(default_collate([[torch.ones(2), 1], [torch.zeros(2), 2]]))


class Count(IterableDataset):
    def __init__(self, start, end):
        self.start, self.end = start, end

    def __iter__(self):
        info = torch.utils.data.get_worker_info()
        if info is None:
            return iter(range(self.start, self.end))
        per = (self.end - self.start) // info.num_workers
        return iter(range(self.start + info.id * per, self.start + (info.id + 1) * per))


print([b.tolist() for b in DataLoader(Count(3, 9), batch_size=2)])
print([b.tolist() for b in DataLoader(Count(0, 8), batch_size=2, num_workers=2)])
loader = DataLoader(numbers, batch_sampler=BatchSampler(SequentialSampler(numbers), 5, False))
print(len(loader), [len(y) for _, y in loader], loader.batch_size, loader.drop_last)
print(next(iter(DataLoader(numbers, batch_size=None)))[1], len(DataLoader(numbers, batch_size=3, drop_last=True)))
