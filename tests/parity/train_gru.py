# A GRU that classifies sequences of different lengths, seeded.
import torch
import torch.nn as nn
import torch.nn.functional as F
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(0)
from torch.nn.utils.rnn import pack_sequence
embedding, gru, head = nn.Embedding(10, 6), nn.GRU(6, 8, bidirectional=True), nn.Linear(16, 2)
for module in (embedding, gru, head):
    module.to(device)
sequences = [torch.randint(0, 10, (n,)).to(device) for n in (7, 5, 5, 2)]
y = torch.tensor([0, 1, 1, 0]).to(device)


def run():
    _, last = gru(pack_sequence([embedding(s) for s in sequences]))
    return head(torch.cat([last[0], last[1]], 1))


parameters = [p for module in (embedding, gru, head) for p in module.parameters()]

optimizer = torch.optim.Adam(parameters, lr=0.02)
for step in range(20):
    optimizer.zero_grad()
    loss = F.cross_entropy(run(), y)
    loss.backward()
    optimizer.step()
    if step % 4 == 0:
        print(f"{step} {loss.item():.4f}")
