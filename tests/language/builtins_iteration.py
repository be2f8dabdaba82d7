print(list(zip([1, 2, 3], "ab")), list(zip()), list(zip([1], [2], strict=True)), list(enumerate("ab")), list(enumerate("ab", 5)), list(map(str, [1, 2])), list(map(lambda a, b: a + b, [1, 2], [3, 4])), list(filter(None, [0, 1, "", "a"])), list(filter(lambda x: x > 1, [1, 2, 3])))
# Recorded from CPython 3.13, which words some errors otherwise than 3.11.
print(list(reversed([1, 2, 3])), list(reversed("abc")), list(reversed((1, 2))), list(reversed(range(3))), any([0, 1]), any([]), all([1, 0]), all([]), sum([1, 2, 3]), sum([[1], [2]], []), sum([1], 10), sum(x * x for x in range(4)), sum([], start=5))
print(min(3, 1, 2), max([3, 1, 2]), min("abc"), max([], default=0), min([1, -5], key=abs), max("apple", "fig", key=len), min((1, "a"), (1, "b")), max([1.5, 2]))
it = iter([1, 2]); print(next(it), next(it), next(it, "done"))
c = iter(lambda l=[0]: l.__setitem__(0, l[0] + 1) or l[0], 4); print(list(c))
class Count:
    def __init__(self): self.i = 0
    def __iter__(self): return self
    def __next__(self):
        self.i += 1
        if self.i > 3: raise StopIteration
        return self.i
print(list(Count()), sum(Count()), tuple(Count()), [*Count()], 2 in Count(), dict(zip(Count(), "abc")), sorted(Count(), reverse=True), max(Count()))
class Seq:
    def __getitem__(self, i):
        if i > 2: raise IndexError
        return i * 10
    def __len__(self): return 3
print(list(Seq()), list(reversed(Seq())), 20 in Seq())
for f in [lambda: min([]), lambda: max(), lambda: min(1), lambda: max(1, "a"), lambda: sum("a", ""), lambda: sum(["a"]), lambda: len(5), lambda: iter(5), lambda: next([]), lambda: next(iter([])), lambda: list(zip([1], [1, 2], strict=True)), lambda: list(zip([1, 2], [1], strict=True)), lambda: list(zip([1], 5)), lambda: enumerate(5), lambda: map(5), lambda: list(map(5, [1])), lambda: reversed(5), lambda: sorted([1, "a"]), lambda: max(1, 2, default=3), lambda: sorted(5), lambda: any(5), lambda: iter(5, 6)]:
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
print(type(zip()).__name__, type(map(str, [])).__name__, type(enumerate([])).__name__, isinstance(zip(), zip), isinstance(map(str, []), map))
