"""Task groups, timeouts, gather, queues, contexts, streams, subprocesses and locks, cancelled and misused. Recorded with CPython
3.13."""

import asyncio, contextvars, sys


def t(c):
    try:
        print(asyncio.run(c))
    except BaseException as e:
        print(type(e).__name__, e, getattr(e, "exceptions", None))


async def sl(n, v=None, ex=None):
    try:
        await asyncio.sleep(n)
        if ex:
            raise ex
        return v
    except asyncio.CancelledError as e:
        print("cancelled", v, e.args)
        raise


async def tg1():
    async with asyncio.TaskGroup() as tg:
        a = tg.create_task(sl(0, 1))
        b = tg.create_task(sl(10, 2))
        c = tg.create_task(sl(0, 3, ValueError("x")))


t(tg1())


async def tg2():
    async with asyncio.TaskGroup() as tg:
        tg.create_task(sl(10, "a"))
        raise KeyError("body")


t(tg2())


async def tg3():
    async def outer():
        async with asyncio.TaskGroup() as tg:
            tg.create_task(sl(10, "in"))

    task = asyncio.create_task(outer(), name="outer")
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    task.cancel("why")
    try:
        await task
    except asyncio.CancelledError as e:
        print("ce", e.args, task.cancelled(), task.cancelling())


t(tg3())


async def tg4():
    async with asyncio.TaskGroup() as tg:
        pass
    tg.create_task(sl(0))


t(tg4())


async def tg5():
    tg = asyncio.TaskGroup()
    c = sl(0)
    try:
        tg.create_task(c)
    except RuntimeError as e:
        print("not entered", str(e)[:12])
    c.close()
    async with tg:
        try:
            async with tg:
                pass
        except RuntimeError as e:
            print(str(e).split("has")[1])


t(tg5())


async def to1():
    try:
        async with asyncio.timeout(0.01) as cm:
            await sl(10, "t")
    except TimeoutError as e:
        print("timeout", e.args, cm.expired(), type(e.__cause__).__name__)
    async with asyncio.timeout(None) as cm:
        cm.reschedule(asyncio.get_running_loop().time() + 100)
        print(cm) if 0 else None
    try:
        cm.reschedule(1)
    except RuntimeError as e:
        print(e)
    async with asyncio.timeout(-1) as cm:
        await asyncio.sleep(0)


t(to1())


async def w1():
    try:
        await asyncio.wait_for(sl(10, "wf"), 0.01)
    except TimeoutError as e:
        print("TimeoutError", e.args)
    print(await asyncio.wait_for(sl(0, "ok"), None), await asyncio.wait_for(sl(0, "ok"), 5))
    f = asyncio.get_running_loop().create_future()
    try:
        await asyncio.wait_for(f, 0)
    except TimeoutError:
        print("0", f.cancelled())
    s = asyncio.shield(sl(0.02, "sh"))
    try:
        await asyncio.wait_for(s, 0.001)
    except TimeoutError:
        print("shielded")
    await asyncio.sleep(0.03)


t(w1())


async def g1():
    r = await asyncio.gather(sl(0, 1), sl(0, 2, ValueError(3)), return_exceptions=True)
    print(r)
    try:
        await asyncio.gather(sl(0, 1), sl(0, 2, ValueError(3)), sl(0.02, 5))
    except ValueError as e:
        print("VE", e)
    g = asyncio.gather(sl(10, "g1"), sl(10, "g2"))
    await asyncio.sleep(0)
    print(g.cancel())
    try:
        await g
    except asyncio.CancelledError as e:
        print("gc", e.args)
    print(await asyncio.gather())


t(g1())


async def q1():
    q = asyncio.Queue(2)

    async def prod():
        for i in range(5):
            await q.put(i)
        q.shutdown()

    async def cons():
        out = []
        try:
            while True:
                out.append(await q.get())
                q.task_done()
        except asyncio.QueueShutDown:
            return out

    p, c = await asyncio.gather(prod(), cons())
    print(c)
    await q.join()
    try:
        q.task_done()
    except ValueError as e:
        print(e)
    try:
        q.put_nowait(1)
    except asyncio.QueueShutDown as e:
        print("qsd", e.args)
    pq = asyncio.PriorityQueue()
    [pq.put_nowait(x) for x in (3, 1, 2)]
    print(pq.get_nowait(), pq.qsize(), pq)
    try:
        asyncio.LifoQueue().get_nowait()
    except asyncio.QueueEmpty as e:
        print("QE", e.args)


t(q1())
cv = contextvars.ContextVar("cv", default=0)


async def cv1():
    async def s(v):
        cv.set(v)
        await asyncio.sleep(0)
        return cv.get()

    print(await asyncio.gather(s(1), s(2)), cv.get())
    ctx = contextvars.copy_context()
    tk = asyncio.create_task(s(5), context=ctx)
    await tk
    print(ctx[cv], cv.get())
    print(await asyncio.to_thread(lambda: cv.get()))
    cv.set(9)
    print(await asyncio.to_thread(cv.get))


t(cv1())


async def st1():
    async def h(r, w):
        data = await r.readuntil(b"|")
        w.write(data[::-1])
        await w.drain()
        w.write_eof()
        w.close()
        await w.wait_closed()

    s = await asyncio.start_server(h, "127.0.0.1", 0)
    async with s:
        r, w = await asyncio.open_connection(*s.sockets[0].getsockname())
        w.write(b"hello|")
        print(await r.read(), r.at_eof())
        w.close()
        await w.wait_closed()
        r, w = await asyncio.open_connection(*s.sockets[0].getsockname())
        w.write(b"abc")
        w.write_eof()
        print(await r.read())
        w.close()
        await asyncio.sleep(0.01)
    r = asyncio.StreamReader(limit=4)
    r.feed_data(b"abcdefgh")
    try:
        await r.readline()
    except ValueError as e:
        print(type(e).__name__, e)
    r = asyncio.StreamReader()
    r.feed_data(b"ab")
    r.feed_eof()
    try:
        await r.readexactly(5)
    except asyncio.IncompleteReadError as e:
        print(e, e.partial, e.expected)


t(st1())


async def sp1():
    p = await asyncio.create_subprocess_exec(
        sys.executable if 0 else "/bin/sh", "-c", "read x; echo got $x; echo err >&2; exit 3", stdin=-1, stdout=-1, stderr=-1
    )
    print(await p.communicate(b"hey\n"), p.returncode)
    p = await asyncio.create_subprocess_shell("sleep 10")
    p.terminate()
    print(await p.wait())
    try:
        await asyncio.create_subprocess_exec("/proc/nonexistent")
    except FileNotFoundError as e:
        print(e)


t(sp1())


async def c1():
    t1 = asyncio.current_task()
    print(t1.get_name()[:5], t1.cancelling(), t1.uncancel())
    try:
        t1.cancel()
        await asyncio.sleep(0)
    except asyncio.CancelledError:
        print(t1.cancelling(), t1.uncancel(), t1.cancelling())
    loop = asyncio.get_running_loop()
    try:
        asyncio.run(sl(0))
    except RuntimeError as e:
        print(e)
    try:
        loop.run_until_complete(sl(0))
    except RuntimeError as e:
        print(e)
    f = loop.create_future()
    f.set_result(1)
    try:
        f.set_result(2)
    except asyncio.InvalidStateError as e:
        print("ISE", e)
    try:
        loop.create_future().result()
    except asyncio.InvalidStateError as e:
        print("ISE", e)
    try:
        f.set_exception(StopIteration)
    except BaseException as e:
        print(type(e).__name__, e)
    try:
        loop.create_future().set_exception(StopIteration())
    except BaseException as e:
        print(type(e).__name__, e)
    try:
        await asyncio.wait([])
    except ValueError as e:
        print(e)
    try:
        await asyncio.wait([sl(0)])
    except TypeError as e:
        print(e)
    for coro in asyncio.as_completed([sl(0.02, "b"), sl(0, "a")]):
        print(await coro)
    async for fut in asyncio.as_completed([sl(0.02, "b"), sl(0, "a")]):
        print(await fut)
    try:
        for x in asyncio.as_completed([sl(1)], timeout=0.001):
            await x
    except TimeoutError as e:
        print("TE", e.args)
    return "end"


import warnings

warnings.simplefilter("ignore")
t(c1())
t(5)
for bad in (None, "x"):
    try:
        asyncio.run(bad)
    except ValueError as e:
        print(e)


async def b1():
    b = asyncio.Barrier(2)

    async def w():
        async with b as n:
            return n

    print(sorted(await asyncio.gather(w(), w())), b) if 0 else print(sorted(await asyncio.gather(w(), w())))
    tk = asyncio.create_task(b.wait())
    await asyncio.sleep(0)
    await b.abort()
    try:
        await tk
    except asyncio.BrokenBarrierError as e:
        print("BBE", e)
    c = asyncio.Condition()
    try:
        c.notify()
    except RuntimeError as e:
        print(e)
    try:
        asyncio.Lock().release()
    except RuntimeError as e:
        print(e)
    try:
        asyncio.BoundedSemaphore(1).release()
    except ValueError as e:
        print(e)
    try:
        asyncio.Semaphore(-1)
    except ValueError as e:
        print(e)


t(b1())
with asyncio.Runner() as r:
    print(r.run(sl(0, 1)))
try:
    r.run(sl(0))
except RuntimeError as e:
    print(e)
