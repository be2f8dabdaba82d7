# Type parameters of functions. CPython 3.11 has none: recorded from 3.13.
import typing


def first[T](items: list[T]) -> T:
    return items[0]


print(first([1, 2]), first.__type_params__, first.__name__, first.__qualname__)
T, = first.__type_params__
print(type(T), T.__name__, T.__bound__, T.__constraints__, T.__infer_variance__, T.__covariant__, T.has_default())
print(first.__annotations__, first.__annotations__["return"] is T, T.__module__)


def several[A, *Ts, **P](a: A, *args: *Ts) -> typing.Callable[P, A]:
    return a, args


print(several(1, 2, 3), several.__type_params__, [type(p).__name__ for p in several.__type_params__])


def bounded[N: int, S: (str, bytes)](n: N, s: S = "default", *, key: N = 5) -> N:
    return n, s, key


print(bounded(1), bounded(1, b"x", key=2), bounded.__defaults__, bounded.__kwdefaults__)
print([(p.__bound__, p.__constraints__) for p in bounded.__type_params__])


def lazy[T: undefined_name](x: T) -> T:
    return x


print(lazy(3))
try:
    lazy.__type_params__[0].__bound__
except NameError as error:
    print(error)
undefined_name = float
print(lazy.__type_params__[0].__bound__)


def defaults[A = int, *Bs = *tuple[int, str], **C = [int]](a: A) -> None:
    pass


print([p.has_default() for p in defaults.__type_params__], [p.__default__ for p in defaults.__type_params__][0])
print(first.__type_params__[0].__default__, typing.NoDefault)


def uses_its_own[T](x: T) -> T:
    """The documentation."""
    return (T.__name__, x)


print(uses_its_own(1), uses_its_own.__doc__)


def decorate(function):
    print("decorating", function.__name__, function.__type_params__)
    return function


@decorate
def decorated[T](x: T = print("default evaluated")) -> T:
    def inner[U](y: U) -> tuple[T, U]:
        return T, U

    return inner


print(decorated()(1), decorated().__qualname__, decorated().__annotations__)


class Body:
    X = int

    def method[T: X](self, x: T, y: X = X()) -> X:
        return super().__repr__()[:1], T.__name__

    @classmethod
    def made[T](cls, x: T) -> T:
        return cls, x

    @staticmethod
    def static[T](x: T) -> T:
        return x


print(Body().method(1), Body.method.__qualname__, Body.method.__annotations__, Body.method.__type_params__[0].__bound__)
print(Body.made(1), Body.static(2), Body.made.__type_params__)


def generator[T](items: list[T]):
    for item in items:
        yield item


print(list(generator([1, 2])), generator.__type_params__)


def outer():
    captured = 5

    def inner[T](x: T = captured) -> T:
        nonlocal captured
        captured += 1
        return captured, x

    return inner


print(outer()(), outer()(1))
print((lambda: 0).__type_params__, first.__dict__)


def plain():
    pass


plain.__type_params__ = (T,)
print(plain.__type_params__)
try:
    plain.__type_params__ = [T]
except TypeError as error:
    print(error)
for source in ("def f[T, T](): pass", "def f[](): pass", "def f[T](x: (yield)): pass", "def f[T: (yield)](): pass"):
    try:
        compile(source, "s", "exec")
        print("fine", source)
    except SyntaxError as error:
        print("SyntaxError", source)
