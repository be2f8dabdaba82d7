# match as a name, subjects that are tuples, sequences that are no lists.
def m(v):
    match v:
        case 1: return 1
        case -2: return -2
        case 3.5: return 3.5
        case "s" "t": return "st"
        case (1 | 2) | 3: return "123"
        case {"k": [a, {"z": b}]}: return a, b
        case [a, b, *_] if (c := a + b) > 3: return c
        case str(x) | bytes(x): return x
        case list([a, b]): return "l", a, b
        case dict(d): return d
for v in (1, -2, 3.5, "st", 2, {"k": [1, {"z": 2}]}, [2, 2], "q", b"w", [1, 1], {"o": 1}): print(m(v))
match, case, _ , type = 1, 2, 3, 4
print(match, case, _, type)
match = {"a": 1}
match["a"] += 1
print(match)
def command(c):
    match c.split():
        case ["go", ("north" | "south") as d]: return f"going {d}"
        case ["get", obj, *more]: return f"get {obj} {more}"
        case [verb]: return verb
        case _: return "?"
for c in ("go north", "go up", "get a b c", "look", ""): print(command(c))
class Pt:
    __match_args__ = ("x",)
    x = 1
try:
    match Pt():
        case Pt(1, 2): pass
except TypeError as e: print(e)
try:
    match 5:
        case int(1, 2): pass
except TypeError as e: print(e)
class Cnt:
    def __len__(self): return 2
    def __getitem__(self, i): return i
match Cnt():
    case [a, b]: print("seq")
    case _: print("not a sequence")
import collections
match collections.deque([1, 2]):
    case [a, b]: print("deque", a, b)
match {"a": 1, "b": 2}:
    case {"a": 1, **r}: print(r)
match collections.Counter("aab"):
    case {"a": n}: print(n)
x = 0
match (x, x):
    case (y, z): print(y, z)
match x, 1:
    case 0, 1: print("tuple")
match 1, *[2, 3]:
    case 1, *r: print(r)
