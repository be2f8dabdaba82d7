# A gate sends each token to its two best experts.
import torch
from torch import nn
import torch.nn.functional as F

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(103)


class Experts(nn.Module):
    def __init__(self, width, count, k):
        super().__init__()
        self.k = k
        self.gate = nn.Linear(width, count, bias=False)
        self.experts = nn.ModuleList(nn.Sequential(nn.Linear(width, 2 * width), nn.SiLU(), nn.Linear(2 * width, width)) for _ in range(count))

    def forward(self, x):
        scores, chosen = self.gate(x).topk(self.k, dim=-1)
        weights = scores.softmax(-1)
        out = torch.zeros_like(x)
        load = []
        for i, expert in enumerate(self.experts):
            token, slot = torch.where(chosen == i)
            load.append(token.numel())
            out.index_add_(0, token, expert(x[token]) * weights[token, slot, None])
        return out, load


model = Experts(6, 4, 2).to(device)
x = torch.randn(20, 6).to(device)
out, load = model(x)
print(load, sum(load), f"{out.norm().item():.4f}")
F.mse_loss(out, x).backward()
print([f"{p.grad.norm().item():.4f}" for p in model.parameters()])
