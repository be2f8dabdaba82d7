# What each function says of dtypes that PyTorch has no kernel for.
import torch
import torch.nn.functional as F


def told(name, function, *tensors):
    try:
        result = function(*tensors)
        print(name, tensors[0].dtype, "->", result.dtype)
    except Exception as error:
        print(name, tensors[0].dtype, type(error).__name__, str(error).split("\n")[0])


x = torch.tensor([[1, 0], [0, 1]])
for name in ["celu", "elu", "gelu", "glu", "hardshrink", "hardsigmoid", "hardswish", "hardtanh", "leaky_relu", "logsigmoid", "mish",
             "relu", "relu6", "selu", "silu", "softplus", "softshrink", "softsign", "tanhshrink", "threshold"]:
    for dtype in [torch.uint8, torch.int64, torch.float16]:
        arguments = [0, 0] if name == "threshold" else []
        told(name, lambda t: getattr(F, name)(t, *arguments), x.to(dtype))
for name in ["relu", "relu6", "hardtanh"]:
    told(name, getattr(F, name), x.bool())
for name in ["mse_loss", "l1_loss", "smooth_l1_loss", "huber_loss", "binary_cross_entropy", "binary_cross_entropy_with_logits", "kl_div"]:
    for dtype in [torch.int32, torch.float64]:
        told(name, getattr(F, name), x.to(dtype), x.to(dtype))
for name in ["hypot", "logaddexp", "logaddexp2", "igamma", "igammac", "nextafter", "bitwise_left_shift", "bitwise_right_shift", "gcd", "lcm"]:
    for dtype in [torch.int16, torch.bool, torch.float32, torch.bfloat16]:
        told(name, getattr(torch, name), x.to(dtype), torch.ones(2, 2).to(dtype))
for name in ["floor_divide", "fmod", "remainder", "pow", "square", "frac"]:
    tensors = [x.bool()] if name in ("square", "frac") else [x.bool(), torch.ones(2, 2, dtype=torch.bool)]
    told(name, getattr(torch, name), *tensors)
told("frac", torch.frac, x)
told("vecdot", torch.linalg.vecdot, x, x)
told("repeat_interleave", torch.repeat_interleave, torch.tensor([1.0, 2.0]))
told("repeat_interleave", torch.repeat_interleave, x)
told("repeat_interleave", torch.repeat_interleave, x, x)
told("repeat_interleave", lambda t: torch.repeat_interleave(t, -1), x)
told("cartesian_prod", torch.cartesian_prod, x)
print(F.hardtanh(torch.tensor([-3, 0, 3])), F.relu6(torch.tensor([-3, 5, 9])), torch.square(torch.tensor([True, False])))
n = torch.tensor([[0, 1], [2, 3]])
for name in ["chebyshev_polynomial_t", "chebyshev_polynomial_u", "hermite_polynomial_h", "laguerre_polynomial_l", "legendre_polynomial_p"]:
    print(name, getattr(torch.special, name)(torch.tensor([0.5, 0.25]), n))
g = torch.ones(2, requires_grad=True)
for dtype in [torch.float64, torch.bfloat16, torch.int64]:
    try:
        g.grad = torch.ones(2, dtype=dtype)
    except RuntimeError as error:
        print(error)
