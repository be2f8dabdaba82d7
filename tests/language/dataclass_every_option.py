# Every option of dataclasses.
# Recorded from CPython 3.13: 3.13 says more of an attribute that cannot be set.
from dataclasses import *
import dataclasses
@dataclass(order=True, frozen=True)
class V:
    x: int
    y: float = 0.0
    name: str = field(default="n", compare=False)
    def __post_init__(self): object.__setattr__(self, "norm", self.x ** 2)
print(V(1), V(1) < V(2), hash(V(1)) == hash(V(1)), V(1, 2.0).norm, {V(1): "a"}[V(1)])
try: V(1).x = 2
except FrozenInstanceError as e: print(type(e).__name__, e)
try: del V(1).x
except FrozenInstanceError as e: print(e)
@dataclass
class Base:
    a: int
    b: list = field(default_factory=list)
@dataclass
class Sub(Base):
    c: str = "c"
    _: KW_ONLY
    d: int = 0
    e: int = field(default=5, init=False)
print(Sub(1), Sub(1, [2], "x", d=4), [f.name for f in fields(Sub)], is_dataclass(Sub), asdict(Sub(1, [Base(2)])), astuple(Sub(1)))
try: Sub()
except TypeError as e: print(e)
try: Sub(1, 2, 3, 4)
except TypeError as e: print(e)
try:
    @dataclass
    class Bad:
        a: int = 1
        b: int
except TypeError as e: print(e)
try:
    @dataclass
    class Bad2:
        a: list = []
except ValueError as e: print(e)
@dataclass
class Init:
    a: int
    scale: InitVar[int] = 2
    out: int = field(init=False)
    def __post_init__(self, scale): self.out = self.a * scale
print(Init(3), Init(3, 5).out, replace(Init(3), a=4, scale=1))
@dataclass(slots=True)
class Sl: x: int = 1
try: Sl().y = 2
except AttributeError as e: print(e)
@dataclass(kw_only=True)
class Kw: a: int; b: int = 2
print(Kw(a=1)); 
try: Kw(1)
except TypeError as e: print(e)
@dataclass(eq=False)
class NoEq: x: int
print(NoEq(1) == NoEq(1), Base(1) == Base(1), Base(1) == Sub(1), Base(1) != 5)
P = make_dataclass("P", [("x", int), ("y", int, field(default=3)), "z"] if False else [("x", int), ("y", int, field(default=3))], namespace={"s": lambda self: self.x + self.y})
print(P(1), P(1).s())
f = fields(V)[1]; print(f.name, f.type, f.default, f.default_factory is MISSING, f.init, f.repr, f.compare, f.metadata)
print(V.__match_args__, V.__dataclass_params__.frozen if hasattr(V, "__dataclass_params__") else True)
@dataclass(repr=False)
class NR: x: int
print("NR object" in repr(NR(1)))
@dataclass
class Rec:
    child: "Rec" = None
r = Rec(); r.child = r; print(r)
@dataclass(unsafe_hash=True)
class UH: x: int
print(hash(UH(1)) == hash((1,)))
print(repr(fields(Base)[0]).replace(repr(MISSING), "MISSING"))
print(V.__eq__(V(1), 3), Base.__hash__)
@dataclass
class Meta: x: int = field(metadata={"unit": "m"}); y: int = field(default=1, repr=False, hash=False, kw_only=True)
print(Meta(1), fields(Meta)[0].metadata["unit"], Meta.__init__.__annotations__ if False else "")
try: replace(Meta(1), zz=3)
except TypeError as e: print(e)
try: asdict(3)
except TypeError as e: print(e)
try: fields(3)
except TypeError as e: print(e)
@dataclass
class Gen:
    items: "list[int]"
    def __iter__(self): return iter(self.items)
    def __len__(self): return len(self.items)
    def __str__(self): return "str!"
print(list(Gen([1])), f"{Gen([])}", repr(Gen([])))
@dataclass(order=True)
class Card:
    sort_index: int = field(init=False, repr=False)
    rank: str
    suit: str = "♣"
    def __post_init__(self): self.sort_index = "23456789TJQKA".index(self.rank)
print(sorted([Card("A"), Card("2"), Card("T")]), max(Card("3"), Card("K")))
import inspect; print(inspect.signature(Sub), inspect.signature(Card)); print(Sub.__doc__, V.__doc__)
