"""Vectors and matrices with operators, slices, iteration, comparison, formatting, in-place forms and conversions."""
# Recorded from CPython 3.13: 3.13 says more of an attribute that cannot be set.
import math


class Vector:
    __slots__ = ("_c",)

    def __init__(self, *components): self._c = tuple(map(float, components))
    @classmethod
    def zeros(cls, n): return cls(*[0] * n)
    def __len__(self): return len(self._c)
    def __iter__(self): return iter(self._c)
    def __getitem__(self, i): return Vector(*self._c[i]) if isinstance(i, slice) else self._c[i]
    def __eq__(self, o): return isinstance(o, Vector) and self._c == o._c
    def __hash__(self): return hash(self._c)
    def __add__(self, o): return Vector(*(a + b for a, b in zip(self, o, strict=True))) if isinstance(o, Vector) else NotImplemented
    def __sub__(self, o): return self + -o
    def __neg__(self): return Vector(*(-a for a in self))
    def __mul__(self, k): return Vector(*(a * k for a in self)) if isinstance(k, (int, float)) else NotImplemented
    __rmul__ = __mul__
    def __truediv__(self, k): return self * (1 / k)
    def __matmul__(self, o): return sum(a * b for a, b in zip(self, o))
    def __xor__(self, o): return Vector(self[1] * o[2] - self[2] * o[1], self[2] * o[0] - self[0] * o[2], self[0] * o[1] - self[1] * o[0])
    def __abs__(self): return math.hypot(*self)
    def __bool__(self): return any(self)
    def __lt__(self, o): return abs(self) < abs(o)
    def __contains__(self, x): return x in self._c
    def __repr__(self): return f"Vector({', '.join(f'{c:g}' for c in self)})"
    def __format__(self, spec): return "<" + ", ".join(format(c, spec or "g") for c in self) + ">"
    def __complex__(self): raise TypeError
    def __round__(self, n=0): return Vector(*(round(c, n) for c in self))
    def __getattr__(self, name):
        if len(name) == 1 and name in "xyzw" and "xyzw".index(name) < len(self):
            return self._c["xyzw".index(name)]
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")


v, w = Vector(1, 2, 3), Vector(4, 5, 6)
print(v + w, v - w, -v, v * 2, 0.5 * w, w / 2, v @ w, v ^ w, abs(Vector(3, 4)), v[0], v[-1], v[1:], v.x, v.z, len(v), 2 in v, [*v], bool(Vector.zeros(2)), v < w, max(w, v), sorted([w, v]), {v: 1}[Vector(1, 2, 3)])
print(f"{v} {w:.2f} {v!r:>20}", round(v / 3, 2), sum([v, w], Vector.zeros(3)), v == Vector(1, 2, 3), v != w, v == (1, 2, 3))
v += w
print(v, hash(v) == hash(Vector(5, 7, 9)))
for bad in (lambda: v + 1, lambda: v + Vector(1), lambda: v * "a", lambda: v.q, lambda: v[9], lambda: setattr(v, "new", 1), lambda: v > 3, lambda: v // 2, lambda: "a" * v, lambda: Vector("x")):
    try:
        print(bad())
    except (TypeError, ValueError, AttributeError, IndexError) as error:
        print(type(error).__name__, error)


class Matrix:
    def __init__(self, rows): self.rows = [list(r) for r in rows]
    def __getitem__(self, key):
        if isinstance(key, tuple):
            r, c = key
            if isinstance(r, slice):
                return Matrix([row[c] if isinstance(c, slice) else [row[c]] for row in self.rows[r]])
            return self.rows[r][c]
        return self.rows[key]
    def __setitem__(self, key, value):
        r, c = key
        self.rows[r][c] = value
    def __matmul__(self, o): return Matrix([[sum(a * b for a, b in zip(r, c)) for c in zip(*o.rows)] for r in self.rows])
    def __imatmul__(self, o): self.rows = (self @ o).rows; return self
    def __pow__(self, n, mod=None): return Matrix([[int(i == j) for j in range(len(self.rows))] for i in range(len(self.rows))]) if n == 0 else self @ self ** (n - 1)
    @property
    def T(self): return Matrix(zip(*self.rows))
    @property
    def shape(self): return len(self.rows), len(self.rows[0])
    def __eq__(self, o): return self.rows == o.rows
    def __str__(self): return "\n".join(" ".join(f"{v:>4}" for v in r) for r in self.rows)
    def __iter__(self): return (v for r in self.rows for v in r)


m = Matrix([[1, 1], [1, 0]])
print((m ** 10)[0, 1], m.T == m, Matrix([[1, 2, 3]]).T.shape, list(Matrix([[1, 2], [3, 4]])))
m[0, 0] = 5
m @= m
print(m, m[:, 1], m[0], m[1:, :].shape, sep="\n")
