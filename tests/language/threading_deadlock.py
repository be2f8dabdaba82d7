# Threads that wait for each other. CPython would wait for ever; here the main thread gets an error, so the output is recorded.
import queue
import threading


def attempt(name, action):
    try:
        print(name, "gives", action())
    except RuntimeError as error:
        print(f"{name}: {error}")


lock = threading.Lock()
lock.acquire()
attempt("a lock taken twice", lock.acquire)
print(lock.locked(), lock.acquire(timeout=0.001))
lock.release()
attempt("an event that nobody sets", threading.Event().wait)
attempt("an empty queue", queue.Queue().get)
full = queue.Queue(1)
full.put(1)
attempt("a full queue", lambda: full.put(2))
attempt("a semaphore", threading.Semaphore(0).acquire)
attempt("a barrier", threading.Barrier(2).wait)
condition = threading.Condition()


def wait():
    with condition:
        condition.wait()


attempt("a condition", wait)
print(condition.acquire(False), condition._waiters)
condition.release()

# Two threads, two locks, in opposite orders.
first, second = threading.Lock(), threading.Lock()
both = threading.Barrier(2)


def take(one, other):
    one.acquire()
    both.wait()
    other.acquire()
    one.release()


threads = [
    threading.Thread(target=take, args=locks, daemon=True) for locks in ((first, second), (second, first))
]
for thread in threads:
    thread.start()
attempt("join", threads[0].join)
print([thread.is_alive() for thread in threads], threads[0].join(0.001))

# The program continues: one of the awaited locks can still be released, by any thread.
second.release()
threads[0].join(5)
threads[1].join(5)
print([thread.is_alive() for thread in threads])

# A thread that sleeps is no deadlock, one that waits for a time neither.
event = threading.Event()
threading.Timer(0.01, event.set).start()
attempt("a timer", event.wait)
waiter = threading.Thread(target=threading.Event().wait, args=(0.01,))
waiter.start()
attempt("a wait with a time", waiter.join)
