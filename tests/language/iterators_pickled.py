# Iterators go through pickle and copy where they are, with what they are made of.
import copy
import pickle


class Squares:
    def __init__(self, count):
        self.count = count

    def __getitem__(self, at):
        if at >= self.count:
            raise IndexError(at)
        return at * at


def even(number):
    return number % 2 == 0


KINDS = {
    "list": lambda: iter([1, 2, 3, 4]),
    "tuple": lambda: iter((1, 2, 3, 4)),
    "text": lambda: iter("añb€c"),
    "range": lambda: iter(range(3, 20, 4)),
    "dict": lambda: iter({"a": 1, "b": 2, "c": 3}),
    "values": lambda: iter({"a": 1, "b": 2, "c": 3}.values()),
    "items": lambda: iter({"a": 1, "b": 2, "c": 3}.items()),
    "items by index": lambda: iter(Squares(4)),
    "enumerate": lambda: enumerate("abc", 5),
    "zip": lambda: zip("abc", [1, 2, 3]),
    "zip of three": lambda: zip("abc", [1, 2, 3], (4, 5, 6)),
    "map": lambda: map(abs, [-1, -2, -3]),
    "map of two": lambda: map(max, [1, 5, 2], [4, 4, 4]),
    "filter": lambda: filter(even, [1, 2, 3, 4, 6]),
}
for name, make in KINDS.items():
    steps = []
    for taken in range(4):
        one = make()
        for _ in range(taken):
            next(one, None)
        copies = [pickle.loads(pickle.dumps(one)), copy.copy(one), copy.deepcopy(one)]
        again = list(copies[0]), list(copies[2])
        steps.append((again, list(one)))
    print(name, steps)
numbers = [1, 2, 3]
one = iter(numbers)
next(one)
print(one.__reduce__() == (iter, ([1, 2, 3],), 1), list(copy.copy(one)), one.__length_hint__())
one.__setstate__(-5)
print(list(one), one.__reduce__())
try:
    pickle.dumps(x for x in [1])
except TypeError as error:
    print(error)
