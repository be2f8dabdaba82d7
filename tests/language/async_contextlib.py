# Asynchronous context managers of contextlib.
import asyncio
from contextlib import (
    AbstractAsyncContextManager,
    AsyncContextDecorator,
    AsyncExitStack,
    aclosing,
    asynccontextmanager,
    nullcontext,
)


@asynccontextmanager
async def tag(name, swallow=()):
    """Opens and closes a tag."""
    print(f"<{name}>")
    try:
        await asyncio.sleep(0)
        yield name.upper()
    except swallow as error:
        print("swallowed", repr(error))
    finally:
        await asyncio.sleep(0)
        print(f"</{name}>")


@asynccontextmanager
async def yields_twice():
    yield 1
    yield 2


@asynccontextmanager
async def yields_never():
    return
    yield


@tag("decorated")
async def decorated(x):
    """A coroutine function."""
    await asyncio.sleep(0)
    return x * 2


class Manager(AbstractAsyncContextManager):
    def __init__(self, name):
        self.name = name

    async def __aexit__(self, *details):
        print("left", self.name, details[0])


class Decorates(AsyncContextDecorator):
    async def __aenter__(self):
        print("before")
        return self

    async def __aexit__(self, *details):
        print("after")


@Decorates()
async def wrapped():
    print("during")


class HasMethods:
    async def __aenter__(self):
        pass

    async def __aexit__(self, *details):
        pass


async def managers():
    async with tag("a") as a, tag("b", ValueError) as b:
        print(a, b)
        raise ValueError("inside")
    try:
        async with tag("c", KeyError):
            raise TypeError("not that one")
    except TypeError as error:
        print(error)
    print(await decorated(4), await decorated(5), decorated.__name__, decorated.__doc__, tag.__doc__)
    for bad in (yields_twice, yields_never):
        try:
            async with bad():
                pass
        except RuntimeError as error:
            print(error)
    try:
        async with tag("stop"):
            raise StopAsyncIteration("through")
    except StopAsyncIteration as error:
        print(repr(error))
    try:
        async with tag("stop"):
            raise StopIteration("through")
    except StopIteration as error:
        print(repr(error))
    async with Manager("m") as m:
        print(m.name)
    await wrapped()
    print(issubclass(HasMethods, AbstractAsyncContextManager), isinstance(3, AbstractAsyncContextManager))
    async with nullcontext("null") as value:
        print(value)
    try:
        AbstractAsyncContextManager()
    except TypeError as error:
        print("abstract")


async def numbers():
    try:
        for i in range(10):
            yield i
    finally:
        print("numbers closed")


async def stacks():
    async with AsyncExitStack() as stack:
        print(await stack.enter_async_context(tag("one")))
        print(stack.enter_context(nullcontext(2)))
        stack.callback(print, "callback", sep="!")
        stack.push_async_callback(asyncio.sleep, 0)

        async def leave(kind, value, traceback):
            print("leave", kind)
            return True

        stack.push_async_exit(leave)
        stack.push_async_exit(Manager("pushed"))
        raise KeyError("in the stack")
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(tag("kept"))
        moved = stack.pop_all()
    print("not left yet")
    await moved.aclose()
    for wrong in (3, nullcontext):
        try:
            await stack.enter_async_context(wrong)
        except TypeError as error:
            print(error)
    try:
        async with AsyncExitStack() as stack:

            async def raises(*details):
                raise ValueError("while leaving")

            stack.push_async_exit(raises)
            raise KeyError("first")
    except ValueError as error:
        print(error)


async def closes():
    async with aclosing(numbers()) as numbers_now:
        async for x in numbers_now:
            if x == 2:
                break
    print("after")


for part in (managers, stacks, closes):
    print(part.__name__)
    asyncio.run(part())
