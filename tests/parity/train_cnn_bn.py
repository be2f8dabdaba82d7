# A convolutional network with batch norm and strides, seeded.
import torch
import torch.nn as nn
import torch.nn.functional as F
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(0)
model = nn.Sequential(nn.Conv2d(3, 8, 3, stride=2, bias=False), nn.BatchNorm2d(8), nn.ReLU(), nn.Conv2d(8, 8, 3, groups=8, padding=1), nn.BatchNorm2d(8), nn.ReLU(), nn.Flatten(), nn.Linear(8 * 4 * 4, 4)).to(device)
x, y = torch.randn(8, 3, 10, 10).to(device), torch.randint(0, 4, (8,)).to(device)

optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
for step in range(20):
    optimizer.zero_grad()
    loss = F.cross_entropy(model(x), y)
    loss.backward()
    optimizer.step()
    if step % 4 == 0:
        print(f"{step} {loss.item():.4f}")
model.eval()
print([f"{v:.3f}" for v in model(x)[0].tolist()], [f"{v:.3f}" for v in model[1].running_var[:3].tolist()])
