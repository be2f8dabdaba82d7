# What frame objects show of calls that have ended, the proxies of their variables, and what a caught exception keeps.
import gc
import inspect
import sys
import weakref


def told(make, *args):
    try:
        return make(*args)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def make(first, second=2, *rest, **named):
    text = "text"
    more = [first, second]
    return sys._getframe()


frame = make(1, 3, 4, key=5)
names = frame.f_locals
print(type(names).__name__, dict(names), len(names), list(names), frame.f_code.co_name, frame.f_lineno)
print(inspect.getargvalues(frame).args, inspect.formatargvalues(*inspect.getargvalues(frame)))
names["first"], names["new"] = 10, 11
print(names["first"], names["new"], frame.f_locals["first"], names is frame.f_locals, told(lambda: names["missing"]))
print(names.get("missing", 0), "text" in names, names.setdefault("text", 1), sorted(names.keys())[:3])
print(told(lambda: names.pop("text")), told(names.__delitem__, "text"))
frame.clear()
print(dict(frame.f_locals), frame.f_code.co_name, frame.f_back is None)


# The caller stays reachable, and its variables are current.
def outer(value):
    inner_frame = inner(value * 2)
    value += 100
    return inner_frame


def inner(doubled):
    return inspect.currentframe()


frame = outer(21)
print(frame.f_locals, frame.f_back.f_code.co_name, frame.f_back.f_locals["value"], frame.f_back.f_back is sys._getframe())


# Methods, __init__, operators, closures, generators and comprehensions.
class Kept:
    def __init__(self, value):
        self.value, self.frame = value, sys._getframe()

    def __add__(self, other):
        total = self.value + other
        return total, sys._getframe()

    def __eq__(self, other):
        other += 1
        return sys._getframe()


one = Kept(7)
print(one.frame.f_locals["value"], (one + 3)[1].f_locals["total"], (one == 4).f_locals["other"])


def closure(x):
    def changes():
        nonlocal x
        x += 1
        return sys._getframe()

    return changes


print(closure(5)().f_locals["x"])


def generates(limit):
    for at in range(limit):
        yield sys._getframe()


frames = list(generates(3))
print(frames[0] is frames[-1], frames[0].f_locals["limit"], frames[0].f_locals["at"])


# Names added to f_locals are names of the function's locals(), and those of a class body.
def adds():
    own = 1
    sys._getframe().f_locals["added"] = 2
    sys._getframe().f_locals["own"] = 3
    return own, locals()


print(adds())


class Body:
    x = 1
    sys._getframe().f_locals["x"] = 2
    sys._getframe().f_locals["y"] = 3


print(Body.x, Body.y)


class Like:
    def __hash__(self):
        return hash("x")

    def __eq__(self, other):
        return other == "x"


class Text(str):
    pass


def overwrites(key):
    x = 1
    proxy = sys._getframe().f_locals
    proxy[key] = 2
    return x, list(proxy), proxy


for key in (Text("x"), Like(), "x"):
    x, keys, proxy = overwrites(key)
    print(x, keys, proxy.keys(), proxy["x"], proxy == {"key": key, "x": 2, "proxy": proxy})


# Objects live as long as a frame object, and no longer.
class Object:
    pass


def holds():
    held = Object()
    return weakref.ref(held), sys._getframe()


reference, frame = holds()
print(reference() is not None)
frame.clear()
gc.collect()
print(reference() is None)
reference, frame = holds()
del frame
gc.collect()
print(reference() is None)


def holds_itself():
    held, own = Object(), sys._getframe()
    return weakref.ref(held)


reference = holds_itself()
gc.collect()
print(reference() is None)


# An exception keeps numbers and texts of the calls that it ended.
def fails(number, text):
    half = number / 2
    return half / 0


def passes(number):
    data = [number, number + 1]
    return fails(number, "given")


try:
    passes(8)
except ZeroDivisionError as error:
    trace = error.__traceback__
    found = []
    while trace := trace.tb_next:
        found.append(trace.tb_frame)
for frame in found:
    print(frame.f_code.co_name, dict(frame.f_locals), frame.f_back.f_code.co_name)
    frame.clear()
    print(dict(frame.f_locals))

# What a callback of a weak reference raises goes to the hook.
def callback(reference):
    raise ValueError("from the callback")


sys.unraisablehook = lambda told: print("unraisable", told.exc_type.__name__, told.exc_value, told.object is callback)
reference = weakref.ref(Object(), callback)
gc.collect()
