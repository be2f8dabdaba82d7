# The root mean square: the layer, the function, its gradients, double precision and half.
import torch
from torch import nn
import torch.nn.functional as F

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(10)
norm = nn.RMSNorm(5, eps=1e-5).to(device)
x = torch.randn(3, 5).to(device).requires_grad_()
y = norm(x)
print(norm, [f"{v:.5f}" for v in y[0].tolist()])
y.pow(3).sum().backward()
print([f"{v:.4f}" for v in x.grad[1].tolist()], [f"{v:.4f}" for v in norm.weight.grad.tolist()])
d = x.detach().double()
print(torch.allclose(F.rms_norm(d, (5,), eps=1e-5), d / (d.pow(2).mean(-1, keepdim=True) + 1e-5).sqrt()))
print(nn.RMSNorm((2, 3), elementwise_affine=False), F.rms_norm(x.detach().bfloat16(), (5,)).dtype)
