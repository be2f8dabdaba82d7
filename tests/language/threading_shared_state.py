# What threads share, and what is each one's own.
import sys
import threading
import time

# A generator runs in one thread at a time.
entered, leave = threading.Event(), threading.Event()


def slow():
    entered.set()
    leave.wait()
    yield "first"
    yield "second"


generator = slow()
got = []
thread = threading.Thread(target=lambda: got.append(next(generator)))
thread.start()
entered.wait()
for action in (lambda: next(generator), generator.close, lambda: generator.throw(KeyError)):
    try:
        action()
    except ValueError as error:
        print(error)
leave.set()
thread.join()
print(got, next(generator), list(generator))

# A dict that another thread changes while it is looked through.
table = {i: i for i in range(5)}
begun, changed = threading.Event(), threading.Event()


def walk():
    try:
        for key in table:
            begun.set()
            changed.wait()
    except RuntimeError as error:
        got.append(str(error))


thread = threading.Thread(target=walk)
thread.start()
begun.wait()
table["new"] = 1
changed.set()
thread.join()
print(got[-1])

# The exception that is being handled is the thread's own.
handled = []


def handle(error):
    try:
        raise error
    except Exception:
        begun.wait()
        time.sleep(0.001)
        handled.append((repr(error), repr(sys.exc_info()[1]), repr(sys.exception()) if hasattr(sys, "exception") else ""))


threads = [threading.Thread(target=handle, args=(error,)) for error in (KeyError(1), ValueError(2), OSError(3))]
try:
    raise IndexError("main's")
except IndexError:
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(repr(sys.exc_info()[1]))
print(all(a == b for a, b, _ in handled), len(handled), sys.exc_info()[1])


# So is what a repr is in the middle of.
class Pausing:
    def __init__(self, holder):
        self.holder = holder

    def __repr__(self):
        time.sleep(0.002)
        return "pausing"


shared = []
shared.append(Pausing(shared))
shared.append(shared)
texts = []
threads = [threading.Thread(target=lambda: texts.append(repr(shared))) for _ in range(3)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(texts)

# Recursion is counted for each thread.
depths = []


def down(n):
    if n == 0:
        time.sleep(0.001)
        return 0
    return 1 + down(n - 1)


def endless(n):
    return endless(n + 1)


def dive():
    depths.append(down(600))
    try:
        endless(0)
    except RecursionError:
        depths.append("too deep")


threads = [threading.Thread(target=dive) for _ in range(3)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(sorted(depths, key=str))


# Native code calls back, and the callbacks block.
def key(i):
    time.sleep(0.0005)
    return -i


sorts = {}


def sort(name):
    sorts[name] = sorted(range(5), key=key), max([3, 9, 2], key=key), list(map(key, range(3)))


threads = [threading.Thread(target=sort, args=(name,)) for name in "abc"]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print([sorts[name] for name in "abc"])


# Context managers, with statements and finally in each.
class Room:
    def __init__(self):
        self.log = []

    def __enter__(self):
        self.log.append("in")
        time.sleep(0)
        return self

    def __exit__(self, *error):
        self.log.append("out")
        return True


rooms = [Room() for _ in range(3)]


def stay(room):
    for i in range(2):
        with room:
            try:
                time.sleep(0)
                raise ValueError(i)
            finally:
                room.log.append(i)


threads = [threading.Thread(target=stay, args=(room,)) for room in rooms]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print([room.log for room in rooms])
