# KeyboardInterrupt reaches the main thread alone, and what it held is let go.
import _thread
import signal
import threading
import time

# The parent process may have ignored the signal.
signal.signal(signal.SIGINT, signal.default_int_handler)

armed = threading.Event()


def interrupt_soon():
    """A thread that interrupts the main one once it is armed."""
    armed.clear()
    thread = threading.Thread(target=lambda: (armed.wait(), time.sleep(0.01), _thread.interrupt_main()))
    thread.start()
    return thread


def attempt(name, action):
    thread = interrupt_soon()
    try:
        armed.set()
        action()
        print(name, "went on")
    except KeyboardInterrupt:
        print(name, "interrupted in", threading.current_thread().name)
    thread.join()


def spin():
    while True:
        pass


def calls():
    def f():
        pass

    while True:
        f()


def short_waits(wait):
    def run():
        while True:
            wait()

    return run


lock = threading.Lock()
lock.acquire()
condition = threading.Condition()


def wait_for_condition():
    with condition:
        condition.wait(0.001)


attempt("loop", spin)
attempt("calls", calls)
attempt("sleep", short_waits(lambda: time.sleep(0.001)))
attempt("lock", short_waits(lambda: lock.acquire(timeout=0.001)))
print(lock.locked())
lock.release()
attempt("condition", short_waits(wait_for_condition))
print(condition.acquire(False), len(condition._waiters))
condition.release()
event = threading.Event()
attempt("event", short_waits(lambda: event.wait(0.001)))
semaphore = threading.Semaphore(0)
attempt("semaphore", short_waits(lambda: semaphore.acquire(timeout=0.001)))


# While another thread runs without blocking: it continues.
turns = 0
end = False


def count():
    global turns
    while not end:
        turns += 1


counter = threading.Thread(target=count)
counter.start()
attempt("beside a loop", short_waits(lambda: time.sleep(0.001)))
before = turns
time.sleep(0.03)
print(counter.is_alive(), turns > before)
end = True
counter.join()

# `with lock:` lets it go.
try:
    with lock:
        _thread.interrupt_main()
        spin()
except KeyboardInterrupt:
    print("inside", lock.locked())

# In the middle of try, with finally and except.
log = []
thread = interrupt_soon()
try:
    try:
        armed.set()
        spin()
    except Exception:
        log.append("an Exception")
    finally:
        log.append("cleaned up")
except KeyboardInterrupt:
    log.append("interrupted")
thread.join()
print(log)

# A generator that was interrupted has ended.
def numbers():
    try:
        while True:
            yield 1
    finally:
        log.append("generator closed")


def drain():
    for _ in numbers():
        pass


log.clear()
attempt("generator", drain)
print(log)
