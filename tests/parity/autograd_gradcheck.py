import torch
from torch.autograd import gradcheck, gradgradcheck

torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")
torch.set_default_dtype(torch.float64)
a = torch.tensor([[0.3, -0.7, 1.1], [0.9, 0.2, -1.3]], requires_grad=True)
b = torch.tensor([[1.2, 0.4], [-0.5, 0.8], [0.6, 1.5]], requires_grad=True)
p = torch.tensor([0.4, 1.3, 2.2], requires_grad=True)
checks = {
    "matmul": (lambda x, y: x @ y, (a, b)), "softmax": (lambda x: x.softmax(1), (a,)), "log_softmax": (lambda x: x.log_softmax(0), (a,)),
    "exp sin": (lambda x: x.exp() * x.sin(), (a,)), "tanh sigmoid": (lambda x: x.tanh() * x.sigmoid(), (a,)), "sqrt log": (lambda x: x.sqrt() + x.log(), (p,)),
    "div": (lambda x, y: x / y, (p, p.detach().clone().requires_grad_())), "pow": (lambda x: x ** 2.5, (p,)), "norm": (lambda x: x.norm(), (a,)),
    "std": (lambda x: x.std(1), (a,)), "var": (lambda x: x.var(0), (a,)), "prod": (lambda x: x.prod(), (p,)), "cumsum": (lambda x: x.cumsum(1) ** 2, (a,)),
    "logsumexp": (lambda x: x.logsumexp(1), (a,)), "cat": (lambda x, y: torch.cat([x, y.t()], 0) ** 2, (a, b)), "index": (lambda x: x[:, [0, 0, 2]] ** 2, (a,)),
    "gather": (lambda x: x.gather(1, torch.tensor([[0, 2], [1, 1]])) ** 2, (a,)), "mean": (lambda x: x.mean(0) ** 2, (a,)),
    "where": (lambda x: torch.where(x > 0, x ** 2, x ** 3), (a,)), "gelu": (torch.nn.functional.gelu, (a,)), "atan2": (torch.atan2, (p, p.detach().clone().requires_grad_())),
    "max": (lambda x: x.max(1).values ** 2, (a,)), "sort": (lambda x: x.sort(1).values ** 2, (a,)), "erf": (lambda x: x.erf() * x, (a,)),
    "inverse": (torch.linalg.inv, (torch.tensor([[2.0, 0.5], [0.3, 1.5]], requires_grad=True),)), "det": (torch.linalg.det, (torch.tensor([[2.0, 0.5], [0.3, 1.5]], requires_grad=True),)),
    "addmm": (lambda x, y: torch.addmm(torch.ones(2, 2), x, y), (a, b)), "expand": (lambda x: x.expand(2, 3) ** 2, (p,)), "softplus": (torch.nn.functional.softplus, (a,)),
    "pad": (lambda x: torch.nn.functional.pad(x, (1, 1)) ** 2, (a,)), "flip": (lambda x: x.flip(0) ** 2, (a,)), "roll": (lambda x: x.roll(1, 1) ** 2, (a,)),
}
for name, (f, inputs) in checks.items():
    print(name, gradcheck(f, inputs), gradgradcheck(f, inputs))

class Wrong(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, g):
        return g * 3

x = torch.ones(2, requires_grad=True)
try:
    gradcheck(Wrong.apply, x)
except RuntimeError as e:
    print(type(e).__name__, str(e).replace(", device='cuda:0'", "").strip())
print(gradcheck(Wrong.apply, x, raise_exception=False))
try:
    gradcheck(lambda v: v, torch.ones(2))
except ValueError as e:
    print(e)
