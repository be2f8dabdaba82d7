"""What NumPy's functions of elements do besides computing: `out`, `where`, `dtype`, and methods such as `reduce`."""

import numpy
import torch

_GROUPS = {"i": "bBhHiIlLqQ", "e": "efdg", "E": "efdefdg", "s": "efdfdg", "c": "FDG"}
_DTYPES = {"?": "bool", "b": "int8", "B": "uint8", "h": "int16", "i": "int32", "l": "int64", "q": "int64", "e": "float16", "f": "float32", "d": "float64", "F": "complex64", "D": "complex128"}
_KINDS = {"b": 0, "u": 1, "i": 2, "f": 4, "c": 5}


class UFuncTypeError(TypeError):
    """Operands, or a result, whose element type a function of elements does not take."""


def _expanded(token, nin, nout, result):
    if "->" in token:
        return [token]
    return [f"{code * nin}->{result or code * nout}" for code in _GROUPS.get(token, token)]


def castable(source, target, casting):
    """Returns whether a rule lets one element type become another; objects become nothing else safely."""
    if "O" in (source.kind, target.kind):
        return casting == "unsafe" or target.kind == "O"
    return numpy._castable(source, target, casting)


def into(out, result, what=None):
    """Writes a result into `out`, where there is one, and returns it."""
    if out is None:
        return result
    out = out[0] if isinstance(out, tuple) and len(out) == 1 else out
    if not isinstance(out, numpy.ndarray):
        raise TypeError("return arrays must be of ArrayType")
    result = numpy.asarray(result)
    if out.shape != result.shape:
        raise ValueError(what or f"output array does not match result of {result.shape}")
    if not castable(result.dtype, out.dtype, "same_kind"):
        raise TypeError(f"Cannot cast array data from {result.dtype!r} to {out.dtype!r} according to the rule 'same_kind'")
    out[...] = result
    return out


_SYMBOLS = {"+": "add", "-": "subtract", "*": "multiply", "/": "divide", "//": "floor_divide", "%": "remainder", "&": "bitwise_and", "|": "bitwise_or", "^": "bitwise_xor", "<<": "left_shift", ">>": "right_shift", "@": "matmul"}


def refuse_cast(symbol, source, target):
    """Raises for an operator in place whose result the array cannot hold."""
    name = _SYMBOLS.get(symbol, "power")
    raise UFuncTypeError(f"Cannot cast ufunc {name!r} output from {numpy.dtype(source)!r} to {numpy.dtype(target)!r} with casting rule 'same_kind'")


def _tuple_text(shape):
    return str(tuple(shape)).replace(" ", "")


class Record:
    """A function of elements: its loops by element type, and how it is called with options."""

    def __init__(self, name, run, types, nin, nout=1, identity=None, doc="", result="", signature=None):
        self.__name__ = self.__qualname__ = name
        self.__module__ = "numpy"
        operands = "x" if nin == 1 else "x1, x2"
        self.__doc__ = f"{name}({operands}, /, out=None, *, where=True, casting='same_kind', order='K', dtype=None, subok=True[, signature])\n\n{doc}"
        self.run, self.nin, self.nout, self.identity, self.signature = run, nin, nout, identity, signature
        self._types, self._result = types, result
        self.nargs = nin + nout

    @property
    def types(self):
        """The loops: element types of operands and results, by their codes."""
        return [loop for token in self._types.split() for loop in _expanded(token, self.nin, self.nout, self._result)]

    @property
    def __signature__(self):
        """The parameters, as `inspect.signature` gives them."""
        return _signature(self.nin, self.nout, self.signature is not None)

    @property
    def ntypes(self):
        """The number of loops."""
        return len(self.types)

    def __call__(self, *args, **options):
        answer = self._overridden("__call__", args, options)
        if answer is not NotImplemented:
            return answer
        if not self.nin <= len(args) <= self.nargs:
            count = f"from {self.nin} to {self.nargs} positional arguments but {len(args)}"
            raise TypeError(f"{self.__name__}() takes {count} {'was' if len(args) == 1 else 'were'} given")
        inputs, out = args[: self.nin], self._outputs(args[self.nin :], options)
        where, casting = options.pop("where", True), options.pop("casting", "same_kind")
        dtype = self._wanted(options)
        for name in ("order", "subok"):
            options.pop(name, None)
        if self.signature is None and options:
            raise TypeError(f"{self.__name__}() got an unexpected keyword argument '{next(iter(options))}'")
        if dtype is not None:
            inputs = self._converted(inputs, numpy.dtype(dtype), casting)
        results = self.run(*inputs, **options)
        if where is True and all(one is None for one in out):
            return results
        results = results if self.nout > 1 else (results,)
        given = [self._stored(result, one, where, casting) for result, one in zip(results, out)]
        return given[0] if self.nout == 1 else tuple(given)

    def _overridden(self, method, args, options):
        """The answer of an operand that has `__array_ufunc__`, or NotImplemented."""
        out = options.get("out")
        for arg in (*args, *(out if isinstance(out, tuple) else (out,))):
            handler = None if type(arg) is numpy.ndarray else getattr(type(arg), "__array_ufunc__", None)
            if handler is not None:
                answer = handler(arg, getattr(numpy, self.__name__), method, *args, **options)
                if answer is NotImplemented:
                    names = ", ".join([f"'{type(x).__name__}'" for x in args])
                    raise TypeError(f"operand type(s) all returned NotImplemented from __array_ufunc__({getattr(numpy, self.__name__)!r}, '{method}', {', '.join([repr(x) for x in args])}): {names}")
                return answer
        return NotImplemented

    def _outputs(self, positional, options):
        out = options.pop("out", None)
        if positional:
            if out is not None:
                raise TypeError("cannot specify 'out' as both a positional and keyword argument")
            out = tuple(positional) + (None,) * (self.nout - len(positional))
        if not isinstance(out, tuple):
            if self.nout > 1 and out is not None:
                raise TypeError("'out' must be a tuple of arrays")
            out = (out,) * self.nout if out is None else (out,)
        if len(out) != self.nout:
            raise ValueError("The 'out' tuple must have exactly one entry per ufunc output")
        for one in out:
            if one is not None and not isinstance(one, numpy.ndarray):
                raise TypeError("return arrays must be of ArrayType")
        return out

    def _wanted(self, options):
        dtype, signature = options.pop("dtype", None), options.pop("signature", options.pop("sig", None))
        if signature is None:
            return dtype
        if dtype is not None:
            raise TypeError("cannot specify both 'signature' and 'dtype'")
        last = signature.split("->")[-1] if isinstance(signature, str) else signature[-1]
        return _DTYPES.get(last, last) if isinstance(last, str) else last

    def _converted(self, inputs, dtype, casting):
        """The operands in the element type of the loop with this result."""
        if _DTYPES.get(self._result) == dtype.name:
            return inputs
        for loop in self.types:
            codes, results = loop.split("->")
            if _DTYPES.get(results[0]) == dtype.name and all(code in _DTYPES for code in codes):
                return [self._cast(x, numpy.dtype(_DTYPES[code]), i, casting) for i, (x, code) in enumerate(zip(inputs, codes))]
        raise TypeError(f"No loop matching the specified signature and casting was found for ufunc {self.__name__}")

    def _cast(self, x, dtype, i, casting):
        weak = isinstance(x, (int, float, complex)) and not isinstance(x, numpy.generic)
        x = numpy.asarray(x)
        if not castable(x.dtype, dtype, casting) and not (weak and casting == "same_kind" and _KINDS[x.dtype.kind] <= _KINDS[dtype.kind]):
            place = f"input {i}" if self.nin > 1 else "input"
            raise UFuncTypeError(f"Cannot cast ufunc '{self.__name__}' {place} from {x.dtype!r} to {dtype!r} with casting rule '{casting}'")
        return x.astype(dtype)

    def _stored(self, result, out, where, casting):
        result = numpy.asarray(result)
        shape = result.shape if where is True else numpy.broadcast_shapes(result.shape, numpy.shape(where))
        if out is None:
            out = numpy.zeros(shape, dtype=result.dtype)
        elif not castable(result.dtype, out.dtype, casting):
            raise UFuncTypeError(f"Cannot cast ufunc '{self.__name__}' output from {result.dtype!r} to {out.dtype!r} with casting rule '{casting}'")
        elif not numpy._alike_shapes(shape, out.shape):
            texts = " ".join([_tuple_text(one) for one in [result.shape] * self.nin + [out.shape]])
            raise ValueError(f"operands could not be broadcast together with shapes {texts} ")
        elif numpy.broadcast_shapes(shape, out.shape) != out.shape:
            raise ValueError(f"non-broadcastable output operand with shape {_tuple_text(out.shape)} doesn't match the broadcast shape {_tuple_text(shape)}")
        result = numpy.broadcast_to(result.astype(out.dtype), out.shape)
        out[...] = result if where is True else numpy.where(_mask(where), result, out)
        return out

    def _binary_only(self, method):
        if self.nin != 2:
            raise ValueError(f"{method} only supported for binary functions")
        if self.nout != 1:
            raise ValueError(f"{method} only supported for functions returning a single value")
        if self.signature is not None:
            raise RuntimeError("Reduction not defined on ufunc with signature")

    def reduce(self, array, axis=0, dtype=None, out=None, keepdims=False, initial=numpy._NoValue, where=True):
        """All elements along axes, one after the other."""
        options = {"axis": axis, "dtype": dtype, "out": out, "keepdims": keepdims}
        answer = self._overridden("reduce", (array,), options)
        if answer is not NotImplemented:
            return answer
        self._binary_only("reduce")
        target = out[0] if isinstance(out, tuple) else out
        array = self._summed(self._operand(array), target.dtype if dtype is None and isinstance(target, numpy.ndarray) and self.__name__ not in _TRUTHS else dtype)
        if self.__name__ in _COMPARISONS and array.dtype != "bool":
            raise TypeError(f"No loop matching the specified signature and casting was found for ufunc {self.__name__}")
        axes = sorted(one % array.ndim for one in numpy._axes(axis, array.ndim))
        if len(axes) > 1 and self.__name__ not in _REORDERABLE:
            raise ValueError(f"reduction operation '{self.__name__}' is not reorderable, so at most one axis may be specified")
        start = self._start(array, axes, initial, where)
        if where is not True:
            array = numpy.where(numpy.asarray(where).astype("bool"), array, numpy.asarray(start if self.identity is None else self.identity).astype(array.dtype))
        result = self._folded(array, axes, start, initial)
        if keepdims:
            result = numpy.asarray(result).reshape(tuple(1 if d in axes else n for d, n in enumerate(array.shape)))
        return self._reduced_into(out, result)

    def _operand(self, array):
        """An operand as an array; of objects, for a function of objects."""
        return numpy.asarray(array, dtype=object if self._types.startswith("OO->") else None)

    def _summed(self, array, dtype):
        """The array in the element type that a reduction computes in."""
        if dtype is not None:
            return array.astype(dtype)
        small = array.dtype.kind in "bui" and array.dtype.itemsize < 8
        return array.astype("int64") if small and self.__name__ in ("add", "multiply") else array

    def _start(self, array, axes, initial, where):
        start = self.identity if initial is numpy._NoValue or initial is None else initial
        if initial is None:
            start = None
        if start is None and where is not True:
            raise ValueError(f"reduction operation '{self.__name__}' does not have an identity, so to use a where mask one has to specify 'initial'")
        count = 1
        for d in axes:
            count *= array.shape[d]
        if start is None and count == 0:
            raise ValueError(f"zero-size array to reduction operation {self.__name__} which has no identity")
        return start

    def _folded(self, array, axes, start, initial):
        given = None if initial is numpy._NoValue else initial
        quick = _WHOLE.get(self.__name__)
        if quick is not None and array.size and axes:
            result = numpy._array(quick(numpy._tensor(array), tuple(axes)))
            return result if given is None else self.run(result, given)
        moved = numpy.moveaxis(array, axes, range(len(axes))) if axes else array.reshape((1,) + array.shape)
        rows = moved.reshape((-1,) + tuple(n for d, n in enumerate(array.shape) if d not in axes))
        if len(rows) == 0 and array.dtype.kind == "O":
            return numpy.full(rows.shape[1:], start, dtype=object)[()]
        if len(rows) == 0:
            return numpy._array(torch.full(rows.shape[1:], start, dtype=numpy._tensor(self._of_nothing(array)).dtype))
        first = self.identity if given is None and not axes and array.dtype.kind in "fc" else given
        total = rows[0] if first is None else self.run(first, rows[0])
        for row in rows[1:]:
            total = self.run(total, row)
        return total.astype("bool") if len(rows) == 1 and self.__name__ in _TRUTHS else total

    def _of_nothing(self, array):
        return numpy.zeros(0, dtype="bool") if self.__name__ in _TRUTHS else array

    def _reduced_into(self, out, result):
        if out is None:
            return result
        out = out[0] if isinstance(out, tuple) else out
        if not isinstance(out, numpy.ndarray):
            raise TypeError("return arrays must be of ArrayType")
        if out.shape != numpy.shape(result):
            if out.ndim != numpy.ndim(result):
                raise ValueError(f"output parameter for reduction operation {self.__name__} has the wrong number of dimensions: Found {out.ndim} but expected {numpy.ndim(result)}")
            raise ValueError(f"operands could not be broadcast together with remapped shapes [original->remapped]: {_tuple_text(out.shape)}->{_tuple_text(out.shape)} {_tuple_text(numpy.shape(result))} ")
        return self._stored(result, out, True, "same_kind")

    def accumulate(self, array, axis=0, dtype=None, out=None):
        """Like reduce, with the results so far."""
        self._binary_only("accumulate")
        array = self._summed(self._operand(array), dtype)
        if array.ndim == 0:
            raise TypeError("cannot accumulate on a scalar")
        (axis,) = numpy._axes(axis, array.ndim)
        quick = _SO_FAR.get(self.__name__)
        if quick is not None and array.dtype.kind != "b":
            result = quick(numpy._tensor(array), axis).numpy()
        else:
            result = self._steps(numpy.moveaxis(array, axis, 0), axis)
        return result if out is None else self._stored(result, out[0] if isinstance(out, tuple) else out, True, "same_kind")

    def _steps(self, rows, axis):
        rows = rows.astype("bool") if self.__name__ in _TRUTHS else rows
        results = [rows[i] for i in range(min(1, len(rows)))]
        for i in range(1, len(rows)):
            results.append(self.run(results[-1], rows[i]))
        return numpy.stack([self._operand(one) for one in results], axis) if results else rows

    def reduceat(self, array, indices, axis=0, dtype=None, out=None):
        """The reductions of slices that begin at indices; each ends where the next begins."""
        self._binary_only("reduceat")
        rows = numpy.moveaxis(numpy.asarray(array), axis, 0)
        starts = [int(i) for i in numpy.asarray(indices).tolist()]
        for at, i in enumerate(starts):
            if not 0 <= i < len(rows):
                raise IndexError(f"index {i} out-of-bounds in {self.__name__}.reduceat [0, {len(rows)})")
        ends = starts[1:] + [len(rows)]
        parts = [self.reduce(rows[a : max(b, a + 1)], 0, dtype) for a, b in zip(starts, ends)]
        result = numpy.stack(parts, axis)
        return result if out is None else self._stored(result, out[0] if isinstance(out, tuple) else out, True, "same_kind")

    def outer(self, A, B, /, **options):
        """The function of each two elements."""
        if self.nin != 2:
            raise ValueError("outer product only supported for binary functions")
        if self.signature is not None:
            raise TypeError("method outer is not allowed in ufunc with non-trivial signature")
        A, B = (x if hasattr(x, "__array_ufunc__") else numpy.asarray(x) for x in (A, B))
        return self(A.reshape(A.shape + (1,) * B.ndim), B, **options)

    def at(self, a, indices, b=None, /):
        """Applies the function in place at indices, which may repeat."""
        if not isinstance(a, numpy.ndarray):
            raise TypeError("first operand must be array")
        if self.nin == 2 and b is None:
            raise ValueError("second operand needed for ufunc")
        if self.nin == 1 and b is not None:
            raise ValueError("second operand provided when ufunc is unary")
        places = numpy.arange(a.size).reshape(a.shape)[indices]
        flat = a.reshape(-1)
        target = numpy._tensor(places).reshape(-1)
        values = None if b is None else numpy._tensor(numpy.broadcast_to(numpy.asarray(b).astype(a.dtype), numpy.shape(places))).reshape(-1)
        quick = _AT.get(self.__name__)
        if quick is not None and a.dtype.kind != "b":
            flat[...] = quick(numpy._tensor(flat).clone(), target, values).numpy()
        else:
            self._each(flat, target.tolist(), values)
        a[...] = flat.reshape(a.shape)

    def _each(self, flat, places, values):
        for i, place in enumerate(places):
            operands = [flat[place]] if values is None else [flat[place], values[i].numpy()]
            flat[place] = self.run(*operands)


def _signature(nin, nout, of_cores):
    """The parameters of a function of elements, or of one of vectors and matrices."""
    from inspect import Parameter, Signature

    operands = ["x"] if nin == 1 else [f"x{i + 1}" for i in range(nin)]
    options = {"axes": numpy._NoValue, "axis": numpy._NoValue, "keepdims": False} if of_cores else {"where": True}
    options |= {"casting": "same_kind", "order": "K", "dtype": None, "subok": True, "signature": None}
    parameters = [Parameter(name, Parameter.POSITIONAL_ONLY) for name in operands]
    parameters.append(Parameter("out", Parameter.POSITIONAL_OR_KEYWORD, default=None if nout == 1 else (None,) * nout))
    return Signature(parameters + [Parameter(name, Parameter.KEYWORD_ONLY, default=default) for name, default in options.items()])


def _mask(where):
    mask = numpy.asarray(where)
    if mask.dtype != "bool":
        raise TypeError(f"Cannot cast array data from {mask.dtype!r} to dtype('bool') according to the rule 'safe'")
    return mask


_COMPARISONS = ("equal", "not_equal", "less", "less_equal", "greater", "greater_equal")
_TRUTHS = ("logical_and", "logical_or", "logical_xor", *_COMPARISONS)
_REORDERABLE = ("add", "multiply", "maximum", "minimum", "fmax", "fmin", "logical_and", "logical_or", "logical_xor", "bitwise_and", "bitwise_or", "bitwise_xor", "logaddexp", "logaddexp2", "hypot", "gcd", "lcm", "equal", "not_equal")
# Named at each call: numpy's reductions are defined after its functions of elements.
_WHOLE = {
    "add": lambda x, axes: numpy._total(x, axes),
    "multiply": lambda x, axes: numpy._product(x, axes),
    "maximum": lambda x, axes: numpy._largest(x, axes),
    "minimum": lambda x, axes: numpy._smallest(x, axes),
    "logical_and": torch.all,
    "logical_or": torch.any,
}
_SO_FAR = {
    "add": torch.cumsum,
    "multiply": torch.cumprod,
    "maximum": lambda x, axis: torch.cummax(x, axis).values,
    "minimum": lambda x, axis: torch.cummin(x, axis).values,
}
_AT = {
    "add": lambda x, places, values: x.index_add_(0, places, values),
    "subtract": lambda x, places, values: x.index_add_(0, places, -values),
    "multiply": lambda x, places, values: x.scatter_reduce_(0, places, values, "prod"),
    "maximum": lambda x, places, values: x.scatter_reduce_(0, places, values, "amax"),
    "minimum": lambda x, places, values: x.scatter_reduce_(0, places, values, "amin"),
}
