# The operators by the names of their methods.
import torch

x, y = torch.tensor([1.0, 2.0, 3.0]), torch.tensor([2.0, 2.0, 2.0])
i, j = torch.tensor([6, 5, 4]), torch.tensor([1, 2, 3])
for name in ["add", "sub", "mul", "truediv", "floordiv", "mod", "pow"]:
    print(name, getattr(x, f"__{name}__")(y), getattr(x, f"__{name}__")(2), getattr(x, f"__r{name}__")(2))
for name in ["and", "or", "xor", "lshift", "rshift"]:
    print(name, getattr(i, f"__{name}__")(j), getattr(i, f"__{name}__")(1))
for name in ["eq", "ne", "lt", "le", "gt", "ge"]:
    print(name, getattr(x, f"__{name}__")(y), getattr(x, f"__{name}__")(2))
print(x.__matmul__(y), x.__neg__(), x.__pos__() is x, i.__invert__(), torch.Tensor.__add__(x, 1))
for name in ["iadd", "isub", "imul", "itruediv"]:
    z = x.clone()
    print(name, getattr(z, f"__{name}__")(2) is z, z)
print(x.__getitem__(1), x.__getitem__(slice(1, None)), x.__len__(), x.__contains__(2.0), x.__contains__(7.0), [v for v in x.__iter__()])
z = x.clone()
z.__setitem__(0, 9)
print(z, x[0].__bool__(), x[1].__int__(), i[1].__index__(), x[2].__float__(), x.__array__(), x.__array__("float64").dtype)
print([hasattr(x, f"__{name}__") for name in ["len", "getitem", "iter", "array", "add", "radd", "matmul", "bool", "index", "contains"]])


class Logged(torch.Tensor):
    def __add__(self, other):
        print("adding", type(other).__name__)
        return super().__add__(other)

    def __getitem__(self, key):
        print("item", key)
        return super().__getitem__(key)


one = Logged([1.0, 2.0])
print((one + 1).tolist(), one[0].item(), len(one), bool(one[1] > 1), sorted(x, key=lambda v: -v)[0])
for wrong in [lambda: torch.ones(3).copy_(torch.ones(2, 2)), lambda: torch.ones(3).copy_(torch.ones(2, 3)),
              lambda: torch.ones(3, 1).copy_(torch.ones(4, 1, 2)), lambda: torch.ones(2, 2).expand(3, 5),
              lambda: x.scatter_add(0, x, x), lambda: x.index_add(0, x, x), lambda: x.index_select(0, x),
              lambda: torch.take(x, x), lambda: x.index_fill(0, x, 1), lambda: x.masked_fill(x > 0, torch.ones(2)),
              lambda: torch.hstack([]), lambda: torch.vstack([]), lambda: torch.load(), lambda: torch.is_tensor(),
              lambda: torch.addcmul(x, 1, x), lambda: torch.addcdiv(x, x, 2), lambda: torch.greater(1, x), lambda: torch.lerp(x, 1, 0.5),
              lambda: torch.ones(2, requires_grad=1)]:
    try:
        print("gave", wrong())
    except Exception as error:
        print(type(error).__name__, error)
