# Each image by its own statistics.
import torch
from torch import nn
import torch.nn.functional as F

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(9)
for layer, shape in ((nn.InstanceNorm1d(3), (2, 3, 6)), (nn.InstanceNorm2d(3, affine=True), (2, 3, 4, 4)), (nn.InstanceNorm3d(3, track_running_stats=True), (2, 3, 2, 3, 2))):
    layer = layer.to(device)
    x = torch.randn(*shape).to(device).requires_grad_()
    y = layer(x)
    (y * torch.linspace(0, 2, y.numel(), device=device).view_as(y)).sum().backward()
    print(layer, f"{y.abs().sum().item():.3f} {x.grad.norm().item():.4f}", sorted(layer.state_dict()))
    layer.eval()
    print(f"   {layer(x).abs().sum().item():.3f}")
x = torch.randn(3, 7).to(device)
print(tuple(nn.InstanceNorm1d(3).to(device)(x).shape), torch.allclose(F.instance_norm(x[None])[0], F.layer_norm(x, (7,)), atol=1e-5))
