"""Reading and writing at indices where it is unusual: masks, repeated places, numbers, indices without elements, gradients."""
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def t(data, dtype=None):
    return torch.tensor(data, dtype=dtype, device=device)


def refused(name, call):
    try:
        print(name, "no error", call().tolist())
    except Exception as error:
        print(name, type(error).__name__, str(error).split("\n")[0])


x = torch.arange(12.0, device=device).reshape(3, 4)

# scatter that combines
index = t([[0, 1, 1, 0], [2, 0, 0, 0]])
print(x.scatter(0, index, x[1:], reduce="add").tolist())
print(x.scatter(0, index, x[1:], reduce="multiply").tolist())
print(x.scatter(1, index[:, :2] * 0, 3, reduce="multiply").tolist())
print(x.clone().scatter_(0, index, 0.5, reduce="add").tolist())
print(x.long().scatter(0, index, 7).tolist(), x.scatter(0, index, 7).dtype)
refused("scatter", lambda: x.scatter(0, index, 1.0, reduce="mean"))
refused("scatter", lambda: x.scatter(0, index[0], 1.0))
refused("scatter", lambda: x.scatter(0, index, x[None]))
refused("scatter_add", lambda: x.scatter_add(0, index, x.double()))

# indices without elements may be of any dtype
print(x.gather(1, t([[]], torch.uint8)).shape, x.scatter(1, t([[]], torch.bool), 1.0).equal(x))

# masks among indices
mask = t([True, False, True])
print(x.index_put((mask,), t(9.0)).tolist())
print(x.index_put((mask, t([1, 2])), t([7.0, 8.0])).tolist())
print(x.index_put((x > 8,), t(1.0), accumulate=True).tolist())
print(x.clone().index_put_((mask,), x[:1]).tolist())
refused("index_put", lambda: x.index_put((t([True, False]),), t(9.0)))

# what is written takes the tensor's dtype
for value in (1.5, 3, True, t(1.5), t(3)):
    filled = t([1, 2]).masked_fill(t([True, False]), value)
    print(filled.tolist(), filled.dtype, t([False, True]).masked_fill(t([True, False]), value).tolist())
print(t([1, 2]).masked_fill_(t([True, True]), t(2.5)).tolist(), torch.fill(t([1, 2]), 1.5).tolist())
refused("masked_fill", lambda: x.masked_fill(x > 3, t([1.0, 2.0])))
refused("masked_fill", lambda: x.masked_fill(t([0, 1, 0, 1]), 1.0))

# places from the end, and of tensors without dimensions
print(torch.take_along_dim(x, t([[-1, 0]]), 1).tolist(), torch.take_along_dim(x, t([7])).tolist())
print(torch.narrow(x, 1, t(1), 2).tolist(), torch.narrow(x, 1, -2, 2).tolist())
print([place.tolist() for place in torch.nonzero(t(3), as_tuple=True)], torch.nonzero(t(0), as_tuple=True)[0].shape)
print(torch.argwhere(x > 9).tolist(), torch.nonzero(t(3)).shape)
print([place.tolist() for place in torch.unravel_index(t([5, 11], torch.int32), (3, 4))], torch.unravel_index(t(5, torch.int32), (6,))[0].dtype)
refused("narrow", lambda: x.narrow(1, 5, 0))
refused("narrow", lambda: x.narrow(1, -5, 1))
refused("narrow", lambda: x.narrow(1, 0, -1))
refused("narrow", lambda: x.narrow(1, 3, 2))
refused("narrow", lambda: x.narrow(1, t(1.0), 2))
refused("unravel_index", lambda: torch.unravel_index(t([1.0]), (2,)))
refused("unravel_index", lambda: torch.unravel_index(t([1]), (2, -1)))
refused("index_add", lambda: x.index_add(0, t([0, 1]), x[0, :2]))
refused("index_add", lambda: x.index_add(0, t([0, 1]), x))

# numbers reduced at places
s, one = t(2.0), t([0])
print([torch.index_reduce(s, 0, one, t(5.0), how).item() for how in ("prod", "mean", "amax", "amin")])
print([s.scatter_reduce(0, t(0), t(5.0), how, include_self=False).item() for how in ("sum", "prod", "mean", "amax")])

# gradients
leaf = torch.ones(3, 4, device=device, requires_grad=True)
value = torch.tensor(2.0, device=device, requires_grad=True)
weight = x + 1
for name, result in {
    "index_fill": leaf.index_fill(1, t([3, 1, 1]), value),
    "masked_fill": leaf.masked_fill(x > 7, value),
    "fill": torch.fill(leaf, value),
    "index_put": leaf.index_put((mask,), value),
    "cat": torch.cat([leaf, torch.zeros(0, device=device)], 1) * value,
}.items():
    print(name, [grad.tolist() for grad in torch.autograd.grad((result * weight).sum(), (leaf, value))])
empty = torch.zeros(0, device=device, requires_grad=True)
print([grad.tolist() for grad in torch.autograd.grad(torch.cat([empty, leaf], 1).sum(), (empty,))])
number = torch.tensor(3.0, device=device, requires_grad=True)
print([torch.autograd.grad(number.masked_select(t(keep)).sum(), number)[0].item() for keep in (True, False)])
print(torch.autograd.grad(number.index_copy(0, one, t(5.0)), number)[0].item())
