# operator: the operators as functions. What fetches items and attributes and calls methods is native.

from _tensorcell.operator import attrgetter, itemgetter, methodcaller

__all__ = """
    abs add and_ attrgetter call concat contains countOf delitem eq floordiv ge getitem gt iadd iand iconcat ifloordiv ilshift
    imatmul imod imul index indexOf inv invert ior ipow irshift is_ is_not isub itemgetter itruediv ixor le length_hint lshift lt
    matmul methodcaller mod mul ne neg not_ or_ pos pow rshift setitem sub truediv truth xor
    """.split()


def lt(a, b, /):
    return a < b


def le(a, b, /):
    return a <= b


def eq(a, b, /):
    return a == b


def ne(a, b, /):
    return a != b


def ge(a, b, /):
    return a >= b


def gt(a, b, /):
    return a > b


def not_(a, /):
    return not a


def truth(a, /):
    return bool(a)


def is_(a, b, /):
    return a is b


def is_not(a, b, /):
    return a is not b


def add(a, b, /):
    return a + b


def sub(a, b, /):
    return a - b


def mul(a, b, /):
    return a * b


def matmul(a, b, /):
    return a @ b


def truediv(a, b, /):
    return a / b


def floordiv(a, b, /):
    return a // b


def mod(a, b, /):
    return a % b


def pow(a, b, /):
    return a**b


def and_(a, b, /):
    return a & b


def or_(a, b, /):
    return a | b


def xor(a, b, /):
    return a ^ b


def lshift(a, b, /):
    return a << b


def rshift(a, b, /):
    return a >> b


def neg(a, /):
    return -a


def pos(a, /):
    return +a


def inv(a, /):
    return ~a


def invert(a, /):
    return ~a


_abs = abs


def abs(a, /):
    return _abs(a)


def index(a, /):
    return range(a).stop


def _check_sequence(a):
    if not hasattr(a, "__getitem__"):
        raise TypeError(f"{type(a).__name__!r} object can't be concatenated")


def concat(a, b, /):
    _check_sequence(a)
    return a + b


def contains(a, b, /):
    return b in a


def countOf(a, b, /):
    return sum(1 for item in a if item is b or item == b)


def indexOf(a, b, /):
    for i, item in enumerate(a):
        if item is b or item == b:
            return i
    raise ValueError("sequence.index(x): x not in sequence")


def getitem(a, b, /):
    return a[b]


def setitem(a, b, c, /):
    a[b] = c


def delitem(a, b, /):
    del a[b]


def call(obj, /, *args, **keywords):
    return obj(*args, **keywords)


def iadd(a, b, /):
    a += b
    return a


def isub(a, b, /):
    a -= b
    return a


def imul(a, b, /):
    a *= b
    return a


def itruediv(a, b, /):
    a /= b
    return a


def ior(a, b, /):
    a |= b
    return a


def iand(a, b, /):
    a &= b
    return a


def length_hint(obj, default=0, /):
    if not isinstance(default, int):
        raise TypeError(f"{type(default).__name__!r} object cannot be interpreted as an integer")
    try:
        return len(obj)
    except TypeError:
        # It has no length, but may have a guess.
        pass
    hint = getattr(type(obj), "__length_hint__", None)
    if hint is None:
        return default
    try:
        length = hint(obj)
    except TypeError:
        return default
    if length is NotImplemented:
        return default
    if not isinstance(length, int):
        raise TypeError(f"__length_hint__ must be an integer, not {type(length).__name__}")
    if length < 0:
        raise ValueError("__length_hint__() should return >= 0")
    return length


def iconcat(a, b, /):
    """a += b, of sequences"""
    _check_sequence(a)
    a += b
    return a


def ifloordiv(a, b, /):
    """a //= b"""
    a //= b
    return a


def ilshift(a, b, /):
    """a <<= b"""
    a <<= b
    return a


def imatmul(a, b, /):
    """a @= b"""
    a @= b
    return a


def imod(a, b, /):
    """a %= b"""
    a %= b
    return a


def ipow(a, b, /):
    """a **= b"""
    a **= b
    return a


def irshift(a, b, /):
    """a >>= b"""
    a >>= b
    return a


def ixor(a, b, /):
    """a ^= b"""
    a ^= b
    return a


# Each under the name of the method that it calls, too.
for _name in (
    "abs add and_ concat contains delitem eq floordiv ge getitem gt iadd iand iconcat ifloordiv ilshift imatmul imod "
    "imul index inv invert ior ipow irshift isub itruediv ixor le lshift lt matmul mod mul ne neg not_ or_ pos pow "
    "rshift setitem sub truediv xor"
).split():
    if _name in globals():
        globals()[f"__{_name.rstrip('_')}__"] = globals()[_name]
del _name
