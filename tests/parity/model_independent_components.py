# Two mixed signals taken apart: whitening, then a fixed-point iteration.
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
t = torch.linspace(0, 8, 400, dtype=torch.float64, device=device)
sources = torch.stack([torch.sin(2 * t), torch.sign(torch.sin(3 * t))])
mixed = torch.tensor([[1.0, 0.6], [0.4, 1.0]], device=device).double() @ sources
x = mixed - mixed.mean(1, keepdim=True)
values, vectors = torch.linalg.eigh(x @ x.T / x.shape[1])
white = torch.diag(values.rsqrt()) @ vectors.T @ x
print(torch.allclose(white @ white.T / 400, torch.eye(2, device=device).double()), [round(v, 5) for v in values.tolist()])
W = torch.eye(2, device=device).double()
for _ in range(100):
    g = torch.tanh(W @ white)
    W = g @ white.T / 400 - torch.diag((1 - g ** 2).mean(1)) @ W
    U, _, Vh = torch.linalg.svd(W)
    W = U @ Vh
found = W @ white
match = torch.corrcoef(torch.cat([found, sources]))[:2, 2:].abs()
print([round(v, 2) for v in match.max(1).values.tolist()], torch.allclose(W @ W.T, torch.eye(2, device=device).double()))
