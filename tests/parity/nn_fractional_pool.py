# Windows at random steps, with given phases and with seeded ones.
import torch
from torch import nn
import torch.nn.functional as F

torch.manual_seed(2)
x = torch.randperm(2 * 7 * 9).float().view(1, 2, 7, 9).requires_grad_()
y, indices = F.fractional_max_pool2d(x, (2, 3), output_size=(3, 4), return_indices=True)
print(y.tolist(), indices.tolist())
y.sum().backward()
print(x.grad.sum().item(), x.grad.count_nonzero().item())
samples = torch.tensor([[[0.1, 0.9], [0.5, 0.3]]])
print(F.fractional_max_pool2d(x, 2, output_ratio=(0.5, 0.6), _random_samples=samples).tolist())
pool = nn.FractionalMaxPool2d(3, output_size=(2, 3))
print(pool, tuple(pool(x).shape), tuple(pool(x[0]).shape))
v = torch.randperm(5 * 6 * 7).float().view(1, 1, 5, 6, 7)
print(nn.FractionalMaxPool3d(2, output_size=(2, 3, 3))(v).tolist())
for f in (lambda: nn.FractionalMaxPool2d(2), lambda: nn.FractionalMaxPool2d(2, output_ratio=(1.5, 0.5))):
    try:
        f()
    except ValueError as error:
        print(error)
