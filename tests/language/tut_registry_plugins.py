"""Registries of classes and functions: decorators, __init_subclass__, entry tables, factories."""
import functools
import inspect

REGISTRY = {}


def register(name=None, *, aliases=()):
    def wrap(cls):
        key = name or cls.__name__.lower()
        if key in REGISTRY:
            raise KeyError(f"{key!r} is registered already by {REGISTRY[key].__qualname__}")
        for k in (key, *aliases):
            REGISTRY[k] = cls
        cls.registered_name = key
        return cls
    return wrap


@register()
class Linear:
    def __init__(self, n): self.n = n
    def __repr__(self): return f"{type(self).__name__}({self.n})"


@register("conv", aliases=["convolution", "c"])
class Conv(Linear): pass


try:
    @register("conv")
    class Other: pass
except KeyError as error:
    print(error, error.args)


def build(spec):
    kind, _, rest = spec.partition(":")
    try:
        cls = REGISTRY[kind]
    except KeyError:
        raise ValueError(f"unknown {kind!r}; known: {', '.join(sorted(REGISTRY))}") from None
    return cls(*map(int, filter(None, rest.split(","))))


print([build(s) for s in ("linear:3", "c:5", "conv:1")])
for bad in ("pool:2", "linear", "linear:1,2"):
    try:
        build(bad)
    except (ValueError, TypeError) as error:
        print(type(error).__name__, error, error.__cause__, error.__suppress_context__)


class Plugin:
    plugins = []
    priority = 0

    def __init_subclass__(cls, /, priority=None, abstract=False, **kwargs):
        super().__init_subclass__(**kwargs)
        if priority is not None:
            cls.priority = priority
        if not abstract:
            Plugin.plugins.append(cls)
            Plugin.plugins.sort(key=lambda c: (-c.priority, c.__name__))


class Loud(Plugin, priority=5): pass
class Quiet(Plugin): pass
class Helper(Plugin, abstract=True): pass
class Best(Helper, priority=9): pass


print([c.__name__ for c in Plugin.plugins], [c.__name__ for c in Plugin.__subclasses__()], Best.__mro__[1:3])
try:
    class Wrong(Plugin, colour=3): pass
except TypeError as error:
    print(error)


def route(path, methods=("GET",)):
    def deco(fn):
        fn.routes = getattr(fn, "routes", []) + [(m, path) for m in methods]
        return fn
    return deco


class App:
    def __init__(self):
        self.table = {}
        for name, fn in inspect.getmembers(self, callable):
            for key in getattr(fn, "routes", ()):
                self.table[key] = fn

    @route("/")
    @route("/index", methods=["GET", "HEAD"])
    def home(self): return "home"

    @route("/user", methods=["POST"])
    def user(self, name="x"): return f"user {name}"


app = App()
print(sorted(app.table), app.table["POST", "/user"]("bob"), app.table["GET", "/"]())


def count_calls(fn):
    @functools.wraps(fn)
    def wrapper(*args, **kwargs):
        wrapper.calls += 1
        return fn(*args, **kwargs)
    wrapper.calls = 0
    return wrapper


@count_calls
def greet(name: str, punct: str = "!") -> str:
    """Say hello."""
    return f"hello {name}{punct}"


greet("a"); greet("b", punct="?")
print(greet.calls, greet.__name__, greet.__doc__, greet.__wrapped__.__name__, inspect.signature(greet), greet.__annotations__)


class Meta:
    handlers: dict = {}

    def on(self, event):
        return functools.partial(self._add, event)

    def _add(self, event, fn):
        self.handlers.setdefault(event, []).append(fn)
        return fn

    def emit(self, event, *args):
        return [h(*args) for h in self.handlers.get(event, [])]


bus = Meta()


@bus.on("x")
def first(v): return v + 1


@bus.on("x")
def second(v): return v * 2


print(bus.emit("x", 10), bus.emit("y"), first(1))


class retry:
    def __init__(self, times=3, exceptions=(Exception,)):
        self.times, self.exceptions = times, exceptions

    def __call__(self, fn):
        @functools.wraps(fn)
        def inner(*a, **k):
            for attempt in range(1, self.times + 1):
                try:
                    return fn(*a, **k)
                except self.exceptions as error:
                    print(f"attempt {attempt}: {error!r}")
                    if attempt == self.times:
                        raise
        return inner


state = {"n": 0}


@retry(times=3, exceptions=(ValueError, KeyError))
def flaky():
    state["n"] += 1
    if state["n"] < 3:
        raise ValueError(f"no {state['n']}")
    return "done"


print(flaky())


@retry(2)
def never(): raise KeyError("k")


try:
    never()
except KeyError as error:
    print("gave up", error)
print(vars(retry(1)), retry.__init__.__defaults__)
