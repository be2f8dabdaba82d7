"""typing-heavy code: what of it can be seen at run time."""
# CPython 3.13 says some of it in other words than 3.11.
from __future__ import annotations
import typing
from typing import *
import collections.abc as cabc
T = TypeVar("T")
K = TypeVar("K", bound="Comparable")
N = TypeVar("N", int, float)
P = ParamSpec("P")
Ts = TypeVarTuple("Ts")
print(T, K, N, P, Ts, T.__name__, N.__constraints__, T.__bound__, T.__covariant__, TypeVar("C", covariant=True), TypeVar("D", contravariant=True))


class Comparable(Protocol):
    def __lt__(self, other: Any) -> bool: ...


@runtime_checkable
class Closable(Protocol):
    def close(self) -> None: ...


@runtime_checkable
class Sized2(Protocol):
    size: int


class File:
    size = 3
    def close(self): pass


print(isinstance(File(), Closable), isinstance(5, Closable), issubclass(File, Closable), isinstance(File(), Sized2))
try:
    isinstance(3, Comparable)
except TypeError as e:
    print(e)
try:
    Closable()
except TypeError as e:
    print(e)


class Explicit(Closable):
    def close(self): return "closed"


print(Explicit().close(), isinstance(Explicit(), Closable))


class Stack(Generic[T]):
    def __init__(self) -> None:
        self.items: list[T] = []

    def push(self, item: T) -> Stack[T]:
        self.items.append(item)
        return self


s = Stack[int]().push(1)
print(s.items, Stack[int], Stack.__parameters__, Stack[str].__origin__, Stack[int].__args__, type(s), Stack[int] == Stack[int], Stack[T][str])
try:
    Stack[int, str]
except TypeError as e:
    print(e)


class Pair(Generic[T, K]): pass


print(Pair[int, str], Pair.__orig_bases__, Pair.__mro__[1:])
try:
    Pair[int]
except TypeError as e:
    print(e)


class Ints(Stack[int]): pass


print(Ints.__bases__, Ints.__orig_bases__, Ints().push(3).items, get_origin(Ints.__orig_bases__[0]))


class Movie(TypedDict):
    name: str
    year: int


class Full(Movie, total=False):
    rating: float


m: Movie = {"name": "x", "year": 1}
print(Movie(name="a", year=2), m, list(Movie.__annotations__), Full.__required_keys__ == frozenset({"name", "year"}), Full.__optional_keys__, Movie.__total__, type(Movie(name="b", year=1)))
Alt = TypedDict("Alt", {"in": int, "b-c": str})
print(Alt.__annotations__, Alt({"in": 3}))
try:
    isinstance(m, Movie)
except TypeError as e:
    print(e)


class Coord(NamedTuple):
    x: int
    y: float = 2.0

    def norm(self) -> float:
        return abs(self.x) + abs(self.y)


print(Coord(1), Coord(1, 3).norm(), Coord._fields, Coord._field_defaults, Coord(1)._asdict(), Coord(1)._replace(y=5), Coord._make([7, 8]), *Coord(4))
for expr in (Optional[int], Union[int, str], Union[int, None], Union[int], Union[int, int], Union[int, Union[str, float]], List[int], Dict[str, List[int]], Tuple[int, ...], Tuple[()], Callable[[int, str], bool], Callable[..., Any], Callable, Type[int], Literal["a", 1, True], Literal[1, 1], Final[int], ClassVar[int], Any, NoReturn, Iterable[T], Sequence[int], Mapping[str, Any], Set[int], FrozenSet, Deque[int], DefaultDict[str, int], Iterator, Generator[int, None, str], list[int], dict[str, list[int]], tuple[int, ...], type[int], int | None, int | str | None, list[int] | None, "Fwd", Optional["Fwd"], cabc.Callable[[int], str], cabc.Iterable[int], Counter[str], ChainMap[str, int], Concatenate[int, P], Callable[P, T], Self, LiteralString, Never, TypeAlias, TypeGuard[int], Required[int], NotRequired[str], Unpack[Ts], Pattern[str], Hashable, Sized, Awaitable[int], ContextManager[int], AnyStr, Text):
    print(repr(expr), get_origin(expr), get_args(expr))
print(Optional[int] == Union[int, None], int | None == Optional[int], hash(List[int]) == hash(List[int]), isinstance(3, int | str), issubclass(bool, int | str), isinstance([], list) , Annotated[int, 1].__metadata__)
for bad in (lambda: isinstance([], list[int]), lambda: isinstance([], List[int]), lambda: Optional[1], lambda: Union[()], lambda: List[int, str], lambda: Literal, lambda: int | 5, lambda: isinstance(3, Union[int, str]), lambda: Any(), lambda: List(), lambda: list[int]([1]), lambda: Dict[str, int]({"a": 1}), lambda: Generic[int], lambda: Protocol[int], lambda: Final[int, str], lambda: isinstance(3, Any), lambda: cast("anything", 5), lambda: cast(List[int], "x"), lambda: Optional[int](), lambda: TypeVar("X", int), lambda: ClassVar[int][int], lambda: NewType("UserId", int)(5), lambda: NewType("UserId", int), lambda: assert_type(3, int), lambda: assert_never(3), lambda: Tuple[int][0]):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, e)


def f(a: int, b: "Optional[str]" = None, *args: float, k: List[T], **kw: Any) -> Dict[str, int]:
    x: int = 3
    return {}


print(get_type_hints(f))
print(get_type_hints(Coord), get_type_hints(Movie), get_type_hints(Stack.push, globals(), {"Stack": Stack}))


class WithHints:
    a: int
    b: "list[str]" = []
    c: ClassVar[int] = 3


print(list(WithHints.__annotations__), get_type_hints(WithHints))


@overload
def g(x: int) -> int: ...
@overload
def g(x: str) -> str: ...
def g(x): return x * 2


print(g(2), g("a"), get_overloads(g) and len(get_overloads(g)))


@final
class Last: pass


@no_type_check
def untyped(a: "nonsense ("): pass


def add_logging(fn: Callable[P, T]) -> Callable[P, T]:
    def inner(*args: P.args, **kwargs: P.kwargs) -> T:
        return fn(*args, **kwargs)
    return inner


print(add_logging(lambda a, b=2: a + b)(1, b=5), Last.__final__, TYPE_CHECKING, is_typeddict(Movie), is_typeddict(dict))
UserId = NewType("UserId", int)
print(UserId(5), UserId.__name__, UserId.__supertype__, UserId)
print(typing.get_origin(typing.List), typing.List, typing.Dict, typing.Tuple, typing.Callable, typing.Optional, typing.Union, typing.Literal, typing.Generic, typing.Protocol)
print(list[int], list[int].__origin__, list[int].__args__, dict[str, int] == dict[str, int], type(list[int]), type(List[int]), type(int | str), (int | str).__args__, list["Fwd"], tuple[()])
class Box(Generic[T]):
    def __class_getitem__(cls, item):
        return f"Box of {item}"
print(Box[int])
class Plain:
    def __class_getitem__(cls, item): return (cls.__name__, item)
print(Plain[int, "x"])
try:
    File[int]
except TypeError as e:
    print(e)
try:
    int[str]
except TypeError as e:
    print(e)
