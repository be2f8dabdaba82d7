"""Decorators: plain, with arguments, optional arguments, on classes, stacked, keeping names."""
import functools


def trace(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        shown = ", ".join([*map(repr, args), *(f"{k}={v!r}" for k, v in kwargs.items())])
        result = function(*args, **kwargs)
        print(f"{function.__name__}({shown}) -> {result!r}")
        return result
    wrapper.calls = getattr(wrapper, "calls", 0)
    return wrapper


def retry(times, errors=(Exception,), fallback=None):
    def decorate(function):
        @functools.wraps(function)
        def wrapper(*args):
            for attempt in range(1, times + 1):
                try:
                    return function(*args, attempt)
                except errors as error:
                    print(f"  attempt {attempt}: {error}")
            else:
                return fallback
        return wrapper
    return decorate


def optional(function=None, *, prefix="*"):
    if function is None:
        return functools.partial(optional, prefix=prefix)
    return lambda *a: f"{prefix}{function(*a)}"


class CountCalls:
    def __init__(self, function):
        functools.update_wrapper(self, function)
        self.function, self.count = function, 0

    def __call__(self, *args, **kwargs):
        self.count += 1
        return self.function(*args, **kwargs)

    def __get__(self, instance, owner):
        return functools.partial(self, instance) if instance is not None else self


def singleton(cls):
    instances = {}

    @functools.wraps(cls, updated=())
    def get(*args, **kwargs):
        if cls not in instances:
            instances[cls] = cls(*args, **kwargs)
        return instances[cls]
    return get


@trace
def area(width, height=2):
    """The area."""
    return width * height


@retry(3, errors=(ValueError,), fallback="gave up")
def flaky(limit, attempt):
    if attempt < limit:
        raise ValueError(f"too early ({attempt})")
    return f"done at {attempt}"


@optional
def plain(x): return x


@optional(prefix=">")
def marked(x): return x


@CountCalls
def hello(name): return f"hello {name}"


class Greeter:
    @CountCalls
    def greet(self, name): return f"{type(self).__name__} greets {name}"

    @staticmethod
    @trace
    def static(x): return x

    @property
    @functools.lru_cache
    def slow(self):
        print("slow")
        return 42


@singleton
class Config:
    def __init__(self, v): self.v = v


area(3)
area(3, height=5)
print(area.__name__, area.__doc__, area.__wrapped__(2), flaky.__name__)
print(flaky(2), flaky(9))
print(plain(1), marked(1), hello("a"), hello(name="b"), hello.count, hello.__name__)
g = Greeter()
print(g.greet("x"), g.greet("y"), Greeter.__dict__["greet"].count)
Greeter.static("s")
print(g.slow, g.slow)
print(Config(1) is Config(2), Config(3).v, Config.__name__)


def compose(*functions):
    return functools.reduce(lambda f, g: lambda x: f(g(x)), functions)


print(compose(str, abs, int)("-7"), compose(sorted, set, str.split)("b a b"))


@(lambda f: (lambda: f() + 1))
def inline(): return 1


print(inline(), trace(len)([1, 2]))
