# What pages of "Python tricks" show, one after the other.
from collections import Counter, defaultdict, namedtuple, OrderedDict
from itertools import chain, groupby, islice, zip_longest, tee, count
import operator, functools, sys, string

a, b = 1, 2
a, b = b, a
print(a, b)
print(*map(str, range(5)), sep=" -> ")
nested = [[1, 2], [3, [4, 5]], 6]
flat = lambda x: [y for l in x for y in (flat(l) if isinstance(l, list) else [l])]
print(flat(nested))
matrix = [[1, 2, 3], [4, 5, 6]]
print(list(zip(*matrix)), [list(row) for row in zip(*matrix[::-1])])
print({v: k for k, v in {"a": 1, "b": 2}.items()})
print(max("apple banana apple".split(), key="apple banana apple".split().count))
print(dict(zip("abc", count(1))))
print([*{*"hello"} & {*"world"}].__len__())
print({**{"a": 1}, "b": 2, **{"a": 3}})
first, *middle, last = range(6)
print(first, middle, last)
print("".join(reversed("abc")), "abc"[::-1], "abc"[-2:], "abc"[::2])
print(all(x > 0 for x in [1, 2]), any([]))
x = 5
print(1 < x < 10, 10 > x <= 9, x == 5 == 5.0)
print("yes" if x else "no", x and 0, 0 or [] or "end")
print(list(chain.from_iterable([[1], [2, 3]])))
print(sum([[1], [2, 3]], []))
print([list(g) for _, g in groupby([1, 1, 2, 3, 3])])
chunks = lambda seq, n: [seq[i:i + n] for i in range(0, len(seq), n)]
print(chunks(list(range(7)), 3))
print(list(zip_longest("abc", "x", fillvalue="-")))
print(list(zip(*[iter(range(9))] * 3)))
print(functools.reduce(operator.mul, range(1, 6)))
print(Counter("mississippi").most_common(2))
tree = lambda: defaultdict(tree)
t = tree()
t["a"]["b"]["c"] = 1
import json
print(json.dumps(t))
print(sorted({"b": 2, "a": 3}.items(), key=operator.itemgetter(1), reverse=True))
print(min({"b": 2, "a": 3}, key={"b": 2, "a": 3}.get))
for i, (name, value) in enumerate({"p": 1}.items(), start=1):
    print(i, name, value)
print([x for x in range(20) if not x % 3 if not x % 2])
print(f"{1234567.891:,.2f} {0.256:.1%} {42:08b} {255:#x} {'mid':^9}| {'l':<4}| {'r':>4}|")
print(f"{x=} {x*2=:>5} {'é'!a} {x!r:>4}")
print("{0} {name!r} {1:.2f}".format("a", 3.14159, name="n"))
print("%s is %d years and %.1f%%" % ("Bob", 30, 99.5))
print(list(filter(None, [0, 1, "", "a", None, []])))
print(int("ff", 16), int("0b11", 0), bin(10), oct(8), hex(255), chr(97), ord("a"))
print(divmod(17, 5), pow(3, 4, 5), round(2.5), round(3.5), round(-2.567, 2), round(1234, -2))
print(isinstance(True, int), True + True, [] == False, "a" "b")
def f(x, cache={}):
    return cache.setdefault(x, x * x)
f(2); f(3); print(f.__defaults__)
print((lambda *a, **k: (a, k))(1, *[2, 3], x=4, **{"y": 5}))
print(type(lambda: 0).__name__, (lambda: 0).__name__)
Point = namedtuple("Point", "x y", defaults=[0])
p = Point(1)
print(p, p._replace(y=5), p._asdict(), Point._fields, *p)
print("hello world".title(), "Hello".swapcase(), "a-b_c".replace("-", "_").split("_"))
print("x".join("abc"), "abc".center(9, "*"), "  s ".strip() + "|", "a,b,,c".split(","), "a  b".split())
s = "The quick brown fox"
print(" ".join(w[::-1] for w in s.split()), s.partition("quick"), s.casefold().count("o"))
print(str.maketrans("ab", "xy"), "aabbc".translate(str.maketrans("ab", "xy", "c")))
print(all(c in string.ascii_letters + " " for c in s), string.digits)
print([i for i, c in enumerate("banana") if c == "a"], "banana".find("an", 2), "banana".rindex("an"))
lst = [1, 2, 3, 4, 5]
lst[1:3] = ["x"]
del lst[::2]
print(lst, lst * 2, [0] * 3, lst.index(5) if 5 in lst else -1)
print([[0] * 2 for _ in range(2)], sorted("bca", reverse=True), sorted(["b", "A"], key=str.lower))
print(globals().get("nope"), callable(print), id(a) == id(a), hash("a") == hash("a"))
print(sys.getsizeof(0) > 0, sys.maxsize, sys.byteorder)
try:
    import nothing_here
except ImportError as e:
    print(type(e).__name__, e)
else:
    print("no")
finally:
    print("finally")
for n in range(2, 10):
    for d in range(2, n):
        if n % d == 0:
            break
    else:
        print(n, end=" ")
print()
if (n := len(lst)) > 1:
    print(n)
print(next((x for x in [1, 2, 3] if x > 5), "none"))
assert True, "never"
print(__name__, ...)
_, rest = "a b".split()
print(rest)
print(1_000_000, 0x_ff, 1e3, 5 // 2, -5 // 2, -5 % 3, 5 % -3, 2 ** -1, 7 / 2, 2 ** 100)
print(0.1 + 0.2, 0.1 + 0.2 == 0.3, abs(0.3 - (0.1 + 0.2)) < 1e-9, float("inf") > 1, float("nan") == float("nan"))
print(list(islice(count(10, 5), 3)), [*tee([1, 2])[1]])
