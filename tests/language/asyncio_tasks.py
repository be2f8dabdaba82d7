# Tasks: names, results, cancellation, callbacks.
import asyncio


async def value(x, turns=1):
    for _ in range(turns):
        await asyncio.sleep(0)
    return x


async def fails(error):
    await asyncio.sleep(0)
    raise error


async def main():
    task = asyncio.create_task(value(1), name="first")
    print(task.get_name(), task.done(), task.cancelled(), task.cancelling())
    print(asyncio.current_task().get_name().startswith("Task-"), task in asyncio.all_tasks(), len(asyncio.all_tasks()))
    for attempt in (task.result, task.exception):
        try:
            attempt()
        except asyncio.InvalidStateError as error:
            print(error)
    print(await task, task.done(), task.result(), task.exception())
    print(len(asyncio.all_tasks()), task.cancel())
    task.set_name(7)
    print(task.get_name())
    for attempt in (lambda: task.set_result(1), lambda: task.set_exception(ValueError())):
        try:
            attempt()
        except RuntimeError as error:
            print(error)

    task = asyncio.create_task(fails(KeyError("k")))
    try:
        await task
    except KeyError as error:
        print(repr(error), task.exception() is error)

    task = asyncio.create_task(value(1, 100))
    await asyncio.sleep(0)
    print(task.cancel("enough"), task.cancelling(), task.done())
    try:
        await task
    except asyncio.CancelledError as error:
        print("cancelled", error.args, task.cancelled())
    try:
        task.result()
    except asyncio.CancelledError as error:
        print("again", error.args)

    task = asyncio.create_task(value(1))
    task.cancel()
    try:
        await task
    except asyncio.CancelledError:
        print("before it began")

    async def refuses():
        try:
            await asyncio.sleep(10)
        except asyncio.CancelledError as error:
            print("asked to stop", error.args)
            return "no"

    task = asyncio.create_task(refuses())
    await asyncio.sleep(0)
    task.cancel("please")
    print(await task, task.cancelled(), task.cancelling())

    async def cleans():
        try:
            await asyncio.sleep(10)
        finally:
            await asyncio.sleep(0)
            print("cleaned")

    task = asyncio.create_task(cleans())
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.wait([task])
    print(task.cancelled())

    order = []
    task = asyncio.create_task(value("r"))
    task.add_done_callback(lambda t: order.append(("one", t.result())))
    two = lambda t: order.append("two")
    task.add_done_callback(two)
    task.add_done_callback(two)
    print(task.remove_done_callback(two), task.remove_done_callback(two))
    await task
    print(order)
    await asyncio.sleep(0)
    print(order)
    task.add_done_callback(lambda t: order.append("late"))
    await asyncio.sleep(0)
    print(order)

    async def itself():
        await asyncio.sleep(0)
        await me

    me = asyncio.create_task(itself())
    try:
        await me
    except RuntimeError as error:
        print(str(error).startswith("Task cannot await on itself: <Task"))

    async def bare():
        class Bad:
            def __await__(self):
                yield 5

        await Bad()

    try:
        await asyncio.create_task(bare())
    except RuntimeError as error:
        print(error)
    for wrong in (3, value, "text"):
        try:
            asyncio.create_task(wrong)
        except TypeError as error:
            print(str(error)[:28])

    parent = asyncio.current_task()
    parent.cancel("self")
    print(parent.cancelling())
    try:
        await asyncio.sleep(0)
    except asyncio.CancelledError as error:
        print("main cancelled", error.args, parent.uncancel())

    async def nested():
        return asyncio.current_task() is await asyncio.create_task(current())

    async def current():
        return asyncio.current_task()

    print(await nested())
    return "over"


print(asyncio.run(main()))
try:
    asyncio.current_task()
except RuntimeError as error:
    print(error)
