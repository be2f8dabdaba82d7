"""scatter_reduce and index_reduce: every reduction, with and without the tensor itself, gradients."""
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def show(label, *values):
    """Numbers to four decimals, without a sign on zero, with shape and dtype."""
    for x in values:
        if not torch.is_tensor(x):
            print(label, x)
            continue
        flat = x.detach().cpu().reshape(-1).tolist()
        flat = [round(v, 4) + 0.0 if isinstance(v, float) else v for v in flat]
        print(label, flat, tuple(x.shape), str(x.dtype)[6:])


def fails(label, function):
    try:
        print(label, "gave", function())
    except Exception as error:
        print(label, type(error).__name__, error)


x = torch.tensor([[1.0, 2, 3], [4, 5, 6]], device=device)
index = torch.tensor([[0, 0, 2], [1, 1, 1]], device=device)
source = torch.tensor([[7.0, -1, 2], [3, 9, 0.5]], device=device)
for reduce in ("sum", "prod", "mean", "amax", "amin"):
    show(reduce, x.scatter_reduce(1, index, source, reduce), x.scatter_reduce(1, index, source, reduce, include_self=False), torch.scatter_reduce(x, 0, torch.tensor([[1, 0, 1]], device=device), source[:1], reduce))
    if reduce != "sum":
        show(reduce, torch.index_reduce(x, 1, torch.tensor([0, 0, 2], device=device), source, reduce), x.index_reduce(0, torch.tensor([1, 1], device=device), source, reduce, include_self=False))
    a, b = x.clone().requires_grad_(), source.clone().requires_grad_()
    (a.scatter_reduce(1, index, b, reduce) * torch.tensor([1.0, 2, 3], device=device)).sum().backward()
    show("grad", a.grad, b.grad)
ties = torch.zeros(3, device=device, requires_grad=True)
source = torch.zeros(4, device=device, requires_grad=True)
ties.scatter_reduce(0, torch.tensor([0, 0, 1, 1], device=device), source, "amax").sum().backward()
show("ties", ties.grad, source.grad)
y = torch.arange(4, device=device)
show("whole", y.scatter_reduce(0, torch.tensor([0, 0, 3], device=device), torch.tensor([5, 6, 1], device=device), "mean"), y.scatter_reduce_(0, torch.tensor([1, 2], device=device), torch.tensor([9, -9], device=device), "amin"))
fails("index reduce", lambda: x.index_reduce(0, torch.tensor([0], device=device), x[:1], "sum"))
