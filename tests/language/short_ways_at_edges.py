# What has a short way in the evaluator does what the long way does, at its edges too.
from collections import Counter, OrderedDict, defaultdict, namedtuple
from functools import lru_cache, partial
from operator import attrgetter, itemgetter


def told(step):
    try:
        return step()
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def count(n):
    sent = []
    for i in range(n):
        sent.append((yield i))
    return sent


# --- next and send of generators
it = count(2)
print(next(it), next(it), told(lambda: next(it)), told(lambda: next(it)), next(it, "none"))
it = count(2)
print(told(lambda: it.send(1)), it.send(None), it.send("a"))
try:
    it.send("b")
except StopIteration as stop:
    print(stop.value, stop.args)
print(next(count(1)), list(count(2)), [next(g) for g in (count(1), count(2))])


def inner():
    got = yield 1
    raise KeyError(got)


def outer():
    try:
        value = yield from inner()
    except KeyError as error:
        yield f"caught {error}"
    it = iter(())
    yield next(it)


it = outer()
print(next(it), it.send("x"), told(lambda: next(it)))


def itself():
    yield told(lambda: next(me))


me = itself()
print(next(me))


def deep(n):
    yield n if n == 0 else next(deep(n - 1))


print(next(deep(50)), told(lambda: next(deep(5000)))[:14])


class Steps:
    def __init__(self):
        self.left = 2

    def __iter__(self):
        return self

    def __next__(self):
        if not self.left:
            raise StopIteration("over")
        self.left -= 1
        return self.left


it = Steps()
print(next(it), next(it), next(it, "none"), told(lambda: next(it)), list(Steps()))


# --- subscripts
class Squares:
    def __getitem__(self, index):
        if isinstance(index, slice):
            return index.indices(10)
        if index > 3:
            raise IndexError(index)
        return index * index

    def __setitem__(self, index, value):
        self.last = index, value


s = Squares()
s[1] = 2
print(s[2], s[1:5], told(lambda: s[4]), list(s), 9 in s, s.last)


class Loud(dict):
    def __getitem__(self, key):
        return f"got {key}"

    def __missing__(self, key):
        return f"no {key}"


class Quiet(dict):
    def __missing__(self, key):
        return f"no {key}"


class Items(list):
    pass


class Odd(list):
    def __getitem__(self, at):
        return "odd" if at else list.__getitem__(self, at)


print(Loud(a=1)["a"], Loud()["b"], Quiet(a=1)["a"], Quiet()["b"], Quiet(a=1).get("b"))
print(Items([1, 2])[-1], told(lambda: Items()[0]), Odd([5, 6])[0], Odd([5, 6])[1], Items([1, 2, 3])[1:])
d = defaultdict(list)
d["a"].append(1)
d["a"] += [2]
print(d, told(lambda: defaultdict()["x"]), d.get("b"), "b" in d)
c = Counter("hello")
c["l"] += 2
c["z"] -= 1
print(c, c["q"], "q" in c)
o = OrderedDict(a=1, b=2)
o["c"] = 3
o.move_to_end("a")
print(list(o.items()), o["b"], told(lambda: o["zz"]))
Items.__getitem__ = lambda self, at: "changed"
print(Items([1])[0])
del Items.__getitem__
print(Items([1])[0])

# --- comparisons
nan = float("nan")
print([1, 2] < [1, 3], [1] == [1.0], (1, "a") < (1, "b"), [nan] == [nan], [nan] == [float("nan")], [1, nan] < [1, 2])
print((1, (2, 3)) < (1, (2, 4)), [[1], 2] == [[1], 2], told(lambda: [1] < ["a"]), (None,) == (None,), [] < [0], [2] >= [2])
print((1, [2]) == (1, [2]), told(lambda: (1, None) < (1, 2)), [True] == [1], (1, 2) != (1, 2, 3))
print(2 in (1, 2.0), "b" in ("a", "b"), nan in (nan,), "" in "abc", "bc" in "abc", told(lambda: 1 in "abc"))


# --- numbers and objects
class Money:
    def __init__(self, n):
        self.n = n

    def __radd__(self, other):
        return f"radd {other}"

    def __rmul__(self, other):
        return NotImplemented

    def __add__(self, other):
        return NotImplemented


print(1 + Money(2), 1.5 + Money(2), told(lambda: 2 * Money(1)), told(lambda: Money(1) + 1), told(lambda: 3 - Money(1)))


class Index:
    def __index__(self):
        return 2


print("ab" * Index(), Index() * [1], told(lambda: 2 * Index()))


# --- calls
def f(a, b=2, *, c=3):
    return a, b, c


def g(a, b=2, c=3):
    return a, b, c


print(f(1), f(1, 5), f(1, c=4), g(1), g(1, 5), g(*(1, 2)), g(*[1], **{"c": 9}), told(lambda: g()), told(lambda: g(1, 2, 3, 4)))
g.__defaults__ = (7,)
print(told(lambda: g(1)), g(1, 2))


class A:
    size = 4

    @staticmethod
    def double(x):
        return 2 * x

    @classmethod
    def make(cls, *args):
        return cls.__name__, args

    def method(self):
        return self.size


class B(A):
    pass


a = B()
for step in range(2):
    print([a.double(n) for n in range(2)], [B.make(n) for n in range(2)], [a.make() for _ in range(2)], a.method(), A.size)
    a.method = lambda: "own"
    A.size = 5
    B.double = staticmethod(lambda x: "other")
    B.make = classmethod(lambda cls, *args: "made")
del a.method, B.double, B.make
print([a.double(3), B.make(), a.method(), getattr(a, "size"), getattr(a, "zz", 0), hasattr(a, "size"), hasattr(a, "zz")])
setattr(a, "size", 9)
print(a.size, A.size, told(lambda: getattr(a, "zz")), told(lambda: setattr(3, "x", 1))[:14])


class Meta(type):
    @property
    def kind(cls):
        return "meta"

    def hello(cls):
        return f"hello {cls.__name__}"


class C(metaclass=Meta):
    value = 1


for step in range(3):
    print([C.value for _ in range(2)], C.kind, C.hello())
    if step == 0:
        C.value = 2
    else:
        Meta.value = property(lambda cls: "from meta")

# --- helpers
P = namedtuple("P", "x y z", defaults=[3])
print(P(1, 2), P(1, z=5, y=4), P._make([1, 2, 3]).x, told(lambda: P(1)), told(lambda: P(1, 2, 3, 4)), told(lambda: P(1, 2, q=1)))
print(P.__new__.__defaults__, P(1, 2)._replace(x=9), P(1, 2) == (1, 2, 3), hash(P(1, 2)) == hash((1, 2, 3)))


@lru_cache(maxsize=None)
def slow(*args, **keywords):
    return args, keywords


print(slow(1), slow(1.0), slow(True), slow("1"), slow((1,)), slow(1, 2), slow(a=1), slow.cache_info())
print(slow(1), slow(1, 2), slow.cache_info(), told(lambda: slow([])))
p = partial(f, 1, c=8)
print(p(), p(5), p(c=1), partial(p, 6)(), told(lambda: p(1, 2)))
print(attrgetter("n")(Money(3)), attrgetter("n", "n")(Money(3)), itemgetter(1)("ab"), itemgetter(0, 2)("abc"), itemgetter("k")({"k": 1}))
print(" a b\x1fc ".split(), "a,b,,c".split(","), "".split(","), "".split(), " x ".strip(), "aaa".replace("a", "b"), "é a".split())
print("ab".replace("", "-"), "-".join(("a", "b")), "-".join([]), told(lambda: "-".join(["a", 1])), told(lambda: "a".split("")))
print({1: "a", 1.0: "b", True: "c"}, {(1, 2): 3, (1, 2.0): 4}, {1, 1.0, True, (1,), (1,)}, {**{"a": 1}, "a": 2})
print(told(lambda: {[]: 1}), told(lambda: {[]}), told(lambda: {[1]: 1 for _ in range(1)}), told(lambda: {[1] for _ in range(1)}))
