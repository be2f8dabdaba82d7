# The native pickler's bytes by their digests: objects × protocols × ways to write; and what reading them gives.
import collections
import copyreg
import datetime
import decimal
import enum
import fractions
import hashlib
import io
import pickle
import uuid


class Plain:
    def __init__(self, **fields):
        self.__dict__.update(fields)


class Slotted:
    __slots__ = ("a", "b", "__dict__")


class Stated:
    def __getstate__(self):
        return {"kept": self.kept}

    def __setstate__(self, state):
        self.kept = state["kept"]


class WithArguments:
    def __new__(cls, *args, **kwargs):
        made = object.__new__(cls)
        made.given = args, kwargs
        return made

    def __getnewargs_ex__(self):
        return self.given


class Reduced:
    def __reduce__(self):
        return Reduced, (), {"state": 1}, iter([]), iter({}.items())


class Listed(list):
    pass


class Mapped(dict):
    pass


class Set(Reduced):
    def __reduce__(self):
        return Plain, (), {"x": 1}, None, None, set_state


def set_state(made, state):
    made.__dict__.update(state)


class Colour(enum.Enum):
    RED = 1


class Flag(enum.Flag):
    A = 1
    B = 2


Point = collections.namedtuple("Point", "x y")


class Registered:
    pass


copyreg.pickle(Registered, lambda given: (Registered, ()))


class Meta(type):
    pass


class OfMeta(metaclass=Meta):
    class Inner:
        def method(self):
            pass


def slotted():
    made = Slotted()
    made.a, made.c = 1, 2
    return made


def stated():
    made = Stated()
    made.kept, made.lost = 1, 2
    return made


def cycle():
    made = Plain(name="cycle")
    made.self, made.items = made, [made, {"made": made}, (made,)]
    return made


shared = ["shared"] * 3
text = "some text"
OBJECTS = {
    "singletons": [None, True, False, ..., NotImplemented],
    "small": list(range(-3, 300)),
    "powers": [sign * 2**n + d for n in range(0, 140, 7) for d in (-1, 0, 1) for sign in (1, -1)],
    "long": [2**2039, 2**2040, -(2**2040), 10**700],
    "floats": [0.0, -0.0, 0.1, 1e308, 5e-324, float("inf"), float("-inf"), 1 / 3],
    "complex": [1j, 2 - 3j],
    "texts": ["", "a", "é", "日本", "\U0001f600", "\ud800", "a\\b\n\r\x00\x1a", "x" * 255, "x" * 256, "y" * 70000],
    "bytes": [b"", b"a", bytes(range(256)), b"z" * 70000, bytearray(), bytearray(b"ab"), bytearray(70000)],
    "tuples": [(), (1,), (1, 2), (1, 2, 3), (1, 2, 3, 4), ((), ((),))],
    "batches": [list(range(n)) for n in (0, 1, 2, 999, 1000, 1001, 2000, 2001)],
    "dicts": [dict.fromkeys(range(n)) for n in (0, 1, 2, 999, 1000, 1001, 2000)],
    "sets": [set(), {1}, set(range(1500)), frozenset(), frozenset([3])],
    "shared": [shared, shared, {"k": shared}, text, text, (text, text)],
    "plain": [Plain(), Plain(a=1), Plain(a=1, b=[2], c=Plain(a=3))],
    "slots": slotted(),
    "stated": stated(),
    "arguments": [WithArguments(), WithArguments(1), WithArguments(k=2)],
    "reduced": [Reduced(), Set()],
    "listed": [Listed([1]), Listed(range(1200)), Mapped(a=1), Mapped(zip(range(1200), range(1200)))],
    "enum": [Colour.RED, Flag.A | Flag.B],
    "records": [Point(1, 2), Point(text, text)],
    "registered": [Registered(), Registered()],
    "classes": [Plain, OfMeta, OfMeta.Inner, OfMeta.Inner.method, set_state, int, type, len, print, type(None), type(...)],
    "methods": [[].append, "a".join, str.upper, dict.fromkeys],
    "cycle": cycle(),
    "collections": [collections.OrderedDict(a=1), collections.Counter("aab")],
    "deque": collections.deque([1], 3),
    "defaultdict": collections.defaultdict(list),
    "iterators": [iter([1, 2]), range(3), slice(1, 2), reversed([1])],
    "errors": [ValueError("x", 1), KeyError("k"), OSError(2, "no", "f")],
    "library": [decimal.Decimal("1.5"), fractions.Fraction(1, 3), uuid.UUID(int=5)],
    "times": [datetime.date(2020, 1, 2), datetime.datetime(2020, 1, 2, 3, 4, 5, 6), datetime.timedelta(1, 2, 3), datetime.timezone.utc],
    "large": [b"a" * 65535, b"b" * 65536, "c" * 65536, list(range(40000))],
}


class Chunks:
    def __init__(self):
        self.chunks = []

    def write(self, data):
        self.chunks.append(len(data))


class Persistent(pickle.Pickler):
    def persistent_id(self, given):
        return "shared" if given is shared else None


class Restored(pickle.Unpickler):
    def persistent_load(self, given):
        return shared


class Overridden(pickle.Pickler):
    def reducer_override(self, given):
        return (Plain, ()) if isinstance(given, Registered) else NotImplemented


class Tabled(pickle.Pickler):
    dispatch_table = {Registered: lambda given: (Plain, ()), Plain: lambda given: (list, ())}


def digest(data):
    return len(data), hashlib.sha256(data).hexdigest()[:16]


for name, given in OBJECTS.items():
    for protocol in range(6):
        try:
            data = pickle.dumps(given, protocol)
        except Exception as error:
            print(name, protocol, type(error).__name__, error)
            continue
        chunks = Chunks()
        pickle.dump(given, chunks, protocol)
        made = pickle.loads(data)
        print(name, protocol, *digest(data), chunks.chunks[:3], type(made).__name__, pickle.load(io.BytesIO(data)) is not made)
        if name not in ("cycle", "iterators", "errors", "sets", "methods"):
            print("  again", pickle.dumps(made, protocol) == data or digest(pickle.dumps(made, protocol)))
    for kind in (Persistent, Overridden, Tabled):
        file = io.BytesIO()
        try:
            kind(file).dump(given)
        except Exception as error:
            print(" ", kind.__name__, type(error).__name__)
            continue
        print(" ", kind.__name__, *digest(file.getvalue()), type(Restored(io.BytesIO(file.getvalue())).load()).__name__)
