# cpu only: nothing in it depends on the device
# Functions of straight pieces, differentiated twice: the second derivative is zero where PyTorch's kernels read the operand.
import torch
import torch.nn.functional as F

data = torch.tensor([-1.5, -0.5, 0.0, 0.5, 2.0, 7.0], dtype=torch.float64)
functions = {
    "relu": F.relu,
    "leaky_relu": F.leaky_relu,
    "relu6": F.relu6,
    "hardtanh": F.hardtanh,
    "hardshrink": F.hardshrink,
    "softshrink": F.softshrink,
    "threshold": lambda x: F.threshold(x, 0.1, 20.0),
    "elu": F.elu,
    "celu": F.celu,
    "selu": F.selu,
    "clamp": lambda x: x.clamp(-1, 1),
    "clamp_min": lambda x: x.clamp(min=0),
    "sign": torch.sign,
    "floor": torch.floor,
    "round": torch.round,
    "frac": torch.frac,
    "maximum": lambda x: torch.maximum(x, torch.zeros_like(x)),
    "where": lambda x: torch.where(x > 0, x, 0 * x),
    "masked_fill": lambda x: x.masked_fill(x > 0, 0.0),
    "max": torch.max,
    "sort": lambda x: x.sort()[0],
    "neg": torch.neg,
    "sum": torch.sum,
    "abs": torch.abs,
    "square": torch.square,
    "hardswish": F.hardswish,
    "tanhshrink": F.tanhshrink,
    "in place": lambda x: F.relu(x * 1, inplace=True),
}
for name, function in functions.items():
    x = data.clone().requires_grad_()
    (gradient,) = torch.autograd.grad(function(x).sum(), x, create_graph=True)
    if gradient.requires_grad:
        (second,) = torch.autograd.grad((gradient**2).sum(), x, allow_unused=True)
        second = None if second is None or name == "abs" else [round(number, 6) + 0.0 for number in second.tolist()]
    else:
        second = "constant"
    print(name, [round(number, 6) for number in gradient.tolist()], second)
