# What goes wrong with threads, in words.
import threading
import _thread


def attempt(action):
    try:
        print("gives", action())
    except BaseException as error:
        print(type(error).__name__, error)


nothing = threading.Thread(target=lambda: None)
attempt(nothing.join)
nothing.start()
nothing.join()
attempt(nothing.start)
attempt(lambda: setattr(nothing, "daemon", True))
attempt(threading.current_thread().join)
attempt(lambda: threading.Thread("group"))


class Careless(threading.Thread):
    def __init__(self):
        pass


attempt(Careless().start)
attempt(Careless().join)
attempt(lambda: Careless().name)
attempt(lambda: Careless().daemon)
attempt(lambda: setattr(Careless(), "daemon", True))
attempt(Careless().is_alive)

lock = threading.Lock()
attempt(lock.release)
attempt(lambda: lock.acquire(False, 1))
attempt(lambda: lock.acquire(timeout="soon"))
attempt(lambda: lock.acquire(blocking=False, timeout=-1))
attempt(lock.locked)
attempt(lambda: lock.acquire(False))
attempt(lock.release)

again = threading.RLock()
attempt(again.release)
attempt(lambda: again.acquire(False, 2))

condition = threading.Condition()
attempt(condition.wait)
attempt(condition.notify)
attempt(condition.notify_all)
attempt(lambda: condition.wait_for(lambda: False, 0.01))

attempt(lambda: threading.Semaphore(-1))
attempt(lambda: threading.Semaphore(1).acquire(False, 1))
attempt(lambda: threading.Semaphore(1).release(0))
attempt(threading.BoundedSemaphore(1).release)
bounded = threading.BoundedSemaphore(3)
bounded.acquire()
attempt(lambda: bounded.release(2))

attempt(lambda: _thread.start_new_thread(3, ()))
attempt(lambda: _thread.start_new_thread(print, 3))
attempt(lambda: _thread.start_new_thread(print, (), 3))
attempt(lambda: threading.stack_size(-1))
attempt(lambda: threading.stack_size(100))
attempt(threading.stack_size)
attempt(_thread.exit)
attempt(lambda: _thread.interrupt_main(1000))

print(threading.ThreadError is RuntimeError, _thread.error is RuntimeError)
print(threading.TIMEOUT_MAX == _thread.TIMEOUT_MAX, threading.TIMEOUT_MAX > 1e6)
print(issubclass(threading.BrokenBarrierError, RuntimeError))

# The function is called in the thread: its errors are the thread's.
told = []
threading.excepthook = lambda args: told.append((args.exc_type.__name__, str(args.exc_value), args.thread.name))
for target, args in [(print, None), (lambda: 1 / 0, ()), (lambda x: x, ())]:
    thread = threading.Thread(target=target, args=args, name="wrong")
    thread.start()
    thread.join()
print(len(told), told[1], [name for name, _, _ in told])
threading.excepthook = threading.__excepthook__
