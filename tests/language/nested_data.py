records = [{"name": n, "score": s, "tags": t} for n, s, t in [("ann", 3, ["a"]), ("bob", 5, []), ("cy", 3, ["b", "c"])]]
print(sorted(records, key=lambda r: (-r["score"], r["name"]))[0]["name"])
groups = {}
for r in records: groups.setdefault(r["score"], []).append(r["name"])
print(groups, {k: len(v) for k, v in groups.items()})
print([t.upper() for r in records for t in r["tags"] if t != "b"], {t: i for i, t in enumerate("xyz")})
matrix = [[1, 2, 3], [4, 5, 6]]
print([list(c) for c in zip(*matrix)], [sum(r) for r in matrix], [[x * 2 for x in r] for r in matrix], sum(x for r in matrix for x in r))
def flatten(x): return [z for y in x for z in (flatten(y) if isinstance(y, list) else [y])]
print(flatten([1, [2, [3, [4]], 5]]))
tree = {"v": 1, "kids": [{"v": 2, "kids": []}, {"v": 3, "kids": [{"v": 4, "kids": []}]}]}
def total(t): return t["v"] + sum(total(k) for k in t["kids"])
def depth(t): return 1 + max((depth(k) for k in t["kids"]), default=0)
print(total(tree), depth(tree))
class Node:
    def __init__(self, v, nxt=None): self.v, self.nxt = v, nxt
    def __iter__(self):
        n = self
        while n: yield n.v; n = n.nxt
print(list(Node(1, Node(2, Node(3)))))
memo = {}
def fib(n):
    if n in memo: return memo[n]
    memo[n] = n if n < 2 else fib(n - 1) + fib(n - 2)
    return memo[n]
print(fib(90))
def primes(n):
    sieve = [True] * (n + 1)
    for i in range(2, int(n ** 0.5) + 1):
        if sieve[i]:
            sieve[i * i::i] = [False] * len(sieve[i * i::i])
    return [i for i in range(2, n + 1) if sieve[i]]
print(primes(50))
def perms(xs):
    if len(xs) < 2: yield xs; return
    for i, x in enumerate(xs):
        for p in perms(xs[:i] + xs[i + 1:]): yield [x] + p
print(len(list(perms([1, 2, 3, 4]))), list(perms([1, 2, 3]))[3])
def bubble(xs):
    xs = xs[:]
    for i in range(len(xs)):
        for j in range(len(xs) - 1 - i):
            if xs[j] > xs[j + 1]: xs[j], xs[j + 1] = xs[j + 1], xs[j]
    return xs
print(bubble([5, 2, 9, 1]))
text = "the quick brown the lazy the"
count = {}
for w in text.split(): count[w] = count.get(w, 0) + 1
print(sorted(count.items(), key=lambda kv: (-kv[1], kv[0])))
print("\n".join(f"{k:<6}|{v:>3}" for k, v in sorted(count.items())))
queue = [("a", 0)]; seen = set(); g = {"a": "bc", "b": "d", "c": "d", "d": ""}
while queue:
    n, dist = queue.pop(0)
    if n in seen: continue
    seen.add(n); print(n, dist, end=" ")
    queue.extend((m, dist + 1) for m in g[n])
print()
