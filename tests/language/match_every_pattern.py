# Every kind of pattern over many subjects.
from dataclasses import dataclass
import enum
@dataclass
class P: x: int; y: int
class Color(enum.Enum): RED = 1; BLUE = "b"
class Q:
    __match_args__ = ("a", "b")
    def __init__(self, a, b): self.a, self.b = a, b
def m(v):
    match v:
        case None: return "none"
        case True | False: return f"bool {v}"
        case int(n) if n > 100: return f"big {n}"
        case int() | float(): return f"num {v}"
        case "a" | "b" as s: return f"ab {s}"
        case str(): return "str"
        case Color.RED: return "red"
        case P(0, 0): return "origin"
        case P(x=0, y=yy): return f"on y {yy}"
        case P(x, y) if x == y: return f"diag {x}"
        case P(): return "P"
        case Q(a, b=[first, *_]): return f"Q {a} {first}"
        case []: return "empty"
        case [x]: return f"one {x}"
        case [1, [2, *inner], *rest]: return f"nest {inner} {rest}"
        case (x, y): return f"pair {x} {y}"
        case [x, *_, z]: return f"ends {x} {z}"
        case {"type": "circle", "r": r}: return f"circle {r}"
        case {"type": str(t), **rest}: return f"{t} {rest}"
        case {}: return "dict"
        case b"x": return "bytes"
        case -1.5: return 'never'
        case _: return "other"
try:
    pass
finally: pass
for v in [None, True, 500, 5, 1.5, "a", "zz", Color.RED, Color.BLUE, P(0,0), P(0,5), P(3,3), P(1,2), Q(1,[2,3]), Q(1, []), [], [1], [1,[2,3,4],5], (1,2), range(4), {"type":"circle","r":2}, {"type":"sq","w":1}, {}, b"x", {1,2}  , object]: print(m(v))
