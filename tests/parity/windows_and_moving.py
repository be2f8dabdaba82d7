# Moving sums, windows by unfold, differences, integrals.
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
x = torch.tensor([1.0, 4.0, 9.0, 16.0, 25.0, 36.0], device=device)
print(x.unfold(0, 3, 1).mean(1).tolist(), x.diff().tolist(), x.diff(n=2).tolist(), torch.trapezoid(x).item(), torch.cumulative_trapezoid(x, dx=2).tolist(), torch.gradient(x)[0].tolist())
print(x.cumsum(0).tolist(), x.flip(0).cumsum(0).flip(0).tolist(), x.cumprod(0)[:3].tolist(), [round(v, 4) for v in x.logcumsumexp(0).tolist()][:3], torch.cummin(x.flip(0), 0).indices.tolist())
m = torch.arange(16.0, device=device).view(4, 4)
blocks = m.unfold(0, 2, 2).unfold(1, 2, 2)
print(blocks.shape, blocks.sum((2, 3)).tolist(), m.unfold(1, 3, 1)[0].tolist())
ema = [x[0].item()]
for v in x[1:].tolist():
    ema.append(0.5 * ema[-1] + 0.5 * v)
weights = 0.5 ** torch.arange(6.0, device=device).flip(0)
print(ema[-1], round((x * weights).sum().item() * 0.5 + x[0].item() * 0.5 ** 6, 5))
g = x.clone().requires_grad_()
g.unfold(0, 3, 2).sum().backward()
print(g.grad.tolist())
