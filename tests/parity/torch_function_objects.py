# cpu only: calls, which have no device
# Objects that answer PyTorch's functions by `__torch_function__`.
import torch
import torch.nn.functional as F
from torch.overrides import handle_torch_function, has_torch_function, is_tensor_like


class Named:
    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return self.name

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        inner = ", ".join([str(a) for a in args] + [f"{k}={v}" for k, v in (kwargs or {}).items()])
        return cls(f"{func.__name__}({inner})")


x, t = Named("x"), torch.ones(2)
print(torch.relu(x), torch.add(x, 1), torch.add(t.sum().item(), x), torch.cat([x, x], 1), torch.stack((x, t)).name[:8])
print(torch.mean(x, 0, True), torch.matmul(x, x), torch.clamp(x, 0))
print(F.conv2d(x, t).name[:7], F.gelu(x), F.linear(x, t), F.relu(x).name[:5])
print(torch.where(x, t, t).name[:6], torch.sum(x))
print(has_torch_function((x,)), has_torch_function((t, 1)), is_tensor_like(x), is_tensor_like(3))


def own(a):
    if has_torch_function((a,)):
        return handle_torch_function(own, (a,), a)
    return a


print(own(x), own(2))


class Unwilling:
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        return NotImplemented


try:
    torch.relu(Unwilling())
except TypeError as error:
    print(type(error).__name__)
try:
    torch.relu(object())
except TypeError as error:
    print(error)
