"""take_along_dim, gather and scatter: shapes that broadcast, gradients, refusals."""
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


x = torch.tensor([[3.0, 1, 2], [9, 7, 8]], device=device)
order = x.argsort(1)
show("sorted", torch.take_along_dim(x, order, dim=1), x.take_along_dim(x.argmax(1, keepdim=True), 1), torch.take_along_dim(x, torch.tensor([5, 0], device=device)))
show("broadcast", torch.take_along_dim(x, torch.tensor([[1, 0]], device=device), dim=1))
show("gather", x.gather(0, torch.tensor([[1, 0, 1]], device=device)), x.gather(1, torch.tensor([[2], [0]], device=device)))
show("scatter", torch.zeros(2, 4, device=device).scatter(1, torch.tensor([[0, 3], [1, 2]], device=device), x[:, :2]), torch.zeros(2, 4, device=device).scatter_(1, torch.tensor([[2], [0]], device=device), 1.5), torch.ones(3, device=device).scatter_add(0, torch.tensor([0, 0, 2], device=device), torch.tensor([1.0, 2, 3], device=device)))
one_hot = torch.zeros(3, 4, dtype=torch.long, device=device).scatter_(1, torch.tensor([[1], [3], [0]], device=device), 1)
show("one hot", one_hot)
a = x.clone().requires_grad_()
(torch.take_along_dim(a, order[:, :2], 1) * torch.tensor([1.0, 10], device=device)).sum().backward()
show("grad", a.grad)
a = x.clone().requires_grad_()
a.gather(1, torch.tensor([[0, 0, 0], [2, 1, 1]], device=device)).sum().backward()
show("grad", a.grad)
fails("dtype", lambda: torch.take_along_dim(x, order.int(), 1))
fails("dims", lambda: torch.take_along_dim(x, order[0], 1))
fails("gather dims", lambda: x.gather(1, torch.tensor([0], device=device)))
fails("gather dim", lambda: x.gather(2, order))
fails("scatter dtype", lambda: torch.zeros(2, 3, device=device).scatter(1, order, x.double()))
show("empty", x.gather(1, torch.zeros(2, 0, dtype=torch.long, device=device)))
