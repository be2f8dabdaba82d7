import torch

torch.manual_seed(0)
w = torch.randn(3, requires_grad=True)
b = torch.zeros(1, requires_grad=True)
X = torch.randn(20, 3)
y = X @ torch.tensor([1.0, -2.0, 0.5]) + 0.3
for i in range(5):
    loss = ((X @ w + b - y) ** 2).mean()
    loss.backward()
    with torch.no_grad():
        w -= 0.1 * w.grad
        b -= 0.1 * b.grad
        w.grad.zero_()
        b.grad.zero_()
    print(f"{loss.item():.4f}")
print(w, b)
