# What `await` takes, and what it refuses.
import types


def run(coroutine):
    given = []
    try:
        while True:
            given.append(coroutine.send(None))
    except StopIteration as stop:
        return given, stop.value


class ByMethod:
    def __await__(self):
        yield "one"
        yield "two"
        return "done"


class ByIterator:
    def __await__(self):
        return iter([1, 2, 3])


class ByCoroutineWrapper:
    def __await__(self):
        return helper("wrapped").__await__()


@types.coroutine
def helper(value):
    got = yield value
    return value, got


class Bad:
    def __init__(self, result):
        self.result = result

    def __await__(self):
        return self.result


async def coroutine():
    return 5


async def awaits(what):
    return await what


print(run(awaits(ByMethod())))
print(run(awaits(ByIterator())))
print(run(awaits(helper(7))))
print(run(awaits(coroutine())))
print(run(awaits(awaits(awaits(helper("deep"))))))


async def coroutine_wrapped():
    class Wrapped:
        def __await__(self):
            return awaits(helper("inside")).__await__()

    return await Wrapped()


print(run(coroutine_wrapped()))


def plain():
    yield 1


for wrong in (3, "text", None, [1], plain(), coroutine, Bad(3), Bad([]), Bad(None), object()):
    try:
        run(awaits(wrong))
    except TypeError as error:
        print(error)
bad = coroutine()
try:
    run(awaits(Bad(bad)))
except TypeError as error:
    print(error)
bad.close()


class OnInstance:
    def __init__(self):
        self.__await__ = lambda: iter([1])


try:
    run(awaits(OnInstance()))
except TypeError as error:
    print(error)


def delegates(c):
    yield from c


c = coroutine()
try:
    list(delegates(c))
except TypeError as error:
    print(error)
c.close()


@types.coroutine
def delegates(c):
    return (yield from c)


print(run(awaits(delegates(coroutine()))))
print(types.coroutine(delegates) is delegates, types.coroutine(coroutine) is coroutine)


@types.coroutine
def returns_awaitable(x):
    return helper(x)


print(run(awaits(returns_awaitable("through a call"))))


class GeneratorLike:
    def __init__(self):
        self.left = [1, 2]

    def __iter__(self):
        return self

    def __next__(self):
        return self.send(None)

    def send(self, value):
        if self.left:
            return self.left.pop(0)
        raise StopIteration("like a generator")

    def throw(self, *error):
        raise error[0]

    def close(self):
        pass


@types.coroutine
def gives_generator_like():
    return GeneratorLike()


print(run(awaits(gives_generator_like())))
try:
    types.coroutine(3)
except TypeError as error:
    print(error)


async def expressions(x):
    pair = await helper(1), await helper(2)
    power = (await coroutine()) ** 2
    negative = -await coroutine()
    index = [10, 20, 30, 40, 50, 60][await coroutine()]
    chosen = await coroutine() if x else await helper("else")
    text = f"{await coroutine()!r:>4}|{(await helper('f'))[0]}"
    both = await coroutine() and await helper("and")
    return pair, power, negative, index, chosen, text, both


print(run(expressions(True)))
print(run(expressions(False))[1][4])
