# Queues of every kind, without threads and with.
import queue
import threading

for kind in (queue.Queue, queue.LifoQueue, queue.PriorityQueue):
    q = kind(maxsize=4)
    print(kind.__name__, q.empty(), q.full(), q.qsize(), q.maxsize)
    for item in (3, 1, 4, 1):
        q.put(item)
    print(q.empty(), q.full(), q.qsize(), q.unfinished_tasks)
    for put in (lambda: q.put(5, block=False), lambda: q.put_nowait(5), lambda: q.put(5, True, 0.001)):
        try:
            put()
        except queue.Full as error:
            print("Full", repr(error))
    print([q.get() for _ in range(4)])
    for get in (lambda: q.get(False), q.get_nowait, lambda: q.get(timeout=0.001)):
        try:
            get()
        except queue.Empty as error:
            print("Empty", repr(error))
    for call in (lambda: q.put(1, timeout=-1), lambda: q.get(timeout=-1)):
        try:
            print(call())
        except (ValueError, queue.Empty) as error:
            print(type(error).__name__, error)

print(queue.Queue().maxsize, queue.Queue(-3).full(), queue.Empty.__mro__[1].__name__, queue.Full.__module__)

# Tasks that are counted.
q = queue.Queue()
for item in range(3):
    q.put(item)
for _ in range(3):
    q.get()
    q.task_done()
q.join()
try:
    q.task_done()
except ValueError as error:
    print(error, q.unfinished_tasks)

# Priorities with data, and what cannot be compared.
tasks = queue.PriorityQueue()
for task in [(2, "code"), (1, "eat"), (3, "sleep"), (1, "drink")]:
    tasks.put(task)
print([tasks.get() for _ in range(4)])
tasks.put((1, {}))
try:
    tasks.put((1, {}))
except TypeError as error:
    print(error)

simple = queue.SimpleQueue()
print(simple.empty(), simple.qsize())
for item in "abc":
    simple.put(item)
simple.put_nowait("d")
simple.put("e", block=False, timeout=3)
print(simple.empty(), simple.qsize(), [simple.get() for _ in range(4)], simple.get_nowait())
for get in (simple.get_nowait, lambda: simple.get(False), lambda: simple.get(timeout=0.001), lambda: simple.get(True, 0)):
    try:
        get()
    except queue.Empty as error:
        print("Empty", repr(error))
try:
    simple.get(timeout=-1)
except ValueError as error:
    print(error)


class Unique(queue.Queue):
    """Keeps no item twice."""

    def _init(self, maxsize):
        self.queue = {}

    def _put(self, item):
        self.queue[item] = True

    def _get(self):
        return self.queue.popitem()[0]


unique = Unique()
for letter in "mississippi":
    unique.put(letter)
print(unique.qsize(), [unique.get() for _ in range(unique.qsize())])

# A getter that blocks, a putter that blocks.
q = queue.Queue(1)
got = []
getter = threading.Thread(target=lambda: got.append(q.get()))
getter.start()
q.put("late")
getter.join()
q.put("full")
putter = threading.Thread(target=q.put, args=("more",))
putter.start()
got += [q.get(), q.get()]
putter.join()
print(got, q.empty())
