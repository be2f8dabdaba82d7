"""Generators whose items native functions take: where they stop, what runs in between, what dies when."""


def noisy(*items):
    for item in items:
        print("give", item)
        got = yield item
        print("got", got)
    print("end")
    return "value"


print(sum(noisy(1, 2, 3)))
print(sum(noisy(1.5, 2, 3.25)), sum(noisy(1, 2.5, True)))
print(sum(noisy(2**62, 2**62, 2**62)), sum(noisy(-(2**63), -1), 5))
print(sum((x * x for x in range(10)), 0.5), sum(x for x in ()), sum([0.1] * 10), sum(range(5), 2**63))
print(list(noisy("a", None)), tuple(noisy()), sorted(noisy(3, 1, 2), reverse=True))
print("-".join(c.upper() for c in "word"), {x % 3 for x in range(9)}, set(noisy(1, 1)))

# any and all stop where the answer is known; what is left is still there.
rest = noisy(0, None, False, 0.0, "", 7, 8)
print(any(rest), list(rest))
rest = noisy(1, True, "x", [], 5)
print(all(rest), next(rest))
rest.close()
print(any(noisy()), all(noisy()), any(x > 2 for x in range(5)), all(x < 5 for x in range(5)))

# The first of equals wins, NaN compares as it does.
nan = float("nan")
print(max(noisy(1, 1.0, True)), min(noisy(2, 2.0)), max(x for x in [3, 9, 4]), min(x for x in [0.5, -0.5, 3]))
print(max(x for x in [nan, 1.0, 2.0]), max(x for x in [1.0, nan, 2.0]), min(x for x in [2.0, nan, 1.0]))
print(max((w for w in ["bb", "a", "ccc"]), key=len), min((x for x in ()), default="none"), max(2**70 - i for i in range(3)))


class Adds:
    def __init__(self, value):
        self.value = value

    def __radd__(self, other):
        print("next inside", next(numbers))
        return other + self.value

    def __add__(self, other):
        return self.value + other


def mixed():
    yield 1
    yield Adds(10)
    yield 100
    yield 1000


# While a sum adds, its generator rests.
numbers = mixed()
print(sum(numbers))


class Item:
    def __init__(self, name):
        self.name = name

    def __bool__(self):
        print("bool", self.name)
        return self.name == "c"

    def __lt__(self, other):
        print(self.name, "<", other.name)
        return self.name < other.name

    def __del__(self):
        print("del", self.name)


print(any(Item(name) for name in "abcd"))
print(min(Item(name) for name in "bca").name)
held = list(Item(name) for name in "x")
print(len(held))
del held
for item in (Item(name) for name in "pq"):
    print("see", item.name)
del item


# A generator that is fed cannot be entered again.
def itself():
    yield 1
    try:
        print(sum(own))
    except ValueError as error:
        print("ValueError:", error)
    yield 2


own = itself()
print(sum(own))


# Errors leave through the consumer, past the finally of the generator.
def failing(n):
    try:
        for i in range(n):
            yield i
        raise KeyError("after", n)
    finally:
        print("finally", n)


for consumer in (sum, list, sorted, max, any, tuple, set):
    try:
        print(consumer(failing(1)))
    except KeyError as error:
        trace = error.__traceback__
        lines = []
        while trace is not None:
            lines.append(trace.tb_lineno)
            trace = trace.tb_next
        print(consumer.__name__, repr(error), [line - lines[0] for line in lines])


def stops():
    yield 1
    raise StopIteration(5)


try:
    sum(stops())
except RuntimeError as error:
    print(error, repr(error.__cause__))


def delegates():
    result = yield from noisy(1, 2)
    print("result", result)
    yield 3
    yield from [4, 5]
    yield from (x for x in (6, 7))


print(sum(delegates()), list(delegates()))


# Handlers and exceptions in hand are the generator's own.
def handles():
    for i in range(3):
        try:
            raise ValueError(i)
        except ValueError as error:
            yield error.args[0]
            try:
                raise
            except ValueError as again:
                yield again.args[0] * 10


try:
    raise OSError("outside")
except OSError:
    print(list(handles()), sum(handles()))
    try:
        raise
    except OSError as error:
        print(error)


class Tree:
    def __init__(self, *parts):
        self.parts = parts

    def total(self):
        return sum(part.total() if isinstance(part, Tree) else part for part in self.parts)

    def __iter__(self):
        for part in self.parts:
            if isinstance(part, Tree):
                yield from part
            else:
                yield part


tree = Tree(1, Tree(2, 3, Tree(4)), Tree(), 5)
print(tree.total(), list(tree), sum(tree), max(tree), sorted(tree, reverse=True))


# What was closed, thrown into or has ended gives no more.
def steps():
    try:
        for i in range(10):
            yield i
    except KeyError:
        yield "caught"
    finally:
        print("left")


walk = steps()
print(any(walk), next(walk), walk.throw(KeyError("x")), list(walk), sum(walk), next(walk, "over"))
walk = steps()
print(any(walk))
walk.close()
print(list(walk))


def deep(n):
    return sum(deep(n - 1) for _ in range(1)) if n else 1


print(deep(50))
try:
    deep(5000)
except RecursionError as error:
    print(type(error).__name__)

first, *others = (x for x in range(4))
print(first, others, [*(x + 1 for x in range(3))], dict((x, x * x) for x in range(3)))
a, b = (x for x in (1, 2))
print(a, b)
print(sum(x * y for x in range(4) for y in range(3) if x != y), sum(1 for _ in "abc"))
