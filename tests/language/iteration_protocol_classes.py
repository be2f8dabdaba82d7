"""Classes with __iter__, __next__, __getitem__, __reversed__; sentinels; exhaustion."""
class Countdown:
    def __init__(self, n): self.n = n
    def __iter__(self): return self
    def __next__(self):
        if self.n <= 0:
            raise StopIteration("done")
        self.n -= 1
        return self.n + 1


class Tree:
    def __init__(self, value, *children): self.value, self.children = value, children
    def __iter__(self):
        yield self.value
        for child in self.children:
            yield from child
    def __reversed__(self): return iter(list(self)[::-1])
    def __len__(self): return sum(1 for _ in self)


class OldStyle:
    def __getitem__(self, i):
        if i > 3:
            raise IndexError(i)
        return i * 10


print(list(Countdown(3)), sum(Countdown(4)), max(Countdown(2)), list(zip(Countdown(3), "ab")), 2 in Countdown(5), tuple(Countdown(2)), [*Countdown(2)], dict(enumerate(Countdown(2))))
t = Tree(1, Tree(2, Tree(3)), Tree(4))
print(list(t), list(reversed(t)), len(t), 3 in t, sorted(t, reverse=True), next(iter(t)))
o = OldStyle()
print(list(o), 20 in o, 25 in o, [x for x in o], iter(o).__class__.__name__, tuple(map(str, o)))
a, b, *c = o
print(a, b, c)
import io
stream = io.StringIO("ab\ncd\nend\nnever")
print(list(iter(stream.readline, "end\n")), list(iter(iter([1, 2, 0, 3]).__next__, 0)), list(iter(lambda it=iter("xyz"): next(it), "z")))
it = iter([1, 2, 3])
print(next(it), list(it), next(it, "empty"), list(it), it.__length_hint__())
try:
    next(it)
except StopIteration as stop:
    print("stop", stop.value, stop.args)
c = Countdown(1)
next(c)
try:
    next(c)
except StopIteration as stop:
    print(stop.value)
z = zip([1, 2, 3], (n for n in range(2)))
