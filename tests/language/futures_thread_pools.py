# multiprocessing's pools of threads.
import time
import threading
from multiprocessing.dummy import Pool as DummyPool
from multiprocessing.pool import ThreadPool


def attempt(action):
    try:
        print("gives", action())
    except BaseException as error:
        print(type(error).__name__, error)


def square(x):
    return x * x


with ThreadPool(3) as pool:
    print(pool.map(square, range(10)))
    print(pool.map(square, range(10), chunksize=3), pool.map(square, []))
    print(pool.starmap(pow, [(2, 3), (3, 2), (10, 0)]))
    print(pool.apply(divmod, (17, 5)), pool.apply(sorted, ([3, 1, 2],), {"reverse": True}))
    result = pool.apply_async(square, (7,))
    print(result.get(timeout=5), result.ready(), result.successful())
    failed = pool.apply_async(int, ("x",))
    attempt(failed.get)
    print(failed.successful())
    attempt(lambda: pool.map(lambda x: 1 // x, [1, 0, 2]))
    print(list(pool.imap(square, range(6))), sorted(pool.imap_unordered(square, range(6))))
    print(list(pool.imap(square, range(6), chunksize=4)))
    slow_first = pool.imap(lambda i: (time.sleep(0.01 if i == 0 else 0), i)[1], range(5))
    print(next(slow_first), slow_first.next(timeout=5), list(slow_first))
    attempt(lambda: next(slow_first))
    mapped = pool.map_async(square, range(4))
    mapped.wait()
    print(mapped.get(), mapped.ready())
    print(pool.starmap_async(max, [(1, 2), (4, 3)]).get())
attempt(lambda: pool.map(square, [1]))
attempt(lambda: pool.apply_async(square, (1,)))

# Callbacks.
log = []
with ThreadPool(1) as pool:
    pool.apply_async(square, (3,), callback=log.append).wait()
    pool.apply_async(int, ("y",), error_callback=lambda error: log.append(str(error))).wait()
    pool.map_async(square, [1, 2], callback=log.append).wait()
print(log)

# Not in time.
gate = threading.Event()
with ThreadPool(2) as pool:
    waiting = pool.apply_async(gate.wait, (10,))
    try:
        waiting.get(timeout=0.005)
    except Exception as error:
        print(type(error).__name__, waiting.ready())
    attempt(waiting.successful) if False else None
    gate.set()
    print(waiting.get())

# An initializer in each worker.
local = threading.local()


def begin(value):
    local.value = value


with ThreadPool(2, initializer=begin, initargs=("begun",)) as pool:
    print(pool.map(lambda i: (i, local.value), range(3)))
attempt(lambda: ThreadPool(0))
attempt(lambda: ThreadPool(1, initializer=3))

# close and join.
pool = DummyPool(4)
results = [pool.apply_async(lambda i=i: (time.sleep(0.001), i)[1]) for i in range(8)]
attempt(pool.join)
pool.close()
attempt(lambda: pool.map(square, [1]))
pool.join()
print([result.get() for result in results])


class Shared:
    def __init__(self):
        self.lock = threading.Lock()
        self.total = 0

    def add(self, n):
        with self.lock:
            value = self.total
            time.sleep(0)
            self.total = value + n


shared = Shared()
with DummyPool(4) as pool:
    pool.map(shared.add, range(100))
print(shared.total)
