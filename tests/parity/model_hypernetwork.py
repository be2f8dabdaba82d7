# One network makes another's weights.
import torch
from torch import nn
from torch.func import functional_call

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(13)
small = nn.Sequential(nn.Linear(1, 8), nn.Tanh(), nn.Linear(8, 1)).to(device)
shapes = {name: p.shape for name, p in small.named_parameters()}
size = sum(s.numel() for s in shapes.values())
maker = nn.Sequential(nn.Linear(1, 16), nn.Tanh(), nn.Linear(16, size)).to(device)
print(shapes, size)


def made(phase):
    parts = maker(phase).split([s.numel() for s in shapes.values()])
    return {name: part.view(shape) for (name, shape), part in zip(shapes.items(), parts)}


x = torch.linspace(-2, 2, 20, device=device).unsqueeze(1)
optimizer = torch.optim.Adam(maker.parameters(), lr=0.01)
for step in range(25):
    loss = 0.0
    for phase in (0.0, 0.5, 1.0):
        y = functional_call(small, made(torch.tensor([phase], device=device)), (x,))
        loss = loss + nn.functional.mse_loss(y, torch.sin(x + phase)) / 3
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if step % 6 == 0:
        print(step, f"{loss.item():.4f}")
print(all(p.grad is None for p in small.parameters()))
