# Coroutine objects: their methods, attributes and errors, driven by hand.
import inspect
import types


class Pause:
    """An awaitable that gives its value to whoever drives the coroutine."""

    def __init__(self, value):
        self.value = value

    def __await__(self):
        return (yield self.value)


async def adds(a, b):
    first = await Pause(a)
    second = await Pause(b)
    return first + second


async def outer(a, b):
    total = await adds(a, b)
    return await Pause(total)


def drive(coroutine, *sent):
    values = iter(sent)
    try:
        print("gives", coroutine.send(None))
        while True:
            print("gives", coroutine.send(next(values)))
    except StopIteration as stop:
        print("returns", stop.value)


drive(adds(1, 2), 10, 20)
drive(outer("a", "b"), "x", "y", "z")

c = adds(1, 2)
print(type(c), type(c) is types.CoroutineType, c.__name__, c.__qualname__)
print(repr(c).startswith("<coroutine object adds at 0x"), c.cr_code == adds.__code__)
print(c.cr_running, c.cr_suspended, c.cr_await, c.cr_frame is None, inspect.getcoroutinestate(c))
c.send(None)
print(c.cr_running, c.cr_suspended, type(c.cr_await).__name__, inspect.getcoroutinestate(c))
c.close()
print(c.cr_frame, c.cr_suspended, inspect.getcoroutinestate(c))
for attempt in (lambda: c.send(None), lambda: c.throw(ValueError)):
    try:
        attempt()
    except RuntimeError as error:
        print(error)
c.close()

c = adds(1, 2)
try:
    c.send(5)
except TypeError as error:
    print(error)
try:
    c.throw(KeyError("at the start"))
except KeyError as error:
    print(repr(error))

o = outer(1, 2)
o.send(None)
print(o.cr_await.__qualname__, type(o.cr_await.cr_await).__name__)
try:
    o.throw(ZeroDivisionError("inside"))
except ZeroDivisionError as error:
    print(repr(error))


async def stubborn():
    try:
        await Pause(1)
    finally:
        await Pause("cleaning up")


c = stubborn()
print(c.send(None))
try:
    c.close()
except RuntimeError as error:
    print(error)


async def catches():
    try:
        await Pause(1)
    except ValueError as error:
        return f"caught {error!r}"


c = catches()
c.send(None)
try:
    c.throw(ValueError("x"))
except StopIteration as stop:
    print(stop.value)


async def itself():
    try:
        me.send(None)
    except ValueError as error:
        return str(error)


me = itself()
try:
    me.send(None)
except StopIteration as stop:
    print(stop.value)

c = adds(1, 2)
wrapper = c.__await__()
print(type(wrapper).__name__, iter(wrapper) is wrapper, next(wrapper), wrapper.send(3))
try:
    wrapper.send(4)
except StopIteration as stop:
    print(stop.value)


async def shares(c):
    return await c


c = adds(1, 2)
first, second = shares(c), shares(c)
first.send(None)
try:
    second.send(None)
except RuntimeError as error:
    print(error)
first.close()

for what in (iter, next, list, tuple, set, sum):
    c = adds(1, 2)
    try:
        what(c)
    except TypeError as error:
        print(error)
    c.close()
