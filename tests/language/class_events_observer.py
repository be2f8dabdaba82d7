"""Observers, commands with undo, a state machine from an enum, and strategies."""
from collections import defaultdict
from enum import Enum, auto
from functools import partial


class Signal:
    def __init__(self):
        self.slots = []

    def connect(self, slot):
        self.slots.append(slot)
        return slot

    def __call__(self, *args, **kwargs):
        return [slot(*args, **kwargs) for slot in self.slots]


changed = Signal()


@changed.connect
def log(name, value, *, source="?"):
    return f"{source}: {name}={value}"


changed.connect(partial(log, source="partial"))
changed.connect(lambda name, value, **_: len(name) + value)
print(changed("size", 3), changed("n", 1, source="here") if False else "skipped")


class State(Enum):
    IDLE = auto()
    RUNNING = auto()
    DONE = auto()

    @property
    def final(self):
        return self is State.DONE


class Machine:
    moves = {State.IDLE: {"start": State.RUNNING}, State.RUNNING: {"stop": State.IDLE, "finish": State.DONE}}

    def __init__(self):
        self.state, self.log = State.IDLE, []

    def fire(self, event):
        try:
            self.state = self.moves[self.state][event]
        except KeyError:
            allowed = sorted(self.moves.get(self.state, {}))
            raise ValueError(f"{event!r} in {self.state.name}; allowed: {allowed}") from None
        self.log.append(self.state)
        return self


m = Machine().fire("start").fire("stop").fire("start").fire("finish")
print(m.state, m.state.final, [s.name for s in m.log], State["IDLE"], State(2), list(State))
try:
    m.fire("start")
except ValueError as error:
    print(error)


class Editor:
    def __init__(self):
        self.text, self.undone, self.done = "", [], []

    def do(self, action, *args):
        before = self.text
        self.text = action(self.text, *args)
        self.done.append(before)
        self.undone.clear()

    def undo(self):
        if self.done:
            self.undone.append(self.text)
            self.text = self.done.pop()

    def redo(self):
        if self.undone:
            self.done.append(self.text)
            self.text = self.undone.pop()


e = Editor()
e.do(str.__add__, "hello")
e.do(str.upper)
e.do(str.replace, "L", "1")
states = [e.text]
for step in (e.undo, e.undo, e.undo, e.undo, e.redo, e.redo):
    step()
    states.append(e.text)
print(states)
handlers = defaultdict(list)


def on(event, priority=0):
    def register(function):
        handlers[event].append((priority, function.__name__, function))
        return function
    return register


@on("save", priority=2)
@on("open")
def audit(x): return f"audit {x}"


@on("save")
def store(x): return f"store {x}"


for event in sorted(handlers):
    print(event, [f(event) for _, _, f in sorted(handlers[event], reverse=True)])
