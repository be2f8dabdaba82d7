# functools' cache and partial, and operator's getters: objects of classes of their own.
import copy
import functools
import inspect
import operator
import pickle
import weakref


class Key:
    hashed = 0

    def __init__(self, n):
        self.n = n

    def __hash__(self):
        Key.hashed += 1
        return hash(self.n)

    def __eq__(self, other):
        return self.n == other.n


@functools.lru_cache(maxsize=2)
def double(x, scale=2):
    "Doubles."
    return x, scale


for key in (Key(1), Key(1), Key(2), Key(1), Key(3), Key(2)):
    double(key)
print(double.cache_info(), Key.hashed, double.cache_parameters(), double.__name__, double.__doc__, inspect.signature(double))
print([double(1), double(1.0), double(True), double(1, scale=2)], double.cache_info())
double.cache_clear()
print(double.cache_info(), type(double).__name__, type(double).__module__, double.__wrapped__(3))


@functools.lru_cache(typed=True)
def typed(x):
    return type(x).__name__


print(typed(1), typed(1.0), typed(True), typed.cache_info())


class C:
    @functools.cache
    def twice(self, n):
        return 2 * n


c = C()
print(c.twice(3), c.twice(3), C.twice.cache_info(), c.twice.__self__ is c, weakref.ref(C.twice)() is C.twice)


@functools.cache
def fibonacci(n):
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)


print(fibonacci(90), copy.copy(fibonacci) is fibonacci, copy.deepcopy(fibonacci) is fibonacci)


def attempt(f, *args, **keywords):
    try:
        print(f(*args, **keywords))
    except Exception as error:
        print(type(error).__name__, error)


@functools.lru_cache
def broken(n):
    raise ValueError(n)


attempt(broken, 1)
attempt(broken, [])
attempt(functools.lru_cache(maxsize=0)(abs), -2)
print(broken.cache_info())


class Mine(functools.partial):
    pass


for kind in (functools.partial, Mine):
    made = kind(print, 1, sep="-")
    made(2, end="!\n")
    outer = kind(made, 3, end="?\n")
    print(made.args, made.keywords, made.__dict__, pickle.loads(pickle.dumps(made)).args)
    print(outer.func is print, outer.args, outer.keywords)
    made.note = [1]
    print(kind(made).func is made, copy.copy(made).note is made.note, copy.deepcopy(made).note)
    made.__setstate__((max, (4,), {}, None))
    print(made(9), made.__dict__)
print(repr(functools.partial(int, base=2)), repr(Mine(int)))
attempt(functools.partial)
attempt(functools.partial, 2)
attempt(functools.partial(int).__setstate__, (1, 2, 3))
attempt(functools.partial(int).__setstate__, (1, (), {}, {}))

record = {"a": {"b": [5, 6]}}
print(operator.itemgetter("a")(record), operator.itemgetter(1, 0)("xy"), operator.attrgetter("real", "imag")(3))
print(operator.attrgetter("__class__.__name__")(record), operator.methodcaller("split", ",", maxsplit=1)("a,b,c"))
for getter in (operator.itemgetter(1, "k"), operator.attrgetter("a.b"), operator.methodcaller("f", 1, key=2)):
    again = pickle.loads(pickle.dumps(getter))
    print(getter, again, type(getter).__module__, inspect.signature(type(getter)))
attempt(operator.attrgetter, 1)
attempt(operator.methodcaller, 1)
attempt(operator.itemgetter(1), [1])
attempt(operator.attrgetter("x.y"), 5)
attempt(operator.itemgetter(1), [1], [2])
attempt(lambda: type("Below", (operator.itemgetter,), {}))
