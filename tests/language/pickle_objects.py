# What objects say of themselves: __reduce__, __getstate__, __getnewargs__ and the rest.
import copy
import copyreg
import dataclasses
import enum
import pickle


def through(thing, protocols=range(6)):
    return [pickle.loads(pickle.dumps(thing, protocol)) for protocol in protocols]


class Stated:
    def __init__(self):
        self.kept, self.dropped = 1, 2

    def __getstate__(self):
        return {"kept": self.kept}

    def __setstate__(self, state):
        self.__dict__.update(state)
        self.restored = True


print([sorted(made.__dict__.items()) for made in through(Stated())])


class Falsy:
    def __getstate__(self):
        return None

    def __setstate__(self, state):
        print("never")


through(Falsy())


class NewArgs:
    def __new__(cls, a, b=0):
        made = super().__new__(cls)
        made.a, made.b = a, b
        return made

    def __getnewargs__(self):
        return (self.a, self.b)

    def __repr__(self):
        return f"NewArgs({self.a}, {self.b})"


print(through(NewArgs(1, 2), (2, 3, 4, 5)))


class NewArgsEx(NewArgs):
    def __new__(cls, a, *, b):
        return super().__new__(cls, a, b)

    def __getnewargs_ex__(self):
        return (self.a,), {"b": self.b}


print(through(NewArgsEx(1, b=3), (2, 3, 4, 5)), pickle.dumps(NewArgsEx(1, b=3), 4))
for wrong in ([], ((),), ([], {}), ((), []), 5):
    class Bad:
        def __getnewargs_ex__(self):
            return wrong

    try:
        Bad().__reduce_ex__(2)
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error)


class Reduced:
    def __init__(self, *args):
        self.args = args

    def __reduce__(self):
        return (Reduced, self.args, {"extra": True})


print([(made.args, made.extra) for made in through(Reduced(1, "two"))])


class Appended:
    def __init__(self):
        self.items = []

    def append(self, item):
        self.items.append(item)

    def __setitem__(self, key, value):
        self.items.append((key, value))

    def __reduce__(self):
        return Appended, (), None, iter([1, 2, 3]), iter([("a", 1), ("b", 2)])


print([made.items for made in through(Appended())])


def set_state(made, state):
    made.by_setter = state


class Setter:
    def __reduce__(self):
        return Setter, (), "the state", None, None, set_state


print([made.by_setter for made in through(Setter())])


class ByName:
    def __reduce__(self):
        return "SINGLE"


SINGLE = ByName()
print([made is SINGLE for made in through(SINGLE)], copy.deepcopy(SINGLE) is SINGLE)


class Protocol:
    def __reduce_ex__(self, protocol):
        return int, (protocol,)


print(through(Protocol()))


class Color(enum.Enum):
    RED = 1
    GREEN = "g"


class Bits(enum.Flag):
    A = 1
    B = 2


class Number(enum.IntEnum):
    ONE = 1


print([made is Color.RED for made in through(Color.RED)], through(Bits.A | Bits.B, [4]), through(Number.ONE, [2]))


@dataclasses.dataclass
class Item:
    name: str
    price: float = 1.0
    tags: list = dataclasses.field(default_factory=list)


@dataclasses.dataclass(frozen=True)
class Frozen:
    x: int


print(through(Item("a", 2.5, ["t"]), [0, 2, 4]), through(Frozen(3), [4, 5]))


class Registered:
    def __init__(self, value):
        self.value = value


copyreg.pickle(Registered, lambda registered: (Registered, (registered.value + 1,)))
print([made.value for made in through(Registered(1))], copy.copy(Registered(5)).value)
del copyreg.dispatch_table[Registered]


class Node:
    def __init__(self, name):
        self.name, self.links = name, []


a, b = Node("a"), Node("b")
a.links += [b, a]
b.links.append(a)
made = pickle.loads(pickle.dumps(a))
print(made.links[0].links[0] is made, made.links[1] is made, made.links[0].name)
print(object.__reduce_ex__(Node("x"), 2)[0].__name__, object().__reduce_ex__(0)[0].__name__, Node("y").__getstate__())
for refused in (lambda: 0, (n for n in ()), copy, open, type("Local", (), {})()):
    try:
        pickle.dumps(refused)
        print("fine", type(refused).__name__)
    except Exception as error:
        print(type(error).__name__, type(refused).__name__)


def local():
    def inner():
        pass

    class Inner:
        pass

    for thing in (inner, Inner, Inner()):
        try:
            pickle.dumps(thing)
        except (AttributeError, pickle.PicklingError) as error:
            print("local", "<locals>" in str(error))


local()
for wrong in (5, (1,), (int,), (int, (), 1, 2, 3, 4, 5), (5, ()), (int, [])):
    class Wrong:
        def __reduce__(self):
            return wrong

    try:
        pickle.dumps(Wrong())
    except Exception as error:
        print(type(error).__name__, wrong)
print(copy.copy(Stated()).__dict__, copy.deepcopy(NewArgsEx(4, b=5)), copy.deepcopy(Reduced([1])).args)
