"""State machines: a turnstile by table, a parser of numbers by states, traffic lights by generator, vending by match, undo stacks."""
from collections import namedtuple
from enum import Enum, auto


class State(Enum):
    LOCKED = auto()
    OPEN = auto()


TABLE = {(State.LOCKED, "coin"): (State.OPEN, "unlock"), (State.LOCKED, "push"): (State.LOCKED, "alarm"), (State.OPEN, "push"): (State.LOCKED, "lock"), (State.OPEN, "coin"): (State.OPEN, "thanks")}
state, actions = State.LOCKED, []
for event in ["push", "coin", "coin", "push"]:
    state, action = TABLE[state, event]
    actions.append(action)
print(state, actions, [f"{s.name}+{e}" for s, e in TABLE])


def number(text):
    state = "start"
    for c in text:
        match state, c:
            case "start", "+" | "-":
                state = "sign"
            case "start" | "sign" | "int", d if d.isdigit():
                state = "int"
            case "int", ".":
                state = "point"
            case "point" | "frac", d if d.isdigit():
                state = "frac"
            case "int" | "frac", "e" | "E":
                state = "exp"
            case "exp", "+" | "-":
                state = "exp sign"
            case "exp" | "exp sign" | "exp int", d if d.isdigit():
                state = "exp int"
            case _:
                return f"bad {c!r} in {state}"
    return state if state in ("int", "frac", "exp int") else f"incomplete {state}"


print([number(t) for t in ("12", "-3.5", "1e10", "+2.5E-3", "1.", "abc", "1e", "--1", "")])


def lights():
    elapsed = 0
    while True:
        for colour, seconds in (("green", 30), ("yellow", 5), ("red", 20)):
            skip = yield colour, elapsed
            elapsed += seconds if not skip else skip
            if skip == "stop":
                return f"stopped after {elapsed}"


light = lights()
print([next(light) for _ in range(4)], light.send(1))


class Vending:
    prices = {"tea": 150, "juice": 220}

    def __init__(self):
        self.credit, self.stock, self.log = 0, {"tea": 1, "juice": 2}, []

    def handle(self, *event):
        match event:
            case ("coin", int(value)) if value in (10, 20, 50, 100, 200):
                self.credit += value
            case ("coin", value):
                return f"rejected {value}"
            case ("select", str(item)) if item not in self.prices:
                return f"no {item}"
            case ("select", item) if not self.stock[item]:
                return f"{item} sold out"
            case ("select", item) if self.credit < self.prices[item]:
                return f"{self.prices[item] - self.credit} more"
            case ("select", item):
                self.stock[item] -= 1
                change, self.credit = self.credit - self.prices[item], 0
                return f"{item}, change {self.coins(change)}"
            case ("cancel",):
                back, self.credit = self.credit, 0
                return f"returned {back}"
            case _:
                return f"unknown {event}"
        return self.credit

    @staticmethod
    def coins(amount):
        out = []
        for coin in (200, 100, 50, 20, 10):
            n, amount = divmod(amount, coin)
            out += [coin] * n
        return out


v = Vending()
print([v.handle(*e) for e in [("coin", 100), ("select", "tea"), ("coin", 7), ("coin", 200), ("select", "tea"), ("select", "tea"), ("select", "cola"), ("coin", 50), ("cancel",), ("kick", 1, 2)]])
Edit = namedtuple("Edit", "at old new")


class Editor:
    def __init__(self, text=""):
        self.text, self.done, self.undone = text, [], []

    def _apply(self, e):
        self.text = self.text[:e.at] + e.new + self.text[e.at + len(e.old):]

    def replace(self, start, stop, new):
        edit = Edit(start, self.text[start:stop], new)
        self._apply(edit)
        self.done.append(edit)
        self.undone.clear()
        return self

    def undo(self):
        if self.done:
            e = self.done.pop()
            self._apply(Edit(e.at, e.new, e.old))
            self.undone.append(e)
        return self

    def redo(self):
        if self.undone:
            self._apply(e := self.undone.pop())
            self.done.append(e)
        return self


e = Editor("hello world").replace(0, 5, "goodbye").replace(8, 13, "moon")
print(e.text, e.undo().text, e.undo().text, e.undo().text, e.redo().text, e.replace(0, 0, ">").redo().text, len(e.undone))


class Context:
    def __init__(self, start): self.state = start(self)
    def send(self, x):
        try:
            return self.state.send(x)
        except StopIteration as stop:
            self.state = stop.value(self)
            return next(self.state)


def idle(ctx):
    x = yield "idle"
    while x != "go":
        x = yield f"still idle ({x})"
    return running


def running(ctx):
    n = 0
    x = yield "running"
    while x != "stop":
        n += 1
        x = yield f"tick {n}"
    return idle


c = Context(idle)
print(next(c.state), [c.send(x) for x in ("wait", "go", "a", "b", "stop", "go")])
