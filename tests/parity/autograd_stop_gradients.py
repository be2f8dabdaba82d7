# Where gradients stop: detach, no_grad, requires_grad_, inference mode, freezing.
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(4)
w = torch.randn(3, device=device.type if False else "cpu").to(device).requires_grad_()
x = torch.ones(3, device=device)
(w * x + (w * x).detach()).sum().backward()
print(w.grad.tolist())
w.grad = None
(w.detach() * w).sum().backward()
print(torch.allclose(w.grad, w.detach()))
model = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1)).to(device)
model[0].requires_grad_(False)
model(x).backward()
print([p.grad is not None for p in model.parameters()])
with torch.inference_mode():
    y = model(x)
print(y.requires_grad, y.is_inference())
try:
    (y * w).sum().backward()
except RuntimeError as error:
    print(str(error)[:40])
for bad in (lambda: w.add_(1), lambda: model(x).detach().backward(), lambda: torch.ones(2, device=device, requires_grad=True).backward()):
    try:
        bad()
    except RuntimeError as error:
        print(str(error)[:100])
