# Several at once: gather, wait, as_completed, shield, wait_for.
import asyncio


async def after(seconds, result):
    await asyncio.sleep(seconds)
    if isinstance(result, Exception):
        raise result
    return result


async def gathers():
    print(await asyncio.gather(after(0.03, "a"), after(0.01, "b"), after(0.02, "c")))
    print(await asyncio.gather(), await asyncio.gather(after(0, 1)))
    same = asyncio.create_task(after(0, "same"))
    print(await asyncio.gather(same, same))
    try:
        await asyncio.gather(after(0.01, ValueError("v")), after(0.02, KeyError("k")))
    except ValueError as error:
        print("first error", error)
    print(await asyncio.gather(after(0, ValueError("v")), after(0, 2), return_exceptions=True))
    slow = asyncio.create_task(after(10, "slow"))
    group = asyncio.gather(slow, after(0, 1), return_exceptions=True)
    await asyncio.sleep(0.01)
    slow.cancel()
    print([repr(result) for result in await group])
    group = asyncio.gather(after(10, 1), after(10, 2))
    await asyncio.sleep(0)
    print(group.cancel(), group.cancelled())
    try:
        await group
    except asyncio.CancelledError:
        print("group cancelled")
    slow = asyncio.create_task(after(10, "slow"))
    group = asyncio.gather(slow, after(0, 1))
    await asyncio.sleep(0)
    slow.cancel()
    try:
        await group
    except asyncio.CancelledError:
        print("child cancelled")


async def waits():
    tasks = [asyncio.create_task(after(i / 5, i), name=f"t{i}") for i in (3, 1, 2)]
    done, pending = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    print([t.get_name() for t in done], sorted(t.get_name() for t in pending))
    done, pending = await asyncio.wait(pending)
    print(sorted(t.result() for t in done), pending)
    tasks = [asyncio.create_task(after(0.01, ValueError("x"))), asyncio.create_task(after(10, 1))]
    done, pending = await asyncio.wait(tasks, return_when=asyncio.FIRST_EXCEPTION)
    print([repr(t.exception()) for t in done], len(pending))
    done, rest = await asyncio.wait(pending, timeout=0.01)
    print(len(done), len(rest))
    for task in rest:
        task.cancel()
    for wrong in (lambda: asyncio.wait([]), lambda: asyncio.wait(tasks[0]), lambda: asyncio.wait(tasks, return_when="x")):
        try:
            await wrong()
        except (ValueError, TypeError) as error:
            print(error)


async def completes():
    for next_one in asyncio.as_completed([after(0.6, "c"), after(0.2, "a"), after(0.4, "b")]):
        print(await next_one)
    try:
        for next_one in asyncio.as_completed([after(0, 1), after(10, 2)], timeout=0.3):
            print(await next_one)
    except TimeoutError:
        print("too late")
    for task in asyncio.all_tasks() - {asyncio.current_task()}:
        task.cancel()


async def shields():
    inner = asyncio.create_task(after(0.02, "inner"))
    outer = asyncio.shield(inner)
    await asyncio.sleep(0)
    print(outer.cancel(), outer.cancelled(), inner.cancelled())
    print(await inner)
    print(await asyncio.shield(after(0, "plain")))
    try:
        await asyncio.shield(after(0, ValueError("through")))
    except ValueError as error:
        print(error)
    inner = asyncio.create_task(after(0.5, "survives"))
    try:
        await asyncio.wait_for(asyncio.shield(inner), 0.001)
    except TimeoutError:
        print("timed out", inner.done())
    print(await inner)


async def times_out():
    print(await asyncio.wait_for(after(0, "in time"), 10))
    print(await asyncio.wait_for(after(0, "no limit"), None))
    for limit in (0.01, 0, -1):
        task = asyncio.create_task(after(10, "late"))
        try:
            await asyncio.wait_for(task, limit)
        except TimeoutError as error:
            print(repr(error), task.cancelled())
    done = asyncio.get_running_loop().create_future()
    done.set_result("done")
    print(await asyncio.wait_for(done, 0))
    try:
        await asyncio.wait_for(after(0, KeyError("own")), 1)
    except KeyError as error:
        print(error)


async def ensures():
    task = asyncio.ensure_future(after(0, 1))
    print(asyncio.ensure_future(task) is task, asyncio.isfuture(task), await task)

    class Awaitable:
        def __await__(self):
            return (yield from after(0, "awaited").__await__())

    print(await asyncio.ensure_future(Awaitable()))
    try:
        asyncio.ensure_future(3)
    except TypeError as error:
        print(error)


for part in (gathers, waits, completes, shields, times_out, ensures):
    print(part.__name__)
    asyncio.run(part())
