# Classes of threads.
import threading
import time


class Worker(threading.Thread):
    """Squares what it is given."""

    def __init__(self, numbers, **more):
        super().__init__(**more)
        self.numbers = numbers
        self.squares = []

    def run(self):
        for number in self.numbers:
            self.squares.append(number**2)
            time.sleep(0)


workers = [Worker(range(i, i + 3), name=f"worker-{i}") for i in range(3)]
print([worker.name for worker in workers], workers[0].squares)
for worker in workers:
    worker.start()
for worker in workers:
    worker.join()
print([worker.squares for worker in workers])


class WithResult(threading.Thread):
    def __init__(self, function, *args):
        threading.Thread.__init__(self, target=function, args=args)
        self.result = None

    def run(self):
        self.result = self._target(*self._args, **self._kwargs)

    def join(self, *args):
        super().join(*args)
        return self.result


threads = [WithResult(pow, 2, exponent) for exponent in (10, 20, 100)]
for thread in threads:
    thread.start()
print([thread.join() for thread in threads])


class Stoppable(threading.Thread):
    def __init__(self):
        super().__init__(daemon=True)
        self._stop_asked = threading.Event()
        self.turns = 0

    def stop(self):
        self._stop_asked.set()
        self.join()

    def run(self):
        while not self._stop_asked.wait(0.0005):
            self.turns += 1
        self.turns = -abs(self.turns)

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *error):
        self.stop()


with Stoppable() as thread:
    while thread.turns < 3:
        time.sleep(0.001)
    print(thread.is_alive(), thread.daemon)
print(thread.is_alive(), thread.turns <= -3)


class Account:
    """Transfers lock both sides in one order."""

    numbers = iter(range(1000))

    def __init__(self, balance):
        self.balance = balance
        self.number = next(self.numbers)
        self.lock = threading.RLock()

    def transfer(self, other, amount):
        first, second = sorted((self, other), key=lambda account: account.number)
        with first.lock, second.lock:
            if self.balance < amount:
                return False
            self.balance -= amount
            time.sleep(0)
            other.balance += amount
            return True


accounts = [Account(100) for _ in range(4)]
refused = []


def trade(i):
    for step in range(20):
        source, target = accounts[(i + step) % 4], accounts[(i * 3 + step * 2 + 1) % 4]
        if source is not target and not source.transfer(target, 7 + step):
            refused.append(i)


threads = [threading.Thread(target=trade, args=(i,)) for i in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(sum(account.balance for account in accounts), all(account.balance >= 0 for account in accounts))


class ReadersWriter:
    """Many may read, one may write."""

    def __init__(self):
        self.readers = 0
        self.writing = False
        self.changed = threading.Condition()

    def read(self, action):
        with self.changed:
            self.changed.wait_for(lambda: not self.writing)
            self.readers += 1
        try:
            return action()
        finally:
            with self.changed:
                self.readers -= 1
                self.changed.notify_all()

    def write(self, action):
        with self.changed:
            self.changed.wait_for(lambda: not self.writing and not self.readers)
            self.writing = True
        try:
            return action()
        finally:
            with self.changed:
                self.writing = False
                self.changed.notify_all()


guard, pair, torn = ReadersWriter(), [0, 0], []


def write():
    for i in range(10):

        def set_both():
            pair[0] += 1
            time.sleep(0)
            pair[1] += 1

        guard.write(set_both)


def read():
    for i in range(20):

        def compare():
            first = pair[0]
            time.sleep(0)
            if first != pair[1]:
                torn.append(tuple(pair))

        guard.read(compare)


threads = [threading.Thread(target=target) for target in (write, read, read, write)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(pair, torn)
