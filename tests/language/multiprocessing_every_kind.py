"""Pools, queues, pipes, managers, shared memory and pools of processes, forked and spawned. Recorded with CPython 3.13."""

import multiprocessing as mp, os, sys, time, signal
from multiprocessing import shared_memory


def sq(x):
    return x * x


def bad(x):
    raise ValueError("bad %d" % x)


def child(q, c):
    q.put(("child", c.recv()))
    c.send([1, {"a": 2}])
    c.close()


def exitf(n):
    sys.exit(n)


def crash():
    os.kill(os.getpid(), signal.SIGKILL)


def shm(name):
    s = shared_memory.SharedMemory(name=name)
    s.buf[0] = 42
    s.close()


def addv(v, l, n):
    for _ in range(n):
        with l:
            v.value += 1


def md(d, l):
    d["x"] = 1
    l.append(5)
    l[0] = "z"


def main():
    for method in ("fork", "spawn"):
        ctx = mp.get_context(method)
        print(method, ctx.get_start_method())
        with ctx.Pool(2) as p:
            print(
                p.map(sq, range(5)),
                p.apply(sq, (3,)),
                p.starmap(pow, [(2, 3), (3, 2)]),
                sorted(p.imap_unordered(sq, range(4))),
                list(p.imap(sq, [1, 2], chunksize=2)),
            )
            try:
                p.map(bad, [7])
            except ValueError as e:
                print("VE", e, type(e.__cause__).__name__)
            r = p.apply_async(sq, (9,))
            print(r.get(10), r.successful(), r.ready())
            r = p.map_async(bad, [1])
            r.wait()
            print(r.successful())
        try:
            p.map(sq, [1])
        except ValueError as e:
            print(e)
        q = ctx.Queue()
        a, b = ctx.Pipe()
        pr = ctx.Process(target=child, args=(q, b), name="C")
        pr.start()
        b.close()
        a.send("hello")
        print(q.get(timeout=10), a.recv())
        try:
            a.recv()
        except EOFError:
            print("EOF")
        pr.join()
        print(pr.exitcode, pr.is_alive(), pr.name)
        pr = ctx.Process(target=exitf, args=(5,))
        pr.start()
        pr.join()
        print(pr.exitcode)
        pr = ctx.Process(target=crash)
        pr.start()
        pr.join()
        print(pr.exitcode)
        pr = ctx.Process(target=time.sleep, args=(60,))
        pr.start()
        pr.terminate()
        pr.join()
        print(pr.exitcode)
        s = shared_memory.SharedMemory(create=True, size=10)
        pr = ctx.Process(target=shm, args=(s.name,))
        pr.start()
        pr.join()
        print(s.buf[0], s.size >= 10)
        s.close()
        s.unlink()
        v = ctx.Value("i", 0)
        l = ctx.Lock()
        ps = [ctx.Process(target=addv, args=(v, l, 50)) for _ in range(2)]
        [p.start() for p in ps]
        [p.join() for p in ps]
        print(v.value)
        with ctx.Manager() as m:
            d, li = m.dict(), m.list([1])
            pr = ctx.Process(target=md, args=(d, li))
            pr.start()
            pr.join()
            print(dict(d), list(li), d, li)
    try:
        mp.Process(target=sq).join()
    except AssertionError as e:
        print(e)
    try:
        mp.get_context("nope")
    except ValueError as e:
        print(e)
    print(mp.current_process().name, mp.active_children(), mp.parent_process())
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(2, mp_context=mp.get_context("fork")) as ex:
        print(list(ex.map(sq, range(4))), ex.submit(sq, 5).result())
        try:
            ex.submit(bad, 1).result()
        except ValueError as e:
            print(e, type(e.__cause__).__name__)
        try:
            ex.submit(crash).result()
        except Exception as e:
            print(type(e).__name__, str(e)[:50])
    arr = mp.Array("d", [1, 2, 3])
    print(arr[:], len(arr))
    arr[1] = 5
    print(list(arr))
    ra = mp.RawArray("i", 3)
    print(ra[:])
    e = mp.Event()
    print(e.is_set(), e.wait(0.01))
    e.set()
    print(e.is_set())
    s = mp.Semaphore(1)
    print(s.acquire(False), s.acquire(False))
    s.release()
    jq = mp.JoinableQueue()
    jq.put(1)
    print(jq.get())
    jq.task_done()
    jq.join()
    sl = shared_memory.ShareableList([1, "a", 2.5, None, b"x"])
    print(list(sl))
    sl[0] = 9
    print(sl[0])
    sl.shm.close()
    sl.shm.unlink()


if __name__ == "__main__":
    main()
