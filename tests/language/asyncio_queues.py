# Queues between tasks.
import asyncio


async def basics():
    queue = asyncio.Queue(maxsize=2)
    print(queue.maxsize, queue.empty(), queue.full(), queue.qsize())
    queue.put_nowait(1)
    await queue.put(2)
    print(queue.empty(), queue.full(), queue.qsize(), str(queue))
    try:
        queue.put_nowait(3)
    except asyncio.QueueFull as error:
        print(repr(error))
    print(queue.get_nowait(), await queue.get())
    try:
        queue.get_nowait()
    except asyncio.QueueEmpty as error:
        print(repr(error))
    queue.task_done()
    queue.task_done()
    try:
        queue.task_done()
    except ValueError as error:
        print(error)
    await queue.join()
    print(str(asyncio.Queue()), str(asyncio.PriorityQueue(3)))


async def producers_and_consumers():
    queue = asyncio.Queue(3)
    results = []

    async def produce(name, count):
        for i in range(count):
            await queue.put(f"{name}{i}")

    async def consume(name):
        while True:
            item = await queue.get()
            await asyncio.sleep(0)
            results.append((name, item))
            queue.task_done()

    consumers = [asyncio.create_task(consume(name)) for name in ("one", "two")]
    await asyncio.gather(produce("a", 5), produce("b", 4))
    await queue.join()
    for consumer in consumers:
        consumer.cancel()
    print([repr(r) for r in await asyncio.gather(*consumers, return_exceptions=True)])
    print(len(results), sorted(item for _, item in results))
    print([item for _, item in results if item.startswith("a")])


async def orders():
    queue = asyncio.PriorityQueue()
    for item in [(3, "c"), (1, "a"), (2, "b")]:
        await queue.put(item)
    print([queue.get_nowait() for _ in range(3)])
    queue = asyncio.LifoQueue()
    for item in "abc":
        queue.put_nowait(item)
    print([await queue.get() for _ in range(3)])


async def cancellation():
    queue = asyncio.Queue(1)
    getters = [asyncio.create_task(queue.get(), name=f"g{i}") for i in range(3)]
    await asyncio.sleep(0)
    getters[0].cancel()
    await asyncio.sleep(0)
    await queue.put("x")
    await asyncio.sleep(0)
    print([g.done() for g in getters], getters[1].result())
    queue.put_nowait("y")
    print(await getters[2])
    await queue.put(1)
    putters = [asyncio.create_task(queue.put(i)) for i in (2, 3)]
    await asyncio.sleep(0)
    putters[0].cancel()
    await asyncio.sleep(0)
    print(await queue.get(), await queue.get(), queue.empty())
    try:
        await asyncio.wait_for(queue.get(), 0.01)
    except TimeoutError:
        print("nothing came")


async def pipeline():
    first, second = asyncio.Queue(), asyncio.Queue()
    end = object()

    async def squares():
        while (item := await first.get()) is not end:
            await second.put(item * item)
        await second.put(end)

    async def total():
        result = 0
        while (item := await second.get()) is not end:
            result += item
        return result

    async def feed():
        for i in range(10):
            first.put_nowait(i)
            await asyncio.sleep(0)
        first.put_nowait(end)

    print((await asyncio.gather(feed(), squares(), total()))[2])


class Unique(asyncio.Queue):
    def _init(self, maxsize):
        self._queue = []

    def _put(self, item):
        if item not in self._queue:
            self._queue.append(item)

    def _get(self):
        return self._queue.pop(0)


async def subclass():
    queue = Unique()
    for item in [1, 2, 1, 3, 2]:
        await queue.put(item)
    print(queue.qsize(), [await queue.get() for _ in range(queue.qsize())])


for part in (basics, producers_and_consumers, orders, cancellation, pipeline, subclass):
    print(part.__name__)
    asyncio.run(part())
