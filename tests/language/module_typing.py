from typing import *
import typing
print(Optional[int], List[int], Dict[str, List[int]], Union[int, str], Callable[[int], str], Tuple[int, ...], Any, List, Literal["a", 1])
T = TypeVar("T")
class Stack(Generic[T]):
    def __init__(self): self.items: List[T] = []
    def push(self, x: T) -> None: self.items.append(x)
s = Stack[int](); s.push(1); print(s.items, T, cast(int, "a"), TYPE_CHECKING)
class Pt(NamedTuple):
    x: int
    y: int = 5
    def total(self): return self.x + self.y
p = Pt(1); print(p, p.total(), p.x, Pt._fields, p == (1, 5), p._replace(x=2))
class TD(TypedDict):
    a: int
print(TD(a=1))
class Proto(Protocol):
    def f(self): ...
UserId = NewType("UserId", int); print(UserId(5))
@overload
def f(x: int) -> int: ...
@overload
def f(x: str) -> str: ...
def f(x): return x
print(f(1), f("a"), get_type_hints(f), get_args(List[int]), get_origin(List[int]) is list)
def g(a: int, b: "str" = "x", *args: Any, **kw: Optional[int]) -> List[int]: return [a]
print(g(1), sorted(g.__annotations__))
x: int = 5
y: Final = 3
print(x, y)
