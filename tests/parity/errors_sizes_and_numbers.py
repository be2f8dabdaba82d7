# Sizes that are missing, stand one by one or come by their name; numbers where PyTorch wants tensors; Python's types as dtypes.
import torch
from torch import distributions, nn

torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")
a = torch.arange(6.0)
one = torch.tensor(1.0)


def refused(call):
    try:
        print("accepted:", call())
    except (TypeError, RuntimeError, NotImplementedError) as error:
        print(type(error).__name__, error)


refused(lambda: a.view())
refused(lambda: one.view())
refused(lambda: a.view(2.0, 3))
refused(lambda: a.reshape())
refused(lambda: one.permute())
refused(lambda: a.expand())
refused(lambda: a.repeat())
refused(lambda: a.tile())
refused(lambda: a.flip())
refused(lambda: a.new_ones())
for make in (torch.zeros, torch.ones, torch.empty, torch.rand, torch.randn):
    refused(lambda: make())
refused(lambda: torch.zeros(dtype=torch.float32))
refused(lambda: torch.reshape(a, 6))
refused(lambda: torch.reshape(a, 2, 3))
refused(lambda: torch.permute(a, 0, 1))
refused(lambda: torch.permute(a, 0))
refused(lambda: torch.flip(a, 0))
refused(lambda: torch.tile(a, 2))
print(torch.Tensor(), torch.zeros(()), torch.zeros(size=(2,)), one.view(()), torch.zeros(2, 3).shape)
print(torch.reshape(input=a, shape=(2, 3)), torch.permute(input=a, dims=(0,)), torch.flip(a, dims=(0,)))
print(a.reshape(shape=(2, 3)), a.permute(dims=(0,)), a.expand(size=(2, 6)).shape, a.repeat(repeats=(2,)), a.new_zeros(size=(2,)), a.view(size=(2, 3)))

for function in (torch.eq, torch.ne, torch.lt, torch.fmod, torch.copysign):
    refused(lambda: function(1, a))
for function in (torch.maximum, torch.minimum, torch.atan2, torch.hypot, torch.logaddexp, torch.logical_and, torch.logical_xor):
    refused(lambda: function(1, a))
    refused(lambda: function(a, 1))
refused(lambda: torch.where(1, a, a))
refused(lambda: torch.where(True, a, 2))
print(torch.add(1, a), torch.pow(2, a), torch.remainder(7, a + 1), torch.bitwise_and(1, a.int()), torch.eq(a, 1))

for kind in (float, int, bool):
    print(torch.tensor([1, 0, 2], dtype=kind), torch.zeros(2, dtype=kind), a.to(kind), torch.ones_like(a, dtype=kind))

w = torch.ones(2, requires_grad=True)
print(w.t(), torch.dot(w, w))
print(nn.ParameterList([nn.Parameter(torch.ones(2, device="cpu"))]), nn.ParameterDict({"a": nn.Parameter(torch.ones(2, device="cpu"))}))
print(nn.ModuleList([nn.ParameterList([nn.Parameter(torch.ones(2, device="cpu")), nn.Parameter(torch.ones(1, 2, device="cpu"))])]))
print(distributions.Kumaraswamy(torch.tensor([1.0, 2.0]), torch.tensor([2.0, 0.5])).entropy())
refused(lambda: distributions.kl_divergence(distributions.Normal(0.0, 1.0), distributions.Bernoulli(0.5)))
