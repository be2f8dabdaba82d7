"""A matrix class with slicing by tuples, factories and strategies."""


class Matrix:
    def __init__(self, rows):
        self.rows = [list(row) for row in rows]
        lengths = {len(row) for row in self.rows}
        if len(lengths) > 1:
            raise ValueError(f"ragged rows: lengths {sorted(lengths)}")

    @classmethod
    def zeros(cls, r, c):
        return cls([[0] * c for _ in range(r)])

    @classmethod
    def identity(cls, n):
        m = cls.zeros(n, n)
        for i in range(n):
            m[i, i] = 1
        return m

    @property
    def shape(self):
        return len(self.rows), len(self.rows[0]) if self.rows else 0

    @property
    def T(self):
        return type(self)(zip(*self.rows))

    def __getitem__(self, key):
        if not isinstance(key, tuple):
            key = key, slice(None)
        r, c = key
        match r, c:
            case int(), int():
                return self.rows[r][c]
            case slice(), int():
                return [row[c] for row in self.rows[r]]
            case int(), slice():
                return self.rows[r][c]
            case slice(), slice():
                return Matrix([row[c] for row in self.rows[r]])
            case _:
                raise TypeError(f"bad index {key!r}")

    def __setitem__(self, key, value):
        r, c = key
        self.rows[r][c] = value

    def __delitem__(self, r):
        del self.rows[r]

    def __matmul__(self, other):
        if self.shape[1] != other.shape[0]:
            raise ValueError("shapes %s and %s do not fit" % (self.shape, other.shape))
        return Matrix([[sum(a * b for a, b in zip(row, col)) for col in other.T.rows] for row in self.rows])

    def __eq__(self, other):
        return self.rows == other.rows

    def __str__(self):
        widths = [max(len(str(v)) for v in col) for col in zip(*self.rows)]
        return "\n".join("[" + " ".join(str(v).rjust(w) for v, w in zip(row, widths)) + "]" for row in self.rows)


m = Matrix([[1, 2, 3], [4, 5, 6]])
print(m, m.shape, m.T.shape, sep="\n")
print(m[0, 1], m[1], m[:, 0], m[0, ::-1], m[:, 1:].rows, m[-1, -1])
m[0, 2] = 30
print(m @ m.T, Matrix.identity(2) @ m == m, sep="\n")
del m[0]
print(m.rows)
for bad in (lambda: Matrix([[1], [2, 3]]), lambda: m @ m, lambda: m["a"], lambda: m[5, 0]):
    try:
        bad()
    except (ValueError, TypeError, IndexError) as error:
        print(f"{type(error).__name__}: {error}")
