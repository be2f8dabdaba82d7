# Names of old that still work.
import warnings
import torch
import torch.nn.functional as F
from torch import nn

warnings.simplefilter("ignore")
x = torch.arange(4.0).view(1, 1, 2, 2)
print(F.upsample_nearest(x, scale_factor=2).flatten().tolist(), F.upsample_bilinear(x, size=(3, 3)).flatten().tolist())
print(F.adaptive_max_pool2d_with_indices(x, 1), F.max_pool2d_with_indices(x, 2)[1].item())
t = torch.tensor([-1.0, 2.0])
print([round(v, 5) for v in F.selu_(t.clone()).tolist()], [round(v, 5) for v in F.celu_(t.clone(), 0.5).tolist()], F.rrelu_(t.clone(), 0.1, 0.3).tolist()[1])
print(nn.init.eye(torch.empty(2, 2)).tolist(), nn.init.dirac(torch.empty(2, 2, 1)).flatten().tolist())
w = nn.Linear(2, 2)
w(torch.ones(1, 2)).sum().backward()
print(round(nn.utils.clip_grad_norm(w.parameters(), 1.0).item(), 4), round(w.weight.grad.norm().item(), 4))
