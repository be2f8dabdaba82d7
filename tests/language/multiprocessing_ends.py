# How pools and queues of processes end: in the midst of messages, with full pipes, after deaths, beside each other.
# What CPython 3.13 prints is recorded: forks beside threads may hang in older ones.
import gc
import multiprocessing as mp
import os
import signal
import threading
import time
import weakref
from concurrent.futures import ProcessPoolExecutor, wait
from multiprocessing.connection import wait as wait_for
from multiprocessing.pool import ThreadPool
from multiprocessing.synchronize import SemLock

LARGE = 1 << 20


def large(_):
    return bytes(LARGE)


def length(data):
    return len(data)


def square(number):
    return number * number


def kill_me(_=None):
    os.kill(os.getpid(), signal.SIGKILL)


def sleep(_=None):
    time.sleep(1000)


def keep_gate(gate):
    global kept_gate
    kept_gate = gate


def pass_gate():
    kept_gate.wait()


def refuse():
    raise ValueError("no worker")


def put_all(queue, count):
    for number in range(count):
        queue.put(bytes([number]) * LARGE)


def die_with_lock(lock, taken):
    lock.acquire()
    taken.set()
    sleep()


def killed_with_lock(ctx):
    """Workers are slow to release what they write under: they are ended while they hold it."""
    release, parent = SemLock.__exit__, os.getpid()

    def release_late(self, *details):
        if os.getpid() != parent:
            time.sleep(0.2)
        return release(self, *details)

    SemLock.__exit__ = release_late
    try:
        for turn in range(3):
            with ctx.Pool(2) as pool:
                print(pool.apply(square, (turn,)))
        pool = ctx.Pool(1)
        print(pool.map(square, range(3), 1))
        pool.close()
        pool.terminate()
        pool.join()
    finally:
        SemLock.__exit__ = release


def pools(ctx):
    # Workers are in the midst of what they give.
    with ctx.Pool(2) as pool:
        print(len(next(pool.imap(large, range(50)))))
    # The pipe of tasks is full.
    with ctx.Pool(2) as pool:
        result = pool.map_async(length, [bytes(LARGE)] * 20, 1)
        print(len(result._value))
    # No process takes the items, and workers sleep.
    with ctx.Pool(2) as pool:
        pool.map_async(sleep, range(10))
    # Each has what the other's workers write to.
    one, other = ctx.Pool(2), ctx.Pool(2)
    begun = [pool.imap(large, range(50)) for pool in (one, other)]
    print([len(next(results)) for results in begun])
    one.terminate(), one.join()
    print(len(next(begun[1])))
    other.terminate(), other.join()
    # A worker that is killed is replaced.
    with ctx.Pool(1) as pool:
        lost = pool.apply_async(kill_me)
        first = pool._pool[0]
        first.join()
        print(pool.apply(square, (4,)), lost.ready(), first.exitcode)
    # Closed, then ended before its tasks are done.
    pool = ctx.Pool(1)
    pool.map_async(sleep, range(3))
    pool.close()
    pool.terminate()
    pool.join()
    print(repr(pool).partition("state=")[2])
    # Ended by its last reference.
    pool = ctx.Pool(1)
    workers = pool._pool[:]
    print(pool.apply(square, (3,)))
    pool.close()
    del pool
    gc.collect()
    for worker in workers:
        worker.join()


def executors(ctx):
    with ProcessPoolExecutor(2, ctx) as executor:
        futures = [executor.submit(sleep), executor.submit(kill_me), *[executor.submit(large, 0) for _ in range(8)]]
        wait(futures)
        print({type(future.exception()).__name__ for future in futures[:2]})
    with ProcessPoolExecutor(2, ctx) as executor:
        futures = [executor.submit(length, bytes(LARGE)) for _ in range(8)]
        futures.append(executor.submit(kill_me))
        wait(futures)
        print(type(futures[-1].exception()).__name__)
    with ProcessPoolExecutor(1, ctx, initializer=refuse) as executor:
        print(type(executor.submit(square, 2).exception()).__name__)
    gate = ctx.Event()
    executor = ProcessPoolExecutor(1, ctx, initializer=keep_gate, initargs=(gate,))
    first = executor.submit(square, 2)
    print(first.result())
    futures = [executor.submit(pass_gate) for _ in range(20)]
    ending = threading.Thread(target=executor.shutdown, kwargs={"cancel_futures": True})
    ending.start()
    while not any(future.cancelled() for future in futures):
        time.sleep(0.001)
    gate.set()
    ending.join()
    print(all(future.done() for future in futures), any(future.cancelled() for future in futures))
    executor = ProcessPoolExecutor(1, ctx)
    future = executor.submit(square, 5)
    executor.shutdown(wait=False)
    print(future.result())


def queues(ctx):
    # More than a pipe holds, taken while it is put.
    queue = ctx.Queue()
    process = ctx.Process(target=put_all, args=(queue, 5))
    process.start()
    print([len(queue.get()) for _ in range(5)])
    process.join()
    print(process.exitcode)
    # The thread that writes ends with the queue.
    queue.put(1)
    thread, gone = queue._thread, weakref.ref(queue)
    print(queue.get())
    del queue
    gc.collect()
    thread.join()
    print(gone(), thread.is_alive())
    # What was put is written at the end, or given up.
    queue = ctx.Queue()
    queue.put(bytes(LARGE))
    queue.cancel_join_thread()
    queue.close()


def processes(ctx):
    process = ctx.Process(target=sleep)
    process.start()
    process.join(0.01)
    print(process.exitcode, process.is_alive(), wait_for([process.sentinel], 0))
    process.terminate()
    print(wait_for([process.sentinel]) == [process.sentinel])
    process.join()
    print(process.exitcode)
    lock, taken = ctx.Lock(), ctx.Event()
    process = ctx.Process(target=die_with_lock, args=(lock, taken))
    process.start()
    taken.wait()
    process.kill()
    process.join()
    print(process.exitcode, lock.acquire(timeout=0.01))
    # Several threads wait for one exit, which the fork server reports to only one of them.
    if ctx.get_start_method() == "forkserver":
        return
    process = ctx.Process(target=time.sleep, args=(0.05,))
    process.start()
    threads = [threading.Thread(target=process.join) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    process.join()
    print(process.exitcode)


if __name__ == "__main__":
    # Threads cannot be ended, and are not waited for.
    held = threading.Event()
    with ThreadPool(2) as pool:
        result = pool.apply_async(held.wait)
        print(pool.apply(square, (3,)))
    print(result.ready())
    held.set()
    killed_with_lock(mp.get_context("fork"))
    for method in ("fork", "spawn", "forkserver"):
        print("---", method)
        ctx = mp.get_context(method)
        for part in (pools, executors, queues, processes):
            part(ctx)
