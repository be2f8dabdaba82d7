# Workers at queues: tasks done, pipelines, priorities, sentinels.
import queue
import threading
import time

# Workers until the queue is done; daemons that are left waiting.
work, results = queue.Queue(), queue.Queue()


def square():
    while True:
        number = work.get()
        try:
            if number % 7 == 0:
                raise ValueError(number)
            results.put((number, number**2))
        except ValueError as error:
            results.put((number, repr(error)))
        finally:
            work.task_done()


for _ in range(3):
    threading.Thread(target=square, daemon=True).start()
for number in range(1, 16):
    work.put(number)
work.join()
print(work.unfinished_tasks, results.qsize())
print(sorted((results.get() for _ in range(results.qsize())), key=lambda pair: pair[0]))

# A pipeline of bounded queues with a sentinel at its end.
END = object()


def stage(function, source, target):
    for item in iter(source.get, END):
        target.put(function(item))
    target.put(END)


queues = [queue.Queue(maxsize=2) for _ in range(4)]
functions = [str, lambda text: text * 2, len]
threads = [
    threading.Thread(target=stage, args=(function, source, target))
    for function, source, target in zip(functions, queues, queues[1:])
]
for thread in threads:
    thread.start()


def feed():
    for number in (1, 22, 333, 4444, 55555, 666666):
        queues[0].put(number)
    queues[0].put(END)


feeder = threading.Thread(target=feed)
feeder.start()
print(list(iter(queues[-1].get, END)))
for thread in threads + [feeder]:
    thread.join()
print([q.qsize() for q in queues])

# A priority queue returns its items in order, regardless of the producer.
ordered = queue.PriorityQueue()


def put(start):
    for i in range(start, 30, 3):
        ordered.put((i, f"item {i}"))
        time.sleep(0)


threads = [threading.Thread(target=put, args=(start,)) for start in (2, 0, 1)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print([ordered.get()[0] for _ in range(30)] == list(range(30)), ordered.empty())

# Each item reaches one of many.
shared, taken = queue.SimpleQueue(), []


def take():
    mine = []
    while (item := shared.get()) is not None:
        mine.append(item)
        time.sleep(0)
    taken.append(mine)


threads = [threading.Thread(target=take) for _ in range(4)]
for thread in threads:
    thread.start()
for i in range(100):
    shared.put(i)
for _ in threads:
    shared.put(None)
for thread in threads:
    thread.join()
print(sorted(item for mine in taken for item in mine) == list(range(100)), len(taken))
print(all(mine == sorted(mine) for mine in taken))


# A request with its own answer.
class Server(threading.Thread):
    def __init__(self):
        super().__init__(daemon=True)
        self.requests = queue.Queue()

    def run(self):
        while True:
            function, args, answer = self.requests.get()
            try:
                answer.put((True, function(*args)))
            except Exception as error:
                answer.put((False, error))

    def ask(self, function, *args):
        answer = queue.Queue(1)
        self.requests.put((function, args, answer))
        good, value = answer.get(timeout=10)
        if not good:
            raise value
        return value


server = Server()
server.start()
print(server.ask(pow, 2, 10), server.ask("-".join, "abc"))
try:
    server.ask(int, "x")
except ValueError as error:
    print(error)
answers = {}
threads = [threading.Thread(target=lambda i=i: answers.update({i: server.ask(divmod, i, 3)})) for i in range(5)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(sorted(answers.items()))
