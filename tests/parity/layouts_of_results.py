# cpu only: nothing in it depends on the device
# Memory layouts of results, for operands in many layouts.
import torch
import torch.nn.functional as F

base = torch.arange(24.0).view(2, 3, 4)
layouts = {
    "plain": base,
    "turned": base.permute(2, 0, 1),
    "swapped": base.transpose(0, 1),
    "every other": torch.arange(48.0).view(2, 3, 8)[..., ::2].transpose(0, 2),
    "expanded": torch.arange(4.0).expand(2, 3, 4),
    "expanded last": torch.arange(6.0).view(2, 3, 1).expand(2, 3, 4).transpose(0, 1),
    "of size 1": torch.arange(4.0).view(1, 4, 1).permute(2, 1, 0),
}
functions = {
    "add number": lambda x: x + 1,
    "add itself": lambda x: x + x,
    "add plain": lambda x: x + torch.ones(x.shape),
    "plain add": lambda x: torch.ones(x.shape) + x,
    "add last": lambda x: x + torch.ones(x.shape[-1]),
    "add 0-d": lambda x: x + torch.tensor(2.0),
    "relu": torch.relu,
    "exp": torch.exp,
    "compare": lambda x: x > 2,
    "where": lambda x: torch.where(x > 2, x, 0),
    "clamp": lambda x: x.clamp(1, 5),
    "pow": lambda x: x**2,
    "gelu": F.gelu,
    "addcmul": lambda x: torch.addcmul(x, x, x),
    "lerp": lambda x: torch.lerp(x, x, 0.5),
    "to double": lambda x: x.double(),
    "to int": lambda x: x.to(torch.int64),
    "clone": lambda x: x.clone(),
    "clone plain": lambda x: x.clone(memory_format=torch.contiguous_format),
    "copy": lambda x: x.to(x.dtype, copy=True),
    "contiguous": lambda x: x.contiguous(),
    "zeros_like": torch.zeros_like,
    "ones_like": torch.ones_like,
    "empty_like": torch.empty_like,
    "full_like": lambda x: torch.full_like(x, 3),
    "rand_like": torch.rand_like,
    "randint_like": lambda x: torch.randint_like(x, 5),
    "zeros_like plain": lambda x: torch.zeros_like(x, memory_format=torch.contiguous_format),
    "masked_fill": lambda x: x.masked_fill(x > 2, 0.0),
    "neg": lambda x: -x,
    "reflected": lambda x: 2 / (x + 1),
    "logical": lambda x: torch.logical_not(x),
    "chain": lambda x: (x + 1).exp().mul(2).relu(),
    "deepcopy": lambda x: __import__("copy").deepcopy(x),
}
for name, layout in layouts.items():
    for does, function in functions.items():
        if name == "of size 1" and does in ("masked_fill", "reflected"):
            continue
        result = function(layout)
        print(f"{name}, {does}:", tuple(result.stride()), result.is_contiguous())

a, b = base.permute(2, 0, 1), torch.ones(4, 2, 3).transpose(1, 2).contiguous().transpose(1, 2)
for does, function in {
    "a + b": lambda: a + b,
    "b + a": lambda: b + a,
    "a * b[0]": lambda: a * b[0],
    "maximum": lambda: torch.maximum(b, a),
}.items():
    print(does, tuple(function().stride()))

print("values", ((base.permute(2, 0, 1) + 1) * 2)[1].tolist(), torch.relu(base.permute(2, 0, 1) - 5)[:, 0, 1].tolist())

w = torch.ones(3, 2, requires_grad=True)
v = torch.ones(2, 3).t().requires_grad_()
((w * v) ** 2).sum().backward()
print("gradients", w.grad.stride(), v.grad.stride())
v.grad = None
(v.contiguous() * 2).sum().backward()
print("gradient of a turned leaf", v.grad.stride())
