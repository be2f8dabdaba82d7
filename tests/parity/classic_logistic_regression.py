import torch

torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")
X = torch.tensor([[0.5, 1.0], [1.5, 2.0], [-1.0, -0.5], [-2.0, 0.3], [0.2, -1.5], [2.0, 1.0]])
y = torch.tensor([1.0, 1.0, 0.0, 0.0, 0.0, 1.0])
w = torch.zeros(2, requires_grad=True)
b = torch.zeros((), requires_grad=True)
for epoch in range(5):
    z = X @ w + b
    loss = torch.nn.functional.binary_cross_entropy_with_logits(z, y)
    by_hand = -(y * torch.log(torch.sigmoid(z)) + (1 - y) * torch.log(1 - torch.sigmoid(z))).mean()
    loss.backward()
    expected = X.t() @ (torch.sigmoid(z) - y) / len(y)
    print(epoch, f"{loss.item():.4f}", torch.allclose(loss, by_hand), torch.allclose(w.grad, expected, atol=1e-6))
    with torch.no_grad():
        for p in (w, b):
            p -= 1.0 * p.grad
            p.grad = None
p = torch.sigmoid(X @ w + b)
print([f"{v:.3f}" for v in p.tolist()], ((p > 0.5).float() == y).float().mean())
tp = ((p > 0.5) & (y == 1)).sum().item()
print(tp, (p > 0.5).sum().item(), torch.stack([p > 0.5, y.bool()]).int())
