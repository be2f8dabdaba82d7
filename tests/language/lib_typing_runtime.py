"""typing at run time: forms and their reprs, generics, protocols, NewType, TypedDict, get_type_hints, Literal, Annotated, casts."""
import typing
from collections.abc import Callable as AbcCallable, Iterable, Mapping
from typing import (TYPE_CHECKING, Annotated, Any, Callable, ClassVar, Dict, Final, Generic, Iterator, List, Literal, NamedTuple, NewType, NoReturn, Optional, Protocol, Sequence,
                    Set, Tuple, Type, TypedDict, TypeVar, Union, cast, get_args, get_origin, get_type_hints, overload, runtime_checkable)

T = TypeVar("T")
K = TypeVar("K", bound=str)
N = TypeVar("N", int, float)
print(List[int], Dict[str, List[int]], Optional[int], Union[int, str, None], Union[int, int], Tuple[int, ...], Tuple[()], Callable[[int, str], bool], Callable[..., Any], Set[T], Type[int], Any, T, Literal["a", 1], Iterator[T], Sequence["Fwd"])
print(list[int], dict[str, list[int]], tuple[int, ...], int | str, int | None, list[T] | None, type[int], Optional[List[int]] == Union[List[int], None], Union[int, str] == Union[str, int], List[int] == List[int], hash(List[int]) == hash(List[int]), Final[int], ClassVar[int], NoReturn, AbcCallable[[int], str], Iterable[int], Mapping[str, int])
print(get_origin(List[int]), get_args(Dict[str, int]), get_origin(Union[int, str]) is Union, get_args(Optional[int]), get_args(Callable[[int], str]), get_origin(list[int]), get_args(tuple[int, ...]), get_origin(int), get_args(int), get_args(Literal[1, "b"]), get_args(int | str))
print(Annotated[int, "meta"], get_args(Annotated[int, "m", 5]), Annotated[int, "m"].__metadata__, get_origin(Annotated[int, 1]) is Annotated)


class Stack(Generic[T]):
    def __init__(self) -> None:
        self.items: List[T] = []

    def push(self, item: T) -> "Stack[T]":
        self.items.append(item)
        return self

    def pop(self) -> T:
        return self.items.pop()


s = Stack[int]()
s.push(1).push(2)
print(s.pop(), Stack[int], Stack[int].__origin__, Stack.__parameters__, isinstance(s, Stack), type(s).__name__, Stack.__orig_bases__)


class Pair(Generic[T, N]):
    pass


print(Pair[str, int], Pair[T, float][int], Pair.__mro__[1:])


class Drawable(Protocol):
    def draw(self) -> str: ...


@runtime_checkable
class Closes(Protocol):
    name: str

    def close(self) -> None: ...


class File:
    name = "f"

    def close(self):
        pass


class Circle:
    def draw(self):
        return "o"


print(isinstance(File(), Closes), isinstance(Circle(), Closes), isinstance(5, Closes))
for bad in (lambda: isinstance(Circle(), Drawable), lambda: Drawable(), lambda: isinstance(1, List[int]), lambda: List[int, str], lambda: Any(), lambda: Union[()], lambda: issubclass(int, Union[int, str]) or 1 / 0, lambda: isinstance([], list[int]), lambda: Literal, lambda: TypeVar("X", int), lambda: Generic[int], lambda: Stack[int, str], lambda: int[str]):
    try:
        print(bad())
    except (TypeError, ZeroDivisionError) as error:
        print(type(error).__name__, error)
print(isinstance(5, Union[int, str]), isinstance("a", int | str), isinstance(None, Optional[int]), isinstance([], List), isinstance({}, Dict), issubclass(bool, int | str))
UserId = NewType("UserId", int)
print(UserId(5) + 1, UserId.__name__, UserId.__supertype__, UserId)


class Movie(TypedDict, total=False):
    title: str
    year: int


class Full(Movie):
    rating: float


m: Movie = {"title": "x"}
print(Movie(title="a", year=1), m, Movie.__annotations__, Full.__annotations__, Movie.__total__, Full.__required_keys__, sorted(Full.__optional_keys__), isinstance(m, dict), Movie.__mro__[-2:])


class Point(NamedTuple):
    x: int
    y: "int" = 0


def f(a: int, b: "str" = "", *args: float, c: Optional[int] = None, **kw: List[int]) -> "Point":
    ...


class Annotated_:
    x: int = 0
    y: ClassVar[str] = ""
    z: "List[int]"


print(get_type_hints(f), f.__annotations__, get_type_hints(Annotated_), Annotated_.__annotations__, get_type_hints(Point), sep="\n")
print(cast(int, "not really"), TYPE_CHECKING, typing.TYPE_CHECKING, T.__name__, K.__bound__, N.__constraints__, repr(K))


@overload
def g(x: int) -> int: ...
@overload
def g(x: str) -> str: ...
def g(x):
    return x * 2


print(g(2), g("a"))
x: int
y: "undefined name" = 5
print(__annotations__, "x" in globals(), y)
