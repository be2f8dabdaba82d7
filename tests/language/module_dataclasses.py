from dataclasses import dataclass, field, asdict, astuple, replace, fields, is_dataclass, FrozenInstanceError, KW_ONLY, InitVar
# Recorded from CPython 3.13, which words some errors otherwise than 3.11.
from typing import List, Optional, ClassVar
@dataclass
class P:
    x: int
    y: float = 2.0
    tags: List[str] = field(default_factory=list)
    secret: str = field(default="s", repr=False, compare=False)
    count: ClassVar[int] = 0
    def norm(self): return (self.x**2 + self.y**2) ** 0.5
p = P(3, 4.0); q = P(3, y=4.0, secret="t"); print(p, p == q, p.norm(), p.tags is not q.tags, P(1), asdict(p), astuple(p), replace(p, x=10), [f.name for f in fields(P)], is_dataclass(p), is_dataclass(5), P.count, p != P(0))
@dataclass(frozen=True, order=True)
class V:
    a: int
    b: int = 0
print(V(1, 2) < V(1, 3), sorted([V(2), V(1)]), hash(V(1)) == hash(V(1)), {V(1): "k"}[V(1)], V(1) >= V(0))
@dataclass
class Base:
    name: str
    size: int = 1
@dataclass
class Child(Base):
    extra: Optional[int] = None
    total: int = field(init=False)
    def __post_init__(self): self.total = self.size * 2
print(Child("n"), Child("n", 5, 7), isinstance(Child("a"), Base), Child("n") == Child("n"), Child("a") == Base("a"))
@dataclass
class K:
    a: int
    _: KW_ONLY
    b: int = 5
print(K(1, b=2), K(1))
@dataclass
class I:
    v: int
    scale: InitVar[int] = 2
    def __post_init__(self, scale): self.v *= scale
print(I(5), I(5, 10))
@dataclass
class Nest:
    p: P
    d: dict = field(default_factory=dict)
print(asdict(Nest(P(1), {"k": P(2)})))
@dataclass(eq=False)
class NoEq:
    x: int
a = NoEq(1); print(a == a, a == NoEq(1), hash(a) == hash(a))
def frozen(): V(1).a = 5
for f in [lambda: P(), lambda: P(1, 2, 3, 4, 5), lambda: P(1, z=2), lambda: P(1, x=2), frozen, lambda: V(1) < 5, lambda: hash(P(1)), lambda: K(1, 2), lambda: asdict(5), lambda: fields(5), lambda: Child()]:
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
try:
    @dataclass
    class Bad:
        a: int = 1
        b: int
except TypeError as e:
    print(e)
try:
    @dataclass
    class Bad2:
        a: list = []
except ValueError as e:
    print(e)
