# cpu only: it reads a file, and batches on the host
# A data set of texts from a CSV file: vocabulary, batches by length, packed sequences, samplers.
import csv, io, os, random, tempfile
from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import List, Tuple
import torch
from torch.nn.utils.rnn import pad_sequence, pack_padded_sequence, pad_packed_sequence
from torch.utils.data import Dataset, DataLoader, Sampler, WeightedRandomSampler, Subset, ConcatDataset

random.seed(3); torch.manual_seed(3)
rows = [["text", "label"]] + [[" ".join(random.choice(["red", "green", "blue", "dog", "cat"]) for _ in range(random.randint(1, 6))), str(random.randint(0, 2))] for _ in range(20)]
path = os.path.join(os.getcwd(), "tutorial_rows.csv")
with open(path, "w", newline="") as f:
    csv.writer(f).writerows(rows)

@dataclass
class Example:
    tokens: List[int]
    label: int

class TextDataset(Dataset):
    def __init__(self, file, min_freq=1):
        with open(file, newline="") as f:
            self.rows = list(csv.DictReader(f))
        counts = Counter(t for r in self.rows for t in r["text"].split())
        self.vocab = {"<pad>": 0, "<unk>": 1}
        for tok, c in sorted(counts.items(), key=lambda kv: (-kv[1], kv[0])):
            if c >= min_freq:
                self.vocab[tok] = len(self.vocab)
    def __len__(self):
        return len(self.rows)
    def __getitem__(self, i):
        r = self.rows[i]
        return Example([self.vocab.get(t, 1) for t in r["text"].split()], int(r["label"]))

def collate(batch: List[Example]) -> Tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    lengths = torch.tensor([len(b.tokens) for b in batch])
    seqs = pad_sequence([torch.tensor(b.tokens) for b in batch], batch_first=True, padding_value=0)
    return seqs, lengths, torch.as_tensor([b.label for b in batch])

ds = TextDataset(path)
os.remove(path)
print(len(ds), ds.vocab, ds[0])

class ByLength(Sampler):
    def __init__(self, data, batch):
        self.data, self.batch = data, batch
    def __iter__(self):
        order = sorted(range(len(self.data)), key=lambda i: len(self.data[i].tokens))
        for i in range(0, len(order), self.batch):
            yield order[i:i + self.batch]
    def __len__(self):
        return (len(self.data) + self.batch - 1) // self.batch

dl = DataLoader(ds, batch_sampler=ByLength(ds, 6), collate_fn=collate)
emb = torch.nn.Embedding(len(ds.vocab), 4, padding_idx=0)
gru = torch.nn.GRU(4, 5, batch_first=True, bidirectional=True)
for seqs, lengths, labels in dl:
    packed = pack_padded_sequence(emb(seqs), lengths, batch_first=True, enforce_sorted=False)
    out, h = gru(packed)
    out, lens = pad_packed_sequence(out, batch_first=True)
    print(seqs.shape, lengths.tolist(), labels.tolist(), out.shape, h.shape, round(out.sum().item(), 3))
labels = torch.tensor([e.label for e in ds])
weights = 1.0 / torch.bincount(labels, minlength=3)[labels].float()
sampler = WeightedRandomSampler(weights, num_samples=12, replacement=True, generator=torch.Generator().manual_seed(0))
print(list(sampler))
by = defaultdict(list)
for i, e in enumerate(ds):
    by[e.label].append(i)
print({k: by[k] for k in sorted(by)})
both = ConcatDataset([Subset(ds, [0, 1]), Subset(ds, range(5, 8))])
print(len(both), both[2] == ds[5])
seen = []
for b in DataLoader([{"x": torch.ones(2) * i, "name": f"n{i}", "pair": (i, float(i))} for i in range(5)], batch_size=2, drop_last=False):
    seen.append((b["x"].tolist(), b["name"], b["pair"]))
print(seen)
