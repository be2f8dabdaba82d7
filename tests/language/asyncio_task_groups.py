# Task groups: tasks that end together.
import asyncio


async def after(seconds, result):
    await asyncio.sleep(seconds)
    if isinstance(result, BaseException):
        raise result
    return result


async def sleeps(name, log):
    try:
        await asyncio.sleep(10)
    except asyncio.CancelledError:
        log.append(name)
        raise


async def plain():
    async with asyncio.TaskGroup() as group:
        first = group.create_task(after(0.02, "a"), name="first")
        second = group.create_task(after(0.01, "b"))
        print(first.get_name(), first.done())
    print(first.result(), second.result())
    async with asyncio.TaskGroup():
        pass


async def fails():
    log = []
    try:
        async with asyncio.TaskGroup() as group:
            group.create_task(sleeps("x", log))
            group.create_task(sleeps("y", log))
            group.create_task(after(0.01, ValueError("v")))
            await asyncio.sleep(10)
            print("never")
    except* ValueError as errors:
        print(errors.message, errors.exceptions, sorted(log))
    try:
        async with asyncio.TaskGroup() as group:
            group.create_task(after(0, ValueError("one")))
            group.create_task(after(0, KeyError("two")))
    except ExceptionGroup as errors:
        print(repr(errors))
    try:
        async with asyncio.TaskGroup() as group:
            group.create_task(sleeps("z", log))
            await asyncio.sleep(0)
            raise TypeError("in the body")
    except* TypeError as errors:
        print(errors.exceptions, log[-1])


async def nested():
    try:
        async with asyncio.TaskGroup() as outer:
            outer.create_task(after(10, 1))
            async with asyncio.TaskGroup() as inner:
                inner.create_task(after(0.01, OSError("deep")))
                inner.create_task(after(10, 1))
    except* OSError as errors:
        print(repr(errors))


async def adds_more():
    async def parent(group, depth):
        if depth:
            group.create_task(parent(group, depth - 1))
        await asyncio.sleep(0)
        done.append(depth)

    done = []
    async with asyncio.TaskGroup() as group:
        group.create_task(parent(group, 3))
    print(done)


async def cancelled():
    log = []

    async def works():
        async with asyncio.TaskGroup() as group:
            group.create_task(sleeps("child", log))
            await asyncio.sleep(10)

    task = asyncio.create_task(works())
    await asyncio.sleep(0.01)
    task.cancel()
    try:
        await task
    except asyncio.CancelledError:
        print("cancelled", log, task.cancelled())
    async with asyncio.TaskGroup() as group:
        child = group.create_task(sleeps("alone", log))
        await asyncio.sleep(0)
        child.cancel()
    print(child.cancelled(), log[-1])


async def misuse():
    group = asyncio.TaskGroup()
    c = after(0, 1)
    try:
        group.create_task(c)
    except RuntimeError as error:
        print(error)
    c.close()
    async with group:
        try:
            await group.__aenter__()
        except RuntimeError as error:
            print(str(error)[:11])
    c = after(0, 1)
    try:
        group.create_task(c)
    except RuntimeError as error:
        print(str(error)[-11:])
    c.close()


async def base_errors():
    for error in (KeyboardInterrupt("k"), SystemExit(2)):
        try:
            async with asyncio.TaskGroup():
                raise error
        except (KeyboardInterrupt, SystemExit) as raised:
            print(type(raised).__name__, raised is error)


for part in (plain, fails, nested, adds_more, cancelled, misuse, base_errors):
    print(part.__name__)
    asyncio.run(part())
