# Points laid out in the plane so that neighbours stay neighbours: t-SNE's gradient written out.
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(9)
x = torch.cat([torch.randn(8, 5), torch.randn(8, 5) + 6]).double().to(device)
d = torch.cdist(x, x) ** 2
p = torch.softmax((-d / 20).masked_fill(torch.eye(16, dtype=torch.bool, device=device), float("-inf")), 1)
p = ((p + p.T) / 32).clamp(min=1e-12)
y = (1e-2 * torch.randn(16, 2).double()).to(device).requires_grad_()
optimizer = torch.optim.SGD([y], lr=10.0, momentum=0.5)
for step in range(31):
    q = 1 / (1 + torch.cdist(y, y) ** 2 + 1e-12)
    q = q.masked_fill(torch.eye(16, dtype=torch.bool, device=device), 0.0)
    q = (q / q.sum()).clamp(min=1e-12)
    loss = (p * (p / q).log()).sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if step % 10 == 0:
        print(step, f"{loss.item():.3f}")
print((y[:8].mean(0) - y[8:].mean(0)).norm().item() > y[:8].std(0).norm().item())
