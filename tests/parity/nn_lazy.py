# Layers that learn the size of their input from the first one.
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(0)
model = nn.Sequential(nn.LazyConv2d(4, 3, padding=1), nn.LazyBatchNorm2d(), nn.ReLU(), nn.Flatten(), nn.LazyLinear(5))
print(model)
x = torch.randn(2, 3, 4, 4)
y = model(x)
print(tuple(y.shape), f"{y.abs().sum().item():.4f}")
print(model)
print([(name, tuple(p.shape)) for name, p in model.named_parameters()], type(model[0]).__name__)
layer = nn.LazyLinear(3, bias=False)
print(layer.has_uninitialized_params(), layer)
layer.load_state_dict({"weight": torch.ones(3, 2)})
print(layer.has_uninitialized_params(), tuple(layer.weight.shape))
print(layer(torch.ones(1, 2)).tolist(), layer)
t = nn.LazyConvTranspose1d(2, 3, groups=2)
print(tuple(t(torch.randn(1, 4, 5)).shape), t, tuple(t.weight.shape))
print(nn.LazyInstanceNorm1d()(torch.randn(2, 3, 4)).shape, nn.LazyConv3d(1, 2))
