"""Special methods: construction, destruction, hashing, calling, indexing, class hooks."""


class Meta:
    made = []

    def __new__(cls, *args, **kw):
        self = super().__new__(cls)
        cls.made.append(cls.__name__)
        return self

    def __init__(self, v=0):
        self.v = v

    def __call__(self, *a, **k):
        return self.v, a, k

    def __del__(self):
        print("del", self.v, end=" ")

    def __hash__(self):
        return self.v

    def __eq__(self, o):
        return NotImplemented if not isinstance(o, Meta) else self.v == o.v

    def __bool__(self):
        return self.v > 0

    def __len__(self):
        return self.v

    def __str__(self):
        return f"str{self.v}"

    def __repr__(self):
        return f"Meta({self.v})"

    def __getitem__(self, k):
        return ("get", k)

    def __setitem__(self, k, v):
        print("set", k, v, end=" ")

    def __delitem__(self, k):
        print("delitem", k, end=" ")

    def __contains__(self, k):
        return k == self.v

    def __enter__(self):
        return self

    def __exit__(self, *a):
        return True

    def __index__(self):
        return self.v

    def __int__(self):
        return self.v * 10

    def __float__(self):
        return self.v / 2

    def __round__(self, n=0):
        return f"round {n}"

    def __floor__(self):
        return "floor"

    def __trunc__(self):
        return 9

    def __ceil__(self):
        return "ceil"

    def __reversed__(self):
        return iter("rev")

    def __dir__(self):
        return ["b", "a"]

    def __format__(self, s):
        return f"fmt[{s}]"

    def __bytes__(self):
        return b"bytes"

    def __sizeof__(self):
        return 5

    def __invert__(self):
        return "inv"

    def __lshift__(self, o):
        return f"<<{o}"

    def __rrshift__(self, o):
        return f"{o}>>"

    def __matmul__(self, o):
        return "@"

    def __rpow__(self, o):
        return f"{o}**"

    def __iadd__(self, o):
        self.v += o
        return self

    def __missing__(self, k):
        return "never"


a = Meta(3)
b = Meta()
print(
    a,
    repr(a),
    [a],
    f"{a:>5}",
    "%s %r" % (a, a),
    a(1, k=2),
    len(a),
    bool(b),
    a == Meta(3),
    a != b,
    a == 3,
    hash(a),
    {a: 1}[Meta(3)],
)
a["k"] = 1
del a["k"]
print(
    a["x"],
    a[1:2],
    a[1, 2],
    3 in a,
    4 in a,
    [0, 1, 2, 3, 4][a],
    int(a),
    float(a),
    round(a),
    round(a, 2),
    list(reversed(a)),
    dir(a),
    bytes(a),
    ~a,
    a << 1,
    5 >> a,
    a @ 1,
    2**a,
    hex(a),
    range(a),
)
import math

print(math.floor(a), math.ceil(a), math.trunc(a))
a += 4
print(a.v, Meta.made[:2])
del a
print("gone")
b = None
print("none")


class Singleton:
    _one = None

    def __new__(cls):
        cls._one = cls._one or super().__new__(cls)
        return cls._one

    def __init__(self):
        self.count = getattr(self, "count", 0) + 1


print(Singleton() is Singleton(), Singleton().count)


class Even(int):
    def __new__(cls, v):
        return super().__new__(cls, v - v % 2)

    def __add__(self, o):
        return Even(int(self) + o)

    def __repr__(self):
        return f"Even({int(self)})"


print(
    Even(7),
    Even(7) + 3,
    Even(4) * 2,
    isinstance(Even(2), int),
    Even(8) == 8,
    sorted([Even(4), Even(2)]),
    {Even(2): 1}[2],
)


class Upper(str):
    def __new__(cls, s):
        return super().__new__(cls, s.upper())

    @property
    def first(self):
        return self[0]


print(
    Upper("abc"),
    Upper("abc").first,
    Upper("a") + "b",
    type(Upper("a").lower()),
    len(Upper("abc")),
    Upper("x") in {"X": 1},
)


class Odd:
    def __new__(cls):
        return 5

    def __init__(self):
        print("not called")


print(
    Odd(),
    type("Made", (object,), {"x": 1, "f": lambda self: self.x})().f(),
    Meta.__name__,
    Meta.__call__.__name__,
    Meta.__doc__,
    Meta.__module__,
)
