# asyncio.run and Runner at SIGINT: the task is cancelled first, a second interrupt is raised, and the handler is as before.
import asyncio
import os
import signal
import threading


def interrupt():
    os.kill(os.getpid(), signal.SIGINT)


async def waits():
    asyncio.get_running_loop().call_later(0.01, interrupt)
    try:
        await asyncio.sleep(60)
    except asyncio.CancelledError:
        print("cancelled", asyncio.current_task().cancelling())
        raise


async def goes_on():
    interrupt()
    try:
        await asyncio.sleep(60)
    except asyncio.CancelledError:
        return "went on"


async def takes_back():
    interrupt()
    try:
        await asyncio.sleep(60)
    except asyncio.CancelledError:
        print("left", asyncio.current_task().uncancel())
    await asyncio.sleep(0)
    return "took back"


async def cleans_up():
    interrupt()
    try:
        await asyncio.sleep(60)
    finally:
        await asyncio.sleep(0)
        print("cleaned up")


async def twice():
    interrupt()
    try:
        await asyncio.sleep(60)
    except asyncio.CancelledError:
        interrupt()
        await asyncio.sleep(60)


async def cancels_itself():
    interrupt()
    try:
        await asyncio.sleep(60)
    except asyncio.CancelledError:
        asyncio.current_task().cancel()
        await asyncio.sleep(60)


async def fails():
    interrupt()
    try:
        await asyncio.sleep(60)
    except asyncio.CancelledError:
        raise ValueError("at its end") from None


def outcome(call, *args):
    try:
        return call(*args)
    except BaseException as error:
        return repr(error)


for main in (waits, goes_on, takes_back, cleans_up, twice, cancels_itself, fails):
    print(main.__name__, outcome(asyncio.run, main()), signal.getsignal(signal.SIGINT) is signal.default_int_handler)

with asyncio.Runner() as runner:
    print(outcome(runner.run, waits()))
    print(outcome(runner.run, goes_on()))
    print(outcome(runner.run, asyncio.sleep(0, "as usual")))


# A handler of the program stays.
def own(number, frame):
    print("own handler", number == signal.SIGINT)


async def with_own():
    print(signal.getsignal(signal.SIGINT) is own)
    interrupt()
    await asyncio.sleep(0)
    return "not cancelled"


signal.signal(signal.SIGINT, own)
print(asyncio.run(with_own()), signal.getsignal(signal.SIGINT) is own)
signal.signal(signal.SIGINT, signal.default_int_handler)


# One that the task sets stays too.
async def sets_own():
    signal.signal(signal.SIGINT, own)


asyncio.run(sets_own())
print(signal.getsignal(signal.SIGINT) is own)
signal.signal(signal.SIGINT, signal.default_int_handler)


# Other threads hear of no signal.
async def current():
    return signal.getsignal(signal.SIGINT) is signal.default_int_handler


thread = threading.Thread(target=lambda: print("in a thread", asyncio.run(current())))
thread.start()
thread.join()
print("in the main thread", asyncio.run(current()))

# What is refused, in this order.
for wrong in (None, print, 1):
    print(outcome(asyncio.Runner().run, wrong))
