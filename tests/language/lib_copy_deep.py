"""copy: shallow and deep, memo, cycles, hooks, what is shared, replace by hand."""
import copy
from collections import OrderedDict, defaultdict, deque, namedtuple
from dataclasses import dataclass, field

a = [1, [2, 3], {"k": [4]}, (5, [6])]
b, c = copy.copy(a), copy.deepcopy(a)
a[1].append("x")
a[2]["k"].append("y")
a[3][1].append("z")
print(b, c, b[1] is a[1], c[1] is a[1], c[3] is a[3])
t = (1, "a", (2,))
print(copy.copy(t) is t, copy.deepcopy(t) is t, copy.deepcopy((1, [2])) == (1, [2]), copy.copy("s"), copy.deepcopy(5), copy.deepcopy(None), copy.copy(len) is len, copy.deepcopy(int) is int)
loop = [1]
loop.append(loop)
made = copy.deepcopy(loop)
print(made[1] is made, made is not loop, made)
shared = [0]
pair = copy.deepcopy([shared, shared])
print(pair[0] is pair[1], pair[0] is shared)


class Node:
    count = 0

    def __init__(self, value, *children):
        Node.count += 1
        self.value, self.children, self.parent = value, list(children), None
        for child in children:
            child.parent = self


root = Node("r", Node("a", Node("b")), Node("c"))
twin = copy.deepcopy(root)
print(Node.count, twin.children[0].children[0].parent is twin.children[0], twin.children[0] is not root.children[0], twin.children[1].parent is twin, twin.__class__ is Node)
flat = copy.copy(root)
print(flat.children is root.children, flat is not root, vars(flat) == vars(root), vars(flat) is vars(root))


class Hooks:
    def __init__(self, v): self.v = v
    def __copy__(self): print("copying"); return Hooks(self.v)
    def __deepcopy__(self, memo): print("deep", isinstance(memo, dict)); return Hooks(copy.deepcopy(self.v, memo))
    def __repr__(self): return f"H({self.v})"


h = Hooks([1])
print(copy.copy(h), copy.deepcopy([h, h]), copy.deepcopy({"h": h}))


class State:
    def __init__(self): self.keep, self.drop = [1], "secret"
    def __getstate__(self): return {"keep": self.keep}
    def __setstate__(self, state): self.__dict__.update(state); self.drop = "restored"


s = copy.deepcopy(State())
print(s.keep, s.drop)


class Slots:
    __slots__ = ("x", "y")
    def __init__(self): self.x, self.y = [1], 2


o = Slots()
p, q = copy.copy(o), copy.deepcopy(o)
print(p.x is o.x, q.x is o.x, q.x, q.y)


class Special(list):
    extra = None


sp = Special([1, [2]])
sp.extra = {"e": [3]}
sc, sd = copy.copy(sp), copy.deepcopy(sp)
print(type(sc).__name__, sc, sc.extra is sp.extra, type(sd).__name__, sd[1] is sp[1], sd.extra, sd.extra is sp.extra)
P = namedtuple("P", "x y")
print(copy.deepcopy(P(1, [2])), copy.copy(OrderedDict(a=1)), copy.deepcopy(defaultdict(list, a=[1])), copy.deepcopy(deque([[1]], 3)), copy.deepcopy({1: {2: {3}}}), copy.copy({1, 2}), copy.deepcopy(frozenset([1])), copy.deepcopy(b"b"), copy.deepcopy(bytearray(b"x")), copy.copy(range(3)), copy.deepcopy(slice(1)) if False else slice(1))


@dataclass
class Config:
    name: str
    tags: list = field(default_factory=list)
    sub: "Config" = None


one = Config("a", ["t"], Config("b"))
two = copy.deepcopy(one)
two.tags.append("u")
two.sub.name = "changed"
print(one, two, copy.copy(one).tags is one.tags, sep="\n")
memo = {}
x = [1]
y = copy.deepcopy(x, memo)
print(memo[id(x)] is y, copy.deepcopy(x, memo) is y)
f = lambda: 0
print(copy.deepcopy(f) is f, copy.deepcopy([f])[0] is f, copy.deepcopy(Exception("e", 1)).args, copy.copy(ValueError("v")), copy.Error.__name__)
