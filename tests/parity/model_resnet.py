# A residual network with projection shortcuts and batch normalisation, trained and evaluated.
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(3)


class Block(nn.Module):
    def __init__(self, inputs, outputs, stride=1):
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False), nn.BatchNorm2d(outputs), nn.ReLU(inplace=True),
            nn.Conv2d(outputs, outputs, 3, 1, 1, bias=False), nn.BatchNorm2d(outputs),
        )
        self.shortcut = nn.Identity()
        if stride != 1 or inputs != outputs:
            self.shortcut = nn.Sequential(nn.Conv2d(inputs, outputs, 1, stride, bias=False), nn.BatchNorm2d(outputs))

    def forward(self, x):
        return torch.relu(self.body(x) + self.shortcut(x))


model = nn.Sequential(
    nn.Conv2d(3, 8, 3, padding=1, bias=False), nn.BatchNorm2d(8), nn.ReLU(),
    Block(8, 8), Block(8, 16, 2), Block(16, 16), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(16, 4),
)
for module in model.modules():
    if isinstance(module, nn.Conv2d):
        nn.init.kaiming_normal_(module.weight, mode="fan_out", nonlinearity="relu")
x, y = torch.randn(6, 3, 12, 12), torch.tensor([0, 1, 2, 3, 0, 1])
model, x, y = model.to(device), x.to(device), y.to(device)
print(sum(p.numel() for p in model.parameters() if p.requires_grad), len(list(model.buffers())))
optimizer = torch.optim.SGD(model.parameters(), 0.05, momentum=0.9, weight_decay=5e-4, nesterov=True)
for step in range(6):
    optimizer.zero_grad()
    loss = nn.functional.cross_entropy(model(x), y)
    loss.backward()
    optimizer.step()
    print(f"{loss.item():.3f}")
model.eval()
with torch.no_grad():
    print(model(x).shape, model[1].num_batches_tracked.item(), [round(v, 3) for v in model[1].running_mean.tolist()])
print([name for name, _ in model[4].named_children()], type(model[3].shortcut).__name__, type(model[4].shortcut).__name__)
