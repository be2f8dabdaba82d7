# `async for` and `async with` in all their turns.


def run(coroutine):
    try:
        while True:
            coroutine.send(None)
    except StopIteration as stop:
        return stop.value


class Pause:
    def __await__(self):
        yield


class Count:
    def __init__(self, n):
        self.n, self.at = n, 0

    def __aiter__(self):
        return self

    async def __anext__(self):
        await Pause()
        if self.at >= self.n:
            raise StopAsyncIteration
        self.at += 1
        return self.at


class Manager:
    def __init__(self, name, swallows=()):
        self.name, self.swallows = name, swallows

    async def __aenter__(self):
        await Pause()
        print("enter", self.name)
        return self.name.upper()

    async def __aexit__(self, kind, value, traceback):
        await Pause()
        print("exit", self.name, kind and kind.__name__, value, traceback is not None)
        return kind is not None and issubclass(kind, self.swallows)


async def loops():
    async for x in Count(3):
        print(x)
    else:
        print("else")
    async for x in Count(5):
        if x == 2:
            continue
        if x == 4:
            break
        print("kept", x)
    else:
        print("never")
    async for first, *rest in pairs():
        print(first, rest)
    async for x in Count(2):
        async for y in Count(2):
            if y == 2:
                break
            print(x, y)
    target = {}
    async for target["key"] in Count(2):
        pass
    print(target)


async def pairs():
    yield 1, 2, 3
    yield "abc"


async def returns():
    async for x in Count(5):
        async with Manager("r"):
            for y in range(3):
                if y == 1:
                    return x, y


async def managers():
    async with Manager("a") as a, Manager("b") as b:
        print(a, b)
    async with (Manager("c") as c, Manager("d")):
        print(c)
    async with Manager("e", ZeroDivisionError):
        1 / 0
    try:
        async with Manager("f", KeyError), Manager("g"):
            raise ValueError("through g and f")
    except ValueError as error:
        print("out", error, error.__context__)
    for x in range(3):
        async with Manager(f"loop{x}"):
            if x == 0:
                continue
            if x == 1:
                break
    async with Manager("outer", RuntimeError):
        try:
            raise KeyError("first")
        except KeyError:
            raise RuntimeError("second")


class Raises:
    def __init__(self, enter=None, leave=None):
        self.enter, self.leave = enter, leave

    async def __aenter__(self):
        if self.enter:
            raise self.enter

    async def __aexit__(self, *details):
        print("left with", details[0])
        if self.leave:
            raise self.leave


async def errors():
    try:
        async with Raises(enter=ValueError("enter")):
            print("never")
    except ValueError as error:
        print(error)
    try:
        async with Raises(leave=ValueError("leave")):
            raise KeyError("body")
    except ValueError as error:
        print(error, repr(error.__context__))
    try:
        async with Raises(leave=ValueError("leave")):
            pass
    except ValueError as error:
        print(error, repr(error.__context__))


class NoNext:
    def __aiter__(self):
        return 5


class Awaitable:
    def __aiter__(self):
        return self

    def __anext__(self):
        return 3


class HalfManager:
    async def __aenter__(self):
        pass


class Sync:
    def __aenter__(self):
        return 1

    def __aexit__(self, *details):
        return 2


async def over(iterable):
    async for _ in iterable:
        pass


async def inside(manager):
    async with manager:
        pass


print(run(loops()))
print(run(returns()))
run(managers())
run(errors())
for wrong in ([1], NoNext(), Awaitable()):
    try:
        run(over(wrong))
    except TypeError as error:
        print(error, repr(error.__cause__))
for wrong in (3, HalfManager(), open, Sync()):
    try:
        run(inside(wrong))
    except TypeError as error:
        print(error)
