# Group norm between instance and layer norm.
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(12)
x = torch.randn(2, 6, 3, 3).to(device)
one = nn.GroupNorm(1, 6).to(device)(x)
each = nn.GroupNorm(6, 6).to(device)(x)
print(torch.allclose(one, nn.functional.layer_norm(x, x.shape[1:]), atol=1e-5), torch.allclose(each, nn.functional.instance_norm(x), atol=1e-5))
layer = nn.GroupNorm(3, 6, eps=1e-4).to(device)
inputs = x.clone().requires_grad_()
(layer(inputs) * torch.arange(6.0, device=device).view(1, 6, 1, 1)).pow(2).sum().backward()
print(layer, f"{inputs.grad.norm().item():.4f}", [f"{v:.3f}" for v in layer.weight.grad.tolist()])
for wrong in (lambda: nn.GroupNorm(4, 6), lambda: nn.GroupNorm(3, 6).to(device)(x[:, :5])):
    try:
        print(wrong())
    except (ValueError, RuntimeError) as error:
        print(type(error).__name__, error)
