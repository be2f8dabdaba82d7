# The named results of functions are tuples.
import copy

import torch

x = torch.tensor([[3.0, 1.0, 2.0], [6.0, 5.0, 4.0]])
results = [torch.sort(x), torch.max(x, 1), x.topk(2), torch.aminmax(x), torch.mode(x), torch.frexp(x), x.kthvalue(2)]
for r in results:
    print(type(r), type(r).__name__, isinstance(r, tuple), len(r), type(r).__mro__[1:])
    print(r)
    print(str(r) == repr(r), f"{r}" == repr(r))
r = torch.sort(x)
print(r[0], r[-1], r[:1], r + (1,), 2 * r == r + r)
print(tuple(r) == (r.values, r.indices), r.index(r.values))
values, indices = r
print(values is r.values, indices is r[1], [t.dtype for t in r], dict(zip("ab", r)).keys())
print(copy.copy(r), copy.deepcopy(r).indices)
print(type(r)((1, 2)), type(r)([3, 4]).indices)
try:
    r.values = 1
except AttributeError as error:
    print("AttributeError")
try:
    r.missing
except AttributeError as error:
    print("AttributeError", "missing" in str(error))
match r:
    case (first, second):
        print(first.shape, second.shape)
print(isinstance(torch.linalg.svd(x), tuple), torch.linalg.svd(x).S, torch.linalg.qr(x).R.shape)
print(torch.zeros(torch.tensor(2)), [10, 20][torch.tensor(1)], list(range(torch.tensor(3))))
for wrong in [lambda: range(torch.tensor(2.0)), lambda: [1, 2][torch.tensor(1.0)], lambda: [1, 2][torch.tensor([0, 1])]]:
    try:
        wrong()
    except TypeError as error:
        print(error)
