"""`numpy.lib.mixins`: operators for classes that have `__array_ufunc__`."""

import numpy as np

__all__ = ["NDArrayOperatorsMixin"]

_BINARY = {
    "add": np.add, "sub": np.subtract, "mul": np.multiply, "matmul": np.matmul, "truediv": np.true_divide, "floordiv": np.floor_divide,
    "mod": np.remainder, "divmod": np.divmod, "pow": np.power, "lshift": np.left_shift, "rshift": np.right_shift, "and": np.bitwise_and,
    "xor": np.bitwise_xor, "or": np.bitwise_or,
}  # fmt: skip
_COMPARED = {"lt": np.less, "le": np.less_equal, "eq": np.equal, "ne": np.not_equal, "gt": np.greater, "ge": np.greater_equal}
_UNARY = {"neg": np.negative, "pos": np.positive, "abs": np.absolute, "invert": np.invert}


class NDArrayOperatorsMixin:
    """All operators, by the functions of NumPy of that name."""

    __slots__ = ()
    __hash__ = None


def _operator(ufunc, swapped=False, in_place=False):
    def run(self, other):
        if getattr(type(other), "__array_ufunc__", ufunc) is None:
            return NotImplemented
        operands = (other, self) if swapped else (self, other)
        return ufunc(*operands, out=(self,)) if in_place else ufunc(*operands)

    return run


def _define():
    made = {name: _operator(ufunc) for name, ufunc in {**_BINARY, **_COMPARED}.items()}
    made.update({f"r{name}": _operator(ufunc, swapped=True) for name, ufunc in _BINARY.items()})
    made.update({f"i{name}": _operator(ufunc, in_place=True) for name, ufunc in _BINARY.items() if name != "divmod"})
    made.update({name: lambda self, ufunc=ufunc: ufunc(self) for name, ufunc in _UNARY.items()})
    for name, function in made.items():
        function.__name__, function.__qualname__ = f"__{name}__", f"NDArrayOperatorsMixin.__{name}__"
        setattr(NDArrayOperatorsMixin, f"__{name}__", function)


_define()
