# Generators as data pipelines: chunked reading, coroutines that consume, infinite sequences, recursion.
import itertools, collections, random, heapq, io
def read_lines(text):
    for line in io.StringIO(text):
        yield line.rstrip("\n")
def grep(pattern, lines): return (l for l in lines if pattern in l)
def fields(lines, *idx):
    for l in lines:
        parts = l.split()
        yield tuple(parts[i] for i in idx)
log = "10:01 GET /a 200\n10:02 POST /b 500\n10:03 GET /c 404\n10:04 GET /a 200\n"
print(list(fields(grep("GET", read_lines(log)), 2, 3)))
print(collections.Counter(s for _, s in fields(read_lines(log), 0, 3)))
def coroutine(f):
    def start(*a, **k):
        g = f(*a, **k); next(g); return g
    return start
@coroutine
def broadcast(*targets):
    while True:
        item = yield
        for t in targets: t.send(item)
@coroutine
def collect(into, when=lambda x: True):
    try:
        while True:
            x = yield len(into)
            if when(x): into.append(x)
    except GeneratorExit:
        into.append("end")
evens, all_ = [], []
targets = collect(evens, lambda x: x % 2 == 0), collect(all_)
b = broadcast(*targets)
for i in range(5): b.send(i)
for t in targets: t.close()
print(evens, all_)
def fib():
    a, b = 0, 1
    while True: yield a; a, b = b, a + b
print(list(itertools.islice(fib(), 10)), next(x for x in fib() if x > 1000), list(itertools.takewhile(lambda x: x < 30, fib())))
def primes():
    composites = {}
    for n in itertools.count(2):
        if n not in composites: yield n; composites[n * n] = [n]
        else:
            for p in composites.pop(n): composites.setdefault(n + p, []).append(p)
print(list(itertools.islice(primes(), 12)))
def walk(tree):
    if isinstance(tree, list):
        for t in tree: yield from walk(t)
    else: yield tree
print(list(walk([1, [2, [3, []], 4], [[5]]])))
def perms(items):
    if not items: yield ()
    for i, x in enumerate(items):
        for rest in perms(items[:i] + items[i + 1:]): yield (x, *rest)
print(list(perms("abc")) == list(itertools.permutations("abc")), len(list(perms(list(range(5))))))
def merge(*its): return list(heapq.merge(*its))
print(merge([1, 4, 7], [2, 5], [3, 6]), list(heapq.merge(["b", "dd"], ["a", "ccc"], key=len)))
def chunk(it, n):
    it = iter(it)
    while batch := list(itertools.islice(it, n)): yield batch
print(list(chunk(range(7), 3)))
def window(seq, n):
    it = iter(seq); d = collections.deque(itertools.islice(it, n), maxlen=n)
    if len(d) == n: yield tuple(d)
    for x in it: d.append(x); yield tuple(d)
print(list(window(range(5), 3)))
class Tree:
    def __init__(self, v, l=None, r=None): self.v, self.l, self.r = v, l, r
    def __iter__(self):
        if self.l: yield from self.l
        yield self.v
        if self.r: yield from self.r
print(*Tree(4, Tree(2, Tree(1), Tree(3)), Tree(5)))
def acc():
    total = 0
    while (x := (yield total)) is not None: total += x
    return f"total {total}"
def outer(results):
    while True: results.append((yield from acc()))
res = []; o = outer(res); next(o); o.send(1); o.send(2); o.send(None); o.send(10); o.send(None); print(res)
g = (x * y for x in range(3) for y in "ab" if x); print(list(g), list(g))
print(sum(1 for _ in fib().__iter__().__class__.mro()), iter(g) is g)
def lazy():
    print("started"); yield 1; print("resumed"); yield 2; print("finished")
l = lazy(); print("made"); print(next(l)); print(next(l)); print(next(l, "default"))
def cleanup():
    try: yield 1
    finally: print("cleaned")
for x in cleanup(): break
import gc; gc.collect()
def countdown(n):
    while n:
        got = yield n
        n = got if got is not None else n - 1
c = countdown(5); print(next(c), next(c), c.send(10), next(c), list(c))
a, b = itertools.tee(fib()); print([next(a) for _ in range(3)], [next(b) for _ in range(4)])
print(list(itertools.accumulate([3, 1, 4, 1, 5], max)), list(itertools.chain("ab", [1])), list(itertools.compress("abc", [1, 0, 1])), list(itertools.starmap(pow, [(2, 3)])), list(itertools.pairwise("abc")))
rng = random.Random(3)
def reservoir(it, k):
    out = []
    for i, x in enumerate(it):
        if i < k: out.append(x)
        elif (j := rng.randrange(i + 1)) < k: out[j] = x
    return out
print(reservoir(range(100), 5))
