# Activations with options: values and slopes at chosen points.
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
points = torch.tensor([-3.5, -1.2, -0.4, 0.3, 0.9, 2.2, 6.5], device=device)
for layer in (nn.ELU(0.5), nn.CELU(1.5), nn.LeakyReLU(0.2), nn.Softplus(2.0, 5.0), nn.Hardtanh(-2, 1.5), nn.Threshold(0.5, -1.0), nn.Hardshrink(0.7), nn.Softshrink(0.3),
              nn.GELU("tanh"), nn.ReLU6(), nn.SELU(), nn.SiLU(), nn.Mish(), nn.Hardswish(), nn.Hardsigmoid(), nn.LogSigmoid(), nn.Softsign(), nn.Tanhshrink(), nn.Sigmoid(), nn.Tanh()):
    x = points.clone().requires_grad_()
    y = layer(x)
    y.sum().backward()
    print(layer, [round(v, 4) + 0.0 for v in y.tolist()], [round(v, 4) + 0.0 for v in x.grad.tolist()])
prelu = nn.PReLU(3, init=0.1).to(device)
x = torch.randn(2, 3, 2, generator=torch.Generator().manual_seed(0)).to(device).requires_grad_()
prelu(x).square().sum().backward()
print(prelu, [round(v, 4) for v in prelu.weight.grad.tolist()], f"{x.grad.norm().item():.4f}")
glu = nn.GLU(dim=1)
x = torch.arange(-4.0, 4.0, device=device).view(2, 4).requires_grad_()
glu(x).sum().backward()
print(glu, [[round(v, 4) for v in row] for row in x.grad.tolist()])
rrelu = nn.RReLU(0.1, 0.3).eval()
print(rrelu, [round(v, 5) for v in rrelu(points).tolist()])
