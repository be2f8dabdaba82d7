import torch

torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")
x = torch.tensor([0.1, 0.5, 0.9, 2.0])
for name in "exp log sqrt rsqrt sin cos tan tanh sigmoid abs neg floor ceil round trunc sign square reciprocal exp2 expm1 log1p log2 log10 erf erfc atan sinh cosh asinh relu frac".split():
    print(name, getattr(torch, name)(x))
print(torch.asin(x[:3]), torch.acos(x[:3]), torch.atanh(x[:3]), torch.erfinv(x[:3]))
print(torch.pow(x, 3), torch.pow(2, x), torch.atan2(x, x.flip(0)), torch.hypot(x, x))
print(torch.exp(torch.tensor([1, 2])), torch.sqrt(torch.tensor(4)))
print(torch.round(torch.tensor([0.5, 1.5, 2.5, -0.5])), torch.round(torch.tensor([1.2345]), decimals=2))
print(torch.clamp(x, 0.2, 0.8), x.clamp(min=0.5), x.clip(max=1), torch.clamp(x, min=torch.tensor([0.5, 0.6, 0.7, 3.0])))
print(torch.nan_to_num(torch.tensor([float("nan"), float("inf"), -float("inf"), 1.0])))
