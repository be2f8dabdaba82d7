"""Counter: arithmetic, unary signs, subset comparison, most_common ties, update and subtract, elements, missing keys."""
from collections import Counter

c = Counter("mississippi")
print(c, c.most_common(), c.most_common(2), c["z"], "z" in c, c.total(), sorted(c.elements()), list(c))
a, b = Counter(a=3, b=1), Counter(a=1, b=2, c=4)
print(a + b, a - b, b - a, a & b, a | b, +Counter(a=1, b=-1), -Counter(a=1, b=-1))
print(a == Counter(b=1, a=3), a == Counter(a=3, b=1, c=0), a <= b, Counter(a=1) <= a, Counter(a=1) < a, a >= a, a > a, a != b)
a.update(b)
print(a)
a.subtract({"a": 10, "z": 1})
print(a, dict(a), a.total(), list((+a).elements()))
a += Counter(z=5)
print(a)
a -= Counter(z=2, b=100)
print(a)
a |= Counter(q=7)
a &= Counter(q=3, z=1)
print(a)
d = Counter()
for word in "the cat the dog the end".split():
    d[word] += 1
print(d, d.pop("dog"), len(d), d.get("no"), d.setdefault("x", 9), d)
del d["nothing here"]
del d["x"]
print(d, Counter([1, 1, 2, 2, 3]).most_common(1), Counter({"a": 0}), Counter(None), Counter([]), bool(Counter()))
print(Counter(a=1.5, b=2) + Counter(a=0.25), Counter({"x": "no"})["x"], c.copy() == c, c.copy() is c)
print(Counter(["b", "a", "c", "a"]).most_common(), max(c, key=c.get), sorted(c.items(), key=lambda kv: (-kv[1], kv[0])))
for bad in (lambda: Counter.fromkeys("ab"), lambda: Counter(3), lambda: Counter("a", "b"), lambda: Counter() + 1, lambda: Counter() < 3):
    try:
        print(bad())
    except (NotImplementedError, TypeError) as error:
        print(type(error).__name__, error)


class Multi(Counter):
    def __missing__(self, key):
        return -1


m = Multi("aab")
print(m["zz"], m, type(m + m), isinstance(m, dict))
print({k: v for k, v in Counter(len(w) for w in "a bb cc ddd".split()).items()}, repr(Counter({1: 2, None: 3})))
print(sum(Counter(x=2, y=3).values()), Counter("ab").items() & Counter("bc").items(), list(reversed(Counter("ab"))))
text = "to be or not to be that is the question"
letters = Counter(text.replace(" ", ""))
print(letters.most_common(3), letters.most_common()[:-4:-1])
print(Counter("abc") | {"z": 1} if False else (Counter("abc") == {"a": 1, "b": 1, "c": 1}))
print(Counter(a=2).__repr__(), str(Counter("zzyyx")), f"{Counter('a')}")
