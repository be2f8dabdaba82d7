# A linear support vector machine by subgradients of the hinge, and its margin.
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(157)
x = torch.cat([torch.randn(20, 2) + 2, torch.randn(20, 2) - 2]).double().to(device)
y = torch.cat([torch.ones(20), -torch.ones(20)]).double().to(device)
w, b = torch.zeros(2, dtype=torch.float64, device=device, requires_grad=True), torch.zeros(1, dtype=torch.float64, device=device, requires_grad=True)
optimizer = torch.optim.SGD([{"params": [w], "weight_decay": 0.01}, {"params": [b]}], lr=0.05)
for step in range(100):
    loss = (1 - y * (x @ w + b)).clamp(min=0).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if step % 25 == 0:
        print(step, f"{loss.item():.6f}")
margins = y * (x @ w.detach() + b.detach())
print((margins > 0).sum().item(), f"{1 / w.norm().item():.5f}", (margins < 1).sum().item())
