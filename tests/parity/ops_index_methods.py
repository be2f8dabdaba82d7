"""Writing at indices: index_copy, index_fill, index_add, put, masked_scatter, and their in-place twins."""
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


x = torch.zeros(3, 4, device=device)
rows = torch.tensor([2, 0], device=device)
source = torch.arange(1.0, 9, device=device).reshape(2, 4)
show("copy", torch.index_copy(x, 0, rows, source), x.index_copy(1, rows, source.reshape(4, 2)[:3]))
show("fill", torch.index_fill(x, 1, rows, 3.5), x.index_fill(0, rows, torch.tensor(2.0, device=device)))
show("add", torch.index_add(x, 0, rows, source, alpha=2), x.index_add(0, torch.tensor([1, 1], device=device), source))
show("select", source.index_select(1, torch.tensor([3, 0, 3], device=device)))
show("put", x.put(torch.tensor([1, 5, -1], device=device), torch.tensor([1.0, 2, 3], device=device)), x.put(torch.tensor([1, 1], device=device), torch.tensor([1.0, 2], device=device), accumulate=True))
show("take", torch.take(source, torch.tensor([[0, 7], [-1, 3]], device=device)), source.take(torch.tensor([2], device=device)))
mask = torch.tensor([[True, False, True, False]] * 3, device=device)
show("masked", x.masked_scatter(mask, torch.arange(10.0, device=device)), x.masked_fill(mask, 7), torch.masked_select(source, mask[:2]))
y = x.clone()
y.index_copy_(0, rows, source).index_fill_(1, torch.tensor([1], device=device), -1).index_add_(0, rows, source).masked_scatter_(mask, torch.ones(6, device=device)).put_(torch.tensor([3], device=device), torch.tensor([99.0], device=device))
show("in place", y)
a, b = x.clone().requires_grad_(), source.clone().requires_grad_()
(a.index_copy(0, rows, b) * torch.arange(12.0, device=device).reshape(3, 4)).sum().backward()
show("grad", a.grad, b.grad)
a, b = x.clone().requires_grad_(), torch.arange(6.0, device=device, requires_grad=True)
(a.masked_scatter(mask, b) * torch.arange(12.0, device=device).reshape(3, 4)).sum().backward()
show("grad", a.grad, b.grad)
fails("too few", lambda: x.masked_scatter(mask, torch.ones(2, device=device)))
fails("mask", lambda: x.masked_scatter(mask.int(), torch.ones(6, device=device)))
fails("put", lambda: x.put(torch.tensor([0, 1], device=device), torch.ones(3, device=device)))
fails("dtype", lambda: x.index_copy(0, rows, source.double()))
