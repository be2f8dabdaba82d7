# Semaphores and events.
import re
import threading
import time


def shown(thing):
    return re.sub(r"0x[0-9a-f]+", "0x", repr(thing))


gate = threading.Semaphore(2)
print(gate.acquire(), gate.acquire(blocking=True), gate.acquire(False), gate.acquire(timeout=0.001))
gate.release()
print(gate.acquire(False), gate.acquire(False))
gate.release(2)
with gate as entered:
    print(entered, gate._value)
print(gate._value, threading.Semaphore()._value, threading.Semaphore(0)._value)

# Never more than so many inside.
inside, most = 0, 0
limit = threading.BoundedSemaphore(3)
guard = threading.Lock()


def visit():
    global inside, most
    for _ in range(5):
        with limit:
            with guard:
                inside += 1
                most = max(most, inside)
            time.sleep(0.0005)
            with guard:
                inside -= 1


threads = [threading.Thread(target=visit) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(inside, most <= 3, most > 1)
try:
    limit.release()
except ValueError as error:
    print(error)

# release(n) wakes n threads.
starting, gone = threading.Semaphore(0), []


def wait_for_start(i):
    starting.acquire()
    gone.append(i)


threads = [threading.Thread(target=wait_for_start, args=(i,)) for i in range(4)]
for thread in threads:
    thread.start()
time.sleep(0.005)
print(gone)
starting.release(4)
for thread in threads:
    thread.join()
print(sorted(gone), starting.acquire(False))

event = threading.Event()
print(event.is_set(), event.wait(0), event.wait(0.001), event.wait(timeout=-1))
event.set()
print(event.is_set(), event.wait(), event.wait(0))
event.clear()
print(event.is_set())

results = []


def wait():
    results.append(event.wait(5))


threads = [threading.Thread(target=wait) for _ in range(5)]
for thread in threads:
    thread.start()
print(results)
event.set()
for thread in threads:
    thread.join()
print(results, event.is_set())

# set immediately followed by clear still wakes the waiting threads.
event.clear()
results.clear()
waiting = threading.Semaphore(0)


def announce():
    waiting.release()
    results.append(event.wait(5))


threads = [threading.Thread(target=announce) for _ in range(3)]
for thread in threads:
    thread.start()
for _ in threads:
    waiting.acquire()
time.sleep(0.02)
event.set()
event.clear()
for thread in threads:
    thread.join()
print(results)

# A stop flag ends a loop that never blocks.
stop, turns = threading.Event(), 0


def spin():
    global turns
    while not stop.is_set():
        turns += 1


thread = threading.Thread(target=spin)
thread.start()
time.sleep(0.02)
stop.set()
thread.join()
print(turns > 0)
