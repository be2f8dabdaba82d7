# Optimal transport by Sinkhorn's iteration, its marginals, and its gradient.
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(11)
a, b = torch.softmax(torch.randn(5), 0).double().to(device), torch.softmax(torch.randn(6), 0).double().to(device)
x, y = torch.randn(5, 2).double().to(device).requires_grad_(), torch.randn(6, 2).double().to(device)


def plan(cost, epsilon=0.3, steps=200):
    f, g = torch.zeros_like(a), torch.zeros_like(b)
    for _ in range(steps):
        f = epsilon * (a.log() - torch.logsumexp((g[None] - cost) / epsilon, 1))
        g = epsilon * (b.log() - torch.logsumexp((f[:, None] - cost) / epsilon, 0))
    return torch.exp((f[:, None] + g[None] - cost) / epsilon)


cost = torch.cdist(x, y) ** 2
P = plan(cost)
print(torch.allclose(P.sum(0), b), torch.allclose(P.sum(1), a, atol=1e-4), f"{(P * cost).sum().item():.5f}")
(P.detach() * cost).sum().backward()
print([[round(v, 4) for v in row] for row in x.grad.tolist()])
