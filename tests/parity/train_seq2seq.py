# A transformer with encoder and decoder, seeded.
import torch
import torch.nn as nn
import torch.nn.functional as F
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(0)
model = nn.Transformer(16, 2, 1, 1, 32, dropout=0.0, batch_first=True).to(device)
embed, head = nn.Embedding(6, 16).to(device), nn.Linear(16, 6).to(device)
x = torch.randint(0, 6, (8, 5)).to(device)
mask = nn.Transformer.generate_square_subsequent_mask(5).to(device)
start = torch.zeros(8, 1, dtype=torch.long, device=device)


def run():
    return head(model(embed(x), embed(torch.cat([start, x[:, :-1]], 1)), tgt_mask=mask))


parameters = list(model.parameters()) + list(embed.parameters()) + list(head.parameters())

optimizer = torch.optim.SGD(parameters, lr=0.2)
for step in range(20):
    optimizer.zero_grad()
    loss = F.cross_entropy(run().reshape(-1, 6), x.reshape(-1))
    loss.backward()
    optimizer.step()
    if step % 4 == 0:
        print(f"{step} {loss.item():.4f}")
