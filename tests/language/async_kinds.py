# What is a coroutine, an awaitable, an asynchronous iterator: types, inspect, collections.abc.
import asyncio
import collections.abc as abc
import functools
import inspect
import types


async def coroutine():
    pass


async def agen():
    yield


def gen():
    yield


@types.coroutine
def awaitable_gen():
    yield


def plain():
    pass


class Has:
    def __await__(self):
        yield

    async def method(self):
        pass

    @classmethod
    async def of_class(cls):
        pass

    @staticmethod
    async def static():
        pass

    async def __call__(self):
        pass


c, a, g, w = coroutine(), agen(), gen(), awaitable_gen()
things = {
    "coroutine function": coroutine,
    "async generator function": agen,
    "generator function": gen,
    "awaitable generator function": awaitable_gen,
    "function": plain,
    "lambda": lambda: c,
    "method": Has().method,
    "class method": Has.of_class,
    "static": Has.static,
    "partial": functools.partial(coroutine),
    "partial of agen": functools.partial(agen),
    "callable": Has(),
    "class": Has,
    "coroutine": c,
    "async generator": a,
    "generator": g,
    "awaitable generator": w,
    "int": 3,
}
for name, thing in things.items():
    print(
        f"{name:30}",
        inspect.iscoroutinefunction(thing),
        inspect.isasyncgenfunction(thing),
        inspect.isgeneratorfunction(thing),
        inspect.iscoroutine(thing),
        inspect.isasyncgen(thing),
        inspect.isawaitable(thing),
        asyncio.iscoroutinefunction(thing),
        asyncio.iscoroutine(thing) and not inspect.isgenerator(thing),
        asyncio.isfuture(thing),
    )
KINDS = [abc.Awaitable, abc.Coroutine, abc.AsyncIterable, abc.AsyncIterator, abc.AsyncGenerator, abc.Generator, abc.Iterator]
for name, thing in list(things.items())[-7:]:
    print(f"{name:20}", [kind.__name__ for kind in KINDS if isinstance(thing, kind)])
for function in (coroutine, agen, gen, awaitable_gen, plain):
    print(function.__name__, function.__code__.co_flags & (0x20 | 0x80 | 0x100 | 0x200))
print([t.__name__ for t in (types.CoroutineType, types.AsyncGeneratorType, types.GeneratorType)])
for kind in (types.CoroutineType, types.AsyncGeneratorType):
    try:
        kind()
    except TypeError as error:
        print(error)
    try:
        type("Sub", (kind,), {})
    except TypeError as error:
        print(error)


class Count(abc.AsyncIterator):
    def __init__(self):
        self.n = 0

    async def __anext__(self):
        self.n += 1
        if self.n > 3:
            raise StopAsyncIteration
        return self.n


class Mine(abc.AsyncGenerator):
    async def asend(self, value):
        return f"sent {value}"

    async def athrow(self, typ, val=None, tb=None):
        raise typ


class Own(abc.Coroutine):
    def send(self, value):
        raise StopIteration(value)

    def throw(self, typ, val=None, tb=None):
        raise typ

    def __await__(self):
        return self

    def __iter__(self):
        return self

    def __next__(self):
        return self.send(None)


async def uses():
    print([x async for x in Count()])
    mine = Mine()
    print(await anext(mine), await mine.asend(5), await mine.aclose(), aiter(mine) is mine)
    print(await Own(), await asyncio.create_task(Own()), Own().close())


asyncio.run(uses())
for kind in KINDS[:5]:
    try:
        kind()
    except TypeError as error:
        print(str(error).split(" with")[0])
print(inspect.getcoroutinestate(c))
c.close()
print(inspect.getcoroutinestate(c))
