# A small encoder and decoder with a shortcut, seeded.
import torch
import torch.nn as nn
import torch.nn.functional as F
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(0)
class UNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.down = nn.Sequential(nn.Conv2d(1, 4, 3, padding=1), nn.LeakyReLU(0.1))
        self.inner = nn.Sequential(nn.MaxPool2d(2), nn.Conv2d(4, 8, 3, padding=1), nn.ReLU(), nn.Upsample(scale_factor=2, mode="bilinear"))
        self.up = nn.Conv2d(12, 1, 1)

    def forward(self, x):
        x = self.down(x)
        return self.up(torch.cat([x, self.inner(x)], 1))


model = UNet().to(device)
x = torch.rand(4, 1, 8, 8).to(device)
y = (x > 0.5).float()

optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
for step in range(20):
    optimizer.zero_grad()
    loss = F.binary_cross_entropy_with_logits(model(x), y)
    loss.backward()
    optimizer.step()
    if step % 4 == 0:
        print(f"{step} {loss.item():.4f}")
