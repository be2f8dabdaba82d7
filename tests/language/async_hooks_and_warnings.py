# Hooks of asynchronous generators; coroutines that are never awaited.
import asyncio
import gc
import sys
import warnings


async def numbers():
    try:
        yield 1
        yield 2
    finally:
        print("numbers end")


def step(awaitable):
    try:
        awaitable.__await__().send(None)
    except StopIteration as stop:
        return stop.value


begun, died = [], []
before = sys.get_asyncgen_hooks()
print(before, before.firstiter, before.finalizer)
sys.set_asyncgen_hooks(firstiter=lambda g: begun.append(g.__name__), finalizer=lambda g: died.append(g.__name__))
hooks = sys.get_asyncgen_hooks()
print(callable(hooks.firstiter), callable(hooks.finalizer), tuple(hooks) == (hooks[0], hooks[1]))
g = numbers()
print(begun)
print(step(g.__anext__()), begun)
print(step(g.__anext__()), begun)
del g
gc.collect()
print(died)
g = numbers()
step(g.__anext__())
step(g.aclose())
del g
gc.collect()
print(begun, died)
g = numbers()
del g
gc.collect()
print(begun, died)
sys.set_asyncgen_hooks(None, None)
print(sys.get_asyncgen_hooks() == (None, None))
for wrong in ({"firstiter": 3}, {"finalizer": "x"}):
    try:
        sys.set_asyncgen_hooks(**wrong)
    except TypeError as error:
        print(error)


async def raises():
    yield 1


def refuses(g):
    raise ValueError("no generators here")


sys.set_asyncgen_hooks(firstiter=refuses)
try:
    raises().__anext__()
except ValueError as error:
    print(error)
sys.set_asyncgen_hooks(*before)


async def never():
    print("never")


class Awaits:
    async def method(self):
        pass


with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    never()
    gc.collect()
    Awaits().method()
    gc.collect()
    c = never()
    c.close()
    del c
    gc.collect()
    [never() for _ in range(2)]
    gc.collect()
for warning in caught:
    print(warning.category.__name__, warning.message)

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    never()
    gc.collect()


async def closes_at_the_end():
    g = numbers()
    print(await anext(g))
    async for x in numbers():
        if x == 1:
            break
    gc.collect()
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    print("the loop has closed the second")
    return g


asyncio.run(closes_at_the_end())
print("over")
