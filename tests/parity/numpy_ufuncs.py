# cpu only: NumPy's arrays lie in the host's memory
# Functions of elements as objects: every one of them by element type, with every option, and their methods.
import numpy as np

NAMES = """absolute add arccos arccosh arcsin arcsinh arctan arctan2 arctanh bitwise_and bitwise_count bitwise_or bitwise_xor cbrt ceil
conjugate copysign cos cosh deg2rad degrees divide divmod equal exp exp2 expm1 fabs float_power floor floor_divide fmax fmin fmod frexp
gcd greater greater_equal heaviside hypot invert isfinite isinf isnan lcm ldexp left_shift less less_equal log log10 log1p log2 logaddexp
logaddexp2 logical_and logical_not logical_or logical_xor matmul matvec maximum minimum modf multiply negative nextafter not_equal positive
power rad2deg radians reciprocal remainder right_shift rint sign signbit sin sinh spacing sqrt square subtract tan tanh trunc vecdot
vecmat""".split()
KINDS = ["bool", "int8", "uint8", "int16", "int32", "int64", "float16", "float32", "float64", "complex64", "complex128"]


def show(run):
    try:
        print(repr(run()))
    except Exception as error:
        print(type(error).__name__, error)


for name in NAMES:
    f = getattr(np, name)
    print(f, f.__name__, f.nin, f.nout, f.nargs, f.ntypes, f.identity, f.signature, isinstance(f, np.ufunc), " ".join(f.types))

# What each makes of each element type.
for name in NAMES:
    f, made = getattr(np, name), []
    if f.signature is not None:
        continue
    for kind in KINDS:
        x = np.array([1, 0, 1]).astype(kind)
        try:
            result = f(*[x] * f.nin)
            made.append(" ".join(str(part.dtype) for part in (result if f.nout > 1 else (result,))))
        except TypeError as error:
            made.append("TypeError")
    print(name, made)

# The same numbers in float64, with each option.
x, y = np.array([0.25, 0.5, 0.75]), np.array([0.5, 0.25, 2.0])
for name in NAMES:
    f = getattr(np, name)
    whole = name in ("bitwise_and", "bitwise_count", "bitwise_or", "bitwise_xor", "gcd", "invert", "lcm", "left_shift", "right_shift")
    operands = [np.array([5, 6, 7]), np.array([1, 2, 3])] if whole else [x + 1 if name == "arccosh" else x, y]
    operands = operands[: f.nin] if name != "ldexp" else [x, np.array([1, 2, 3])]
    if f.signature is not None or f.nout > 1:
        continue
    result = f(*operands)
    out = np.zeros(3, dtype=result.dtype)
    same = f(*operands, out=out) is out and f(*operands, out) is out and f(*operands, out=(out,)) is out
    part = np.full(3, 1).astype(result.dtype)
    f(*operands, out=part, where=np.array([True, False, True]))
    print(name, np.array_equal(out, result), same, np.array_equal(part, np.where([True, False, True], result, np.ones(3, dtype=result.dtype))))
for name in ("divmod", "frexp", "modf"):
    f = getattr(np, name)
    a, b = f(*[x + 1, y][: f.nin])
    out = np.zeros(3), np.zeros(3, dtype=b.dtype)
    print(name, a, b, f(*[x + 1, y][: f.nin], out=out)[0] is out[0], out)

# Methods.
m = np.array([[3, 1, 2], [5, 4, 6]])
for name in ("add", "multiply", "maximum", "minimum", "logical_and", "logical_or", "bitwise_and", "bitwise_or", "bitwise_xor", "gcd", "fmax", "logaddexp"):
    f = getattr(np, name)
    print(name)
    for axis in (0, 1, None, (0, 1), -1):
        show(lambda: f.reduce(m, axis=axis))
        show(lambda: f.reduce(m, axis=axis, keepdims=True))
    show(lambda: f.accumulate(m, axis=1))
    show(lambda: f.reduceat(m, [0, 2], axis=1))
    show(lambda: f.reduceat(m[0], [0, 2, 1]))
    show(lambda: f.outer([1, 2], [3, 4, 5]))
    a = np.array([1, 2, 3], dtype="float64" if name == "logaddexp" else "int64")
    f.at(a, [0, 0, 2], [4, 5, 6])
    print(a)
for name in ("subtract", "divide", "power", "floor_divide"):
    f = getattr(np, name)
    show(lambda: f.reduce(m[:, :2], axis=1))
    show(lambda: f.accumulate(m[:, :2], axis=0))
    show(lambda: f.outer([4, 6], [1, 2]))
a = np.array([1.0, 4.0, 9.0])
np.sqrt.at(a, [1, 2])
np.negative.at(a, [0])
print(a)
show(lambda: np.add.reduce([1, 2, 3], initial=10))
show(lambda: np.add.reduce([1, 2, 3], initial=10, where=[True, False, True]))
show(lambda: np.maximum.reduce([1, 2, 3], initial=5))
show(lambda: np.maximum.reduce([1, 2, 3], initial=0, where=[True, False, False]))
show(lambda: np.add.reduce([], dtype="int64"))
show(lambda: np.multiply.reduce([]))
show(lambda: np.logical_and.reduce([[1, 0], [1, 1]], axis=1))
show(lambda: np.add.reduce(5))
show(lambda: np.add.reduce([[1, 2], [3, 4]], axis=(0, 1), dtype=float))
show(lambda: np.add.reduce(m, axis=1, out=np.zeros(2, dtype="int64")))

# Options, and what they refuse.
show(lambda: np.add([1, 2, 3], 1, where=[True, False, True], out=np.zeros(3, dtype="int64")))
show(lambda: np.add([1, 2], [3, 4], dtype="float32"))
show(lambda: np.sqrt([1, 4], dtype="float32"))
show(lambda: np.add([1.5, 2], 1, dtype=int, casting="unsafe"))
show(lambda: np.multiply(2, 3, out=np.zeros((2, 2))))
show(lambda: np.add(np.ones((2, 1)), np.ones(3), out=np.zeros((2, 3))))
show(lambda: np.sqrt(np.array([4.0]), out=np.zeros(1, dtype="float32")))
show(lambda: np.greater([1, 2], [2, 1], dtype=bool))
show(lambda: np.add.__doc__.split("\n")[0])
for run in (
    lambda: np.add(1),
    lambda: np.add(),
    lambda: np.sqrt(1, 2, 3),
    lambda: np.add(1, 2, other=3),
    lambda: np.add(1, 2, np.zeros(2), out=np.zeros(2)),
    lambda: np.add([1, 2], [1, 2], out=[1]),
    lambda: np.add([1, 2], [1, 2], out=np.zeros(3)),
    lambda: np.add([1, 2], [1, 2], out=np.zeros(1)),
    lambda: np.add([1, 2], [1, 2], out=(np.zeros(2), np.zeros(2))),
    lambda: np.sqrt([1, 2], out=np.zeros(2, dtype=int)),
    lambda: np.sqrt([1, 2], dtype=int),
    lambda: np.add([1.5, 2], [1, 2], dtype=int),
    lambda: np.sqrt([1.5, 2], dtype="f4", casting="no"),
    lambda: np.add.reduce(np.ones((2, 3)), axis=5),
    lambda: np.add.reduce(np.ones((2, 3)), axis=(0, 0)),
    lambda: np.add.reduce(np.ones((2, 3)), axis="x"),
    lambda: np.subtract.reduce(np.ones((2, 3)), axis=(0, 1)),
    lambda: np.maximum.reduce(np.ones((2, 3)), where=np.ones((2, 3), dtype=bool)),
    lambda: np.maximum.reduce([]),
    lambda: np.sqrt.reduce([1.0]),
    lambda: np.divmod.reduce([1.0]),
    lambda: np.matmul.reduce(np.ones((2, 2))),
    lambda: np.add.accumulate(1),
    lambda: np.add.reduceat([1, 2, 3], [0, 5]),
    lambda: np.add.at([1], 0, 1),
    lambda: np.add.at(np.zeros(2), 5, 1),
    lambda: np.add.at(np.zeros(2), 0),
    lambda: np.sqrt.outer([1], [2]),
    lambda: np.equal.reduce([1, 2]),
    lambda: np.bitwise_and([1.0], [2]),
    lambda: np.floor(np.array([1j])),
    lambda: np.sign(np.array([True])),
    lambda: np.subtract(True, False),
    lambda: -np.array([True]),
    lambda: np.power(np.array([2]), [-1]),
    lambda: np.exp("a"),
    lambda: np.matmul(np.ones((2, 2)), np.ones((3, 2))),
    lambda: np.matmul(np.ones((2, 2)), 3),
    lambda: np.vecdot(np.ones(2), np.ones(3)),
):
    show(run)
show(lambda: np.left_shift(1, [62, 63, 64, 70]))
show(lambda: np.right_shift([-8, 8], [1, 70]))
show(lambda: np.bitwise_count([7, -8]))
show(lambda: np.spacing([1.0, -2.0]))
show(lambda: np.modf([1.5, -2.25, -0.0]))
show(lambda: np.vecdot([[1, 2], [3, 4]], [1, 1]))
show(lambda: np.matvec(np.ones((2, 3)), np.arange(3)))
show(lambda: np.vecmat(np.arange(2), np.ones((2, 3))))
show(lambda: np.matmul(np.ones((2, 2)), np.ones((2, 2)), out=np.zeros((2, 2))))
show(lambda: np.can_cast("int64", "float32"))
show(lambda: [[np.can_cast(a, b, rule) for b in KINDS for a in KINDS].count(True) for rule in ("no", "equiv", "safe", "same_kind", "unsafe")])
