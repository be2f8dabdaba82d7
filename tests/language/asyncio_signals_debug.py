# asyncio: handlers of signals, debug mode, executors, policies.
import asyncio
import concurrent.futures
import logging
import os
import signal
import threading

logging.basicConfig(format="%(name)s %(levelname)s %(message)s", stream=__import__("sys").stdout)


async def signals():
    loop = asyncio.get_running_loop()
    got = asyncio.Queue()
    loop.add_signal_handler(signal.SIGUSR1, got.put_nowait, "first")
    loop.add_signal_handler(signal.SIGUSR1, got.put_nowait, "second")
    os.kill(os.getpid(), signal.SIGUSR1)
    print(await got.get(), loop.remove_signal_handler(signal.SIGUSR1), loop.remove_signal_handler(signal.SIGUSR1))
    print(signal.getsignal(signal.SIGUSR1))
    for wrong in ("SIGUSR1", 10_000):
        try:
            loop.add_signal_handler(wrong, print)
        except (TypeError, ValueError) as error:
            print(type(error).__name__, error)

    async def coroutine():
        pass

    try:
        loop.add_signal_handler(signal.SIGUSR1, coroutine)
    except TypeError as error:
        print(error)


asyncio.run(signals())


# --- debug mode
async def careful():
    loop = asyncio.get_running_loop()
    print(loop.get_debug())

    async def coroutine():
        pass

    for call in (lambda: loop.call_soon(coroutine), lambda: loop.call_later(1, 5), lambda: loop.call_soon_threadsafe(5)):
        try:
            call()
        except TypeError as error:
            print(error)
    failed = []

    def elsewhere():
        try:
            loop.call_soon(print)
        except RuntimeError as error:
            failed.append(error)

    thread = threading.Thread(target=elsewhere)
    thread.start()
    thread.join()
    print(failed)


asyncio.run(careful(), debug=True)


# --- executors
async def executors():
    loop = asyncio.get_running_loop()
    with concurrent.futures.ThreadPoolExecutor(2, thread_name_prefix="mine") as pool:
        print(await loop.run_in_executor(pool, lambda: threading.current_thread().name.startswith("mine")))
        print(await asyncio.gather(*[loop.run_in_executor(pool, pow, 2, power) for power in range(5)]))
    print(await loop.run_in_executor(None, lambda: threading.current_thread().name.startswith("asyncio")))
    try:
        await loop.run_in_executor(None, lambda: 1 / 0)
    except ZeroDivisionError as error:
        print(error)
    try:
        loop.set_default_executor(5)
    except TypeError as error:
        print(error)
    await loop.shutdown_default_executor()
    try:
        await loop.run_in_executor(None, print)
    except RuntimeError as error:
        print(error)


asyncio.run(executors())

# --- policies
policy = asyncio.get_event_loop_policy()
print(type(policy) is asyncio.DefaultEventLoopPolicy, isinstance(policy, asyncio.AbstractEventLoopPolicy))
loop = asyncio.new_event_loop()
print(loop, isinstance(loop, asyncio.SelectorEventLoop), isinstance(loop, asyncio.AbstractEventLoop))
loop.close()
print(loop)


class Policy(asyncio.DefaultEventLoopPolicy):
    def new_event_loop(self):
        print("a loop of this policy's")
        return super().new_event_loop()


asyncio.set_event_loop_policy(Policy())
asyncio.run(asyncio.sleep(0))
asyncio.set_event_loop_policy(None)
print(type(asyncio.get_event_loop_policy()) is asyncio.DefaultEventLoopPolicy)
