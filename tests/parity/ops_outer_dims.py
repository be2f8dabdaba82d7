"""Reductions, scans, sorts, gathers and copies along every dimension of tensors in several layouts. All sums are exact."""

import torch

SHAPES = [(300, 40), (5, 9, 33), (2, 100, 3, 17)]
LAYOUTS = {
    "contiguous": lambda shape, dtype: numbers(shape, dtype),
    "transposed": lambda shape, dtype: numbers(shape[::-1], dtype).permute(tuple(range(len(shape)))[::-1]),
    "every second": lambda shape, dtype: numbers((shape[0] * 2,) + shape[1:], dtype)[::2],
    "flipped": lambda shape, dtype: numbers(shape, dtype).flip(0, -1),
}


def numbers(shape, dtype):
    count = 1
    for size in shape:
        count *= size
    values = (torch.arange(count) * 7919 % 1009).reshape(shape) - 300
    return (values / 4).to(dtype) if dtype.is_floating_point else values.to(dtype)


def checked(x):
    """A sum that tells where each number is."""
    x = (x.double() * 4).long().reshape(-1)
    return (x * (torch.arange(x.numel()) % 97 + 1)).sum().item()


def along(x, dim):
    """Results along one dimension."""
    yield from (x.amax(dim), x.amin(dim), x.any(dim), x.all(dim), x.count_nonzero(dim), x.sum(dim, dtype=torch.float64))
    yield from (*x.max(dim), *x.min(dim))
    if x.dtype != torch.bfloat16:
        yield from (
            x.cumsum(dim),
            x.cummax(dim).values,
            *x.sort(dim=dim, stable=True),
            x.topk(min(2, x.shape[dim]), dim).values,
        )
    places = (torch.arange(x.numel()) * 31 % x.shape[dim]).reshape(x.shape)
    yield from (x.gather(dim, places), x.long().scatter_add(dim, places, x.long()))


for dtype in (torch.float32, torch.bfloat16, torch.int64):
    for shape in SHAPES:
        for name, make in LAYOUTS.items():
            x = make(shape, dtype)
            copies = (x.contiguous(), x.transpose(0, 1).contiguous(), x.flip(0), x.flip(-1), x.flip(0, 1), x.roll(3, 0))
            print(dtype, shape, name, [checked(each) for each in copies])
            for dim in range(x.dim()):
                print(" ", dim, [checked(each) for each in along(x, dim)])

beyond = torch.tensor([0.0, 1.7, -1.7, 255.0, 256.0, 300.5, -300.0, 1e9, 127.0, 128.0] * 3)
for dtype in (torch.int64, torch.int32, torch.int16, torch.int8, torch.uint8, torch.bool):
    print(dtype, beyond.to(dtype).tolist() == beyond.double().to(dtype).tolist(), beyond.to(dtype)[:10].tolist())

p, q = LAYOUTS["contiguous"]((300, 40), torch.int64) % 3 == 0, LAYOUTS["transposed"]((300, 40), torch.int64) % 2 == 0
for f in (
    torch.logical_and,
    torch.logical_or,
    torch.logical_xor,
    torch.bitwise_and,
    torch.bitwise_or,
    torch.bitwise_xor,
    torch.eq,
    torch.ne,
):
    print(f.__name__, [checked(each) for each in (f(p, q), f(p, p), f(p, q.contiguous()))])
p &= q.contiguous()
print(checked(p), checked(~p), checked(torch.logical_not(p)))

edges = torch.tensor([0.0, -0.0, 1.0, -1.0, float("inf"), -float("inf"), float("nan"), 3.0, -2.5])
print(torch.atan2(edges[:, None], edges))
tests = torch.arange(0, 60, 3)
print(
    torch.isin(torch.arange(20), tests),
    torch.isin(torch.tensor([3.0, float("nan"), 2.5]), tests / 1),
    torch.isin(tests, tests + 0.5, invert=True),
)
print(
    torch.unique_consecutive(torch.tensor([1.0, 1.0, float("nan"), float("nan"), 2.0]), return_inverse=True, return_counts=True)
)
print(torch.equal(torch.arange(100000), torch.arange(100000)), torch.equal(torch.arange(100000), torch.arange(100000).roll(1)))
empty = torch.sparse_coo_tensor(torch.zeros(2, 0).long(), torch.zeros(0), (2, 5))
twice = torch.sparse_coo_tensor(torch.tensor([[0, 0, 1, 0], [1, 1, 0, 2]]), torch.tensor([1.0, 2.0, 3.0, 4.0]), (2, 5))
dense = torch.arange(15.0).reshape(5, 3)
print(empty @ dense, twice @ dense, twice.double() @ dense.double(), dense.t() @ twice.to_dense().t().to_sparse())
