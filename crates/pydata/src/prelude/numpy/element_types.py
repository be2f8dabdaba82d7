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


def array_str(a):
    """As `str` shows it."""
    return str(a)


def array_repr(a):
    """As `repr` shows it."""
    return repr(a)
