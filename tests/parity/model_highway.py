# Gates that carry or transform, twenty layers deep: what the gradient keeps.
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(3)


class Highway(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.transform, self.gate = nn.Linear(width, width), nn.Linear(width, width)
        nn.init.constant_(self.gate.bias, -2.0)

    def forward(self, x):
        t = torch.sigmoid(self.gate(x))
        return t * torch.tanh(self.transform(x)) + (1 - t) * x


deep = nn.Sequential(*[Highway(6) for _ in range(20)]).to(device)
plain = nn.Sequential(*[nn.Sequential(nn.Linear(6, 6), nn.Tanh()) for _ in range(20)]).to(device)
x = torch.randn(4, 6).to(device)
for name, model in (("highway", deep), ("plain", plain)):
    inputs = x.clone().requires_grad_()
    model(inputs).square().sum().backward()
    print(name, f"{inputs.grad.norm().item():.6f}", [f"{next(model[i].parameters()).grad.norm().item():.6f}" for i in (0, 10, 19)])
