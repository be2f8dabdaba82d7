# Walks over modules, parameters and buffers; shared ones come once.
import torch
import torch.nn as nn
import torch.nn.functional as F
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(0)


def shown(t):
    return [round(v, 2) or 0.0 for v in t.detach().cpu().double().flatten()[:8].tolist()]


def rand(*shape):
    return torch.randn(*shape).to(device).requires_grad_()


def check(f, *operands):
    """The result, and the gradients of a weighted sum of it by operands and parameters."""
    if isinstance(f, nn.Module):
        f.to(device)
    y = f(*operands)
    print(tuple(y.shape), shown(y), y.grad_fn is not None)
    weights = torch.linspace(-1, 2, y.numel(), device=device, dtype=y.dtype).view(y.shape)
    parameters = list(f.parameters()) if isinstance(f, nn.Module) else []
    wanted = [x for x in list(operands) + parameters if isinstance(x, torch.Tensor) and x.requires_grad]
    for g in torch.autograd.grad((y * weights).sum(), wanted, allow_unused=True):
        print("   ", None if g is None else (tuple(g.shape), shown(g)))


def refused(f):
    try:
        f()
        print("nothing wrong")
    except Exception as error:
        print(type(error).__name__ + ":", error)


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(2, 2)
        self.second = self.first
        self.rest = nn.Sequential(nn.ReLU(), nn.BatchNorm1d(2))
        self.scale = nn.Parameter(torch.ones(1))
        self.register_parameter("none", None)


block = Block()
print([n for n, _ in block.named_modules()], [n for n, _ in block.named_modules(remove_duplicate=False)])
print([n for n, _ in block.named_parameters()], [n for n, _ in block.named_parameters(remove_duplicate=False)])
print([n for n, _ in block.named_parameters(prefix="b", recurse=False)], [n for n, _ in block.named_buffers()])
print([n for n, _ in block.named_children()], len(list(block.modules())), len(list(block.buffers())))
seen = []
print(block.apply(lambda m: seen.append(type(m).__name__)) is block, seen)
block.eval()
print(block.training, block.rest[1].training, block.train().rest[0].training)
block.requires_grad_(False)
print(any(p.requires_grad for p in block.parameters()), block.requires_grad_().scale.requires_grad)
block.double()
print(block.first.weight.dtype, block.rest[1].num_batches_tracked.dtype, block.half().scale.dtype, block.float().scale.dtype, block.bfloat16().scale.dtype)
block.float()
(block.first(torch.ones(1, 2)).sum() * block.scale).backward()
block.zero_grad(set_to_none=False)
print(block.scale.grad, block.zero_grad(), block.scale.grad)
print(block)
block.extra = nn.Identity()
del block.first
print([n for n, _ in block.named_children()], hasattr(block, "first"))
refused(lambda: setattr(block, "rest", 3))
refused(lambda: setattr(block, "scale", torch.ones(1)))
refused(lambda: block.missing)
refused(lambda: block.register_buffer("rest", torch.ones(1)))
refused(lambda: block.add_module("x", 3))
refused(lambda: block.to(torch.int64))
refused(lambda: nn.Module()(1))
