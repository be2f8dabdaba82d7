import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(0)
D, H = 3, 4
W = (torch.randn(4 * H, D) * 0.5).to(device).requires_grad_()
U = (torch.randn(4 * H, H) * 0.5).to(device).requires_grad_()
b = torch.zeros(4 * H, device=device, requires_grad=True)
x = torch.randn(5, 2, D).to(device)
h = c = torch.zeros(2, H, device=device)
for t in range(5):
    gates = x[t] @ W.t() + h @ U.t() + b
    i, f, g, o = gates.chunk(4, 1)
    c = f.sigmoid() * c + i.sigmoid() * g.tanh()
    h = o.sigmoid() * c.tanh()
print([f"{v:.4f}" for v in h.flatten().tolist()])
h.pow(2).sum().backward()
print([f"{p.grad.norm().item():.4f}" for p in (W, U, b)])
