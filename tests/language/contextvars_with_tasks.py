# Tasks and callbacks of asyncio run in copies of the context.
import asyncio
from contextvars import Context, ContextVar, copy_context

request = ContextVar("request", default="none")
seen = []


async def handler(name):
    request.set(name)
    await asyncio.sleep(0)
    seen.append((name, request.get()))
    await helper(name)
    return request.get()


async def helper(name):
    await asyncio.sleep(0)
    seen.append((name, "helper", request.get()))
    request.set(name + "!")


async def main():
    request.set("main")
    print(await asyncio.gather(*[handler(f"r{i}") for i in range(3)]))
    print(request.get())
    for entry in seen:
        print(entry)

    # Awaited directly, a coroutine shares the context; a task has its own.
    await helper("direct")
    print(request.get())
    await asyncio.create_task(helper("task"))
    print(request.get())

    # What a task sees is what was set when it was made.
    task = asyncio.create_task(reads())
    request.set("later")
    print(await task, request.get())

    context = copy_context()
    task = asyncio.create_task(helper("given"), context=context)
    await task
    print(context[request], request.get())
    print(task.get_context() is context if hasattr(task, "get_context") else True)
    empty = Context()
    print(await asyncio.create_task(reads(), context=empty))

    loop = asyncio.get_running_loop()
    done = loop.create_future()

    def callback(value):
        seen.append(("callback", request.get()))
        request.set("changed in callback")
        done.set_result(value)

    loop.call_soon(callback, 5)
    request.set("after call_soon")
    print(await done, seen[-1], request.get())

    own = copy_context()
    own.run(request.set, "own")
    done = loop.create_future()
    loop.call_soon(callback, 6, context=own)
    print(await done, seen[-1], own[request])
    done = loop.create_future()
    loop.call_later(0.001, callback, 7, context=own)
    print(await done, seen[-1])

    future = loop.create_future()
    future.add_done_callback(lambda f: seen.append(("done", request.get())))
    request.set("after add_done_callback")
    future.set_result(None)
    await asyncio.sleep(0)
    print(seen[-1])

    async def generator():
        request.set("in generator")
        yield request.get()
        yield request.get()

    async for value in generator():
        print(value, request.get())
        request.set("in loop")


async def reads():
    await asyncio.sleep(0)
    return request.get()


asyncio.run(main())
print(request.get())


async def sets():
    before = request.get()
    request.set("kept by the runner")
    return before


with asyncio.Runner() as runner:
    print(runner.run(sets()), runner.run(sets()), request.get())
    context = copy_context()
    print(runner.run(sets(), context=context), context[request])
