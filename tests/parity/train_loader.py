import torch
import torch.nn as nn
from torch.utils.data import DataLoader, TensorDataset, random_split

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(0)
X = torch.randn(100, 5)
y = X.sum(1, keepdim=True)
train, test = random_split(TensorDataset(X, y), [80, 20])
loader = DataLoader(train, batch_size=16, shuffle=True)
model = nn.Linear(5, 1).to(device)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for epoch in range(3):
    total = 0.0
    for xb, yb in loader:
        xb, yb = xb.to(device), yb.to(device)
        loss = nn.functional.mse_loss(model(xb), yb)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item() * len(xb)
    print(epoch, f"{total / len(train):.4f}", len(loader))
model.eval()
with torch.no_grad():
    print(f"{sum(nn.functional.mse_loss(model(a.to(device)), b.to(device), reduction='sum').item() for a, b in DataLoader(test, batch_size=7)) / len(test):.4f}")
