# f_locals: the variables of calls, as they are now.
import sys


def read():
    a, b = 1, "two"
    frame = sys._getframe()
    names = dict(frame.f_locals)
    names.pop("frame", None)
    c = 3
    return names, frame.f_locals["c"], "d" in frame.f_locals, frame.f_locals.get("d", "none"), len(frame.f_locals)


print(read())


def callers():
    frame = sys._getframe(1)
    return {name: value for name, value in frame.f_locals.items() if name != "frame"}


def calling(x, *args, key=5, **rest):
    local = [x]

    def inner():
        return local

    found = callers()
    found.pop("inner")
    return found


print(calling(1, 2, 3, other=4))


def closure():
    captured = "before"

    def inner():
        return captured, dict(sys._getframe().f_locals), dict(sys._getframe(1).f_locals)["captured"]

    first = inner()
    captured = "after"
    return first, inner()


print(closure())
try:
    print(sys._getframe().f_locals["missing"])
except KeyError as error:
    print("KeyError", error)


def missing():
    try:
        sys._getframe().f_locals["missing"]
    except KeyError as error:
        return "KeyError", str(error)


print(missing())


class Body:
    x = 1
    found = sorted(name for name in sys._getframe(0).f_locals) if False else sorted(sys._getframe().f_locals)


print([name for name in Body.found if not name.startswith("__")])


def deleted():
    x = 1
    frame = sys._getframe()
    before = "x" in frame.f_locals
    del x
    return before, "x" in frame.f_locals


print(deleted())


def generator():
    total = 0
    while True:
        given = yield total
        total += given or 1


counting = generator()
print(counting.gi_frame.f_locals, counting.gi_frame.f_code.co_name)
next(counting)
counting.send(10)
print(counting.gi_frame.f_locals, counting.gi_frame.f_lineno - generator.__code__.co_firstlineno)
counting.send(5)
print(counting.gi_frame.f_locals, counting.gi_frame is counting.gi_frame)
counting.close()
print(counting.gi_frame)


def watches():
    frame = sys._getframe()
    yield frame.f_back is not None
    yield sorted(frame.f_locals)


print(list(watches()))


def module_names():
    sys._getframe(1).f_globals["planted"] = 7


module_names()
print(planted)
sys._getframe().f_locals["also"] = 8
print(also)


def snapshot():
    x = 1
    names = locals()
    y = 2
    return sorted(names), x, y


print(snapshot())
