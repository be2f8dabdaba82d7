# `__index__` of a bound or an index may change the sequence that it indexes: lengths are read after it. Recorded
# from CPython 3.13, as older ones read the length before the items. Other sequences: byte_sequences_changed_by_index.py.
import array
from collections import deque


class Changing:
    """An index that changes a sequence when it is asked."""

    def __init__(self, sequence, value, act):
        self.sequence, self.value, self.act = sequence, value, act

    def __index__(self):
        self.act(self.sequence)
        return self.value


def clear(sequence):
    del sequence[:]


def fill(sequence):
    sequence.extend(sequence[:1] * 4)


def cut(sequence):
    del sequence[-1:]


def read(x, i):
    return x[i]


def write(x, i):
    x[i] = x[0]


def delete(x, i):
    del x[i]


def read_to(x, i):
    return x[:i]


def read_from(x, i):
    return x[i:]


def read_by(x, i):
    return x[::i]


def read_back(x, i):
    return x[i::-1]


def write_to(x, i):
    x[:i] = x[:1]


def write_from(x, i):
    x[i:] = x[:1]


def write_by(x, i):
    x[::i] = x[:2]


def delete_to(x, i):
    del x[:i]


def delete_from(x, i):
    del x[i:]


def delete_by(x, i):
    del x[::i]


def delete_back(x, i):
    del x[i::-2]


def pop(x, i):
    return x.pop(i)


def insert(x, i):
    x.insert(i, x[0])


def times(x, i):
    return x * i


def shown(action):
    try:
        return action()
    except Exception as error:
        return f"{type(error).__name__}: {error}"


USES = [read, write, delete, read_to, read_from, read_by, read_back, write_to, write_from, write_by]
USES += [delete_to, delete_from, delete_by, delete_back, pop, insert, times]
for use in USES:
    for act in clear, fill, cut:
        for value in 0, 1, 2, -1, 5:
            x = [1, 2, 3]
            print(use.__name__, act.__name__, value, shown(lambda: use(x, Changing(x, value, act))), x)

for use in read, write, delete, insert:
    for act in deque.clear, deque.pop:
        for value in 0, 1, 2, -1:
            x = deque([1, 2, 3])
            print("deque", use.__name__, act.__name__, value, shown(lambda: use(x, Changing(x, value, act))), x)


class Emptying:
    """An iterable that empties the sequence that it replaces a part of."""

    def __init__(self, x, items):
        self.x, self.items = x, items

    def __iter__(self):
        clear(self.x)
        return iter(self.items)


for part in slice(0, 2), slice(1, None), slice(None, None, 2), slice(None, None, -1), slice(2, 0):
    for items in [], [7], [7, 8], [7, 8, 9]:
        x = [1, 2, 3]
        print(type(x).__name__, part, items, shown(lambda: x.__setitem__(part, Emptying(x, items))), x)

# Bounds are evaluated before the value.
for x, part, value in [
    ([1, 2, 3], slice("a", 1), 5),
    ([1, 2, 3], slice(0, 1), 5),
    ([1, 2, 3], slice(0, 3, 2), 5),
    (bytearray(b"abc"), slice("a", 1), "s"),
    (bytearray(b"abc"), slice(0, 1), "s"),
    (bytearray(b"abc"), slice(0, 1), [400]),
    (bytearray(b"abc"), slice(0, 0, -1), b"1"),
    (array.array("i", [1, 2]), slice("a", 1), 5),
    (array.array("i", [1, 2]), slice(0, 1), 5),
    (array.array("i", [1, 2]), slice(0, 1), array.array("f", [1])),
    (array.array("i", [1, 2]), slice(0, 2, 2), array.array("i", [1, 2, 3])),
]:
    print(type(x).__name__, part, shown(lambda: x.__setitem__(part, value)))
