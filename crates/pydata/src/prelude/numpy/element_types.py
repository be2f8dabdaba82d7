"""Names of element types, and their limits."""

double = float64
single = float32
half = float16
cdouble = complex128
csingle = complex64
int_ = int64
intp = int64
longlong = int64
intc = int32
short = int16
byte = int8
ubyte = uint8


long = int64
little_endian = True
__version__ = "2.4.6"
typecodes = {
    "Character": "c",
    "Integer": "bhilqnp",
    "UnsignedInteger": "BHILQNP",
    "Float": "efdg",
    "Complex": "FDG",
    "AllInteger": "bBhHiIlLqQnNpP",
    "AllFloat": "efdgFDG",
    "Datetime": "Mm",
    "All": "?bhilqnpBHILQNPefdgFDGSUVOMm",
}
ScalarType = (int, float, complex, type(True), bytes, str, memoryview, bool_, complex64, complex128, float16, float32, float64, int8, int16, int32, int64, uint8)
sctypeDict = {one.__name__: one for one in (bool_, complex64, complex128, float16, float32, float64, int8, int16, int32, int64, uint8)}


def isdtype(dtype, kind):
    """Returns whether an element type is another one, or of a kind such as "real floating"."""
    if isinstance(kind, tuple):
        return True in [isdtype(dtype, one) for one in kind]
    kinds = {"bool": "b", "signed integer": "i", "unsigned integer": "u", "integral": "iu", "real floating": "f", "complex floating": "c", "numeric": "iufc"}
    own = _element_type(dtype)
    if isinstance(kind, str) and kind not in kinds:
        raise ValueError(f"kind argument is a string, but {kind!r} is not a known kind name.")
    return own.kind in kinds[kind] if isinstance(kind, str) else own == globals()["dtype"](kind)


def min_scalar_type(a, /):
    """The smallest element type that holds a number."""
    a = asarray(a)
    if a.ndim or a.dtype.kind == "b":
        return a.dtype
    if a.dtype.kind in "iu":
        limits = {"uint8": (0, 255), "int8": (-128, 127), "int16": (-(2**15), 2**15 - 1), "int32": (-(2**31), 2**31 - 1)}
        return dtype(next((name for name, (low, high) in limits.items() if low <= int(a) <= high), "int64"))
    largest = abs(a)
    names = {16: 65504.0, 32: 3.4028235e38}
    bits = next((bits for bits, most in names.items() if not largest > most or isinf(largest)), 64)
    return dtype(f"float{bits}" if a.dtype.kind == "f" else f"complex{_builtins.max(2 * bits, 64)}")


def common_type(*arrays):
    """The floating-point type that all arrays have in common."""
    kinds = [asarray(a).dtype for a in arrays]
    if "b" in [kind.kind for kind in kinds]:
        raise TypeError("can't get common type for non-numeric array")
    made = [kind if kind.kind in "fc" else dtype("float64") for kind in kinds]
    common = made[0]
    for kind in made[1:]:
        common = promote_types(common, kind)
    return common.type


def mintypecode(typechars, typeset="GDFgdf", default="d"):
    """The code of the smallest type that all of these convert to."""
    codes = [one if isinstance(one, str) else asarray(one).dtype.char for one in typechars]
    there = [code for code in codes if code in typeset]
    if not there:
        return default
    return "D" if "F" in there and "d" in there else _builtins.min(there, key="GDFgdf".index)


def typename(char):
    """What a type's code stands for."""
    names = {"?": "bool", "b": "signed char", "B": "unsigned char", "h": "short", "H": "unsigned short", "i": "integer", "I": "unsigned integer", "l": "long integer", "L": "unsigned long integer", "q": "long long integer", "Q": "unsigned long long integer", "f": "single precision", "d": "double precision", "g": "long precision", "F": "complex single precision", "D": "complex double precision", "G": "complex long double precision", "S": "string", "U": "unicode", "V": "void", "O": "object"}
    return names[char]


def iscomplexobj(x):
    """Returns whether an array's elements are complex numbers."""
    return issubdtype(asarray(x).dtype, complexfloating)


def isrealobj(x):
    """Returns whether an array's elements are real numbers."""
    return not iscomplexobj(x)


def issubdtype(arg1, arg2):
    """Returns whether an element type is of a kind (np.integer, np.floating) or equals another type."""
    kinds = [arg if isinstance(arg, type) and issubclass(arg, generic) else dtype(arg).type for arg in (arg1, arg2)]
    return issubclass(*kinds)


def promote_types(type1, type2):
    """The smallest element type that holds both."""
    return (zeros(1, dtype=type1) + zeros(1, dtype=type2)).dtype


# Bits of the mantissa, bits of the exponent, decimal digits.
_LAYOUTS = {"float16": (10, 5, 3), "float32": (23, 8, 6), "float64": (52, 11, 15)}


class finfo:
    """The limits of a floating-point type; of a complex one those of its parts."""

    def __init__(self, dtype):
        given = _element_type(dtype)
        if not issubclass(given.type, inexact):
            raise ValueError(f"data type {given.type!r} not inexact")
        self.dtype = globals()["dtype"](f"float{4 * given.itemsize}") if given.kind == "c" else given
        self.bits, number = 8 * self.dtype.itemsize, self.dtype.type
        self.nmant, self.nexp, self.precision = _LAYOUTS[self.dtype.name]
        self.maxexp, self.machep, self.iexp = 2 ** (self.nexp - 1), -self.nmant, self.nexp
        self.minexp, self.negep = 2 - self.maxexp, self.machep - 1
        self.eps, self.epsneg = number(2.0**self.machep), number(2.0**self.negep)
        self.tiny = self.smallest_normal = number(2.0**self.minexp)
        self.smallest_subnormal = number(2.0 ** (self.minexp - self.nmant))
        self.max = number((2 - 2.0**self.machep) * 2.0 ** (self.maxexp - 1))
        self.min, self.resolution = -self.max, number(10.0**-self.precision)

    def __repr__(self):
        return f"finfo(resolution={self.resolution!s}, min={self.min!s}, max={self.max!s}, dtype={self.dtype})"

    def __str__(self):
        return f"""Machine parameters for {self.dtype}
---------------------------------------------------------------
precision = {self.precision}   resolution = {self.resolution!s}
machep = {self.machep}   eps =        {self.eps!s}
negep = {self.negep:4}   epsneg =     {self.epsneg!s}
minexp = {self.minexp}   tiny =       {self.tiny!s}
maxexp = {self.maxexp}   max =        {self.max!s}
nexp = {self.nexp:4}   min =        -max
smallest_normal = {self.smallest_normal!s}   smallest_subnormal = {self.smallest_subnormal!s}
---------------------------------------------------------------
"""


class iinfo:
    """The limits of an integer type."""

    def __init__(self, type):
        self.dtype = _element_type(type)
        self.kind = self.dtype.kind
        if self.kind not in "iu":
            raise ValueError(f"Invalid integer data type {self.kind!r}.")
        limits = torch.iinfo(getattr(torch, self.dtype.name))
        self.bits, self.min, self.max = limits.bits, limits.min, limits.max

    def __repr__(self):
        return f"iinfo(min={self.min}, max={self.max}, dtype={self.dtype})"

    def __str__(self):
        rule = "---------------------------------------------------------------"
        return f"Machine parameters for {self.dtype}\n{rule}\nmin = {self.min}\nmax = {self.max}\n{rule}\n"


def _element_type(x):
    return x.dtype if hasattr(x, "dtype") and not isinstance(x, type) else dtype(x)


def result_type(*arrays_and_dtypes):
    """The element type that operands are computed in; Python numbers count only by their kind."""
    given = [0.0 * x if isinstance(x, float) else x for x in arrays_and_dtypes]
    strong = [zeros(1, dtype=_element_type(x)) for x in given if not isinstance(x, (int, float)) or isinstance(x, generic)]
    weak = [type(x)(0) for x in given if isinstance(x, (int, float)) and not isinstance(x, generic)]
    total = strong[0] if strong else zeros(1, dtype=type(weak[0]))
    for other in strong[1:] + weak:
        total = total + other
    return total.dtype
