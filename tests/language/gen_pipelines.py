"""Generators: pipelines, send, throw, close, delegation and laziness."""
from itertools import chain, islice


def numbers(limit):
    print("start")
    try:
        for i in range(limit):
            yield i
    finally:
        print("closed")


def squares(source):
    for n in source:
        yield n * n


def averager():
    total, count, average = 0, 0, None
    while True:
        try:
            value = yield average
        except ValueError as error:
            print("caught", error)
            continue
        if value is None:
            return total, count
        total += value
        count += 1
        average = total / count


def report(results):
    while True:
        results.append((yield from averager()))


print(list(islice(squares(numbers(10)), 3)))
pipe = (n for n in squares(numbers(6)) if n % 2)
print(next(pipe), next(pipe))
pipe.close()
print(list(pipe))
average = averager()
next(average)
print(average.send(10), average.send(20), average.throw(ValueError("odd")), average.send(30))
try:
    average.send(None)
except StopIteration as stop:
    print("result", stop.value)
results = []
task = report(results)
next(task)
for value in (1, 2, 3, None, 10, None):
    task.send(value)
print(results)


def flatten(items):
    for item in items:
        if isinstance(item, (list, tuple)):
            yield from flatten(item)
        else:
            yield item


print(list(flatten([1, [2, (3, [4, []])], 5])))


def window(iterable, n):
    iterator = iter(iterable)
    held = tuple(islice(iterator, n))
    while len(held) == n:
        yield held
        try:
            held = held[1:] + (next(iterator),)
        except StopIteration:
            return


print(list(window("abcde", 3)), list(window([1], 2)))


def fails():
    yield 1
    raise KeyError("inside")


g = fails()
print(next(g))
try:
    next(g)
except KeyError as error:
    print(repr(error), next(g, "exhausted"))


def bad():
    next(iter([]))
    yield


try:
    list(bad())
except RuntimeError as error:
    print(error, repr(error.__cause__))


def ignores():
    while True:
        try:
            yield 1
        except GeneratorExit:
            yield 2


g = ignores()
next(g)
try:
    g.close()
except RuntimeError as error:
    print(error)
print(*chain.from_iterable(([1, 2], (3,), "ab")), sum(x * y for x in range(3) for y in range(x)), g.gi_frame is None)
lazy = (print("evaluated", x) for x in range(3))
print("nothing yet")
next(lazy)
try:
    averager().send(1)
except TypeError as error:
    print(error)
