# Words to numbers to a classifier, as in a first lesson on text.
from collections import Counter
import re
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(7)
texts = ["good film, very good", "bad film", "not good at all, bad", "very very good", "a bad bad story", "good story"]
labels = torch.tensor([1, 0, 0, 1, 0, 1])
tokens = [re.findall(r"[a-z]+", t.lower()) for t in texts]
vocabulary = {word: i for i, (word, _) in enumerate(Counter(w for t in tokens for w in t).most_common())}
print(vocabulary)
X = torch.zeros(len(texts), len(vocabulary))
for i, words in enumerate(tokens):
    for w in words:
        X[i, vocabulary[w]] += 1
idf = torch.log(len(texts) / (X > 0).sum(0))
T = nn.functional.normalize(X * idf, dim=1)
print([round(v, 4) for v in idf.tolist()[:5]], [round(v, 4) for v in (T @ T.T)[0].tolist()])
X, labels = X.to(device), labels.to(device)
model = nn.Linear(len(vocabulary), 2).to(device)
optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
for epoch in range(30):
    optimizer.zero_grad()
    loss = nn.functional.cross_entropy(model(X), labels)
    loss.backward()
    optimizer.step()
print(f"{loss.item():.4f}", (model(X).argmax(1) == labels).all().item())
weight = (model.weight[1] - model.weight[0]).detach()
print(sorted(vocabulary, key=lambda w: -weight[vocabulary[w]].item())[:2], min(vocabulary, key=lambda w: weight[vocabulary[w]].item()))
