"""Lists that change while they are iterated, broken iterators, length hints, endless generators, groups."""
items = [1, 2, 3, 4]
for x in items:
    if x == 2:
        items.remove(x)
    print(x, end=" ")
print(items)
grow = [0]
for x in grow:
    if len(grow) < 5:
        grow.append(x + 1)
print(grow)


class Broken:
    def __iter__(self): return self
    def __next__(self): raise ValueError("broken in the middle")


class NotIter:
    __iter__ = None


for bad in (lambda: list(Broken()), lambda: list(NotIter()), lambda: 1 in NotIter(), lambda: [x for x in NotIter()]):
    try:
        bad()
    except (ValueError, TypeError) as error:
        print(error)


class Hint:
    def __length_hint__(self): return 7
    def __iter__(self): return iter("ab")


import operator
print(operator.length_hint(Hint()), operator.length_hint([1, 2]), operator.length_hint(iter("abc")), operator.length_hint(5, 9) if False else "", list(Hint()))


def infinite():
    n = 0
    while True:
        yield n
        n += 1


def take(n, it):
    return [x for _, x in zip(range(n), it)]


g = infinite()
print(take(3, g), take(2, g), next(x for x in g if x % 7 == 0), next((x for x in "abc" if x > "z"), "none"))
ones = [iter(range(6))] * 2
print(list(zip(*ones)), list(zip(*[(1, 2), (3, 4)])), [list(row) for row in zip(*[[1, 2, 3], [4, 5, 6]])], dict(zip("abc", iter([1, 2]))))
