# Barriers: rounds, actions, breaking, resetting.
import threading
import time

log = []
barrier = threading.Barrier(3, action=lambda: log.append("action"))
print(barrier.parties, barrier.n_waiting, barrier.broken)
indices = []


def rounds(name):
    for i in range(3):
        log.append(f"round {i}")
        indices.append((i, barrier.wait()))


threads = [threading.Thread(target=rounds, args=(i,)) for i in range(3)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(log)
print(sorted(indices))
print(barrier.n_waiting, barrier.broken)

# One party alone.
alone = threading.Barrier(1, lambda: print("alone"))
print(alone.wait(), alone.wait())

# A timeout breaks it for all.
outcome = []
barrier = threading.Barrier(3)


def wait(timeout=None):
    try:
        outcome.append(barrier.wait(timeout))
    except threading.BrokenBarrierError as error:
        outcome.append(f"broken {error}".strip())


threads = [threading.Thread(target=wait, args=(timeout,)) for timeout in (None, 0.01)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(outcome, barrier.broken)
wait()
print(outcome)
barrier.reset()
print(barrier.broken, barrier.n_waiting)

# Aborted while two wait.
outcome.clear()
threads = [threading.Thread(target=wait) for _ in range(2)]
for thread in threads:
    thread.start()
while barrier.n_waiting != 2:
    time.sleep(0.001)
barrier.abort()
for thread in threads:
    thread.join()
print(outcome, barrier.broken)
barrier.reset()

# Reset while two wait: they get the error, the barrier is as new.
outcome.clear()
threads = [threading.Thread(target=wait) for _ in range(2)]
for thread in threads:
    thread.start()
while barrier.n_waiting != 2:
    time.sleep(0.001)
barrier.reset()
for thread in threads:
    thread.join()
print(outcome, barrier.broken, barrier.n_waiting)
threads = [threading.Thread(target=wait) for _ in range(3)]
outcome.clear()
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(sorted(outcome))


# An action that fails.
def fail():
    raise ValueError("no")


barrier = threading.Barrier(2, action=fail)
outcome.clear()


def careful():
    try:
        outcome.append(barrier.wait())
    except Exception as error:
        outcome.append(type(error).__name__)


threads = [threading.Thread(target=careful) for _ in range(2)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(sorted(outcome), barrier.broken)

# A default timeout.
barrier = threading.Barrier(2, timeout=0.005)
try:
    barrier.wait()
except threading.BrokenBarrierError:
    print("nobody came")

# Phases of a computation.
size, steps = 4, 5
values = list(range(size))
barrier = threading.Barrier(size)


def relax(i):
    for _ in range(steps):
        new = values[i - 1] + values[(i + 1) % size]
        barrier.wait()
        values[i] = new
        barrier.wait()


threads = [threading.Thread(target=relax, args=(i,)) for i in range(size)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(values)
