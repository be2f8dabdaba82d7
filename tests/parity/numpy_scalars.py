# cpu only: NumPy's scalars
# What elements and reductions of arrays are: numbers with a dtype.
import copy
import json
import math
import numpy as np
import torch

a = np.array([1.0, 2.0, 4.0])
x = a.mean()
print(repr(x), x, f"{x:.3f}", f"{x}", f"{np.float32(0.1)}", str(np.float32(0.1)))
print([np.float32(v) for v in (1e-5, 1e-4, 0.1, 99999.5, 999999.0, 1e6, 1e8, 1e16)], [np.float16(v) for v in (0.1, 999.0, 2048.0)])
print([np.float64(v) for v in (1e15, 1e16, 1e-7, 1 / 3, float("nan"), float("-inf"))])
print(repr(np.int64(3)), repr(np.bool_(True)), np.True_, repr(np.uint8(4)))

print("with tensors")
print(torch.tensor(np.float64(1.5)), [torch.tensor([v]).dtype for v in (np.float64(1), np.float32(1), np.int32(1), np.bool_(1))])
print(torch.tensor([1, np.float64(2)]).dtype, torch.tensor([np.int64(2), 1.5]).dtype, torch.tensor([x, 1.0]))
print(torch.ones(2) * np.float64(2), np.float64(2) * torch.ones(2), (np.int64(2) * torch.ones(2)).dtype)
print(torch.full((2,), np.float64(2.0)), torch.zeros(np.int64(3)), torch.clamp(torch.ones(1), np.float64(0), np.float64(0.5)))
print(torch.randn(3)[np.int64(1)].shape, torch.as_tensor(np.float64(1)))

print("dtypes")
numbers = [np.bool_(1), np.uint8(2), np.int8(3), np.int16(3), np.int32(3), np.int64(3), np.float16(2), np.float32(2), np.float64(2)]
for p in numbers:
    print(p.dtype, *[(p + q).dtype for q in numbers], (p + 1).dtype, (p + 1.5).dtype, (p * 2).dtype, (p / 2).dtype)
print((np.float64(2) * np.ones(2, dtype=np.float32)).dtype, (np.float32(2) * np.ones(2)).dtype, (np.int64(2) * np.ones(2, dtype=np.int32)).dtype)
print((2 * np.ones(2, dtype=np.int32)).dtype, (np.int64(2) * np.ones(2, dtype=np.float32)).dtype)
print(np.result_type(np.float32, np.int64), np.result_type(np.int8, np.uint8), np.finfo(np.float32).eps, np.iinfo(np.int32).max)
print(np.issubdtype(a.dtype, np.floating), np.issubdtype(np.int32, np.integer), np.issubdtype(np.float32, np.float64))
print(np.float32, np.dtype(np.float32), np.dtype("float32").type, a.dtype.name, a.dtype.kind, a.dtype.itemsize, np.float64.__mro__)

print("as Python's numbers")
print(hash(np.float64(2.5)) == hash(2.5), {2.5: 1}[np.float64(2.5)], {3: "a"}[np.int64(3)], np.float64(0.1) == 0.1, np.float32(0.1) == 0.1)
print([1, 2, 3][np.int64(1)], list(range(np.int64(3))), np.float64(2) in [2.0], np.int64(2) in {2}, "a" * np.int64(3))
print(isinstance(x, float), isinstance(x, np.floating), isinstance(np.float32(1), float), isinstance(np.int64(1), int))
print(isinstance(np.int64(1), np.integer), isinstance(x, np.generic), isinstance(np.bool_(1), bool), isinstance(5, np.integer))
print("%d %.2f %s" % (np.int64(3), np.float32(2.5), np.float64(1)), f"{np.int64(1234):,} {np.float64(12):>8.1f} {np.bool_(1)}")
print(json.dumps({"a": np.float64(3)}), math.sqrt(np.float32(2)), math.floor(np.float64(2.5)), int(np.float64(2.5)), float(np.int64(2)))
print([round(x), round(x, 2), round(np.float32(2.567), 1), abs(np.int64(-3)), divmod(np.int64(7), 2), sum([np.float64(1), np.float64(2)])])
print([copy.deepcopy(x), max(np.float64(1), 2), sorted([np.float64(2), 1, np.float32(1.5)]), bool(np.float64(0)), not np.bool_(True)])
print(np.True_ is np.bool_(1), (a > 0).all(), x == a, np.float64(2) + a, a[0] + [1, 2])

print("methods")
print([x.item(), x.tolist(), x.astype(int), x.astype(np.float32), x.round(2), x.clip(0, 1), x.sum(), x.T, x.real, x.max()])
print(x.dtype, x.shape, x.ndim, x.size, x.itemsize, x.nbytes, x.is_integer(), np.float64(2).as_integer_ratio(), np.int64(5).bit_count())
print(repr(x.reshape(-1)), np.float64(2)[()], [np.sqrt(2), np.argmax(a), np.linalg.norm(a), np.dot(a, a), np.isnan(x), np.mean([1, 2, 3])])
print(list(a), [v for v in np.array([True, False])], np.float64([1, 2]), np.int64(2.7), np.float32(), np.float64("2.5"))
print(repr(torch.tensor(2.5).numpy()), repr(torch.tensor(2.5).numpy() + 1), repr(np.array(5)), repr(np.array(5) + 1))

print("arithmetic")
pairs = [(np.float64(7.5), 2), (np.int64(-7), 2), (np.int32(7), np.int8(-3)), (np.float32(-7), np.float32(2.5)), (np.uint8(200), 100)]
for p, q in pairs:
    print([p + q, p - q, p * q, p / q, p // q, p % q, q - p, q / p, -p, p < q, p == q, p != q])
print([np.int64(2) ** 3, 2 ** np.float64(3), np.int64(6) & 3, np.int64(6) | 1, np.int64(1) << 4, ~np.int64(5), ~np.True_])
print([np.True_ + np.True_, np.True_ & np.False_, np.True_ + 1, np.bool_(1) / 1])

print("errors")


def attempt(what):
    try:
        print(what())
    except Exception as error:
        print(type(error).__name__, error)


attempt(lambda: json.dumps(np.int64(3)))
attempt(lambda: json.dumps(np.float32(3)))
attempt(lambda: [1, 2][np.float64(1)])
attempt(lambda: np.int8(100) + 200)
attempt(lambda: np.float64("x"))
attempt(lambda: "a" + np.float64(1))
attempt(lambda: -np.bool_(1))
attempt(lambda: np.True_ - np.True_)
attempt(lambda: torch.from_numpy(np.float64(1)))
attempt(lambda: np.float64(1) + None)
attempt(lambda: np.float64(2)[0])
attempt(lambda: len(np.float64(2)))
attempt(lambda: list(np.float64(1)))
attempt(lambda: np.int64(2) ** -1)
attempt(lambda: x.foo)
attempt(lambda: np.int64(2) & 3.5)
attempt(lambda: np.int8(300))
attempt(lambda: torch.zeros(np.float64(3)))
