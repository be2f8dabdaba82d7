import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(0)
W1 = (torch.randn(2, 8) * 0.5).to(device)
b1 = torch.zeros(8, device=device)
W2 = (torch.randn(8, 1) * 0.5).to(device)
b2 = torch.zeros(1, device=device)
X = torch.tensor([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]], device=device)
y = torch.tensor([[0.0], [1.0], [1.0], [0.0]], device=device)
params = [p.requires_grad_() for p in (W1, b1, W2, b2)]

def forward(x):
    h = torch.tanh(x @ W1 + b1)
    return torch.sigmoid(h @ W2 + b2), h

for epoch in range(201):
    p, h = forward(X)
    loss = ((p - y) ** 2).mean()
    loss.backward()
    # the same gradients, by hand
    if epoch == 0:
        dp = 2 * (p - y) / 4
        dz2 = dp * p * (1 - p)
        dz1 = (dz2 @ W2.t()) * (1 - h ** 2)
        hand = [X.t() @ dz1, dz1.sum(0), h.t() @ dz2, dz2.sum(0)]
        print([torch.allclose(a, q.grad, atol=1e-6) for a, q in zip(hand, params)])
    with torch.no_grad():
        for q in params:
            q -= 2.0 * q.grad
            q.grad = None
    if epoch % 50 == 0:
        print(epoch, f"{loss.item():.3f}")
print((forward(X)[0] > 0.5).int().flatten().tolist())
