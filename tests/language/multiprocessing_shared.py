# What processes share: numbers, memory with a name, and the objects of managers.
import multiprocessing as mp
import os
from multiprocessing.managers import BaseManager
from multiprocessing.shared_memory import ShareableList, SharedMemory


def change(number, numbers, text):
    number.value += 0.5
    numbers[1] = 20
    numbers[2:] = [30, 40]
    text.value = b"done"


def fill(name):
    memory = SharedMemory(name)
    memory.buf[:5] = b"child"
    memory.close()


def replace(name):
    items = ShareableList(name=name)
    items[0] += 1
    items[1] = "changed"
    items.shm.close()


def use(named, items, space, queue, lock):
    with lock:
        named["child"] = len(named)
        items.append("child")
        space.from_child = True
        queue.put(os.getpid() != space.parent)


class Counter:
    def __init__(self, start=0):
        self.count = start

    def up(self, step=1):
        self.count += step
        return self.count

    def _hidden(self):
        pass


class Counters(BaseManager):
    pass


Counters.register("Counter", Counter)


def run(ctx):
    number, numbers, text = ctx.Value("d", 1.5), ctx.Array("i", range(4)), ctx.Array("c", 10)
    worker = ctx.Process(target=change, args=(number, numbers, text))
    worker.start()
    worker.join()
    print(number.value, numbers[:], list(numbers), len(numbers), text.value, text.raw)
    with number.get_lock():
        number.value = 3
    print(number.value, numbers[-1])
    raw = ctx.RawArray("h", [1, -1, 70000])
    print(raw[:], ctx.RawValue("B", 300).value)
    for call in (lambda: numbers[9], lambda: setattr(text, "value", b"x" * 11), lambda: ctx.Array("i", -1)):
        try:
            call()
        except Exception as error:
            print(type(error).__name__, error)

    memory = SharedMemory(create=True, size=16)
    worker = ctx.Process(target=fill, args=(memory.name,))
    worker.start()
    worker.join()
    print(bytes(memory.buf[:5]), memory.size, len(memory.buf))
    memory.close()
    memory.unlink()
    try:
        SharedMemory(memory.name)
    except FileNotFoundError as error:
        print(error.errno)

    items = ShareableList([1, "text", 2.5, None, True, b"bytes"])
    worker = ctx.Process(target=replace, args=(items.shm.name,))
    worker.start()
    worker.join()
    print(list(items), items.format, items.count(None), items.index(2.5))
    for call in (lambda: items[6], lambda: items.__setitem__(1, "much too long for this place"), lambda: items.index("x")):
        try:
            call()
        except Exception as error:
            print(type(error).__name__, error)
    items.shm.close()
    items.shm.unlink()

    with ctx.Manager() as manager:
        named, items, space = manager.dict(a=1), manager.list([1]), manager.Namespace(parent=os.getpid())
        queue, lock = manager.Queue(), manager.Lock()
        worker = ctx.Process(target=use, args=(named, items, space, queue, lock))
        worker.start()
        worker.join()
        print(worker.exitcode, named, items, space.from_child, queue.get())
        print(sorted(named.items()), "a" in named, [key for key in named], items[0], items[-1:], named.copy())
        items += [5]
        print(items, len(items), manager.Value("i", 7).value)
        print(repr(items).startswith("<ListProxy object, typeid 'list' at 0x"))
        inner = manager.list()
        items.append(inner)
        inner.append("in both")
        print(items[-1][0])
        for call in (lambda: named["missing"], lambda: items.pop(99), lambda: space.missing):
            try:
                call()
            except Exception as error:
                print(type(error).__name__, error)
    with Counters(ctx=ctx) as manager:
        counter = manager.Counter(5)
        print(counter.up(), counter.up(step=4), hasattr(counter, "_hidden"), hasattr(counter, "count"))


if __name__ == "__main__":
    for method in ("fork", "spawn"):
        print("---", method)
        run(mp.get_context(method))
