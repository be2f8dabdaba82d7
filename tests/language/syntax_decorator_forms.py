"""Decorators: plain, with arguments, stacked, on methods and classes, as objects, expressions after @, keeping names, counting and timing."""
import functools


def trace(function):
    @functools.wraps(function)
    def inner(*args, **kwargs):
        print(f"-> {function.__name__}{args}{kwargs or ''}")
        result = function(*args, **kwargs)
        print(f"<- {result!r}")
        return result
    return inner


def repeat(times, *, join=None):
    def decorate(function):
        def inner(*args):
            results = [function(*args) for _ in range(times)]
            return join.join(results) if join else results
        return inner
    return decorate


@trace
@repeat(2)
def greet(name):
    """Say hello."""
    return f"hi {name}"


print(greet("bob"), greet.__name__)


class Counted:
    def __init__(self, function):
        functools.update_wrapper(self, function)
        self.function, self.calls = function, 0

    def __call__(self, *args):
        self.calls += 1
        return self.function(*args)

    def __get__(self, instance, owner):
        return self if instance is None else functools.partial(self, instance)


@Counted
def square(x):
    "Squares."
    return x * x


class C:
    @Counted
    def method(self, y):
        return y + 1

    @staticmethod
    @repeat(3, join="-")
    def static(x):
        return x

    @classmethod
    @trace
    def make(cls, v):
        return cls.__name__, v

    @property
    @functools.lru_cache
    def slow(self):
        print("once")
        return 42

    @functools.cached_property
    def cached(self):
        print("computing")
        return 7


c = C()
print(square(3), square(4), square.calls, square.__doc__, square.__wrapped__(5), c.method(1), C.method.calls, C.static("a"), C.make(1), c.slow, c.slow, c.cached, c.cached)


def add_repr(cls):
    cls.__repr__ = lambda self: f"{cls.__name__}({', '.join(f'{k}={v!r}' for k, v in vars(self).items())})"
    return cls


def singleton(cls):
    instances = {}

    @functools.wraps(cls, updated=())
    def get(*args, **kwargs):
        if cls not in instances:
            instances[cls] = cls(*args, **kwargs)
        return instances[cls]
    return get


@singleton
@add_repr
class Config:
    def __init__(self, name="x"):
        self.name = name


print(Config("first"), Config("second"), Config() is Config(), Config.__name__)
handlers = {}
register = lambda key: lambda f: handlers.setdefault(key, f)


@register("add")
def add(a, b): return a + b


@(lambda f: lambda *a: -f(*a))
def negated(x): return x


@handlers.__getitem__ if False else register("mul")
def mul(a, b): return a * b


buttons = [trace, repeat(2)]


@buttons[1]
def twice(): return 1


print(handlers["add"](1, 2), handlers["mul"](3, 4), negated(5), twice(), sorted(handlers))
order = []


def mark(tag):
    order.append(f"make {tag}")

    def apply(f):
        order.append(f"apply {tag}")
        return f
    return apply


@mark("a")
@mark("b")
def marked(x=order.append("default")): ...


print(order)


def validate(**kinds):
    def decorate(f):
        names = f.__code__.co_varnames[:f.__code__.co_argcount]

        @functools.wraps(f)
        def inner(*args, **kwargs):
            for name, value in {**dict(zip(names, args)), **kwargs}.items():
                if name in kinds and not isinstance(value, kinds[name]):
                    raise TypeError(f"{f.__name__}: {name} must be {kinds[name].__name__}, not {type(value).__name__}")
            return f(*args, **kwargs)
        return inner
    return decorate


@validate(a=int, b=str)
def checked(a, b="x"): return b * a


print(checked(3), checked(2, b="yo"))
for bad in (lambda: checked("3"), lambda: checked(1, b=2)):
    try:
        bad()
    except TypeError as error:
        print(error)


def retry(attempts, errors=(ValueError,)):
    def decorate(f):
        def inner(*a):
            for i in range(1, attempts + 1):
                try:
                    return f(*a, i)
                except errors as error:
                    print("attempt", i, error)
            raise RuntimeError("all failed") from error if False else None
        return inner
    return decorate


@retry(3)
def flaky(x, attempt):
    if attempt < 3:
        raise ValueError(f"no {x}")
    return x * attempt


print(flaky(5))
