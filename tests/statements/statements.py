"""Makes statements from a seed, runs them, and prints each with its answer: values, dtype, shape and strides, or an error's class.

    statements.py SEED COUNT [DEVICE]

Runs under PyTorch and under `tensorcell run`, with the same statements for the same seed. `compare.py` compares what both print.
"""

import math
import pathlib
import random
import sys
import warnings

import torch
import torch.nn.functional as F  # noqa: F401 - statements name it

warnings.simplefilter("ignore")
DEVICE = sys.argv[3] if len(sys.argv) > 3 else "cpu"
nan, inf = math.nan, math.inf

SHAPES = [
    (),
    (1,),
    (3,),
    (4,),
    (0,),
    (2, 3),
    (3, 1),
    (1, 3),
    (3, 3),
    (2, 0),
    (2, 3, 4),
    (1, 2, 3),
    (2, 1, 3),
    (2, 3, 3),
    (1, 2, 4, 4),
    (2, 3, 2, 2),
]
FLOATS = ["float32", "float32", "float32", "float64", "float16", "bfloat16"]
INTEGERS = ["int64", "int64", "int32", "int16", "int8", "uint8", "bool"]
LAYOUTS = ["", "", "", "T", "step", "expand", "last", "offset", "flip"]
PLAIN = [0.5, -1.25, 2.0, 3.5, -0.75, 1.0, 0.0, -2.0, 4.25, 0.125]
ODD = [nan, inf, -inf, -0.0, 1e30, 0.0, 1.0, -1.0, 2.5, -2.5]
TIED = [1.0, 1.0, -1.0, 1.0, 0.0, -1.0]


def values(count, seed, kind):
    among = {"plain": PLAIN, "odd": ODD, "tied": TIED, "unit": [0.1, 0.9, 0.5, 0.25, 0.75]}[kind]
    return [among[(seed * 7 + i * i + 3 * i) % len(among)] for i in range(count)]


def t(shape, dtype="float32", layout="", seed=0, kind="plain"):
    """A tensor of a shape and dtype, laid out in memory in one of several ways."""
    dtype = getattr(torch, dtype)
    made = shape
    if layout == "T":
        made = shape[::-1]
    elif layout in ("step", "offset") and shape:
        made = shape[:-1] + (shape[-1] * 2,) if layout == "step" else shape[:-1] + (shape[-1] + 1,)
    elif layout == "expand" and shape:
        made = (1,) + shape[1:]
    held = values(math.prod(made), seed, kind)
    if not dtype.is_floating_point and dtype != torch.bool:
        held = [int(x) if math.isfinite(x) else 7 for x in (abs(x) if dtype == torch.uint8 else x for x in held)]
        held = [min(x, 100) for x in held]
    x = torch.tensor(held, dtype=torch.float64 if dtype.is_floating_point else None).to(dtype).reshape(made).to(DEVICE)
    if layout == "T":
        return x.permute(*range(len(shape) - 1, -1, -1)) if shape else x
    if layout == "step" and shape:
        return x[..., ::2]
    if layout == "offset" and shape:
        return x[..., 1:]
    if layout == "expand" and shape:
        return x.expand(shape)
    if layout == "flip" and shape:
        return x.flip(0)
    if layout == "last" and len(shape) == 4:
        return x.to(memory_format=torch.channels_last)
    return x


def at(shape, bound, seed=0):
    """Indices below a bound."""
    count = math.prod(shape)
    return (
        torch.tensor([(seed + 3 * i) % bound if bound else 0 for i in range(count)], dtype=torch.int64)
        .reshape(shape)
        .to(DEVICE)
    )


def grad(function, *operands):
    """A result, and the gradients of a weighted sum of its elements."""
    operands = [x.detach().requires_grad_() for x in operands]
    result = function(*operands)
    results = [y for y in (result if isinstance(result, (tuple, list)) else [result]) if y.requires_grad]
    weighed = [(y.double() * torch.arange(1, y.numel() + 1, device=y.device).reshape(y.shape)).sum() for y in results]
    return [result, list(torch.autograd.grad(sum(weighed), operands, allow_unused=True))]


def number(x):
    if isinstance(x, complex):
        return f"({x.real:.6g},{x.imag:.6g})"
    return f"{x:.6g}" if isinstance(x, float) else repr(x)


def shown(value):
    if isinstance(value, torch.Tensor):
        value = value.detach()
        wide = value.double() if value.is_floating_point() else value
        elements = " ".join(number(x) for x in wide.cpu().reshape(-1)[:24].tolist())
        return f"{str(value.dtype)[6:]}{list(value.shape)}{list(value.stride())}<{elements}>"
    if isinstance(value, (tuple, list)):
        return "(" + "; ".join(shown(x) for x in value) + ")"
    return number(value) if isinstance(value, (int, float, complex)) else repr(value)


# Letters in the forms of forms.txt. {a}: a tensor; {b}: one that may broadcast with it; {f}, {g}: the same of floats; {m}: a matrix; {n}: a
# number; {d}: a dimension; {i}: a small integer; {e}: a factor; {k}: a bool; {t}, {y}: a dtype; {x}: indices; {s}: a shape; {u}: a name.
def table():
    """All forms, each with each name of its section."""
    sections = [[[], []]]
    for line in (pathlib.Path(__file__).parent / "forms.txt").read_text().splitlines():
        if line.startswith("["):
            sections.append([[], []])
        elif line.startswith("names: "):
            sections[-1][0] += line.split()[1:]
        elif line and line[0] != "#":
            sections[-1][1].append(line)
    return [(name, form) for names, forms in sections for name in names or [""] for form in forms]


TABLE = table()


class Maker:
    """Makes statements, one after the other, from a seed."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def pick(self, items):
        return items[int(self.random.random() * len(items))]

    def tensor(self, shape, dtype):
        kind = self.pick(["plain", "plain", "plain", "odd", "tied", "unit"])
        return f"t({shape}, {dtype!r}, {self.pick(LAYOUTS)!r}, {int(self.random.random() * 10)}, {kind!r})"

    def beside(self, shape):
        """A shape that broadcasts with another, mostly."""
        ways = [shape, shape, shape[1:], tuple(1 for _ in shape), shape[:-1] + (1,) if shape else shape, self.pick(SHAPES)]
        return self.pick(ways)

    def indices(self, shape):
        def made():
            own = self.pick([(2,), (1,), (3,), (), (2, 2), (1, 2), shape])
            return f"at({own}, {self.pick([1, 2, 2, 3, 4])}, {int(self.random.random() * 4)})"

        return made

    def statement(self):
        name, form = self.pick(TABLE)
        shape = self.pick(SHAPES)
        dtype = self.pick(FLOATS + INTEGERS) if self.random.random() < 0.6 else "float32"
        floating = self.pick(FLOATS)
        same = self.random.random() < 0.7
        matrix = self.pick([(3, 3), (3, 3), (2, 3), (3, 2), (1, 3), (4, 4)])
        makers = {
            "u": lambda: name,
            "a": lambda: self.tensor(shape, dtype),
            "b": lambda: self.tensor(self.beside(shape), dtype if same else self.pick(FLOATS + INTEGERS)),
            "f": lambda: self.tensor(shape, floating),
            "g": lambda: self.tensor(self.beside(shape), floating),
            "m": lambda: self.tensor(matrix if same else self.pick([(3, 3), (2, 3), (3, 2)]), floating),
            "n": lambda: repr(self.pick([0, 1, 2, -1, 3, 0.5, -1.5, 2.0, True, 100, nan, inf])),
            "d": lambda: repr(self.pick([0, 0, 1, -1, -1, -2, 2, 3])),
            "i": lambda: repr(self.pick([0, 1, 1, 2, 2, 3, -1])),
            "k": lambda: repr(self.pick([True, False])),
            "e": lambda: repr(self.pick([0.5, 1.0, 1.5, 2.0, 2.1, 0.3])),
            "t": lambda: "torch." + self.pick(FLOATS + INTEGERS),
            "y": lambda: repr(self.pick(FLOATS + INTEGERS)),
            "x": self.indices(shape),
            "s": lambda: repr(self.pick([shape, (-1,), (2, -1), self.pick(SHAPES), (2,) + shape])),
            "r": lambda: repr(self.pick(["mean", "sum", "none"])),
            "q": lambda: repr(self.pick([None, "floor", "trunc"])),
            "o": lambda: repr(self.pick(["sum", "prod", "mean", "amax", "amin"])),
            "p": lambda: repr(self.pick(["constant", "reflect", "replicate", "circular"])),
            "z": lambda: repr(self.pick(["nearest", "linear", "bilinear", "bicubic", "area", "nearest-exact"])),
            "v": lambda: repr(self.pick(["fro", "nuc", 1, 2, -1, inf])),
        }
        parts = form.split("{")
        return parts[0] + "".join(makers[part[0]]() + part[2:] for part in parts[1:])


def answer(statement):
    try:
        return shown(eval(statement)).replace("\n", " ")
    except Exception as error:
        return type(error).__name__


def main():
    maker = Maker(int(sys.argv[1]))
    for _ in range(int(sys.argv[2])):
        statement = maker.statement()
        print(statement, "=>", answer(statement))


if __name__ == "__main__":
    main()
