# Every initialisation for a seed, and the variance that it promises.
import torch
from torch import nn

torch.manual_seed(15)
for name, options in (("uniform_", dict(a=-1.0, b=2.0)), ("normal_", dict(mean=1.0, std=0.1)), ("constant_", dict(val=0.3)), ("xavier_uniform_", dict(gain=2.0)), ("xavier_normal_", {}), ("kaiming_uniform_", dict(nonlinearity="relu")),
                      ("kaiming_normal_", dict(mode="fan_out", a=0.1)), ("trunc_normal_", dict(std=0.5)), ("orthogonal_", dict(gain=0.5)), ("sparse_", dict(sparsity=0.5)), ("eye_", {})):
    w = torch.empty(6, 4)
    getattr(nn.init, name)(w, **options)
    print(name, [round(v, 3) + 0.0 for v in w[0].tolist()], round(w.norm().item(), 3))
q = nn.init.orthogonal_(torch.empty(5, 5))
print(torch.allclose(q @ q.T, torch.eye(5), atol=1e-5), nn.init.dirac_(torch.empty(2, 2, 3)).nonzero().tolist())
print([round(nn.init.calculate_gain(n), 5) for n in ("linear", "relu", "tanh", "sigmoid", "selu")], round(nn.init.calculate_gain("leaky_relu", 0.2), 5))
for bad in (lambda: nn.init.xavier_uniform_(torch.empty(3)), lambda: nn.init.eye_(torch.empty(2)), lambda: nn.init.calculate_gain("swish")):
    try:
        bad()
    except ValueError as error:
        print(error)
