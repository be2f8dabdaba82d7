"""out=: results written where one says, resized, cast, and refused."""
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


x = torch.tensor([[1.0, 2], [3, 4]], device=device)
out = torch.empty(2, 2, device=device)
print(torch.add(x, 1, out=out) is out, out.tolist(), torch.matmul(x, x, out=out).tolist(), torch.sum(x, 0, out=torch.empty(2, device=device)).tolist(), torch.mean(x, 1, out=torch.empty(0, device=device)).tolist())
values, indices = torch.empty(0, device=device), torch.empty(0, dtype=torch.long, device=device)
torch.max(x, 1, out=(values, indices))
print(values.tolist(), indices.tolist())
torch.sort(x, descending=True, out=(values, indices))
print(values.tolist(), indices.tolist(), torch.topk(x, 1, out=(torch.empty(0, device=device), torch.empty(0, dtype=torch.long, device=device)))[0].tolist())
for f, args in [(torch.cumsum, (x, 0)), (torch.stack, ([x, x],)), (torch.cat, ([x, x],)), (torch.mm, (x, x)), (torch.bmm, (x[None], x[None])), (torch.dot, (x[0], x[1])), (torch.outer, (x[0], x[1])), (torch.gather, (x, 0, torch.zeros(1, 2, dtype=torch.long, device=device))), (torch.index_select, (x, 0, torch.tensor([1], device=device))), (torch.masked_select, (x, x > 1)), (torch.nonzero, (x > 2,)), (torch.tril, (x,)), (torch.where, (x > 2, x, -x)), (torch.clamp, (x, 2, 3)), (torch.pow, (x, 2)), (torch.prod, (x, 1)), (torch.var, (x, 1)), (torch.amax, (x, 0)), (torch.logsumexp, (x, 0)), (torch.softmax, (x, 0)), (torch.diag, (x,)), (torch.kron, (x, x)), (torch.floor_divide, (x, 2)), (torch.norm, (x,)), (torch.take, (x, torch.tensor([3], device=device)))]:
    dtype = torch.long if f is torch.nonzero else torch.float32
    target = torch.empty(0, dtype=dtype, device=device)
    options = {"dim": 0} if f is torch.softmax and len(args) == 1 else {}
    f(*args, out=target, **options)
    show(f.__name__, target)
double = torch.empty(2, 2, dtype=torch.float64, device=device)
show("wider", torch.add(x, x, out=double))
fails("narrower", lambda: torch.add(x, x, out=torch.empty(2, 2, dtype=torch.long, device=device)))
fails("requires grad", lambda: torch.add(x, torch.ones(2, 2, device=device, requires_grad=True), out=out))
