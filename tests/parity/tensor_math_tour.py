# Elementwise functions at chosen points.
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
x = torch.tensor([-2.0, -0.5, 0.0, 0.5, 3.0], device=device).double()
for name in ("abs", "ceil", "floor", "round", "trunc", "frac", "sign", "sgn", "neg", "exp", "expm1", "exp2", "sin", "cos", "tan", "atan", "sinh", "cosh", "tanh", "asinh", "sigmoid", "erf", "erfc", "square", "relu", "positive", "signbit", "isfinite", "deg2rad", "rad2deg", "sinc", "logit", "nan_to_num", "i0", "reciprocal"):
    print(name, [round(v, 6) if isinstance(v, float) else v for v in getattr(torch, name)(x).tolist()])
p = torch.tensor([0.1, 1.0, 4.0], device=device).double()
for name in ("sqrt", "rsqrt", "log", "log2", "log10", "log1p", "lgamma", "digamma", "erfinv", "acosh", "asin", "acos"):
    print(name, [round(v, 6) for v in getattr(torch, name)(p).tolist()])
y = torch.tensor([1.5, -2.0, 2.0, 0.0, -1.0], device=device).double()
for name in ("add", "sub", "mul", "true_divide", "pow", "atan2", "fmod", "remainder", "maximum", "minimum", "fmax", "hypot", "copysign", "logaddexp", "xlogy", "heaviside", "floor_divide", "nextafter", "ldexp"):
    print(name, [round(v, 6) for v in getattr(torch, name)(x.abs() if name == "xlogy" else x, y).tolist()])
print(torch.lerp(x, y, 0.25).tolist(), torch.addcmul(x, x, y, value=2).tolist(), torch.addcdiv(x, x, p.sum(), value=-1).tolist()[4].__round__(5), torch.clamp(x, -1, 1).tolist(), torch.clamp(x, min=y).tolist(), torch.clip(x, max=0).tolist())
print(torch.bitwise_and(torch.tensor(12), 10).item(), (torch.tensor(5) ^ 3).item(), (~torch.tensor(5)).item(), (torch.tensor(1) << 4).item(), torch.gcd(torch.tensor(12), torch.tensor(18)).item(), torch.lcm(torch.tensor(4), torch.tensor(6)).item())
