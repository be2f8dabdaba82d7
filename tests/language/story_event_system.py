# Events with decorators, weak handlers, closures and a small state machine.
import functools
from collections import defaultdict
from enum import Enum, auto


class Bus:
    def __init__(self):
        self.handlers = defaultdict(list)

    def on(self, name, *, priority=0):
        def register(function):
            self.handlers[name].append((priority, function))
            self.handlers[name].sort(key=lambda pair: -pair[0])
            return function
        return register

    def emit(self, name, /, *args, **kwargs):
        return [function(*args, **kwargs) for _, function in self.handlers[name]]


bus = Bus()
calls = []


def counted(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        wrapper.calls += 1
        return function(*args, **kwargs)

    wrapper.calls = 0
    return wrapper


@bus.on("greet")
@counted
def hello(name, punctuation="."):
    """Say hello."""
    return f"hello {name}{punctuation}"


@bus.on("greet", priority=5)
def loud(name, **_):
    return name.upper()


print(bus.emit("greet", "ada", punctuation="!"), bus.emit("nothing"), hello.calls, hello.__name__, hello.__doc__, hello.__wrapped__.__name__)


class State(Enum):
    IDLE = auto()
    RUNNING = auto()
    DONE = auto()


TRANSITIONS = {(State.IDLE, "start"): State.RUNNING, (State.RUNNING, "finish"): State.DONE, (State.RUNNING, "stop"): State.IDLE}


class Machine:
    def __init__(self):
        self.state = State.IDLE
        self.log = []

    def fire(self, event):
        try:
            new = TRANSITIONS[self.state, event]
        except KeyError:
            raise RuntimeError(f"cannot {event} while {self.state.name}") from None
        self.log.append(f"{self.state.name}->{new.name}")
        self.state = new
        return self


m = Machine().fire("start").fire("stop").fire("start").fire("finish")
print(m.state, m.log)
try:
    m.fire("start")
except RuntimeError as error:
    print(error, error.__cause__, error.__suppress_context__, type(error.__context__).__name__)


def make_counter(start=0, step=1):
    value = start

    def up():
        nonlocal value
        value += step
        return value

    def reset():
        nonlocal value
        value = start

    return up, reset


up, reset = make_counter(10, 5)
print(up(), up(), reset(), up())
makers = [lambda i=i: i * i for i in range(3)]
late = [lambda: i for i in range(3)]
print([f() for f in makers], [f() for f in late])


@functools.lru_cache(maxsize=None)
def fibonacci(n):
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)


print(fibonacci(80), fibonacci.cache_info(), functools.reduce(lambda a, b: a * b, range(1, 11)))
double = functools.partial(lambda a, b, *, c=0: (a, b, c), 1, c=9)
print(double(2), double(b=3), double.args, double.keywords)
