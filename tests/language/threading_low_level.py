# _thread: threads and locks without names.
import _thread
import io
import sys
import threading
import time

log = []
done = _thread.allocate_lock()
done.acquire()


def work(a, b=2, *rest, c=3):
    log.append((a, b, rest, c))
    log.append(_thread.get_ident() != main)
    done.release()


main = _thread.get_ident()
print(main == threading.get_ident() == threading.main_thread().ident, main != 0)
ident = _thread.start_new_thread(work, (1,))
done.acquire()
print(isinstance(ident, int), log)
log.clear()
_thread.start_new_thread(work, (1, 5, 6), {"c": 7})
done.acquire()
print(log)


# A thread that was not started as an object is represented by a dummy object.
def foreign():
    me = threading.current_thread()
    log.append((me.daemon, me.name.startswith("Dummy-"), type(me).__name__, me is threading.current_thread()))
    log.append(me.ident == _thread.get_ident())
    done.release()


log.clear()
_thread.start_new_thread(foreign, ())
done.acquire()
print(log)


# exit() and SystemExit end a thread silently.
def leave(how):
    try:
        how()
    finally:
        log.append("left")
        done.release()


def by_exception():
    raise SystemExit


log.clear()
for how in (_thread.exit, by_exception):
    _thread.start_new_thread(leave, (how,))
    done.acquire()
print(log)

# Other exceptions are reported on stderr.
def boom(text):
    try:
        raise ValueError(text)
    finally:
        done.release()


stderr, sys.stderr = sys.stderr, io.StringIO()
_thread.start_new_thread(boom, ("in a thread",))
done.acquire()
while "ValueError" not in sys.stderr.getvalue():
    time.sleep(0.001)
lines, sys.stderr = sys.stderr.getvalue().splitlines(), stderr
print(lines[0][:56], lines[1], lines[-1], sep="\n")

# Locks made with the class, and by their other names.
lock = threading.Lock()
print(type(lock) is _thread.LockType, type(lock).__name__, type(lock).__module__)
print(lock.acquire_lock(), lock.locked_lock(), lock.release_lock(), lock.__enter__(), lock.__exit__(None, None, None))
print(type(threading.RLock()).__name__, type(threading.RLock()) is _thread.RLock)
print(_thread.stack_size(), _thread.stack_size(1 << 20), _thread.stack_size(0), _thread.stack_size())

# A tree of threads: each starts two more and waits for them.
seen = []
seen_lock = _thread.allocate_lock()


def grow(depth, finished):
    with seen_lock:
        seen.append(depth)
    if depth:
        children = [_thread.allocate_lock() for _ in range(2)]
        for child in children:
            child.acquire()
            _thread.start_new_thread(grow, (depth - 1, child))
        for child in children:
            child.acquire()
    finished.release()


finished = _thread.allocate_lock()
finished.acquire()
grow(4, finished)
print([seen.count(depth) for depth in range(5)])


# Hand over hand.
def relay(i, mine, next):
    mine.acquire()
    log.append(i)
    next.release()


log.clear()
locks = [_thread.allocate_lock() for _ in range(9)]
for lock in locks:
    lock.acquire()
for i in reversed(range(8)):
    _thread.start_new_thread(relay, (i, locks[i], locks[i + 1]))
time.sleep(0.001)
locks[0].release()
locks[8].acquire()
print(log)
