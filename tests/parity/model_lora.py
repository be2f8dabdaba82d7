# Low-rank updates beside frozen weights; merging gives the same function.
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(97)


class LoRA(nn.Module):
    def __init__(self, base, rank=2, alpha=4.0):
        super().__init__()
        self.base = base.requires_grad_(False)
        self.down = nn.Parameter(torch.empty(rank, base.in_features))
        self.up = nn.Parameter(torch.zeros(base.out_features, rank))
        self.scale = alpha / rank
        nn.init.kaiming_uniform_(self.down, a=5 ** 0.5)

    def forward(self, x):
        return self.base(x) + self.scale * (x @ self.down.T @ self.up.T)

    @torch.no_grad()
    def merge(self):
        merged = nn.Linear(self.base.in_features, self.base.out_features).to(self.base.weight.device)
        merged.weight.copy_(self.base.weight + self.scale * self.up @ self.down)
        merged.bias.copy_(self.base.bias)
        return merged


layer = LoRA(nn.Linear(8, 6)).to(device)
x, y = torch.randn(16, 8).to(device), torch.randn(16, 6).to(device)
print([(n, p.requires_grad) for n, p in layer.named_parameters()])
optimizer = torch.optim.Adam((p for p in layer.parameters() if p.requires_grad), lr=0.05)
for step in range(12):
    loss = nn.functional.mse_loss(layer(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if step % 4 == 0:
        print(step, f"{loss.item():.4f}")
print(layer.base.weight.grad, torch.allclose(layer(x), layer.merge()(x), atol=1e-5))
