# ThreadPoolExecutor: map, workers, shutting down, initializers, cancelling.
import threading
import time
from concurrent.futures import CancelledError, ThreadPoolExecutor
from concurrent.futures.thread import BrokenThreadPool


def attempt(action):
    try:
        print("gives", action())
    except BaseException as error:
        print(type(error).__name__, error)


with ThreadPoolExecutor(3) as executor:
    print(list(executor.map(pow, [2, 3, 4], [5, 6])))
    print(list(executor.map(str, range(10), chunksize=4)))
    results = executor.map(lambda i: 10 // i, [5, 2, 0, 1])
    print(next(results), next(results))
    attempt(lambda: next(results))
    attempt(lambda: next(results))
    print(list(executor.map(len, [])))

# In the order that was given, not in which they ended.
with ThreadPoolExecutor(4) as executor:
    print(list(executor.map(lambda i: (time.sleep((3 - i) / 500), i)[1], range(4))))
    attempt(lambda: list(executor.map(time.sleep, [0.001, 0.2], timeout=0.02)))

# One worker does one after the other.
log = []
with ThreadPoolExecutor(max_workers=1, thread_name_prefix="one") as executor:
    for i in range(4):
        executor.submit(lambda i=i: log.append((i, threading.current_thread().name)))
print(log)

# Workers are reused, and not more than needed.
with ThreadPoolExecutor(max_workers=5, thread_name_prefix="few") as executor:
    names = set()
    for _ in range(6):
        names.add(executor.submit(lambda: threading.current_thread().name).result())
        time.sleep(0.002)
    print(names, len(executor._threads))

attempt(lambda: ThreadPoolExecutor(0))
attempt(lambda: ThreadPoolExecutor(-1))
attempt(lambda: ThreadPoolExecutor(initializer=3))
attempt(lambda: executor.submit(print))
attempt(lambda: executor.submit())
print(ThreadPoolExecutor(7)._max_workers, ThreadPoolExecutor()._max_workers > 4)

# Cancelled before they run.
started, release = threading.Event(), threading.Event()


def block():
    started.set()
    return release.wait(10)


executor = ThreadPoolExecutor(1)
first = executor.submit(block)
waiting = [executor.submit(pow, 2, i) for i in range(3)]
started.wait()
print(first.running(), [job.running() for job in waiting], first.cancel(), waiting[1].cancel())
release.set()
print(first.result(), waiting[0].result(), waiting[1].cancelled(), waiting[2].result())
attempt(waiting[1].result)

# shutdown may cancel what waits; a second one does nothing.
started.clear(), release.clear()
first = executor.submit(block)
waiting = [executor.submit(pow, 2, i) for i in range(3)]
started.wait()
executor.shutdown(wait=False, cancel_futures=True)
print([job.cancelled() for job in waiting], first.done())
release.set()
executor.shutdown()
print(first.result())

# Without waiting, what was submitted still runs.
executor = ThreadPoolExecutor(2)
jobs = [executor.submit(lambda i=i: (time.sleep(0.001), i)[1]) for i in range(6)]
executor.shutdown(wait=False)
attempt(lambda: executor.submit(print))
print([job.result() for job in jobs])

# Initializers, good and bad.
local = threading.local()


def begin(value):
    local.value = value


with ThreadPoolExecutor(2, initializer=begin, initargs=(42,)) as executor:
    print(list(executor.map(lambda i: local.value + i, range(4))))
import logging

logging.disable(logging.CRITICAL)
with ThreadPoolExecutor(1, initializer=lambda: 1 / 0) as executor:
    try:
        executor.submit(print).result()
    except BrokenThreadPool as error:
        print(type(error).__name__, error)
    attempt(lambda: executor.submit(print))
logging.disable(logging.NOTSET)

# Submitting from within.
with ThreadPoolExecutor(2) as executor:

    def nested(n):
        return n if n == 0 else n + executor.submit(pow, n, 2).result()

    print(executor.submit(nested, 5).result(), CancelledError.__name__)

# What is still under way at the end of the program is finished.
late = ThreadPoolExecutor(1)
late.submit(lambda: (time.sleep(0.01), print("finished at the end")))
print("main ends")
