# operator, copy, pprint, types and typing as tutorials use them.
import copy
import operator
import pprint
import types
import typing
from operator import *
from typing import Any, Callable, Dict, Generic, List, Literal, NamedTuple, NewType, Optional, Protocol, Tuple, TypedDict, TypeVar, Union, get_args, get_origin, get_type_hints

print(add(1, 2), itemgetter(1)([5, 6]), itemgetter("a", "b")({"a": 1, "b": 2}), attrgetter("real", "imag")(5), methodcaller("split", ",")("a,b"), truediv(7, 2), floordiv(7, 2), mod(7, 3), neg(3), not_([]), truth(1), is_(None, None), contains([1], 1), countOf([1, 1], 1), indexOf([3, 4], 4), concat([1], [2]), lt(1, 2), iadd([1], [2]), xor(5, 3), inv(5), pow(2, 3), index(5))
print(sorted([{"n": 2}, {"n": 1}], key=itemgetter("n")), list(map(mul, [1, 2], [3, 4])), operator.itemgetter(slice(1, 3))("abcd"), operator.attrgetter("__class__.__name__")(5), repr(itemgetter(1)), repr(attrgetter("a")), length_hint([1, 2]))
shallow = {"a": [1, 2], "b": {"c": (3, [4])}}
s, d = copy.copy(shallow), copy.deepcopy(shallow)
shallow["a"].append(9)
shallow["b"]["c"][1].append(5)
print(s, d)
loop = [1]
loop.append(loop)
twin = copy.deepcopy(loop)
print(twin[1] is twin, twin is not loop)


class Node:
    def __init__(self, v):
        self.v, self.next = v, None

    def __deepcopy__(self, memo):
        new = Node(copy.deepcopy(self.v, memo))
        memo[id(self)] = new
        new.next = copy.deepcopy(self.next, memo)
        return new


a, b = Node([1]), Node([2])
a.next, b.next = b, a
c = copy.deepcopy(a)
print(c.v, c.next.v, c.next.next is c, c.v is not a.v)
ns = types.SimpleNamespace(x=1, y="a")
ns.z = [1]
print(ns, ns == types.SimpleNamespace(x=1, y="a", z=[1]), types.MappingProxyType({"k": 1}), type(lambda: 0) is types.FunctionType, isinstance(len, types.BuiltinFunctionType), isinstance(ns, types.SimpleNamespace))
print(List[int], Dict[str, List[int]], Optional[int], Union[int, str, None], Callable[[int, str], bool], Tuple[int, ...], Any, Literal["a", 1], Union[int, int], Optional[Union[int, str]], Callable[..., Any], List["Node"], typing.Type[int], typing.Iterable[str], typing.ClassVar[int], typing.Final[str])
T = TypeVar("T")
K = TypeVar("K", bound=int)
print(T, K, K.__bound__, TypeVar("V", int, str).__constraints__, List[T], get_origin(List[int]), get_args(Dict[str, int]), get_origin(Optional[int]) is Union, get_args(Optional[int]), get_origin(int), get_args(int), get_args(Callable[[int], str]), get_origin(list[int]))


class Stack(Generic[T]):
    def __init__(self) -> None:
        self.items: List[T] = []

    def push(self, item: T) -> None:
        self.items.append(item)


s = Stack[int]()
s.push(5)
print(s.items, Stack[int], type(s).__name__, Stack.__name__)


class Movie(TypedDict, total=False):
    name: str
    year: int


class Employee(NamedTuple):
    """An employee."""
    name: str
    id: int = 3

    def title(self) -> str:
        return self.name.title()


class Greets(Protocol):
    def greet(self) -> str: ...


def f(a: int, b: "str" = "x", *c: float, **d: Any) -> Optional[List[int]]: ...


print(Movie(name="x", year=1), Movie.__annotations__, Employee("ada"), Employee("ada").title(), Employee._field_defaults, Employee.__annotations__, Employee.__doc__, get_type_hints(f), f.__annotations__)
UserId = NewType("UserId", int)
print(UserId(5) + 1, typing.cast(int, "a"), typing.TYPE_CHECKING, UserId, isinstance([], typing.List) if False else "", typing.NoReturn, Greets.__name__)
pprint.pprint({"b": list(range(30)), "a": {"nested": ["x" * 30, "y" * 30, "z" * 30]}, "c": "short"})
pprint.pprint([{"id": i, "name": "n" * i} for i in range(1, 4)], width=30)
print(pprint.pformat({"z": 1, "a": 2}), pprint.pformat({"z": 1, "a": 2}, sort_dicts=False), pprint.pformat("a long string " * 8), pprint.pformat((1,)), pprint.pformat([[1, [2, [3]]]], depth=2))
