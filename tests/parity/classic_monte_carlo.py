# cpu only: the values of the CPU's generator
import torch

torch.manual_seed(0)
n = 20000
p = torch.rand(n, 2)
inside = (p ** 2).sum(1) <= 1
print(f"{4 * inside.double().mean().item():.4f}", inside.sum().item())
walk = (torch.randint(0, 2, (200, 100)) * 2 - 1).cumsum(1)
print(walk[:, -1].double().mean().item(), f"{walk[:, -1].double().std().item():.4f}", walk.abs().max().item())
z = torch.randn(n, dtype=torch.float64)
price = 100 * torch.exp((0.05 - 0.5 * 0.2 ** 2) + 0.2 * z)
payoff = (price - 100).clamp(min=0) * torch.exp(torch.tensor(-0.05, dtype=torch.float64))
print(f"{payoff.mean().item():.4f} {payoff.std().item() / n ** 0.5:.4f}")
x, chain = torch.tensor(0.0, dtype=torch.float64), []
for _ in range(500):
    step = x + torch.randn((), dtype=torch.float64)
    if torch.rand((), dtype=torch.float64) < torch.exp(0.5 * (x ** 2 - step ** 2)):
        x = step
    chain.append(x)
chain = torch.stack(chain)
print(f"{chain.mean().item():.4f} {chain.var().item():.4f}", chain.unique().numel())
dice = torch.randint(1, 7, (1000,))
print(torch.bincount(dice, minlength=7).tolist(), torch.histc(dice.float(), 6, 1, 6).tolist())
order = torch.randperm(10)
print(order, order.argsort()[order].tolist())
