# Every special method that a tutorial defines, on one or two small classes.
class Vector:
    def __init__(self, *items):
        self.items = list(items)

    def __repr__(self):
        return f"Vector{tuple(self.items)}"

    def __str__(self):
        return "<" + ", ".join(map(str, self.items)) + ">"

    def __format__(self, spec):
        return "<" + ", ".join(format(x, spec) for x in self.items) + ">"

    def __len__(self):
        return len(self.items)

    def __bool__(self):
        return any(self.items)

    def __iter__(self):
        return iter(self.items)

    def __reversed__(self):
        return reversed(self.items)

    def __contains__(self, x):
        return x in self.items

    def __getitem__(self, key):
        if isinstance(key, slice):
            return Vector(*self.items[key])
        return self.items[key]

    def __setitem__(self, key, value):
        self.items[key] = value

    def __delitem__(self, key):
        del self.items[key]

    def __eq__(self, other):
        return isinstance(other, Vector) and self.items == other.items

    def __hash__(self):
        return hash(tuple(self.items))

    def __lt__(self, other):
        return self.items < other.items

    def __le__(self, other):
        return self.items <= other.items

    def __add__(self, other):
        if not isinstance(other, Vector):
            return NotImplemented
        return Vector(*(a + b for a, b in zip(self, other)))

    def __radd__(self, other):
        if other == 0:
            return self
        return NotImplemented

    def __iadd__(self, other):
        self.items.extend(other)
        return self

    def __sub__(self, other):
        return Vector(*(a - b for a, b in zip(self, other)))

    def __mul__(self, k):
        return Vector(*(a * k for a in self))

    __rmul__ = __mul__

    def __matmul__(self, other):
        return sum(a * b for a, b in zip(self, other))

    def __truediv__(self, k):
        return Vector(*(a / k for a in self))

    def __floordiv__(self, k):
        return Vector(*(a // k for a in self))

    def __mod__(self, k):
        return Vector(*(a % k for a in self))

    def __divmod__(self, k):
        return self // k, self % k

    def __pow__(self, k, modulo=None):
        return Vector(*(pow(a, k, modulo) for a in self))

    def __neg__(self):
        return self * -1

    def __pos__(self):
        return Vector(*self)

    def __abs__(self):
        return sum(a * a for a in self) ** 0.5

    def __invert__(self):
        return Vector(*(~a for a in self))

    def __and__(self, other):
        return Vector(*(a & b for a, b in zip(self, other)))

    def __or__(self, other):
        return Vector(*(a | b for a, b in zip(self, other)))

    def __xor__(self, other):
        return Vector(*(a ^ b for a, b in zip(self, other)))

    def __lshift__(self, n):
        return Vector(*(a << n for a in self))

    def __rshift__(self, n):
        return Vector(*(a >> n for a in self))

    def __round__(self, n=None):
        return Vector(*(round(a, n) for a in self))

    def __int__(self):
        return int(self.items[0])

    def __float__(self):
        return float(self.items[0])

    def __index__(self):
        return int(self.items[0])

    def __call__(self, k):
        return self * k

    def __enter__(self):
        print("enter")
        return self

    def __exit__(self, kind, value, trace):
        print("exit", kind.__name__ if kind else None)
        return True

    def __copy__(self):
        return Vector(*self)

    def __dir__(self):
        return ["items", "fake"]

    def __getattr__(self, name):
        if len(name) == 1 and name in "xyz":
            return self.items["xyz".index(name)]
        raise AttributeError(f"no {name} here")

    def __length_hint__(self):
        return 3

    def __trunc__(self):
        return 1

    def __ceil__(self):
        return "ceil"

    def __floor__(self):
        return "floor"


v, w = Vector(1, 2, 3), Vector(4, 5, 6)
print(v, repr(v), f"{v:.1f}", f"{v!r}", "{:>4}".format(v), "%s %r" % (v, w))
print(len(v), bool(v), bool(Vector(0, 0)), list(v), list(reversed(v)), 2 in v, v[0], v[-1], v[1:], v[::2])
v[0] = 10
del v[1]
print(v, v == Vector(10, 3), v != w, {v: 1}[Vector(10, 3)], v < w, v > w, v <= w, w >= v)
v = Vector(1, 2, 3)
print(v + w, sum([v, w]), v - w, v * 2, 2 * v, v @ w, v / 2, w // 2, w % 2, divmod(w, 4), v ** 2, pow(v, 2, 5))
print(-v, +v, abs(Vector(3, 4)), ~v, v & w, v | w, v ^ w, v << 1, w >> 1, round(Vector(1.26, 2.5)), round(Vector(1.26), 1))
print(int(v), float(v), [10, 20, 30][v], hex(Vector(255)), v(3), range(v)[0:], "ab" * 2)
v += [7, 8]
print(v, v.x, v.z)
try:
    v.name
except AttributeError as error:
    print(error)
with v as same:
    print(same is v)
    raise KeyError("swallowed")
import copy
import math
import operator

print(copy.copy(v), dir(v), operator.length_hint(v), math.trunc(v), math.ceil(v), math.floor(v))
try:
    v + 3
except TypeError as error:
    print(error)
try:
    3 + v
except TypeError as error:
    print(error)
a, *rest = v
print(a, rest, max(v), min(v), sorted(v, reverse=True), *v)
