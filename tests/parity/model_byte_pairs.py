# Words cut into pieces by how often pairs stand together, then embedded and averaged.
from collections import Counter
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(12)
words = Counter("low low low lower lowest new newer newest wide wider widest".split())
pieces = {word: tuple(word) + ("_",) for word in words}
for _ in range(8):
    pairs = Counter()
    for word, count in words.items():
        for pair in zip(pieces[word], pieces[word][1:]):
            pairs[pair] += count
    best = max(pairs, key=lambda pair: (pairs[pair], pair))
    for word, parts in pieces.items():
        joined, i = [], 0
        while i < len(parts):
            if parts[i:i + 2] == best:
                joined.append(parts[i] + parts[i + 1])
                i += 2
            else:
                joined.append(parts[i])
                i += 1
        pieces[word] = tuple(joined)
    print("".join(best), end=" ")
print()
print(pieces["lowest"], pieces["wider"])
index = {piece: i for i, piece in enumerate(sorted({p for parts in pieces.values() for p in parts}))}
ids = [torch.tensor([index[p] for p in pieces[w]]) for w in ("low", "newest", "wider")]
offsets = torch.tensor([0] + [len(i) for i in ids[:-1]]).cumsum(0)
bag = nn.EmbeddingBag(len(index), 3, mode="mean").to(device)
y = bag(torch.cat(ids).to(device), offsets.to(device))
print(len(index), offsets.tolist(), [[round(v, 4) for v in row] for row in y.tolist()])
