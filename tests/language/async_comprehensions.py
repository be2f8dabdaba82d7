# Asynchronous comprehensions and generator expressions.
import inspect


def run(coroutine):
    try:
        while True:
            coroutine.send(None)
    except StopIteration as stop:
        return stop.value


class Pause:
    def __await__(self):
        yield


async def count(n):
    for i in range(n):
        await Pause()
        yield i


async def double(x):
    await Pause()
    return 2 * x


async def is_odd(x):
    await Pause()
    return x % 2 == 1


async def basics():
    print([x async for x in count(4)])
    print({x % 2 async for x in count(4)})
    print({x: str(x) async for x in count(3)})
    print([await double(x) for x in range(3)])
    print({await double(x) for x in [1, 1, 2]})
    print({x: await double(x) for x in range(3)})
    print([x async for x in count(6) if await is_odd(x)])
    print([x for x in range(6) if await is_odd(x) if x > 1])
    print([(x, y) async for x in count(2) for y in "ab"])
    print([(x, y) for x in "ab" async for y in count(2)])
    print([(x, y) async for x in count(3) async for y in count(x)])
    print([[y async for y in count(x)] async for x in count(3)])
    print([[y async for y in count(x)] for x in range(3)])
    print([{y: [z async for z in count(y)] for y in range(x)} for x in range(3)])
    print([x for x in await double([1, 2])])
    print([y for x in range(2) for y in await double([x])])


async def lazily():
    g = (await double(x) for x in range(3))
    print(inspect.isasyncgen(g), g.__name__)
    print([x async for x in g])
    g = (x async for x in count(3) if x)
    print(await anext(g), await anext(g), await anext(g, "end"))
    nested = ([y async for y in count(x)] for x in range(3))
    print(inspect.isasyncgen(nested), [x async for x in nested])
    plain = (x for x in range(3))
    print(inspect.isgenerator(plain), list(plain))
    eager_first = (x for x in await double([1]))
    print(inspect.isgenerator(eager_first), list(eager_first))


def outside():
    return (x async for x in count(3))


async def scopes():
    x = "outer"
    print([x async for x in count(2)], x)
    factor = 10
    print([factor * (await double(i)) for i in range(3)])
    functions = [lambda: i async for i in count(3)]
    print([f() for f in functions])
    print([last := y async for y in count(3)], last)

    class Inner:
        values = [v for v in range(3)]

    print(Inner.values)


async def failures():
    try:
        [x async for x in (1, 2)]
    except TypeError as error:
        print(error)
    try:
        [1 / x async for x in count(2)]
    except ZeroDivisionError as error:
        print(error)
    try:
        sum(x async for x in count(2))
    except TypeError as error:
        print(error)
    try:
        [x for x in count(2)]
    except TypeError as error:
        print(error)


run(basics())
run(lazily())
run(scopes())
run(failures())


async def take(g):
    return [x async for x in g]


print(run(take(outside())))
