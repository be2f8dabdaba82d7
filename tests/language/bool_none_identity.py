"""Truth, None, identity, chained comparison, short circuits, conditional expressions."""


class Truthy:
    def __init__(self, v):
        self.v = v

    def __bool__(self):
        print("bool", self.v, end=" ")
        return self.v


class Sized:
    def __len__(self):
        return 0


for v in (
    0,
    1,
    -1,
    0.0,
    "",
    " ",
    [],
    [0],
    {},
    {0},
    (),
    (None,),
    None,
    range(0),
    range(1),
    b"",
    Sized(),
    object,
    float("nan"),
    0 * 5,
    "False",
):
    print(repr(v) if not isinstance(v, Sized) else "Sized", bool(v), not v, end="; ")
print()
t, f = Truthy(True), Truthy(False)
print((t and f) is f, (f and t) is f, (t or f) is t, (f or t) is t, not t, bool(f))
print(
    1 < 2 < 3,
    1 < 3 < 2,
    1 == 1.0 == True,
    3 > 2 != 1,
    "a" < "b" <= "b",
    (x := 5) > 3 and x < 10,
    1 in [1, 2] == True,
    not 1 == 2,
    None is None,
    None == 0,
    True + True,
    True == 1,
    True is not 1 if False else "skip",
    isinstance(True, int),
    issubclass(bool, int),
    bool.__mro__[1],
    str(None),
    repr(None),
    int(True),
    True & False,
    True | False,
    True ^ True,
    ~False,
    -True,
    True * 3,
    sum([True, False, True]),
    [10, 20][True],
    "ab"[False],
)


def side(v):
    print("side", v, end=" ")
    return v


print(
    side(1) < side(5) < side(3),
    side(9) < side(1) < side(7),
    side(0) or side("x"),
    side("") and side("y"),
    all(side(v) for v in (1, 0, 2)),
    any(side(v) for v in (0, 3, 4)),
)
print(
    "yes" if [] else "no",
    "a" if 0 else "b" if 0 else "c",
    [i if i % 2 else -i for i in range(5)],
    (lambda v: v if v is not None else "default")(None),
    None or [] or 0 or "end",
    1 and 2 and 3,
    not not "x",
    (not 1) == 0,
)
a = [1]
b = a
c = [1]
print(
    a is b,
    a is c,
    a == c,
    a is not c,
    id(a) == id(b),
    type(a) is list,
    type(None),
    type(...),
    ... is Ellipsis,
    NotImplemented is not None,
)
for bad in (
    lambda: 1 < "a",
    lambda: None < 1,
    lambda: [] < (),
    lambda: {} > {},
    lambda: object() <= object(),
    lambda: None + 1,
    lambda: None[0],
    lambda: None(),
    lambda: len(None),
    lambda: 5 in 5,
    lambda: bool(1, 2),
    lambda: sorted([1, None]),
):
    try:
        print(bad())
    except TypeError as e:
        print(e)
