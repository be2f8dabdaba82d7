"""Locks, barriers, semaphores, local values, contexts, queues and pools of threads, at their edges. Recorded with CPython 3.13."""

import re
import threading, queue, contextvars, time, sys

out = []


def t(f):
    try:
        print(re.sub(r"0x[0-9a-f]+", "0x", str(f())))
    except BaseException as e:
        print(type(e).__name__, re.sub(r"0x[0-9a-f]{8,}", "0x", str(e)))


b = threading.Barrier(3, action=lambda: out.append("act"), timeout=5)


def w(i):
    n = b.wait()
    out.append(n)


ts = [threading.Thread(target=w, args=(i,)) for i in range(3)]
[x.start() for x in ts]
[x.join() for x in ts]
print(sorted(map(str, out)), b.parties, b.n_waiting, b.broken)


def ab():
    try:
        b.wait(0.01)
    except threading.BrokenBarrierError as e:
        print("BBE", e, b.broken)


x = threading.Thread(target=ab)
x.start()
x.join()
b.reset()
print(b.broken)
t(lambda: threading.Barrier(0))
t(lambda: threading.Barrier(-1))
c = threading.Condition()
t(lambda: c.wait())
t(lambda: c.notify())
t(lambda: threading.Lock().release())
t(lambda: threading.RLock().release())
with c:
    print(c.wait_for(lambda: False, 0.01), c.wait(0.001), c.wait_for(lambda: 5))
s = threading.BoundedSemaphore(1)
t(s.release)
t(lambda: threading.Semaphore(-1))
print(s.acquire(False), s.acquire(False), s.acquire(timeout=0.01))
t(lambda: s.acquire(False, 1))
s2 = threading.Semaphore(0)
s2.release(3)
print([s2.acquire(False) for _ in range(4)])
t(lambda: s2.release(0))
l = threading.Lock()
print(l.acquire(), l.acquire(False), l.acquire(timeout=0.01), l.locked())
l.release()
t(lambda: l.acquire(False, 1))
t(lambda: l.acquire(timeout=-2))
t(lambda: l.acquire(True, 1e20))
r = threading.RLock()
with r:
    with r:
        print(r._is_owned())

    def other():
        print(r.acquire(False))
        t(r.release)

    x = threading.Thread(target=other)
    x.start()
    x.join()
v = contextvars.ContextVar("v", default="d")
v.set("main")


def cv():
    print(v.get())
    v.set("thread")


x = threading.Thread(target=cv)
x.start()
x.join()
print(v.get())
ctx = contextvars.copy_context()
x = threading.Thread(target=ctx.run, args=(cv,))
x.start()
x.join()
print(v.get(), ctx[v])
t(lambda: ctx.run(lambda: ctx.run(int)))
tok = v.set("x")
v.reset(tok)
t(lambda: v.reset(tok))
print(v.get())
u = contextvars.ContextVar("u")
t(u.get)
t(lambda: u.get(1))
t(lambda: contextvars.ContextVar(5))
t(lambda: contextvars.ContextVar("a").reset(tok))
loc = threading.local()
loc.a = 1


class L(threading.local):
    d = 5

    def __init__(self, n):
        self.n = n
        print("init", threading.current_thread() is threading.main_thread())


ll = L(7)
ll.n = 8


def lf():
    t(lambda: loc.a)
    print(ll.n, ll.d)
    loc.a = 2


x = threading.Thread(target=lf)
x.start()
x.join()
print(loc.a, ll.n, loc.__dict__)


def bad():
    raise ValueError("in thread")


old = threading.excepthook
threading.excepthook = lambda a: print("hook", a.exc_type.__name__, a.exc_value, a.thread.name, a.exc_traceback is not None)
x = threading.Thread(target=bad, name="Bad")
x.start()
x.join()
threading.excepthook = old
sys.stderr = sys.stdout


def ex():
    raise SystemExit(3)


x = threading.Thread(target=ex)
x.start()
x.join()
print("quiet exit")
x = threading.Thread(target=print, args=("hi",), kwargs={"end": "!\n"}, name="N", daemon=True)
print(x, x.ident, x.is_alive(), x.daemon)
t(x.join)
x.start()
x.join()
print(x.is_alive(), x.name)
t(x.start)
t(lambda: setattr(x, "daemon", False))
t(lambda: threading.Thread(group=1))
t(threading.current_thread().join)
e = threading.Event()
print(e.wait(0.01))
e.set()
print(e.wait(), e.is_set())
tm = threading.Timer(0.01, lambda: print("timer"))
tm.start()
tm.join()
tm = threading.Timer(10, print)
tm.start()
tm.cancel()
tm.join()
print("cancelled")
q = queue.Queue(1)
q.put(1)
t(lambda: q.put(2, timeout=0.01))
t(lambda: q.put_nowait(1))
t(lambda: q.get(timeout=-1))
print(q.get(), q.empty())
t(lambda: q.get(False))
q.task_done()
t(q.task_done)
q = queue.SimpleQueue()
q.put(1)
print(q.get(), q.empty(), q.qsize())
t(lambda: q.get(timeout=0.01))
t(lambda: q.get(timeout=-1))
q = queue.Queue()
q.put(1)
q.shutdown(immediate=True)
t(q.get)
t(lambda: q.put(1))
print(threading.active_count(), [x.name for x in threading.enumerate()], threading.main_thread().name)


def tr():
    pass


threading.settrace(lambda f, e, a: print("trace", e, f.f_code.co_name) if f.f_code.co_name == "tr" else None)
x = threading.Thread(target=tr)
x.start()
x.join()
threading.settrace(None)
print(threading.gettrace(), threading.get_native_id() > 0, threading.stack_size())
from concurrent.futures import *
import concurrent.futures as cf

with ThreadPoolExecutor(2, thread_name_prefix="P", initializer=lambda a: None, initargs=(1,)) as ex:
    f = ex.submit(pow, 2, 5)
    print(f.result(), f.done(), f.cancel(), f.exception())
    f = ex.submit(lambda: 1 / 0)
    t(f.result)
    print(repr(f.exception()))
    print(list(ex.map(lambda a, b: a + b, [1, 2, 3], [4, 5])))
    print(ex.submit(lambda: threading.current_thread().name).result()[:2])
    g = ex.map(lambda a: time.sleep(0.2), [1], timeout=0.01)
    t(lambda: next(g))
    d = wait([ex.submit(int, "5"), ex.submit(int, "x")], return_when=ALL_COMPLETED)
    print(len(d.done), len(d.not_done))
    print(sorted(f.result() for f in as_completed([ex.submit(int, c) for c in "312"])))
t(lambda: ex.submit(int))
t(lambda: ThreadPoolExecutor(0))
t(lambda: ThreadPoolExecutor(1, initializer=5))
ex = ThreadPoolExecutor(1, initializer=lambda: 1 / 0)
import logging

logging.disable()
f = ex.submit(int)
t(f.result)
t(lambda: ex.submit(int))
ex.shutdown(cancel_futures=True)
f = Future()
f.add_done_callback(lambda f: print("cb", f.result()))
f.set_result(3)
t(lambda: f.set_result(4))
print(f.done())
f = Future()
print(f.cancel(), f.cancelled(), f.set_running_or_notify_cancel())
t(f.result)
t(lambda: Future().result(0.01))
