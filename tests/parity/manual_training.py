import torch

torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(0)
w = torch.randn(3, device="cpu").to(device).requires_grad_()
b = torch.zeros(1, requires_grad=True)
X = torch.randn(20, 3, device="cpu").to(device)
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
