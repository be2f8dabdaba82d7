# asyncio.run and Runner: results, errors, what is left at the end.
import asyncio


async def value(x):
    await asyncio.sleep(0)
    return x


async def fails():
    await asyncio.sleep(0)
    raise ValueError("from the coroutine")


print(asyncio.run(value(1)), asyncio.run(value(2), debug=False))
try:
    asyncio.run(fails())
except ValueError as error:
    print(error)
for wrong in (3, value, None):
    try:
        asyncio.run(wrong)
    except (ValueError, TypeError) as error:
        print(str(error)[:28])


ends = []


async def left_over(name):
    try:
        await asyncio.sleep(10)
    except asyncio.CancelledError:
        ends.append((name, "cancelled"))
        raise
    finally:
        await asyncio.sleep(0)
        ends.append((name, "cleaned"))


async def leaves():
    global tasks
    tasks = [asyncio.create_task(left_over(name)) for name in "ab"]
    await asyncio.sleep(0)
    return "main is over"


print(asyncio.run(leaves()))
print([task.cancelled() for task in tasks], sorted(ends))


async def generator():
    try:
        yield 1
        yield 2
    finally:
        print("generator closed")


async def leaves_generator():
    global g
    g = generator()
    print(await anext(g))


asyncio.run(leaves_generator())


async def breaks():
    async for x in generator():
        print("break at", x)
        break
    await asyncio.sleep(0.01)
    print("after the break")


asyncio.run(breaks())

with asyncio.Runner() as runner:
    print(runner.run(value("a")), runner.run(value("b")))
    loop = runner.get_loop()
    print(loop.is_running(), loop.is_closed(), runner.get_loop() is loop)
    c = value(1)

    async def nested():
        try:
            runner.run(c)
        except RuntimeError as error:
            print(error)

    runner.run(nested())
    c.close()
    try:
        runner.run(5)
    except (ValueError, TypeError) as error:
        print(str(error)[:28])
print(loop.is_closed())
for attempt in (runner.get_loop, runner.__enter__):
    try:
        attempt()
    except RuntimeError as error:
        print(error)
runner = asyncio.Runner()
runner.close()
print(runner.get_loop().is_closed())
runner.close()
runner.close()


async def interrupts():
    try:
        raise KeyboardInterrupt("inside")
    finally:
        print("leaving")


try:
    asyncio.run(interrupts())
except KeyboardInterrupt as error:
    print("out", error)


async def exits():
    task = asyncio.create_task(left_over("c"))
    await asyncio.sleep(0)
    raise SystemExit(3)


try:
    asyncio.run(exits())
except SystemExit as error:
    print("exit", error.code, ends[-1])


async def cancels_itself():
    asyncio.current_task().cancel()
    await asyncio.sleep(0)


try:
    asyncio.run(cancels_itself())
except asyncio.CancelledError as error:
    print("cancelled", error.args)
