# Threads that never block take turns.
import sys
import threading
import time

print(sys.getswitchinterval() > 0)
sys.setswitchinterval(0.001)
print(abs(sys.getswitchinterval() - 0.001) < 1e-6)
for wrong in (0, -1, "soon"):
    try:
        sys.setswitchinterval(wrong)
    except (ValueError, TypeError) as error:
        print(type(error).__name__)

# Each waits in a loop for the other to have counted on.
position, limit = 0, 40


def chase(me):
    global position
    while position < limit:
        if position % 2 == me:
            position += 1


threads = [threading.Thread(target=chase, args=(i,)) for i in range(2)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(position >= limit)

# In loops of every kind.
stop = False


def while_loop():
    while not stop:
        pass


def for_loop():
    for _ in iter(int, 1):
        if stop:
            break


def calls():
    def again():
        return stop

    while not again():
        pass


def comprehension():
    while not stop:
        [i * i for i in range(10)]


def generator():
    def numbers():
        while True:
            yield 1

    for _ in numbers():
        if stop:
            return


def recursion():
    def down(n):
        return n and down(n - 1)

    while not stop:
        down(20)


def sorting():
    while not stop:
        sorted(range(20), key=lambda i: -i)


def methods():
    class Turner:
        def __bool__(self):
            return stop

        def __eq__(self, other):
            return self is other

    turner = Turner()
    while not turner:
        turner == 1


threads = [
    threading.Thread(target=target)
    for target in (while_loop, for_loop, calls, comprehension, generator, recursion, sorting, methods)
]
for thread in threads:
    thread.start()
time.sleep(0.03)
print(sum(thread.is_alive() for thread in threads))
stop = True
for thread in threads:
    thread.join()
print(sum(thread.is_alive() for thread in threads))

# What each computes is its own.
results = {}


def compute(seed):
    def fib(n):
        return n if n < 2 else fib(n - 1) + fib(n - 2)

    total, text = 0, []
    for i in range(10):
        total += fib(9 + (seed + i) % 3)
        text.append(f"{seed}-{i}")
    results[seed] = total, "".join(text)[:8], sorted(text)[-1]


threads = [threading.Thread(target=compute, args=(seed,)) for seed in range(6)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
for seed in range(6):
    print(seed, results[seed])
