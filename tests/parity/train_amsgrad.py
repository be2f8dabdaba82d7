import torch
import torch.nn as nn

torch.manual_seed(0)
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
X = torch.randn(64, 4)
y = (X[:, 0] * X[:, 1] > 0).long()
model = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 2)).to(device)
X, y = X.to(device), y.to(device)
loss_fn = nn.CrossEntropyLoss()
optimizer = torch.optim.Adam(model.parameters(), lr=0.01, amsgrad=True, weight_decay=0.01)
for epoch in range(20):
    optimizer.zero_grad()
    loss = loss_fn(model(X), y)
    loss.backward()
    optimizer.step()
    print(f"{epoch:2d} {loss.item():.4f}")
print(f"{(model(X).argmax(1) == y).float().mean().item():.3f}")
