# cpu only: NumPy's arrays are on the CPU
# What the Python array API asks of NumPy: its namespace, operators as methods, signs of zeros, limits, devices.
import numpy as np


def shown(title, make):
    try:
        print(title, repr(make()))
    except Exception as error:
        print(title, type(error).__name__, str(error)[:100])


info = np.__array_namespace_info__()
print(np.__array_api_version__, np.zeros(1).__array_namespace__() is np)
print(info.capabilities(), info.default_device(), info.devices())
print(info.default_dtypes())
for kind in ("signed integer", "real floating", "complex floating", ("real floating", "complex floating")):
    print(kind, info.dtypes(kind=kind))
shown("kind", lambda: info.dtypes(kind="x"))
shown("device", lambda: info.default_dtypes(device="gpu"))

# Operators by their methods' names, of arrays and of scalars.
values = (np.arange(3), np.array(2.5), np.array([True]), np.float64(2), np.int8(3), np.complex64(1 + 2j), np.bool_(True))
for value in values:
    shown("+", lambda: +value)
    for name in ("__pos__", "__neg__", "__invert__", "__abs__"):
        shown(name, lambda: getattr(value, name)())
for value in (np.int8(3), np.float32(2), np.complex64(1), np.bool_(True)):
    for name in ("__add__", "__radd__", "__mul__", "__truediv__", "__eq__", "__pow__"):
        shown(name, lambda: getattr(value, name)(value))
    print([name for name in ("len", "iter", "contains", "iadd", "setitem", "index") if hasattr(value, f"__{name}__")])
for value in (np.int8(3), np.float32(2.5), np.complex64(1 + 2j), np.complex128(-1j), np.bool_(True)):
    print(complex(value))

# A rest has the divisor's sign, where it is zero, too.
numbers = np.array([-0.0, 0.0, 5, -5, np.inf, -np.inf, np.nan, 6, -6])
for divisor in (2.0, -2.0, np.inf, -np.inf, np.nan):
    print(divisor, np.remainder(numbers, divisor), numbers % divisor, np.fmod(numbers, divisor))
    print(np.divmod(numbers, divisor)[1], divisor % np.array([-1.0, 2.0]))
small = np.array([-0.0, 0.0], dtype=np.float32)
small %= -2.0
print(small, small.dtype, np.array([5, -5, 0]) % np.array([-5, 5, 3]))
print(np.sign(np.array([np.nan, -0.0, 0.0, -2, np.inf], dtype=np.float32)), np.sign(np.array([3 + 4j, 0j])))

# Products keep the element type; those of truth values are truth values.
for kind in (np.uint8, np.int8, np.int32, np.float32, np.complex64, bool):
    one, two = np.ones(3, dtype=kind), np.ones((2, 3), dtype=kind)
    print(
        kind.__name__,
        *[
            x.dtype
            for x in (np.vecdot(one, one), np.vecdot(two, two), one @ one, two @ one, np.dot(two, one), np.inner(two, two))
        ],
    )
print(
    np.array([True, False]) @ np.array([False, True]),
    np.array([[True, False], [True, True]]) @ np.array([[False, True], [True, False]]),
)

for kind in (np.float32, np.float64, np.complex64, np.complex128):
    limits = np.finfo(kind)
    names = "bits dtype eps epsneg max min tiny smallest_normal smallest_subnormal resolution precision nmant nexp maxexp minexp machep negep iexp"
    print([(name, getattr(limits, name)) for name in names.split()])
    print(repr(limits))
half = np.finfo(np.float16)
print(half.bits, half.eps, half.max, half.smallest_subnormal, half.precision, half.maxexp)
print(np.finfo(np.float64))
print(np.iinfo(np.int8), repr(np.iinfo(np.uint8)))
shown("finfo", lambda: np.finfo(np.int32))

shown("count_nonzero", lambda: np.count_nonzero([1, 0, 2]))
shown("count_nonzero", lambda: np.count_nonzero(np.ones((2, 2)), axis=0))
shown("count_nonzero", lambda: np.count_nonzero(np.ones((2, 2)), keepdims=True))
shown("astype", lambda: np.astype(np.arange(3), np.float32))
shown("astype", lambda: np.astype(np.float64(2.5), np.int8))
shown("astype", lambda: np.astype([1, 2], np.float32))
shown("astype", lambda: np.astype(np.arange(3), np.float32, device="gpu"))

source = np.arange(3)
lent = np.from_dlpack(source)
source[0] = 9
print(lent, np.from_dlpack(source, copy=True), source.__dlpack_device__(), source.to_device("cpu") is source)
shown("from_dlpack", lambda: np.from_dlpack(source, device="gpu"))
shown("__dlpack__", lambda: source.__dlpack__(stream=1))
shown("__dlpack__", lambda: source.__dlpack__(dl_device=(2, 0)))
shown("to_device", lambda: source.to_device("gpu"))
for name in ("zeros", "ones", "empty", "arange", "eye"):
    shown(name, lambda: getattr(np, name)(2, device="gpu"))
for name in ("zeros_like", "ones_like", "empty_like", "asarray"):
    shown(name, lambda: getattr(np, name)(source, device="gpu"))
    shown(name, lambda: getattr(np, name)(source, device="cpu").shape)
shown("full", lambda: np.full(2, 1, device="gpu"))
shown("linspace", lambda: np.linspace(0, 1, device="gpu"))

# Arrays of one value and of even steps.
print(np.zeros_like(np.arange(3)), np.ones_like([1.5, 2]), np.empty_like(np.arange(6).reshape(2, 3).T).shape, np.zeros_like(np.arange(3), dtype=float))
print(np.ones_like(np.zeros((2, 2)), shape=3), np.zeros_like(2.5), repr(np.zeros_like(np.float64(1))), np.full_like(np.arange(3), 2.7))
print(np.full(3, 7), np.full((2, 2), 1.5), np.full(2, True), np.full(2, [1, 2]), np.full(2, 3, dtype=np.float32).dtype, np.full((), 2))
print(repr(np.full(2, np.float32(1.5))), np.full((2, 3), 1, order="F").flags.f_contiguous, np.full(2, 1 + 2j), np.full(np.int64(2), 1))
print(np.linspace(0, 1, 5), np.linspace(0, 1, 1), np.linspace(2, 3, 4, endpoint=False), np.linspace(0, 10, 3, retstep=True), np.linspace(0, 1, 0))
print(np.linspace(1, -1, 3), np.linspace(np.float32(0), 1, 3), np.linspace(5, 5, 3), np.linspace(0, 1, 2, dtype=int), np.linspace(0.1, 0.7, 7).tolist())
print(np.linspace(np.float32(0), 1, 3).dtype, np.linspace(np.int8(0), 1, 3).dtype, np.linspace(np.arange(2.0, dtype=np.float32), 3, 3).dtype)
for name in ("zeros", "ones", "empty"):
    shown(name, lambda: getattr(np, name)((2, -1)))
shown("full", lambda: np.full(-1, 3))
print([function(1.0) == value for function, value in ((np.exp, np.e), (np.log2, 0.0), (np.sin, 0.8414709848078965), (np.cos, 0.5403023058681398))])
print(np.exp(np.array([0.5, 1.5, 3.3, -2.5])).tolist(), np.log(np.array([0.3, 2.0, 7.7])).tolist(), np.cos(np.array([0.3, 2.0, 7.7])).tolist())
