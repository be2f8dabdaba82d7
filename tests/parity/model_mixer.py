# An all-perceptron network that mixes over patches, then over channels.
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(19)


class MixerLayer(nn.Module):
    def __init__(self, patches, channels, hidden):
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(channels), nn.LayerNorm(channels)
        self.tokens = nn.Sequential(nn.Linear(patches, hidden), nn.GELU(), nn.Linear(hidden, patches))
        self.channels = nn.Sequential(nn.Linear(channels, hidden), nn.GELU(), nn.Linear(hidden, channels))

    def forward(self, x):
        x = x + self.tokens(self.norm1(x).mT).mT
        return x + self.channels(self.norm2(x))


model = nn.Sequential(*[MixerLayer(9, 6, 12) for _ in range(2)]).to(device)
x = torch.randn(4, 9, 6).to(device)
target = torch.roll(x, 1, dims=1)
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
for step in range(30):
    loss = nn.functional.mse_loss(model(x), target)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if step % 6 == 0:
        print(step, f"{loss.item():.4f}")
