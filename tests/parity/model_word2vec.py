# Skip-gram with negative samples drawn from the word counts to the power 3/4.
import torch
from torch import nn
import torch.nn.functional as F

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(37)
sentence = "we are about to study the idea of a computational process the people of a process study".split()
counts = {}
for word in sentence:
    counts[word] = counts.get(word, 0) + 1
words = sorted(counts, key=lambda w: (-counts[w], w))
number = {w: i for i, w in enumerate(words)}
pairs = [(number[sentence[i]], number[sentence[j]]) for i in range(len(sentence)) for j in range(max(0, i - 2), min(len(sentence), i + 3)) if i != j]
frequencies = torch.tensor([counts[w] for w in words], dtype=torch.float).pow(0.75)
print(words[:4], len(pairs), [round(v, 4) for v in (frequencies / frequencies.sum())[:4].tolist()])
centre, around = nn.Embedding(len(words), 8), nn.Embedding(len(words), 8)
nn.init.uniform_(centre.weight, -0.5, 0.5)
nn.init.zeros_(around.weight)
negative = torch.randint(0, len(words), (len(pairs), 4))
centre, around, negative = centre.to(device), around.to(device), negative.to(device)
inputs, outputs = (torch.tensor(column, device=device) for column in zip(*pairs))
optimizer = torch.optim.Adagrad
optimizer = optimizer(list(centre.parameters()) + list(around.parameters()), lr=0.3)
for epoch in range(20):
    v = centre(inputs)
    positive = F.logsigmoid((v * around(outputs)).sum(1))
    others = F.logsigmoid(-torch.einsum("pd,pnd->pn", v, around(negative))).sum(1)
    loss = -(positive + others).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if epoch % 5 == 0:
        print(epoch, f"{loss.item():.4f}")
similar = F.cosine_similarity(centre.weight[:1], centre.weight, dim=1)
print(similar.topk(1).indices.tolist(), f"{similar.max().item():.4f}")
