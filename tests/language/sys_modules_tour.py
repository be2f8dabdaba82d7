"""A walk through small modules: copy, contextlib, operator, io, itertools recipes, bisect, textwrap."""
import bisect
import contextlib
import copy
import io
import itertools as it
import operator as op
import sys

nested = [[1, 2], {"k": [3]}]
shallow, deep = copy.copy(nested), copy.deepcopy(nested)
nested[0].append(99)
print(shallow[0], deep[0], shallow is not nested, deep[1]["k"] is not nested[1]["k"])
loop = [1]
loop.append(loop)
twin = copy.deepcopy(loop)
print(loop, twin[1] is twin, twin is not loop)


class Custom:
    def __init__(self): self.parts = [1]
    def __copy__(self): return "copied"
    def __deepcopy__(self, memo): return f"deep {len(memo) >= 0}"


print(copy.copy(Custom()), copy.deepcopy([Custom()]))
buffer = io.StringIO()
with contextlib.redirect_stdout(buffer):
    print("captured", end="|")
    print("too", file=buffer)
print(repr(buffer.getvalue()), buffer.tell(), buffer.seek(0), buffer.read(3), buffer.readline(), buffer.read())
print("to stderr is not shown", file=io.StringIO())
with contextlib.suppress(KeyError, ValueError):
    {}["x"]
    print("unreached")


class Resource:
    def __init__(self, name, fail=False): self.name, self.fail = name, fail
    def __enter__(self):
        print("open", self.name)
        if self.fail: raise OSError(f"cannot open {self.name}")
        return self
    def __exit__(self, kind, value, traceback):
        print("close", self.name, kind and kind.__name__)
        return kind is ZeroDivisionError


with Resource("a") as a, Resource("b") as b:
    print(a.name + b.name)
with Resource("swallow"):
    1 / 0
try:
    with Resource("one"), Resource("two", fail=True), Resource("three"):
        print("never")
except OSError as error:
    print(error)
with contextlib.ExitStack() as stack:
    names = [stack.enter_context(Resource(n)).name for n in "xy"]
    stack.callback(print, "callback", names)
with (Resource("p") as p, Resource("q")):
    pass
print(list(it.chain([1], (2, 3))), list(it.compress("abcd", [1, 0, 1])), list(it.dropwhile(lambda x: x < 3, [1, 4, 2])), list(it.starmap(pow, [(2, 3), (3, 2)])),
      list(it.pairwise("abc")), list(it.zip_longest("ab", "c", fillvalue="-")), list(it.islice(it.cycle("ab"), 5)), list(it.combinations("abc", 2)),
      len(list(it.permutations(range(5), 3))), list(it.combinations_with_replacement("ab", 2)), [(k, len(list(g))) for k, g in it.groupby("aabccc")], list(it.repeat(7, 2)))
one, two = it.tee(iter("xyz"))
print(next(one), list(two), list(one), list(it.takewhile(str.isalpha, "ab1c")), list(it.filterfalse(None, [0, 1, ""])), [*it.batched("abcde", 2)] if sys.version_info >= (3, 12) else [("a", "b"), ("c", "d"), ("e",)])
print(op.itemgetter(1, -1)("abc"), op.attrgetter("real", "imag")(5), op.methodcaller("split", ",")("a,b"), op.mul(3, 4), op.truth([]), op.contains("abc", "b"), op.index(True))
breaks, grades = [60, 70, 80, 90], "FDCBA"
print([grades[bisect.bisect(breaks, s)] for s in (33, 60, 77, 89, 90, 100)], bisect.bisect_left(breaks, 70), end=" ")
bisect.insort(breaks, 75)
print(breaks)
print(sys.maxsize, sys.version_info[:1], sys.byteorder, type(sys.argv).__name__, sys.getrecursionlimit() >= 1000, sys.float_info.max, sys.stdout.write("w\n"))
