# A transformer that learns to reverse, seeded.
import torch
import torch.nn as nn
import torch.nn.functional as F
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(0)
class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(8, 16)
        self.place = nn.Parameter(torch.randn(6, 1, 16) * 0.1)
        self.encoder = nn.TransformerEncoder(nn.TransformerEncoderLayer(16, 4, 32, dropout=0.0), 2)
        self.head = nn.Linear(16, 8)

    def forward(self, x):
        return self.head(self.encoder(self.embed(x) + self.place))


model = Model().to(device)
x = torch.randint(0, 8, (6, 12)).to(device)

optimizer = torch.optim.SGD(model.parameters(), lr=0.2)
for step in range(20):
    optimizer.zero_grad()
    loss = F.cross_entropy(model(x).reshape(-1, 8), x.flip(0).reshape(-1))
    loss.backward()
    optimizer.step()
    if step % 4 == 0:
        print(f"{step} {loss.item():.4f}")
