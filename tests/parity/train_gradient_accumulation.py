# Four small batches are one large one.
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(10)
x, y = torch.randn(16, 4).to(device), torch.randn(16, 2).to(device)
one, many = nn.Linear(4, 2).to(device), nn.Linear(4, 2).to(device)
many.load_state_dict(one.state_dict())
a, b = torch.optim.SGD(one.parameters(), 0.1, momentum=0.9), torch.optim.SGD(many.parameters(), 0.1, momentum=0.9)
for step in range(5):
    a.zero_grad()
    whole = nn.functional.mse_loss(one(x), y)
    whole.backward()
    a.step()
    b.zero_grad()
    total = 0.0
    for part, target in zip(x.chunk(4), y.chunk(4)):
        loss = nn.functional.mse_loss(many(part), target) / 4
        loss.backward()
        total += loss.item()
    b.step()
    print(step, f"{whole.item():.5f}", abs(whole.item() - total) < 1e-5, all(torch.allclose(p, q, atol=1e-5) for p, q in zip(one.parameters(), many.parameters())))
