# cpu only: the masks of the CPU's generator
import torch
import torch.nn as nn
import torch.nn.functional as F
torch.manual_seed(5)
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(6, 12)
        self.norm = nn.LayerNorm(12)
        self.drop = nn.Dropout(0.25)
        self.b = nn.Linear(12, 3)

    def forward(self, x):
        return self.b(self.drop(F.gelu(self.norm(self.a(x)))))

net = Net()
x, t = torch.randn(32, 6), torch.randint(0, 3, (32,))
opt = torch.optim.AdamW(net.parameters(), lr=3e-3)
for i in range(10):
    loss = F.cross_entropy(net(x), t, label_smoothing=0.1)
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(f"{loss.item():.4f}")
