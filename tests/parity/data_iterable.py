# Streams: iterable data sets, their batches, samplers of batches, collation of one's own.
import torch
from torch.utils.data import BatchSampler, DataLoader, IterableDataset, Sampler, SequentialSampler, TensorDataset, default_collate


class Stream(IterableDataset):
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return iter(torch.arange(i, i + 2) for i in range(self.n))


print([b.tolist() for b in DataLoader(Stream(5), batch_size=2)], [b.tolist() for b in DataLoader(Stream(3), batch_size=None)])
data = TensorDataset(torch.arange(7))
print(list(BatchSampler(SequentialSampler(data), 3, False)), list(BatchSampler(SequentialSampler(data), 3, True)), [b[0].tolist() for b in DataLoader(data, batch_sampler=BatchSampler(SequentialSampler(data), 4, False))])


class ByLength(Sampler):
    def __init__(self, lengths):
        self.lengths = lengths

    def __iter__(self):
        return iter(sorted(range(len(self.lengths)), key=lambda i: self.lengths[i]))

    def __len__(self):
        return len(self.lengths)


words = ["aaa", "b", "cc"]
print([b for b in DataLoader(words, sampler=ByLength([len(w) for w in words]), batch_size=2)])
pad = lambda batch: torch.nn.utils.rnn.pad_sequence([torch.tensor(x) for x in batch], batch_first=True)
print([b.tolist() for b in DataLoader([[1], [2, 3], [4, 5, 6]], batch_size=2, collate_fn=pad)])
print(default_collate([(1, 2.0), (3, 4.0)]), default_collate([{"a": torch.ones(1)}, {"a": torch.zeros(1)}]), default_collate(["x", "y"]), default_collate([[1, 2], [3, 4]]))
torch.manual_seed(0)
print([b[0].tolist() for b in DataLoader(data, batch_size=3, shuffle=True)], [b[0].tolist() for b in DataLoader(data, batch_size=3, shuffle=True, generator=torch.Generator().manual_seed(5))])
try:
    default_collate([object()])
except TypeError as error:
    print(str(error)[:60])
