# Timers.
import threading
import time

fired = []
done = threading.Event()


def fire(*args, **kwargs):
    fired.append((args, kwargs))
    done.set()


timer = threading.Timer(0.005, fire, args=[1, 2], kwargs={"x": 3})
print(timer.interval, timer.args, timer.kwargs, timer.finished.is_set(), timer.is_alive())
timer.start()
done.wait(5)
timer.join()
print(fired, timer.finished.is_set(), timer.is_alive())

cancelled = threading.Timer(5, fire)
cancelled.start()
print(cancelled.is_alive())
cancelled.cancel()
cancelled.join()
print(len(fired), cancelled.finished.is_set(), cancelled.is_alive())

before = threading.Timer(0, fire, ["never"])
before.cancel()
before.start()
before.join()
print(len(fired), before.args, before.kwargs)

# In the order of their times.
order = []
timers = [threading.Timer(delay / 50, order.append, (delay,)) for delay in (3, 1, 2)]
for timer in timers:
    timer.start()
for timer in timers:
    timer.join()
print(order)


class Repeating(threading.Timer):
    """Fires until it is cancelled."""

    def run(self):
        while not self.finished.wait(self.interval):
            self.function(*self.args, **self.kwargs)


ticks = []
enough = threading.Event()


def tick():
    ticks.append(len(ticks))
    if len(ticks) == 5:
        enough.set()


repeating = Repeating(0.001, tick)
repeating.daemon = True
repeating.start()
print(enough.wait(5))
repeating.cancel()
repeating.join()
print(ticks[:5])

# One timer starts the next.
chain = []


def link(n):
    chain.append(n)
    if n:
        threading.Timer(0.001, link, (n - 1,)).start()
    else:
        done.set()


done.clear()
threading.Timer(0, link, (4,)).start()
print(done.wait(5), chain)


# A watchdog that is fed in time, and one that is not.
class Watchdog:
    def __init__(self, limit):
        self.limit = limit
        self.barked = threading.Event()
        self.timer = None

    def feed(self):
        if self.timer:
            self.timer.cancel()
        self.timer = threading.Timer(self.limit, self.barked.set)
        self.timer.start()

    def stop(self):
        self.timer.cancel()
        self.timer.join()


dog = Watchdog(2)
for _ in range(3):
    dog.feed()
    time.sleep(0.001)
print(dog.barked.is_set())
dog.stop()
dog = Watchdog(0.001)
dog.feed()
print(dog.barked.wait(5))
dog.stop()
print(threading.active_count())
