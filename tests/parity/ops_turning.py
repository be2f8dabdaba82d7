"""Turning and shifting: rot90, flip, fliplr, flipud, roll, movedim, swapaxes, permute."""
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


x = torch.arange(6, device=device).reshape(2, 3)
for k in (-1, 0, 1, 2, 3, 5):
    show(k, torch.rot90(x, k))
show("dims", torch.rot90(torch.arange(8, device=device).reshape(2, 2, 2), 1, [1, 2]))
show("flip", torch.flip(x, [0]), x.flip(0, 1), torch.fliplr(x), torch.flipud(x), x.flip(-1))
show("roll", torch.roll(x, 1), torch.roll(x, 1, 0), torch.roll(x, (1, -1), (0, 1)), x.roll(5, 1))
y = torch.zeros(2, 3, 4, device=device)
print(torch.movedim(y, 0, 2).shape, torch.moveaxis(y, (0, 1), (1, 2)).shape, y.swapaxes(0, 2).shape, y.swapdims(1, 2).shape, y.permute(2, 0, 1).shape, y.mT.shape, y.adjoint().shape, x.T.shape, x.t().shape)
print(y.permute(2, 0, 1).stride(), y.transpose(0, 1).is_contiguous(), y.transpose(0, 1).contiguous().stride())
a = torch.arange(6.0, device=device).reshape(2, 3).requires_grad_()
(torch.rot90(a) * torch.arange(6.0, device=device).reshape(3, 2)).sum().backward()
show("grad", a.grad)
fails("rot90", lambda: torch.rot90(x, 1, [0, 0]))
fails("rot90", lambda: torch.rot90(x[0]))
fails("fliplr", lambda: torch.fliplr(x[0]))
fails("flip", lambda: x.flip(0, 0))
fails("roll", lambda: torch.roll(x, (1, 2), 0))
fails("permute", lambda: x.permute(0, 0))
fails("permute", lambda: x.permute(0))
fails("t", lambda: y.t())
