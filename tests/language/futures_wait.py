# wait and as_completed.
import threading
import time
from concurrent.futures import (
    ALL_COMPLETED,
    FIRST_COMPLETED,
    FIRST_EXCEPTION,
    Future,
    ThreadPoolExecutor,
    as_completed,
    wait,
)

executor = ThreadPoolExecutor(4)
gates = [threading.Event() for _ in range(4)]


def work(i, fail=False):
    gates[i].wait(10)
    if fail:
        raise ValueError(i)
    return i


jobs = [executor.submit(work, i) for i in range(4)]
done, not_done = wait(jobs, timeout=0.002)
print(len(done), len(not_done))
gates[2].set()
done, not_done = wait(jobs, return_when=FIRST_COMPLETED)
print([job.result() for job in done], len(not_done))
outcome = wait(jobs, timeout=0, return_when=FIRST_COMPLETED)
print(len(outcome.done), len(outcome.not_done), type(outcome).__name__, outcome._fields)
for gate in gates:
    gate.set()
done, not_done = wait(jobs)
print(sorted(job.result() for job in done), not_done)
print([len(part) for part in wait(jobs)], [len(part) for part in wait([])])

# The first exception.
gates = [threading.Event() for _ in range(3)]
jobs = [executor.submit(work, i, i == 1) for i in range(3)]
gates[1].set()
done, not_done = wait(jobs, return_when=FIRST_EXCEPTION)
print(jobs[1] in done, repr(jobs[1].exception()), jobs[0] in not_done)
print(len(wait(jobs, return_when=FIRST_EXCEPTION).done))
for gate in gates:
    gate.set()
print(len(wait(jobs, return_when=ALL_COMPLETED).done))
try:
    wait(jobs + [Future()], return_when="SOME")
except ValueError as error:
    print(error)

# In the order in which they are done.
gates = [threading.Event() for _ in range(4)]
jobs = [executor.submit(work, i) for i in range(4)]
order = []
gates[3].set()
for job in as_completed(jobs):
    order.append(job.result())
    follows = {3: 1, 1: 0, 0: 2}.get(order[-1])
    if follows is not None:
        gates[follows].set()
print(order)
print(sorted(job.result() for job in as_completed(jobs)), list(as_completed([])))

# One given twice comes once.
same = executor.submit(pow, 3, 3)
print([job.result() for job in as_completed([same, same])])

# Not in time.
gates = [threading.Event() for _ in range(2)]
jobs = [executor.submit(work, i) for i in range(2)]
gates[0].set()
jobs[0].result()
try:
    for job in as_completed(jobs, timeout=0.01):
        print("done", job.result())
except TimeoutError as error:
    print(error)
gates[1].set()
executor.shutdown()

# Futures made by hand, one cancelled.
made = [Future() for _ in range(3)]
made[0].set_result("a")
made[1].cancel()
made[1].set_running_or_notify_cancel()


def finish():
    time.sleep(0.005)
    made[2].set_exception(OSError("c"))


thread = threading.Thread(target=finish)
thread.start()
done, not_done = wait(made)
thread.join()
print(len(done), [made[0].result(), made[1].cancelled(), repr(made[2].exception())])

# Results as they arrive, mapped back to their inputs.
with ThreadPoolExecutor(3) as executor:
    words = {executor.submit(str.upper, word): word for word in ("x", "yy", "zzz")}
    print(sorted((words[job], job.result()) for job in as_completed(words)))
