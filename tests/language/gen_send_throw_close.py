"""Generators that are talked to: send, throw, close, return values and what happens in finally."""


def averager():
    total, count, average = 0.0, 0, None
    while True:
        try:
            value = yield average
        except ValueError as error:
            print("reset:", error)
            total, count, average = 0.0, 0, None
            continue
        total += value
        count += 1
        average = total / count


a = averager()
print(next(a), a.send(10), a.send(20), a.send(33))
print(a.throw(ValueError("start again")))
print(a.send(5))
a.close()
try:
    a.send(1)
except StopIteration as stop:
    print("closed", stop.value)


def stubborn():
    try:
        yield 1
    finally:
        print("cleaning")


g = stubborn()
next(g)
g.close()
g.close()


def ignores_exit():
    while True:
        try:
            yield "again"
        except GeneratorExit:
            pass


g = ignores_exit()
next(g)
try:
    g.close()
except RuntimeError as error:
    print(error)

g = averager()
try:
    g.send(3)
except TypeError as error:
    print(error)


def returns():
    got = yield 1
    return ("result", got)


def delegates():
    result = yield from returns()
    print("inner gave", result)
    try:
        yield from thrower()
    except KeyError as error:
        print("outer caught", repr(error))
    return "end"


def thrower():
    try:
        yield "in thrower"
    except ZeroDivisionError:
        yield "handled inside"
    raise KeyError("k")


g = delegates()
print(next(g), g.send("sent"))
print(g.throw(ZeroDivisionError))
try:
    next(g)
except StopIteration as stop:
    print("value:", stop.value)

# A StopIteration that escapes a generator is an error.


def leaks():
    yield 1
    raise StopIteration("no")


g = leaks()
next(g)
try:
    next(g)
except RuntimeError as error:
    print(error, repr(error.__cause__))

# yield from over plain iterables and send to them


def chain(*parts):
    for part in parts:
        yield from part


print(list(chain("ab", [1, 2], {3: 4}, range(2))))
g = chain([1, 2])
next(g)
try:
    g.send("x")
except AttributeError as error:
    print(error)


def reentrant():
    yield list(me)


me = reentrant()
try:
    next(me)
except ValueError as error:
    print(error)


def lifecycle():
    yield


g = lifecycle()
print(g.gi_running, g.gi_frame is None)
for _ in g:
    pass
print(g.gi_running, g.gi_frame is None, g.__name__, g.__qualname__)
g = lifecycle()
try:
    g.throw(OSError("before start"))
except OSError as error:
    print(error, list(g))


def with_default():
    x = yield
    while x is not None:
        x = yield x * 2


g = with_default()
next(g)
print([g.send(i) for i in range(1, 4)], next(g, "done"))
print(sum(x * x for x in range(10) if x % 2), max((len(w), w) for w in ["a", "bbb", "cc"]))
