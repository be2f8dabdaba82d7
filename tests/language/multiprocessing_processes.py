# multiprocessing: processes, queues, pipes and locks, by each method of starting them.
import multiprocessing as mp
import os
import signal
import sys
import time
from multiprocessing.connection import Client, Listener, wait


def double(queue, number):
    queue.put((number, number * 2))


def leave(code):
    sys.exit(code)


def fail():
    sys.stderr = open(os.devnull, "w")
    raise ValueError("no")


def sleep():
    time.sleep(100)


def count(lock, value, times):
    for _ in range(times):
        with lock:
            value.value += 1


def answer(connection):
    # A forked child has the other end as well, so it sees no end of file.
    while (got := connection.recv()) is not None:
        connection.send(got[::-1])


def signal_when_set(event, condition):
    event.wait()
    with condition:
        condition.notify_all()


def meet(barrier, queue):
    barrier.wait()
    queue.put(barrier.broken)


def tell_of_itself(queue):
    me, parent = mp.current_process(), mp.parent_process()
    queue.put((me.name, me.daemon, parent.name, parent.pid == os.getppid(), me.pid == os.getpid(), parent.is_alive()))


def give_connection(queue, connection):
    connection.send("through a queue")
    queue.put("sent")


def consume(queue, results):
    while True:
        item = queue.get()
        if item is None:
            queue.task_done()
            return
        results.put(item + 1)
        queue.task_done()


def run(ctx):
    queue = ctx.Queue()
    workers = [ctx.Process(target=double, args=(queue,), kwargs={"number": number}) for number in range(3)]
    print([worker.exitcode for worker in workers], workers[0].pid, workers[0].is_alive())
    for worker in workers:
        worker.start()
    print(sorted(queue.get() for _ in workers))
    for worker in workers:
        worker.join()
    print([worker.exitcode for worker in workers], workers[0].is_alive(), queue.empty())

    for target, args in ((leave, (5,)), (leave, (None,)), (fail, ())):
        worker = ctx.Process(target=target, args=args)
        worker.start()
        worker.join()
        print(target.__name__, worker.exitcode)

    worker = ctx.Process(target=sleep, name="sleeper", daemon=True)
    worker.start()
    print(worker.is_alive(), worker in mp.active_children())
    print(wait([worker.sentinel], 0), worker.join(0), worker.exitcode)
    worker.terminate()
    print(wait([worker.sentinel]) == [worker.sentinel])
    worker.join()
    print(worker.exitcode == -signal.SIGTERM, "exitcode=-SIGTERM daemon>" in repr(worker), mp.active_children())
    worker.close()
    try:
        worker.join()
    except ValueError as error:
        print(error)

    lock, value = ctx.Lock(), ctx.Value("i", 0)
    workers = [ctx.Process(target=count, args=(lock, value, 20)) for _ in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    print(value.value, lock.acquire(block=False), lock.acquire(timeout=0.01), lock.release())

    ours, theirs = ctx.Pipe()
    worker = ctx.Process(target=answer, args=(theirs,))
    worker.start()
    theirs.close()
    ours.send([1, "two", b"three"])
    print(ours.poll(60), ours.recv(), ours.poll())
    ours.send("x" * 200000)
    print(len(ours.recv()))
    ours.send(None)
    ours.close()
    worker.join()
    print(worker.exitcode)

    event, condition = ctx.Event(), ctx.Condition()
    with condition:
        worker = ctx.Process(target=signal_when_set, args=(event, condition))
        worker.start()
        event.set()
        print(condition.wait(60), event.is_set())
    worker.join()

    barrier = ctx.Barrier(3)
    workers = [ctx.Process(target=meet, args=(barrier, queue)) for _ in range(2)]
    for worker in workers:
        worker.start()
    barrier.wait(60)
    print(queue.get(), queue.get(), barrier.parties, barrier.n_waiting)
    for worker in workers:
        worker.join()

    worker = ctx.Process(target=tell_of_itself, args=(queue,), name="a name")
    worker.start()
    print(queue.get())
    worker.join()

    reader, writer = ctx.Pipe(duplex=False)
    worker = ctx.Process(target=give_connection, args=(queue, writer))
    worker.start()
    print(reader.recv(), queue.get())
    worker.join()
    for call in (lambda: reader.send(1), writer.recv):
        try:
            call()
        except OSError as error:
            print(error)

    tasks, results = ctx.JoinableQueue(), ctx.SimpleQueue()
    worker = ctx.Process(target=consume, args=(tasks, results))
    worker.start()
    for item in (1, 2, 3, None):
        tasks.put(item)
    tasks.join()
    print([results.get() for _ in range(3)], results.empty())
    worker.join()

    with Listener(authkey=b"secret") as listener:
        worker = ctx.Process(target=call_listener, args=(listener.address,))
        worker.start()
        with listener.accept() as connection:
            print(connection.recv(), connection.send_bytes(b"thanks"))
        worker.join()
        print(worker.exitcode)


def call_listener(address):
    with Client(address, authkey=b"secret") as connection:
        connection.send({"from": "client"})
        leave(0 if connection.recv_bytes() == b"thanks" else 1)


if __name__ == "__main__":
    for method in ("fork", "spawn", "forkserver"):
        print("---", method)
        run(mp.get_context(method))
    print(mp.get_all_start_methods(), mp.get_start_method())
    for call in (
        lambda: mp.get_context("none"),
        lambda: mp.Process(group=1),
        lambda: mp.Process().join(),
        lambda: mp.Semaphore(-1),
        lambda: mp.set_start_method("fork"),
        lambda: __import__("pickle").dumps(mp.Lock()),
    ):
        try:
            call()
        except Exception as error:
            print(type(error).__name__, error)
