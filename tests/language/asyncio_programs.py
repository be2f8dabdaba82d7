# Small programs as they are written: pools of workers, retries, rate limits, events, pipelines.
import asyncio
import functools
import random


async def fetch(url, delays):
    await asyncio.sleep(delays[url])
    if "bad" in url:
        raise ConnectionError(url)
    return f"<{url}>"


async def crawl():
    links = {"a": ["b", "c"], "b": ["d", "bad"], "c": ["d"], "d": [], "bad": []}
    delays = {name: 0.001 for name in links}
    queue, seen, pages, errors = asyncio.Queue(), {"a"}, {}, []
    queue.put_nowait("a")

    async def worker():
        while True:
            url = await queue.get()
            try:
                pages[url] = await fetch(url, delays)
                for link in links[url]:
                    if link not in seen:
                        seen.add(link)
                        queue.put_nowait(link)
            except ConnectionError as error:
                errors.append(str(error))
            finally:
                queue.task_done()

    workers = [asyncio.create_task(worker()) for _ in range(3)]
    await queue.join()
    for task in workers:
        task.cancel()
    await asyncio.gather(*workers, return_exceptions=True)
    print(sorted(pages.items()), errors)


def retry(times, *errors):
    def decorate(func):
        @functools.wraps(func)
        async def wrapper(*args, **keywords):
            for attempt in range(1, times + 1):
                try:
                    return await func(*args, **keywords)
                except errors as error:
                    print(f"{func.__name__}: attempt {attempt} failed: {error}")
                    if attempt == times:
                        raise
                    await asyncio.sleep(0.001 * 2**attempt)

        return wrapper

    return decorate


@retry(3, OSError)
async def flaky(succeeds_at, state):
    state["n"] = state.get("n", 0) + 1
    if state["n"] < succeeds_at:
        raise OSError(f"try {state['n']}")
    return state["n"]


async def retries():
    print(await flaky(2, {}))
    try:
        await flaky(5, {})
    except OSError as error:
        print("gave up:", error)


class RateLimiter:
    def __init__(self, limit):
        self.semaphore = asyncio.Semaphore(limit)
        self.running = self.most = 0

    async def __aenter__(self):
        await self.semaphore.acquire()
        self.running += 1
        self.most = max(self.most, self.running)

    async def __aexit__(self, *details):
        self.running -= 1
        self.semaphore.release()


async def limits():
    limiter = RateLimiter(3)

    async def job(i):
        async with limiter:
            await asyncio.sleep(0.001)
            return i * i

    print(await asyncio.gather(*(job(i) for i in range(8))), limiter.most)


class Bus:
    def __init__(self):
        self.subscribers = {}

    def on(self, name):
        def register(handler):
            self.subscribers.setdefault(name, []).append(handler)
            return handler

        return register

    async def emit(self, name, *args):
        return await asyncio.gather(*(handler(*args) for handler in self.subscribers.get(name, [])))


async def events():
    bus = Bus()

    @bus.on("greet")
    async def polite(who):
        await asyncio.sleep(0)
        return f"Good day, {who}"

    @bus.on("greet")
    async def short(who):
        return f"Hi {who}"

    print(await bus.emit("greet", "Ada"), await bus.emit("nothing"))


async def source(n):
    for i in range(n):
        await asyncio.sleep(0)
        yield i


async def mapped(items, function):
    async for item in items:
        yield function(item)


async def batched(items, size):
    batch = []
    async for item in items:
        batch.append(item)
        if len(batch) == size:
            yield batch
            batch = []
    if batch:
        yield batch


async def pipelines():
    async for batch in batched(mapped(source(7), lambda x: x * 10), 3):
        print(batch)


async def heartbeats():
    beats = []

    async def beat():
        while True:
            beats.append(len(beats))
            await asyncio.sleep(0)

    task = asyncio.create_task(beat())
    while len(beats) < 5:
        await asyncio.sleep(0)
    task.cancel()
    try:
        await task
    except asyncio.CancelledError:
        print("stopped", beats[:5])


async def races():
    async def racer(name, delay):
        await asyncio.sleep(delay)
        return name

    tasks = [asyncio.create_task(racer(name, delay)) for name, delay in (("slow", 10), ("fast", 0.001))]
    done, pending = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in pending:
        task.cancel()
    print([task.result() for task in done], [r.__class__.__name__ for r in await asyncio.gather(*pending, return_exceptions=True)])


async def concurrently():
    waiting = most = 0

    async def waits():
        nonlocal waiting, most
        waiting += 1
        most = max(most, waiting)
        await asyncio.sleep(0.001)
        waiting -= 1

    await asyncio.gather(*(waits() for _ in range(100)))
    print(waiting, most)


async def cached():
    calls = []
    cache = {}

    def once(key):
        if key not in cache:
            cache[key] = asyncio.ensure_future(compute(key))
        return cache[key]

    async def compute(key):
        calls.append(key)
        await asyncio.sleep(0)
        return key * 2

    print(await asyncio.gather(once(1), once(2), once(1), once(1)), calls)


async def main():
    random.seed(0)
    for part in (crawl, retries, limits, events, pipelines, heartbeats, races, concurrently, cached):
        print(f"-- {part.__name__}")
        await part()


asyncio.run(main())
