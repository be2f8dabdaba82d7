# An encoder and decoder of GRUs with additive attention, teacher forced.
import torch
from torch import nn
import torch.nn.functional as F

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(31)


class Attention(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.query, self.key, self.score = nn.Linear(width, width), nn.Linear(width, width), nn.Linear(width, 1)

    def forward(self, query, keys):
        scores = self.score(torch.tanh(self.query(query) + self.key(keys))).squeeze(2).unsqueeze(1)
        weights = F.softmax(scores, dim=-1)
        return torch.bmm(weights, keys), weights


class Translator(nn.Module):
    def __init__(self, words, width):
        super().__init__()
        self.embedding = nn.Embedding(words, width)
        self.encoder = nn.GRU(width, width, batch_first=True)
        self.attention = Attention(width)
        self.decoder = nn.GRU(2 * width, width, batch_first=True)
        self.out = nn.Linear(width, words)

    def forward(self, source, target):
        keys, state = self.encoder(self.embedding(source))
        outputs, all_weights = [], []
        for i in range(target.shape[1]):
            context, weights = self.attention(state.permute(1, 0, 2), keys)
            y, state = self.decoder(torch.cat([self.embedding(target[:, i:i + 1]), context], 2), state)
            outputs.append(self.out(y))
            all_weights.append(weights)
        return torch.cat(outputs, 1), torch.cat(all_weights, 1)


model = Translator(10, 12)
source = torch.randint(2, 10, (4, 5))
target = source.flip(1)
shifted = torch.cat([torch.ones(4, 1, dtype=torch.long), target[:, :-1]], 1)
model, source, target, shifted = model.to(device), source.to(device), target.to(device), shifted.to(device)
optimizer = torch.optim.Adam(model.parameters(), lr=0.02)
for step in range(25):
    logits, weights = model(source, shifted)
    loss = F.cross_entropy(logits.reshape(-1, 10), target.reshape(-1))
    optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_value_(model.parameters(), 0.5)
    optimizer.step()
    if step % 6 == 0:
        print(step, f"{loss.item():.2f}")
print(weights.shape, torch.allclose(weights.sum(-1), torch.ones(4, 5, device=device)))
