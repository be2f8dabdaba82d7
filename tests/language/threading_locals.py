# threading.local: attributes that each thread has its own of.
import threading

data = threading.local()
data.name, data.items = "main", [1]
log = []


def work(name):
    log.append(hasattr(data, "name"))
    try:
        data.name
    except AttributeError as error:
        log.append(type(error).__name__)
    data.name = name
    data.items = [name] * 2
    log.append((data.name, data.items, sorted(data.__dict__)))
    del data.items
    log.append(sorted(vars(data)))


def run(target, *args):
    thread = threading.Thread(target=target, args=args)
    thread.start()
    thread.join()


run(work, "one")
run(work, "two")
for line in log:
    print(line)
print(data.name, data.items, data.__dict__)
del data.name
print(hasattr(data, "name"), getattr(data, "name", "gone"))
for action in (lambda: data.missing, lambda: delattr(data, "missing"), lambda: setattr(data, "__dict__", {})):
    try:
        print(action())
    except AttributeError as error:
        print("AttributeError")


class Counter(threading.local):
    """Begins anew in each thread."""

    kind = "counter"
    made = 0

    def __init__(self, start, *, step=1):
        Counter.made += 1
        self.value = start
        self.step = step

    def up(self):
        self.value += self.step
        return self.value

    @property
    def double(self):
        return self.value * 2

    @double.setter
    def double(self, value):
        self.value = value // 2


counter = Counter(10, step=5)
print(counter.up(), counter.up(), counter.double, counter.kind, Counter.made)
counter.double = 100
print(counter.value, sorted(counter.__dict__))
seen = []


def count():
    seen.append((counter.value, counter.up(), counter.double, Counter.made))
    counter.kind = "own"
    seen.append((counter.kind, Counter.kind, sorted(counter.__dict__)))


run(count)
run(count)
for line in seen:
    print(line)
print(counter.value, counter.kind, isinstance(counter, threading.local), Counter.made)

try:
    threading.local(1)
except TypeError as error:
    print(error)
try:
    threading.local(a=1)
except TypeError as error:
    print(error)

# Several in several threads at the same time.
one, two = threading.local(), threading.local()
barrier = threading.Barrier(3)
result = {}


def mix(i):
    one.x, two.x = i, -i
    barrier.wait()
    one.x += 1
    barrier.wait()
    result[i] = one.x, two.x, one.__dict__, two.__dict__


threads = [threading.Thread(target=mix, args=(i,)) for i in range(3)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(sorted(result.items()))
print(one.__dict__, two.__dict__)


# What a thread keeps there goes with it.
class Noisy:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        gone.append(self.name)


gone = []


def keep(name):
    data.held = Noisy(name)


run(keep, "first")
run(keep, "second")
print(gone)
data.held = Noisy("mine")
del data
print(gone)
