class P:
    __match_args__ = ("x", "y")
    def __init__(self, x, y): self.x, self.y = x, y
def m(v):
    match v:
        case 0: return "zero"
        case 1 | 2: return "one or two"
        case "a" | "b" as s: return f"letter {s}"
        case None: return "none"
        case True: return "true"
        case [x]: return f"one item {x}"
        case [1, *rest]: return f"starts 1 {rest}"
        case (a, b) if a == b: return "pair equal"
        case (a, b): return f"pair {a} {b}"
        case [a, *_, z]: return f"long {a} {z}"
        case {"k": 1, **rest}: return f"dict {rest}"
        case {"type": "c", "v": [p, q]}: return f"nested {p} {q}"
        case P(0, y=yy): return f"P0 {yy}"
        case P(x, y): return f"P {x} {y}"
        case int(n): return f"int {n}"
        case str(): return "str"
        case float() | bytes(): return "float"
        case _: return "other"
for v in (0, 1, 2, "a", None, [5], [1, 2, 3], (4, 4), (1, 5), (3, 4), [9, 8, 7], {"k": 1, "z": 2}, {"type": "c", "v": [1, 2]}, P(0, 5), P(1, 2), 77, "zzz", 1.5, {}, object):
    print(m(v))
match [1, [2, 3]]:
    case [a, [b, c]]: print(a, b, c)
match 5:
    case x if x > 10: print("no")
    case x if x > 3: print("yes", x)
class Color: RED = 1
match 1:
    case Color.RED: print("red")
match {"a": {"b": 2}}:
    case {"a": {"b": b}}: print(b)
match (1, 2, 3):
    case [_, _]: print("two")
    case [_, *mid, _]: print(mid)
match "x":
    case ["x"]: print("no")
    case _: print("string is no sequence")
