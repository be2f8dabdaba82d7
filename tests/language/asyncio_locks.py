# Locks, events, conditions, semaphores, barriers.
import asyncio

log = []


async def holds(lock, name, turns=1):
    async with lock:
        log.append(f"{name} in")
        for _ in range(turns):
            await asyncio.sleep(0)
        log.append(f"{name} out")


async def locks():
    lock = asyncio.Lock()
    print(lock.locked(), await lock.acquire(), lock.locked())
    waiting = asyncio.create_task(lock.acquire())
    await asyncio.sleep(0)
    print(waiting.done())
    lock.release()
    print(await waiting)
    lock.release()
    try:
        lock.release()
    except RuntimeError as error:
        print(error)
    await asyncio.gather(*[holds(lock, name, 2) for name in "abc"])
    print(log)
    await lock.acquire()
    first, second = asyncio.create_task(lock.acquire()), asyncio.create_task(lock.acquire())
    await asyncio.sleep(0)
    first.cancel()
    await asyncio.sleep(0)
    lock.release()
    print(await second, first.cancelled(), lock.locked())
    print(repr(lock).endswith("[locked]>"))
    try:
        with lock:
            pass
    except TypeError as error:
        print(error)


async def events():
    event = asyncio.Event()

    async def waits(name):
        result = await event.wait()
        print(name, result)

    tasks = [asyncio.create_task(waits(name)) for name in "xyz"]
    await asyncio.sleep(0)
    print(event.is_set(), repr(event).endswith("[unset, waiters:3]>"))
    event.set()
    await asyncio.gather(*tasks)
    print(event.is_set(), await event.wait(), repr(event).endswith("[set]>"))
    event.clear()
    print(event.is_set())


async def conditions():
    condition = asyncio.Condition()
    ready = []

    async def consumer(name):
        async with condition:
            await condition.wait_for(lambda: ready)
            print(name, "takes", ready.pop())

    tasks = [asyncio.create_task(consumer(name)) for name in "ab"]
    await asyncio.sleep(0)
    async with condition:
        ready.append(1)
        condition.notify()
    await asyncio.sleep(0.01)
    async with condition:
        ready.append(2)
        condition.notify_all()
    await asyncio.gather(*tasks)
    for attempt in (condition.notify, condition.notify_all):
        try:
            attempt()
        except RuntimeError as error:
            print(error)
    try:
        await condition.wait()
    except RuntimeError as error:
        print(error)


async def semaphores():
    semaphore = asyncio.Semaphore(2)
    running = most = 0

    async def works(i):
        nonlocal running, most
        async with semaphore:
            running += 1
            most = max(most, running)
            await asyncio.sleep(0)
            running -= 1
            return i

    print(await asyncio.gather(*[works(i) for i in range(6)]), most)
    print(semaphore.locked(), repr(semaphore).endswith("[unlocked, value:2]>"))
    await semaphore.acquire()
    await semaphore.acquire()
    print(semaphore.locked(), repr(semaphore).endswith("[locked]>"))
    waiting = asyncio.create_task(semaphore.acquire())
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.sleep(0)
    semaphore.release()
    print(waiting.cancelled(), semaphore.locked())
    bounded = asyncio.BoundedSemaphore(1)
    await bounded.acquire()
    bounded.release()
    try:
        bounded.release()
    except ValueError as error:
        print(error)
    try:
        asyncio.Semaphore(-1)
    except ValueError as error:
        print(error)


async def barriers():
    barrier = asyncio.Barrier(3)

    async def party():
        return await barrier.wait()

    print(sorted(await asyncio.gather(party(), party(), party())))
    print(barrier.parties, barrier.n_waiting, barrier.broken)
    tasks = [asyncio.create_task(party()) for _ in range(2)]
    await asyncio.sleep(0)
    print(barrier.n_waiting)
    await barrier.reset()
    print([type(result).__name__ for result in await asyncio.gather(*tasks, return_exceptions=True)])
    tasks = [asyncio.create_task(party()) for _ in range(2)]
    await asyncio.sleep(0)
    await barrier.abort()
    print([str(result) for result in await asyncio.gather(*tasks, return_exceptions=True)], barrier.broken)
    try:
        await barrier.wait()
    except asyncio.BrokenBarrierError as error:
        print(error)
    try:
        asyncio.Barrier(0)
    except ValueError as error:
        print(error)
    one = asyncio.Barrier(1)
    async with one as position:
        print(position)


for part in (locks, events, conditions, semaphores, barriers):
    print(part.__name__)
    asyncio.run(part())
