"""A cooperative scheduler of generators: tasks, sleeping, channels, cancellation, results and failures."""
import heapq
from collections import deque
from dataclasses import dataclass
from itertools import count


class Cancelled(Exception):
    pass


@dataclass
class Sleep:
    ticks: int


@dataclass
class Put:
    channel: "Channel"
    item: object


@dataclass
class Get:
    channel: "Channel"


class Channel:
    def __init__(self, size=1):
        self.items, self.size = deque(), size
        self.getters, self.putters = deque(), deque()


class Task:
    ids = count(1)

    def __init__(self, body, name=None):
        self.body, self.id = body, next(Task.ids)
        self.name = name or body.__name__
        self.result = self.error = None
        self.finished = False
        self.waiters = []

    def __repr__(self):
        state = "failed" if self.error else "done" if self.finished else "running"
        return f"<{self.name}#{self.id} {state}>"


class Scheduler:
    def __init__(self):
        self.ready, self.sleeping, self.now, self.order = deque(), [], 0, count()

    def spawn(self, body, name=None):
        task = Task(body, name)
        self.ready.append((task, None))
        return task

    def cancel(self, task):
        self.step(task, error=Cancelled("stop"))

    def finish(self, task, result=None, error=None):
        task.finished, task.result, task.error = True, result, error
        for waiter in task.waiters:
            self.ready.append((waiter, result))

    def step(self, task, value=None, error=None):
        if task.finished:
            return
        try:
            asked = task.body.throw(error) if error else task.body.send(value)
        except StopIteration as stop:
            return self.finish(task, stop.value)
        except Exception as failure:
            return self.finish(task, error=failure)
        match asked:
            case None:
                self.ready.append((task, None))
            case Sleep(ticks):
                heapq.heappush(self.sleeping, (self.now + ticks, next(self.order), task))
            case Put(channel, item) if channel.getters:
                self.ready.append((channel.getters.popleft(), item))
                self.ready.append((task, None))
            case Put(channel, item) if len(channel.items) < channel.size:
                channel.items.append(item)
                self.ready.append((task, None))
            case Put(channel, item):
                channel.putters.append((task, item))
            case Get(channel) if channel.items:
                self.ready.append((task, channel.items.popleft()))
                if channel.putters:
                    putter, item = channel.putters.popleft()
                    channel.items.append(item)
                    self.ready.append((putter, None))
            case Get(channel):
                channel.getters.append(task)
            case Task() as other if other.finished:
                self.ready.append((task, other.result))
            case Task() as other:
                other.waiters.append(task)
            case unknown:
                self.step(task, error=TypeError(f"cannot wait for {unknown!r}"))

    def run(self, limit=1000):
        for _ in range(limit):
            if self.ready:
                task, value = self.ready.popleft()
                self.step(task, value)
            elif self.sleeping:
                self.now, _, task = heapq.heappop(self.sleeping)
                self.ready.append((task, None))
            else:
                return self.now
        raise TimeoutError("still busy")


log = []


def producer(channel, n):
    for i in range(n):
        yield Put(channel, i * i)
        log.append(f"put {i * i}")
        yield Sleep(2)
    yield Put(channel, None)
    return n


def consumer(channel, name):
    got = []
    try:
        while (item := (yield Get(channel))) is not None:
            got.append(item)
            log.append(f"{name} got {item}")
            yield Sleep(3)
    finally:
        log.append(f"{name} ends")
    return got


def parent(scheduler, channel):
    children = [scheduler.spawn(producer(channel, 4)), scheduler.spawn(consumer(channel, "eater"), "eater")]
    results = []
    for child in children:
        results.append((yield child))
    return results


def stubborn():
    while True:
        try:
            yield Sleep(1)
        except Cancelled as error:
            log.append(f"asked to {error}")
            return "stopped"


def broken():
    yield
    try:
        yield "nonsense"
    except TypeError as error:
        log.append(str(error))
        raise ValueError("gave up") from error


scheduler = Scheduler()
main = scheduler.spawn(parent(scheduler, Channel()), "main")
print(scheduler.run(), main, main.result)
print(*log, sep="; ")
log.clear()
endless, bad = scheduler.spawn(stubborn()), scheduler.spawn(broken())
try:
    scheduler.run(20)
except TimeoutError as error:
    print(error, endless, bad, repr(bad.error), repr(bad.error.__cause__))
scheduler.cancel(endless)
print(endless, endless.result, log, scheduler.run())
