"""Iterators that share a source: tee, also when reading comes back to itself; what throw() raises; counters changed in place."""
import itertools
from collections import Counter


def hamming():
    """The numbers with no prime factor above 5, each made from those before it: the generator reads its own results."""

    def times(n, numbers):
        for number in numbers:
            yield n * number

    def merge(a, b):
        x, y = next(a), next(b)
        while True:
            if x < y:
                yield x
                x = next(a)
            elif x > y:
                yield y
                y = next(b)
            else:
                yield x
                x, y = next(a), next(b)

    def numbers():
        yield 1
        yield from merge(times(2, twos), merge(times(3, threes), times(5, fives)))

    twos, threes, fives, result = itertools.tee(numbers(), 4)
    return result


print(list(itertools.islice(hamming(), 40)))


class Asks:
    """Reads from the tee that reads from it."""

    def __iter__(self):
        return self

    def __next__(self):
        return next(self.other)


asks = Asks()
a, asks.other = itertools.tee(asks)
try:
    next(a)
except RuntimeError as error:
    print(error)


class Fails:
    """Fails at first, then goes on."""

    def __init__(self):
        self.turn = 0

    def __iter__(self):
        return self

    def __next__(self):
        self.turn += 1
        if self.turn == 1:
            raise KeyError("first")
        if self.turn > 4:
            raise StopIteration
        return self.turn


a, b = itertools.tee(Fails())
try:
    next(a)
except KeyError as error:
    print("failed", error)
print(list(b), list(a), list(a))


class Item:
    alive = 0

    def __init__(self):
        Item.alive += 1

    def __del__(self):
        Item.alive -= 1


ahead, behind = itertools.tee(Item() for _ in range(1000))
for _ in range(400):
    next(ahead)
print(Item.alive)
for _ in range(400):
    next(behind)
print(Item.alive < 100)
for _ in range(300):
    next(ahead)
del behind
print(Item.alive < 100)
ahead, behind = itertools.tee(range(200_000))
print(sum(ahead), next(behind))
del ahead, behind


def listens():
    while True:
        try:
            yield
        except (ValueError, KeyError) as error:
            print("caught", repr(error))


def thrown(*what):
    generator = listens()
    next(generator)
    try:
        generator.throw(*what)
    except BaseException as error:
        print(type(error).__name__, error)


thrown(ValueError)
thrown(ValueError("text"))
thrown(ValueError, "text")
thrown(ValueError, ValueError(1))
thrown(ValueError, KeyError(1))
thrown(ValueError, (1, 2))
thrown(ValueError, ())
thrown(ValueError, ValueError(1), None)
thrown(KeyError, None, None)
thrown(LookupError, KeyError("below"))
thrown(ValueError(1), "text")
thrown(ValueError, "text", 23)
thrown("text")
thrown(0)
thrown(list)

counts = Counter("abbb")
counts |= Counter("bcc")
print(counts)
counts &= Counter("bbcx")
print(counts)
counts["b"] = -1
counts |= Counter()
print(counts)
