# Tracking a moving point: predict, update, and the likelihood's gradient by the noise.
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(167)
double = dict(dtype=torch.float64, device=device)
F_ = torch.tensor([[1.0, 1.0], [0.0, 1.0]], **double)
H = torch.tensor([[1.0, 0.0]], **double)
Q = 0.01 * torch.eye(2, **double)
observed = (torch.arange(12.0) * 0.5 + torch.randn(12)).double().to(device)


def filtered(r):
    x, P, nll, path = torch.zeros(2, 1, **double), torch.eye(2, **double) * 10, 0.0, []
    for z in observed:
        x, P = F_ @ x, F_ @ P @ F_.T + Q
        S = H @ P @ H.T + r
        K = P @ H.T / S
        residual = z - H @ x
        nll = nll + 0.5 * (S.log() + residual ** 2 / S).squeeze()
        x, P = x + K * residual, (torch.eye(2, **double) - K @ H) @ P
        path.append(x[0, 0])
    return torch.stack(path), nll


r = torch.tensor(1.0, **double, requires_grad=True)
path, nll = filtered(r)
nll.backward()
print([round(v, 4) for v in path.tolist()])
print(f"{nll.item():.6f} {r.grad.item():.6f}")
e = 1e-5
print(abs(((filtered(r.detach() + e)[1] - filtered(r.detach() - e)[1]) / (2 * e)).item() - r.grad.item()) < 1e-6)
