# sched: events in the order of their times and priorities.
import sched
import threading
import time

log = []


class Clock:
    """Time that passes by waiting alone."""

    def __init__(self):
        self.now = 0

    def time(self):
        return self.now

    def sleep(self, seconds):
        log.append(("sleep", seconds)) if seconds else None
        self.now += seconds


clock = Clock()
scheduler = sched.scheduler(clock.time, clock.sleep)
print(scheduler.empty(), scheduler.queue, scheduler.run())


def note(*args, **kwargs):
    log.append((clock.now, args, kwargs))


scheduler.enter(5, 1, note, argument=("five",))
scheduler.enter(2, 2, note, ("two", "later"), {"key": 1})
scheduler.enter(2, 1, note, ("two", "first"))
scheduler.enterabs(3, 0, note)
same = [scheduler.enter(4, 1, note, (name,)) for name in "abc"]
print(scheduler.empty(), [(event.time, event.priority, event.argument) for event in scheduler.queue])
scheduler.cancel(same[1])
try:
    scheduler.cancel(same[1])
except ValueError as error:
    print(type(error).__name__)
scheduler.run()
for line in log:
    print(line)
print(scheduler.empty(), clock.now)

# Events that enter events.
log.clear()


def repeat(n):
    log.append((clock.now, n))
    if n:
        scheduler.enter(10, 1, repeat, (n - 1,))


repeat(3)
scheduler.run()
print([entry for entry in log if entry[0] != "sleep"])

# Without blocking: what is due now, and how long until the next.
log.clear()
scheduler.enter(0, 1, note, ("now",))
scheduler.enter(7, 1, note, ("later",))
print(scheduler.run(blocking=False), log)
clock.now += 7
print(scheduler.run(blocking=False), log[1:])


# An action that raises leaves the rest in the queue.
def fail():
    raise KeyError("fails")


scheduler.enter(1, 1, fail)
scheduler.enter(2, 1, note, ("after",))
try:
    scheduler.run()
except KeyError as error:
    print(error, len(scheduler.queue))
scheduler.run()
print(log[-1][1])

event = scheduler.enter(1, 2, note, ("x",), {"y": 3})
print(event.priority, event.action is note, event.argument, event.kwargs, event.time - clock.now)
other = scheduler.enter(1, 3, note)
print(event < other, other > event, event == other, event <= event, event != other, event >= other)
print(event._fields)
scheduler.cancel(event), scheduler.cancel(other)

# By the real clock, from another thread.
real = sched.scheduler()
said = []
for delay, word in ((0.15, "third"), (0.05, "first"), (0.1, "second")):
    real.enter(delay, 1, said.append, (word,))
thread = threading.Thread(target=real.run)
thread.start()
thread.join()
print(said, real.empty(), real.timefunc is time.monotonic)
