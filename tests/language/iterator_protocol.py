"""Iterators by class: __iter__, __next__, __getitem__ fallback, reversed, sentinel, exhaustion."""


class Countdown:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        if self.n <= 0:
            raise StopIteration
        self.n -= 1
        return self.n + 1


class Squares:
    def __getitem__(self, i):
        if i >= 4:
            raise IndexError("done")
        return i * i

    def __len__(self):
        return 4


class Reusable:
    def __iter__(self):
        return iter([1, 2])

    def __reversed__(self):
        return iter("ba")

    def __contains__(self, v):
        return v == "magic"

    def __length_hint__(self):
        return 2


c = Countdown(3)
print(
    list(c),
    list(c),
    next(Countdown(2)),
    next(Countdown(0), "none"),
    max(Countdown(4)),
    3 in Countdown(5),
    sum(Countdown(3)),
    [*Countdown(2)],
    dict(zip("ab", Countdown(2))),
    sorted(Countdown(3)),
    list(enumerate(Countdown(2), 10)),
    tuple(map(str, Countdown(2))),
)
print(
    list(Squares()),
    9 in Squares(),
    list(reversed(Squares())),
    [a for a in Squares()],
    *Squares(),
    list(zip(Squares(), "abcd")),
    min(Squares()),
    list(Reusable()),
    list(Reusable()),
    list(reversed(Reusable())),
    "magic" in Reusable(),
    1 in Reusable(),
    any(v == 16 for v in Squares()),
)
a, b, *rest = Squares()
print(a, b, rest)
it = iter([1, 2, 3])
print(next(it), list(it), list(it), iter(it) is it, next(it, None))
it = iter("ab")
print(it.__next__(), next(it))
try:
    next(it)
except StopIteration as e:
    print("stop", e.value, repr(e))


class NotIter:
    pass


class BadIter:
    def __iter__(self):
        return 5


class BadNext:
    def __iter__(self):
        return self

    def __next__(self):
        raise ValueError("broken")


for bad in (
    lambda: iter(NotIter()),
    lambda: list(BadIter()),
    lambda: list(BadNext()),
    lambda: next([1]),
    lambda: next(5),
    lambda: reversed({1}),
    lambda: list(reversed(NotIter())),
    lambda: 1 in NotIter(),
    lambda: iter(5, 3),
    lambda: enumerate(5),
    lambda: zip(1),
    lambda: map(len, 3).__next__(),
    lambda: list(map(None, [1])),
    lambda: sum(NotIter()),
    lambda: len(Countdown(3)),
    lambda: Countdown(2)[0],
):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, e)
values = iter([1, 2, 0, 3])
print(list(iter(lambda: next(values), 0)), next(values))
r = reversed([1, 2])
print(next(r), list(r))
z = zip([1, 2], "a")
print(next(z), list(z))
e = enumerate("x", start=5)
print(next(e), type(e).__name__)
m = map(pow, [2, 3], [3, 2])
print(list(m), type(m).__name__)
f = filter(lambda v: v > 1, [1, 2])
print(list(f))
d = {"a": 1}
di = iter(d.items())
print(next(di), next(di, "end"))


def gen():
    yield 1
    return "value"


g = gen()
next(g)
try:
    next(g)
except StopIteration as s:
    print(s.value)
