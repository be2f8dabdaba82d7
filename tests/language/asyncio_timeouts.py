# asyncio.timeout and timeout_at.
import asyncio


async def plain():
    async with asyncio.timeout(10) as block:
        print(block.expired(), block.when() > 0, repr(block).startswith("<Timeout [active] when="[:16]))
        await asyncio.sleep(0)
    print(block.expired(), block)
    try:
        async with asyncio.timeout(0.01) as block:
            await asyncio.sleep(10)
            print("never")
    except TimeoutError as error:
        print("late", repr(error), type(error.__cause__).__name__, block.expired(), block)
    try:
        async with asyncio.timeout(0):
            await asyncio.sleep(0)
            print("never")
    except TimeoutError:
        print("at once")
    async with asyncio.timeout(None) as block:
        await asyncio.sleep(0)
    print(block.when(), block.expired())


async def at():
    loop = asyncio.get_running_loop()
    try:
        async with asyncio.timeout_at(loop.time() + 0.01):
            await asyncio.sleep(10)
    except TimeoutError:
        print("at the moment")
    try:
        async with asyncio.timeout_at(loop.time() - 1):
            await asyncio.sleep(10)
    except TimeoutError:
        print("the moment was over")


async def moved():
    loop = asyncio.get_running_loop()
    async with asyncio.timeout(0.01) as block:
        block.reschedule(loop.time() + 10)
        await asyncio.sleep(0.02)
        print("still here")
    try:
        async with asyncio.timeout(None) as block:
            block.reschedule(loop.time() + 0.01)
            await asyncio.sleep(10)
    except TimeoutError:
        print("moved nearer")
    for state in ("new", "over"):
        block = asyncio.timeout(1)
        if state == "over":
            async with block:
                pass
        try:
            block.reschedule(5)
        except RuntimeError as error:
            print(error)
    try:
        async with block:
            pass
    except RuntimeError as error:
        print(error)


async def nested():
    try:
        async with asyncio.timeout(10) as outer:
            async with asyncio.timeout(0.01) as inner:
                await asyncio.sleep(10)
    except TimeoutError:
        print("inner", inner.expired(), outer.expired())
    try:
        async with asyncio.timeout(0.01) as outer:
            async with asyncio.timeout(10) as inner:
                await asyncio.sleep(10)
    except TimeoutError:
        print("outer", inner.expired(), outer.expired())
    try:
        async with asyncio.timeout(0.01):
            try:
                await asyncio.sleep(10)
            except asyncio.CancelledError:
                print("cancelled within")
                raise
    except TimeoutError:
        print("and told as a timeout")


async def errors():
    try:
        async with asyncio.timeout(10):
            raise KeyError("own")
    except KeyError as error:
        print(error)
    try:
        async with asyncio.timeout(0.01):
            try:
                await asyncio.sleep(10)
            except asyncio.CancelledError:
                raise ValueError("instead")
    except ValueError as error:
        print(error)


async def cancelled():
    async def works():
        async with asyncio.timeout(10) as block:
            try:
                await asyncio.sleep(10)
            finally:
                print("expired", block.expired())

    task = asyncio.create_task(works())
    await asyncio.sleep(0)
    task.cancel()
    try:
        await task
    except asyncio.CancelledError:
        print("a cancellation from outside stays one")
    task = asyncio.current_task()
    try:
        async with asyncio.timeout(0.001):
            await asyncio.sleep(10)
    except TimeoutError:
        print(task.cancelling())


for part in (plain, at, moved, nested, errors, cancelled):
    print(part.__name__)
    asyncio.run(part())


async def outside_of_a_task():
    pass


c = asyncio.timeout_at(5).__aenter__()
try:
    c.send(None)
except RuntimeError as error:
    print(error)
