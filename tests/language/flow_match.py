"""Structural pattern matching over commands, shapes and JSON."""
from dataclasses import dataclass


@dataclass
class Click:
    x: int
    y: int
    button: str = "left"


class Key:
    __match_args__ = ("name", "mods")

    def __init__(self, name, *mods):
        self.name, self.mods = name, mods


def describe(value):
    match value:
        case None | False:
            return "nothing"
        case True:
            return "yes"
        case 0 | 0.0:
            return "zero"
        case -1 | 1:
            return "unit"
        case int(n) if n > 1000:
            return f"big {n:,}"
        case int() | float() as n:
            return f"number {n}"
        case "" | b"":
            return "empty text"
        case str(s) if s.isupper():
            return f"shout {s}"
        case "go" | "walk" as verb:
            return f"verb {verb}"
        case str():
            return "text"
        case []:
            return "empty list"
        case [x]:
            return f"one {x!r}"
        case [int(x), int(y)]:
            return f"pair {x + y}"
        case ["cmd", name, *args]:
            return f"command {name} {args}"
        case [first, *_, last] if first == last:
            return f"loop {first}"
        case (Click(x=0) | Click(y=0)) as c:
            return f"edge {c}"
        case Click(x, y, button="right"):
            return f"menu {x},{y}"
        case Click(x, y):
            return f"click {x},{y}"
        case Key("q", ("ctrl",)):
            return "quit"
        case Key(name, [*mods]):
            return f"key {name} {mods}"
        case {"type": "circle", "r": r}:
            return f"circle {r}"
        case {"type": str(kind), **rest} if rest:
            return f"{kind} with {rest}"
        case {"nested": {"list": [{"id": id}, *_]}}:
            return f"id {id}"
        case {}:
            return f"mapping of {len(value)}"
        case set():
            return "set"
        case _:
            return type(value).__name__


samples = [None, False, True, 0, 0.0, 1, -1, 5000, 3.5, 12, "", "GO", "go", "hm", [], [[]], [3, 4], ["cmd", "run", 1, 2], ("x", 1, "x"), [1, 2, 3], Click(0, 5),
           Click(5, 0), Click(1, 2, "right"), Click(3, 4), Key("q", "ctrl"), Key("a", "alt", "shift"), Key("b"), {"type": "circle", "r": 2}, {"type": "box", "w": 1},
           {"nested": {"list": [{"id": 7}, 2]}}, {}, {"k": 1}, {1, 2}, range(3), (1, "2"), b"", object]
for sample in samples:
    label = repr(sample) if not isinstance(sample, Key) else f"Key {sample.name}"
    print(f"{label:>45} : {describe(sample)}")


def interpret(program):
    stack = []
    for instruction in program:
        match instruction.split():
            case ["push", number]:
                stack.append(int(number))
            case [("add" | "sub" | "mul") as op]:
                b, a = stack.pop(), stack.pop()
                stack.append({"add": a + b, "sub": a - b, "mul": a * b}[op])
            case ["dup", *times]:
                stack.extend([stack[-1]] * (int(times[0]) if times else 1))
            case [other, *_]:
                raise ValueError(f"unknown {other!r}")
            case []:
                pass
    return stack


print(interpret(["push 2", "push 3", "add", "dup", "mul", "", "dup 2"]))
try:
    interpret(["push 1", "jump 3"])
except ValueError as error:
    print(error)
match x := [1, [2, 3]]:
    case [a, [b, c]]:
        print(a, b, c, x)
match 5:
    case 6:
        print("no")
print("fell through")
