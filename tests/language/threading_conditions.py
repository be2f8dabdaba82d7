# Conditions: wait, notify, predicates, timeouts.
import re
import threading
import time

condition = threading.Condition()
print(re.sub(r"0x\w+", "0x", re.sub("owner=\\d+", "owner=", repr(condition))))
with condition:
    print(condition.wait(0.001), condition.wait(0), condition.wait(-1))
    print(condition.wait_for(lambda: "at once"), condition.wait_for(lambda: [], 0.001))
    print(condition.notify(), condition.notify_all(), condition.notify(3))

# One after the other is woken.
woken = []
ready = 0


def sleeper(i):
    global ready
    with condition:
        ready += 1
        woken.append((i, condition.wait(5)))


threads = []
for i in range(5):
    thread = threading.Thread(target=sleeper, args=(i,))
    thread.start()
    threads.append(thread)
    while ready != i + 1:
        time.sleep(0.001)
with condition:
    print(len(condition._waiters), woken)
    condition.notify()
while len(woken) < 1:
    time.sleep(0.001)
print(woken)
with condition:
    condition.notify(2)
while len(woken) < 3:
    time.sleep(0.001)
print(sorted(woken))
with condition:
    condition.notify_all()
for thread in threads:
    thread.join()
print(sorted(woken))

# A bounded buffer.
buffer, limit, taken = [], 3, []
lock = threading.Lock()
not_full, not_empty = threading.Condition(lock), threading.Condition(lock)


def produce(start):
    for i in range(start, start + 10):
        with not_full:
            not_full.wait_for(lambda: len(buffer) < limit)
            buffer.append(i)
            not_empty.notify()


def consume(count):
    for _ in range(count):
        with not_empty:
            while not buffer:
                not_empty.wait()
            taken.append(buffer.pop(0))
            assert len(buffer) < limit
            not_full.notify()


threads = [threading.Thread(target=produce, args=(start,)) for start in (0, 100)]
threads += [threading.Thread(target=consume, args=(10,)) for _ in range(2)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(sorted(taken), buffer)
print([i for i in taken if i < 100] == list(range(10)), [i for i in taken if i >= 100] == list(range(100, 110)))

# Reentrant: wait gives the lock back whole.
nested = threading.Condition()
log = []


def nest():
    with nested:
        with nested:
            log.append("waits")
            nested.wait()
            log.append("goes on")
        log.append("still held")


thread = threading.Thread(target=nest)
thread.start()
while not log:
    time.sleep(0.001)
with nested:
    log.append("notifies")
    nested.notify()
thread.join()
print(log)

# An exception inside leaves the lock free.
try:
    with condition:
        raise ValueError("inside")
except ValueError as error:
    print(error, condition.acquire(False))
condition.release()

# Turns.
turn, said = 0, []


def speak(me, of):
    global turn
    for i in range(3):
        with condition:
            condition.wait_for(lambda: turn % of == me)
            said.append(f"{me}:{i}")
            turn += 1
            condition.notify_all()


threads = [threading.Thread(target=speak, args=(i, 3)) for i in range(3)]
for thread in reversed(threads):
    thread.start()
for thread in threads:
    thread.join()
print(said)
