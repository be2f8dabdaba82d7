# Futures: what an executor gives, and its states.
import re
import time
import threading
from concurrent import futures
from concurrent.futures import Future, ThreadPoolExecutor


def shown(future):
    return re.sub("0x[0-9a-f]+", "0x", repr(future))


def attempt(action):
    try:
        print("gives", action())
    except BaseException as error:
        print(type(error).__name__, re.sub("0x[0-9a-f]+", "0x", str(error)))


with ThreadPoolExecutor(max_workers=2) as executor:
    future = executor.submit(pow, 2, 10)
    print(type(future).__name__, future.result(), future.done(), future.running(), future.cancelled())
    print(shown(future), future.exception())
    failed = executor.submit(int, "x")
    attempt(failed.result)
    print(repr(failed.exception()), shown(failed))
    named = executor.submit(sorted, [3, 1, 2], key=lambda i: -i, reverse=True)
    print(named.result(timeout=5))

# By hand.
future = Future()
print(shown(future), future.done())
attempt(lambda: future.result(timeout=0))
attempt(lambda: future.exception(0.001))
print(future.set_running_or_notify_cancel(), shown(future), future.running(), future.cancel())
future.set_result([1])
print(shown(future), future.result(), future.cancel(), future.cancelled())
attempt(lambda: future.set_result(2))
attempt(lambda: future.set_exception(ValueError()))

future = Future()
future.set_exception(KeyError("k"))
attempt(future.result)
print(repr(future.exception()), shown(future))

future = Future()
print(future.cancel(), future.cancel(), shown(future), future.cancelled(), future.done(), future.running())
attempt(future.result)
attempt(future.exception)
print(future.set_running_or_notify_cancel(), shown(future))
attempt(lambda: future.set_result(1))

# One thread waits for what another one sets.
future, got = Future(), []
thread = threading.Thread(target=lambda: got.append(future.result()))
thread.start()
time.sleep(0.002)
print(got)
future.set_result("set")
thread.join()
print(got)

# Callbacks: in order, or at once if it is done already.
log = []
future = Future()
for i in range(3):
    future.add_done_callback(lambda f, i=i: log.append((i, f.result())))
future.set_result("r")
future.add_done_callback(lambda f: log.append(f is future))
print(log)
log.clear()
future = Future()
future.add_done_callback(lambda f: log.append(f.cancelled()))
future.cancel()
print(log)

print(futures.TimeoutError is TimeoutError, issubclass(futures.CancelledError, Exception))
print(issubclass(futures.InvalidStateError, Exception), issubclass(futures.BrokenExecutor, RuntimeError))
print(futures.FIRST_COMPLETED, futures.FIRST_EXCEPTION, futures.ALL_COMPLETED)
attempt(lambda: futures.Executor().submit(print))
with futures.Executor() as nothing:
    print(isinstance(nothing, futures.Executor), isinstance(executor, futures.Executor))


# An exception keeps where it was raised.
def outer():
    return inner()


def inner():
    raise LookupError("inside")


with ThreadPoolExecutor(1) as executor:
    try:
        executor.submit(outer).result()
    except LookupError as error:
        names, trace = [], error.__traceback__
        import traceback

        print([frame.name for frame in traceback.extract_tb(trace)][-2:])
