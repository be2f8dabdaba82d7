# From tasks to threads and back.
import asyncio
import concurrent.futures
import contextvars
import threading
import time

name = contextvars.ContextVar("name", default="none")


def blocks(seconds, result):
    time.sleep(seconds)
    if isinstance(result, Exception):
        raise result
    return result


async def ticks(log):
    for i in range(3):
        log.append(i)
        await asyncio.sleep(0.005)


async def main():
    log = []
    ticker = asyncio.create_task(ticks(log))
    print(await asyncio.to_thread(blocks, 0.4, "from a thread"), log)
    await ticker
    name.set("main")
    print(await asyncio.to_thread(name.get))
    print(await asyncio.to_thread(lambda: threading.current_thread() is threading.main_thread()))
    try:
        await asyncio.to_thread(blocks, 0, ValueError("in the thread"))
    except ValueError as error:
        print(error)
    loop = asyncio.get_running_loop()
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        print(await asyncio.gather(*[loop.run_in_executor(pool, blocks, 0.01, i) for i in range(4)]))
    print(await loop.run_in_executor(None, sum, [1, 2, 3]))

    def from_thread():
        future = asyncio.run_coroutine_threadsafe(after(0.01, "run by the loop"), loop)
        return future.result(), type(future).__module__.split(".")[0]

    print(await asyncio.to_thread(from_thread))

    def fails():
        future = asyncio.run_coroutine_threadsafe(after(0, KeyError("k")), loop)
        try:
            future.result()
        except KeyError as error:
            return f"caught {error!r}"

    print(await asyncio.to_thread(fails))
    future = loop.create_future()
    thread = threading.Thread(target=lambda: loop.call_soon_threadsafe(future.set_result, "set from a thread"))
    thread.start()
    print(await future)
    thread.join()
    wrapped = asyncio.wrap_future(concurrent.futures.ThreadPoolExecutor(1).submit(blocks, 0, 7))
    print(await wrapped, asyncio.isfuture(wrapped))


async def after(seconds, result):
    await asyncio.sleep(seconds)
    if isinstance(result, Exception):
        raise result
    return result


asyncio.run(main())

# A loop of its own in another thread.
results = []


def runs_a_loop():
    results.append(asyncio.run(after(0.01, "own loop")))
    try:
        asyncio.get_event_loop_policy().get_event_loop()
    except RuntimeError as error:
        results.append(str(error).split(" in ")[0])


thread = threading.Thread(target=runs_a_loop)
thread.start()
thread.join()
print(results)
