# A classifier over bags of words, seeded.
import torch
import torch.nn as nn
import torch.nn.functional as F
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(0)
model = nn.EmbeddingBag(20, 8, mode="mean")
head = nn.Sequential(nn.LayerNorm(8), nn.Linear(8, 3))
model.to(device), head.to(device)
text = torch.randint(0, 20, (40,)).to(device)
offsets = torch.tensor([0, 5, 12, 20, 33]).to(device)
y = torch.tensor([0, 1, 2, 1, 0]).to(device)

optimizer = torch.optim.SGD(list(model.parameters()) + list(head.parameters()), lr=0.3)
for step in range(20):
    optimizer.zero_grad()
    loss = F.cross_entropy(head(model(text, offsets)), y)
    loss.backward()
    optimizer.step()
    if step % 4 == 0:
        print(f"{step} {loss.item():.4f}")
