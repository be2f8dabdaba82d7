"""deque: every method, maxlen, rotation, mutation while iterating, comparison, and each error's text."""
from collections import deque
import copy

d = deque([1, 2, 3], maxlen=3)
d.append(4)
d.appendleft(0)
print(d, d.maxlen, len(d), d[0], d[-1], d[1])
d.rotate()
print(d)
d.rotate(-2)
print(d, list(reversed(d)), 2 in d, d.count(2), d.index(2))
e = deque("abc")
e.extend("de")
e.extendleft("xy")
print(e, "".join(e), e.pop(), e.popleft(), e.maxlen)
e.insert(1, "Z")
e.remove("b")
e[0] = "Q"
del e[-1]
e.reverse()
print(e, e.copy() == e, copy.copy(e) is e, copy.deepcopy(e) == e)
print(deque([1, 2]) + deque([3]), deque([1]) * 3, deque([1, 2]) < deque([1, 3]), deque([1]) == [1], deque(), bool(deque()), deque([1]) != deque([2]))
e += "12"
e *= 2
print(e, len(e), e.index("1", 4), e.index("Q", -9, 9))
e.clear()
print(e)
full = deque([1, 2, 3], 3)
for bad in (lambda: deque().pop(), lambda: deque().popleft(), lambda: deque([1])[5], lambda: deque([1]).remove(9), lambda: deque([1]).index(9),
            lambda: full.insert(0, 9), lambda: deque([1])[0:1], lambda: deque(5), lambda: deque([], -1), lambda: deque([], "a"), lambda: hash(deque()),
            lambda: deque([1]).__setitem__(4, 1), lambda: deque([1]).__delitem__(4), lambda: deque()["a"], lambda: deque() + [1], lambda: deque() < [1],
            lambda: deque([1]).rotate("a"), lambda: setattr(deque(), "maxlen", 3), lambda: deque([1], 2, 3), lambda: deque().append(), lambda: deque([1]) * 1.5):
    try:
        print(bad())
    except (IndexError, ValueError, TypeError, AttributeError) as error:
        print(type(error).__name__, error)
m = deque([1, 2, 3])
try:
    for x in m:
        m.append(x)
except RuntimeError as error:
    print(error)
loop = deque([1])
loop.append(loop)
print(loop, repr(deque([deque(["a"], 5)])))


def tail(lines, n=2):
    return list(deque(lines, n))


print(tail("a b c d".split()), list(deque(range(10), maxlen=0)))
window, out = deque(maxlen=3), []
for n in [5, 1, 4, 2, 8, 6]:
    window.append(n)
    out.append(sum(window) / len(window))
print([round(o, 3) for o in out])
it = iter(deque([1, 2]))
print(next(it), type(it).__name__, type(reversed(deque())).__name__)


class Bounded(deque):
    def __init__(self, items=(), size=2):
        super().__init__(items, size)

    def append(self, item):
        if len(self) == self.maxlen:
            print("dropping", self[0])
        super().append(item)


b = Bounded("ab")
b.append("c")
print(b, b.maxlen, isinstance(b, deque))
queue = deque([(0, [0])])
seen = {0}
while queue:
    node, path = queue.popleft()
    if node == 11:
        print(path)
        break
    for nxt in (node * 2, node + 3):
        if nxt not in seen and nxt < 40:
            seen.add(nxt)
            queue.append((nxt, path + [nxt]))
