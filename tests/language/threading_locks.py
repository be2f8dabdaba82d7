# Locks and reentrant locks.
import re
import threading
import time


def shown(lock):
    return re.sub(r"owner=\d+", "owner=N", re.sub(r"0x[0-9a-f]+", "0x", repr(lock))).replace("owner=N count=0", "free")


lock = threading.Lock()
print(shown(lock), lock.locked())
print(lock.acquire(), lock.locked(), shown(lock))
print(lock.acquire(False), lock.acquire(blocking=False), lock.acquire(True, 0.001), lock.acquire(timeout=0))
print(lock.release(), lock.locked())
with lock as entered:
    print(entered, lock.locked())
print(lock.locked())
try:
    with lock:
        raise KeyError("inside")
except KeyError as error:
    print("passed", error, lock.locked())

# Any thread may release a lock.
lock.acquire()
helper = threading.Thread(target=lock.release)
helper.start()
print(lock.acquire(timeout=5))
helper.join()
lock.release()

# Who waits gets it, one after the other.
order = []
lock.acquire()


def enter(name):
    with lock:
        order.append(name)


threads = []
for name in "abcde":
    thread = threading.Thread(target=enter, args=(name,))
    thread.start()
    time.sleep(0.002)
    threads.append(thread)
print(order)
lock.release()
for thread in threads:
    thread.join()
print(sorted(order), lock.locked())

again = threading.RLock()
print(shown(again))
print(again.acquire(), again.acquire(), again.acquire(False))
print(again._is_owned(), shown(again).startswith("<locked _thread.RLock object owner=N count=3"))
results = []


def other():
    results.append(again.acquire(False))
    results.append(again.acquire(timeout=0.001))
    results.append(again._is_owned())
    try:
        again.release()
    except RuntimeError as error:
        results.append(str(error))


thread = threading.Thread(target=other)
thread.start()
thread.join()
print(results)
for _ in range(3):
    again.release()
print(again._is_owned(), shown(again))
with again:
    with again:
        print("twice", again._is_owned())
print(again._is_owned())

# A counter that many threads raise.
total = 0
rounds = 300


def raise_total():
    global total
    for _ in range(rounds):
        with again:
            with again:
                value = total
                if value % 50 == 0:
                    time.sleep(0)
                total = value + 1


threads = [threading.Thread(target=raise_total) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(total)

# A lock as a baton between two threads.
ping, pong = threading.Lock(), threading.Lock()
pong.acquire()
words = []


def say(mine, theirs, word):
    for i in range(4):
        mine.acquire()
        words.append(f"{word}{i}")
        theirs.release()


threads = [threading.Thread(target=say, args=args) for args in [(ping, pong, "ping"), (pong, ping, "pong")]]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(words)
