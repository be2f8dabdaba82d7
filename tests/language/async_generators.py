# Asynchronous generators: steps by hand, values sent and thrown in, closing.
import inspect
import types


class Pause:
    def __init__(self, value):
        self.value = value

    def __await__(self):
        return (yield self.value)


def run(awaitable):
    given = []
    iterator = awaitable.__await__()
    try:
        while True:
            given.append(iterator.send(None))
    except StopIteration as stop:
        return given, stop.value


def attempt(step):
    try:
        print(run(step))
    except BaseException as error:
        print(type(error).__name__, error)


async def numbers(n):
    try:
        for i in range(n):
            await Pause(f"before {i}")
            got = yield i
            if got is not None:
                print("got", got)
    except ValueError as error:
        print("caught", error)
        yield "recovered"
    finally:
        print("finally")


g = numbers(3)
print(type(g) is types.AsyncGeneratorType, g.__name__, g.ag_running, g.ag_await, g.ag_frame is None)
print(repr(g).startswith("<async_generator object numbers at 0x"), g.__aiter__() is g)
print(type(g.__anext__()).__name__, type(g.asend(1)).__name__)
attempt(g.__anext__())
attempt(g.asend("hello"))
attempt(g.athrow(ValueError("thrown")))
attempt(g.__anext__())
attempt(g.__anext__())
attempt(g.asend(1))
attempt(g.aclose())

g = numbers(3)
attempt(g.asend(1))
attempt(g.__anext__())
attempt(g.aclose())
attempt(g.aclose())
attempt(g.athrow(KeyError("after the end")))

g = numbers(3)
attempt(g.athrow(KeyError("before the start")))
attempt(g.__anext__())
g = numbers(3)
attempt(g.aclose())
attempt(g.__anext__())


async def ignores():
    try:
        yield 1
    except GeneratorExit:
        yield 2


g = ignores()
attempt(g.__anext__())
attempt(g.aclose())


async def cleans():
    try:
        yield 1
    finally:
        await Pause("cleaning")
        print("clean")


g = cleans()
attempt(g.__anext__())
attempt(g.aclose())

step = (g := numbers(1)).__anext__()
print(step.send(None), g.ag_running, type(g.ag_await).__name__)
other = g.__anext__()
for busy in (other, g.aclose(), g.athrow(ValueError)):
    try:
        busy.send(None)
    except RuntimeError as error:
        print(error)
try:
    step.send(None)
except StopIteration as stop:
    print(stop.value, g.ag_running)
try:
    step.send(None)
except RuntimeError as error:
    print(error)
attempt(g.aclose())


async def stops():
    yield 1
    raise StopAsyncIteration


async def stops_plainly():
    yield 1
    raise StopIteration


for function in (stops, stops_plainly):
    g = function()
    attempt(g.__anext__())
    attempt(g.__anext__())


async def nothing():
    return
    yield


attempt(nothing().__anext__())
print(inspect.isasyncgenfunction(nothing), inspect.isasyncgen(nothing()), inspect.iscoroutinefunction(nothing))
for what in (iter, list):
    try:
        what(nothing())
    except TypeError as error:
        print(error)


async def outer():
    total = []
    async for x in inner():
        total.append(x)
        if x == 2:
            break
    return total


async def inner():
    for i in range(5):
        yield i
        await Pause(i)


print(run(outer()))


async def uses_anext():
    g = inner()
    print(await anext(g), await anext(g))
    await g.aclose()
    print(await anext(g, "default"))
    try:
        await anext(g)
    except StopAsyncIteration:
        print("ended")
    print(await anext(aiter(inner())))


run(uses_anext())
for wrong in (lambda: aiter(3), lambda: anext(3), lambda: aiter([])):
    try:
        wrong()
    except TypeError as error:
        print(error)
