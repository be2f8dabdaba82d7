"""Shortest ways, counters, sets of places: defaultdict, Counter, named tuples."""

from collections import Counter, defaultdict, namedtuple

Edge = namedtuple("Edge", "a b w")


def main():
    edges = [Edge(i % 60, (i * 7 + 3) % 60, (i * 13) % 29) for i in range(900)]
    graph = defaultdict(dict)
    for a, b, w in edges:
        graph[a][b] = min(w, graph[a].get(b, 99))
        graph[b][a] = w
    dist = {0: 0}
    todo = set(graph)
    while todo:
        u = min((n for n in todo if n in dist), key=dist.__getitem__, default=None)
        if u is None:
            break
        todo.remove(u)
        for v, w in graph[u].items():
            alt = dist[u] + w
            if v not in dist or alt < dist[v]:
                dist[v] = alt
    words = [f"w{(i * i) % 173}" for i in range(3000)]
    c = Counter(words)
    top = c.most_common(3)
    inv = {}
    for k, v in c.items():
        inv.setdefault(v, set()).add(k)
    a = set(range(0, 2000, 3))
    b = {x * 2 for x in range(1000)}
    s = len(a & b) + len(a | b) + len(a - b) + len(a ^ b)
    life = {(x, y) for x in range(20) for y in range(20) if (x * y + x) % 3 == 0}
    for _ in range(3):
        n = Counter((x + dx, y + dy) for x, y in life for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)
        life = {p for p, k in n.items() if k == 3 or (k == 2 and p in life)}
    merged = {**c, **{"z": 1}}
    q = [k for k, v in sorted(merged.items(), key=lambda kv: (-kv[1], kv[0]))][:5]
    e = sum(e.w for e in edges if e.a < e.b)
    return sum(dist.values()), top, len(inv), s, len(life), q, e
