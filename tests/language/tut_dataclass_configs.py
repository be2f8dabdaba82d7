"""Configuration by data classes: nested, from dictionaries, checked, frozen, compared, replaced."""
# Recorded from CPython 3.13: 3.13 says more of an attribute that cannot be set.
from __future__ import annotations
import dataclasses
import json
from dataclasses import dataclass, field, asdict, astuple, replace, fields, is_dataclass, InitVar, KW_ONLY, FrozenInstanceError, make_dataclass, MISSING
from typing import Any, ClassVar, Optional


@dataclass
class OptimizerConfig:
    name: str = "sgd"
    lr: float = 1e-2
    betas: tuple[float, float] = (0.9, 0.999)
    extra: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self):
        if self.lr <= 0:
            raise ValueError(f"lr must be positive, got {self.lr}")


@dataclass
class TrainConfig:
    epochs: int
    batch_size: int = 32
    optimizer: OptimizerConfig = field(default_factory=OptimizerConfig)
    tags: list[str] = field(default_factory=list, repr=False, compare=False)
    seed: Optional[int] = None
    version: ClassVar[str] = "1.0"

    @classmethod
    def from_dict(cls, data: dict) -> TrainConfig:
        data = dict(data)
        if isinstance(data.get("optimizer"), dict):
            data["optimizer"] = OptimizerConfig(**data["optimizer"])
        known = {f.name for f in fields(cls)}
        unknown = set(data) - known
        if unknown:
            raise TypeError(f"unknown keys: {sorted(unknown)}")
        return cls(**data)


config = TrainConfig.from_dict({"epochs": 3, "optimizer": {"name": "adam", "lr": 0.001}, "tags": ["a"]})
print(config)
print(asdict(config))
print(json.dumps(asdict(config), indent=2, sort_keys=True))
print(astuple(config))
print(replace(config, epochs=5, tags=["z"]))
print(config == replace(config, tags=["other"]), config == replace(config, seed=1))
for f in fields(config):
    default = "MISSING" if f.default is MISSING else f.default
    print(f.name, f.type, default, f.default_factory is MISSING, f.repr, f.compare, f.init, f.kw_only)
try:
    TrainConfig.from_dict({"epochs": 1, "speed": 2, "colour": 3})
except TypeError as error:
    print(error)
try:
    OptimizerConfig(lr=-1)
except ValueError as error:
    print(error)
try:
    TrainConfig()
except TypeError as error:
    print(error)
try:
    TrainConfig(1, epochs=2)
except TypeError as error:
    print(error)
try:
    TrainConfig(1, 2, OptimizerConfig(), [], None, 7)
except TypeError as error:
    print(error)


@dataclass(frozen=True, order=True)
class Version:
    major: int
    minor: int = 0
    label: str = field(default="", compare=False)

    def bump(self):
        return dataclasses.replace(self, minor=self.minor + 1)


v = Version(1, 2, "rc")
print(v.bump(), v < Version(1, 3), max(Version(0, 9), v, Version(1, 1)), hash(v) == hash(Version(1, 2)), {v: 1}[Version(1, 2, "x")])
for action in ("v.major = 3", "del v.major"):
    try:
        if action.startswith("del"):
            del v.major
        else:
            v.major = 3
    except FrozenInstanceError as error:
        print(type(error).__name__, error, isinstance(error, AttributeError))
try:
    v < 3
except TypeError as error:
    print(error)


@dataclass
class Account:
    owner: str
    _: KW_ONLY
    balance: float = 0
    password: InitVar[str] = "secret"
    digest: int = field(init=False, default=0)

    def __post_init__(self, password):
        self.digest = sum(map(ord, password)) % 97


a = Account("ann", balance=5, password="pw")
print(a, a.digest, [f.name for f in fields(a)])
try:
    Account("ann", 5)
except TypeError as error:
    print(error)


@dataclass
class Base:
    x: int
    y: int = 0


@dataclass
class Derived(Base):
    z: int = 3
    x: float = 1.5


print(Derived(), Derived(2, z=9), [f.name for f in fields(Derived)], Derived.__match_args__)
match Derived(2, 3, 4):
    case Derived(x, y, z):
        print("matched", x, y, z)
try:
    @dataclass
    class Broken:
        a: int = 1
        b: str
except TypeError as error:
    print(error)
try:
    @dataclass
    class Mutable:
        a: list = []
except ValueError as error:
    print(error)
Point = make_dataclass("Point", ["x", ("y", int), ("z", int, field(default=7))], namespace={"norm1": lambda self: self.x + self.y + self.z})
p = Point(1, 2)
print(p, p.norm1(), is_dataclass(p), is_dataclass(Point), is_dataclass(5), Point.__name__)


@dataclass(repr=False, eq=False)
class Bare:
    a: int = 1


print(Bare() == Bare(), "Bare object at" in repr(Bare()))


@dataclass(unsafe_hash=True)
class Hashed:
    a: int
    b: list = field(hash=False, default_factory=list)


print(hash(Hashed(1)) == hash(Hashed(1, [2])))


@dataclass
class Node:
    value: int
    next: Optional[Node] = None


loop = Node(1)
loop.next = loop
print(loop)
print(asdict(Node(1, Node(2, Node(3)))))
print(asdict(Node(1, Node(2)), dict_factory=lambda items: [f"{k}!" for k, _ in items]))


@dataclass(slots=True)
class Slim:
    a: int = 0
    b: str = "b"


s = Slim()
try:
    s.c = 1
except AttributeError as error:
    print(error)
print(s, Slim.__slots__, hasattr(s, "__dict__"))


class Celsius:
    def __set_name__(self, owner, name):
        self.name = "_" + name

    def __get__(self, obj, owner=None):
        return 20.0 if obj is None else getattr(obj, self.name)

    def __set__(self, obj, value):
        setattr(obj, self.name, float(value))


@dataclass
class Room:
    temperature: Celsius = Celsius()


print(Room(), Room(3))
print(dataclasses.field(default=3).default, Version.__dataclass_fields__["label"].compare, Version.__dataclass_params__.frozen)
print(Version.__doc__, "|", Base.__doc__)
