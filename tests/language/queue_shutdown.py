# Queues that are shut down: new in CPython 3.13, so the output is recorded.
import queue
import threading

for kind in (queue.Queue, queue.LifoQueue, queue.PriorityQueue):
    q = kind()
    print(kind.__name__, q.is_shutdown)
    q.put(1)
    q.put(2)
    q.shutdown()
    print(q.is_shutdown, q.qsize())
    for call in (lambda: q.put(3), lambda: q.put_nowait(3), lambda: q.put(3, timeout=1)):
        try:
            call()
        except queue.ShutDown as error:
            print("ShutDown", repr(error))
    print(sorted([q.get(), q.get()]), q.unfinished_tasks)
    for call in (q.get, q.get_nowait, lambda: q.get(timeout=1)):
        try:
            call()
        except queue.ShutDown as error:
            print("ShutDown", repr(error))
    q.task_done(), q.task_done()
    q.join()

# Immediate: drops its contents.
q = queue.Queue()
for item in range(5):
    q.put(item)
q.shutdown(immediate=True)
print(q.qsize(), q.unfinished_tasks, q.empty())
q.join()
try:
    q.get()
except queue.ShutDown:
    print("nothing left")


def end_all(q, work, count, **more):
    """Threads that block in a queue when it is shut down."""
    log = []

    def run():
        started.release()
        try:
            log.append(work())
        except queue.ShutDown:
            log.append("shut down")

    started = threading.Semaphore(0)
    threads = [threading.Thread(target=run) for _ in range(count)]
    for thread in threads:
        thread.start()
    for _ in threads:
        started.acquire()
    q.shutdown(**more)
    for thread in threads:
        thread.join()
    return log


q = queue.Queue()
print(end_all(q, q.get, 3))
q = queue.Queue(1)
q.put("full")
print(end_all(q, lambda: q.put("more"), 2), q.get())
q = queue.Queue()
q.put("open")
print(end_all(q, q.join, 2, immediate=True))


# Workers that end when the queue does.
def worker(q, done):
    try:
        while True:
            item = q.get()
            done.append(item * 2)
            q.task_done()
    except queue.ShutDown:
        done.append("end")


q, done = queue.Queue(), []
threads = [threading.Thread(target=worker, args=(q, done)) for _ in range(2)]
for thread in threads:
    thread.start()
for item in range(6):
    q.put(item)
q.shutdown()
for thread in threads:
    thread.join()
print(sorted(item for item in done if item != "end"), done.count("end"))
print(issubclass(queue.ShutDown, Exception), queue.ShutDown.__module__)
