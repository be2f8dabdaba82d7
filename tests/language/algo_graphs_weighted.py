"""Weighted graphs: Dijkstra with paths, Bellman-Ford with negative cycles, Floyd-Warshall, Prim, topological order, components, A*."""
import heapq
from collections import defaultdict, deque
from math import inf

edges = [("a", "b", 7), ("a", "c", 9), ("a", "f", 14), ("b", "c", 10), ("b", "d", 15), ("c", "d", 11), ("c", "f", 2), ("d", "e", 6), ("e", "f", 9)]
graph = defaultdict(dict)
for u, v, w in edges:
    graph[u][v] = graph[v][u] = w


def dijkstra(graph, start):
    best, back, queue = {start: 0}, {}, [(0, start)]
    while queue:
        cost, node = heapq.heappop(queue)
        if cost > best[node]:
            continue
        for other, weight in graph[node].items():
            if cost + weight < best.get(other, inf):
                best[other], back[other] = cost + weight, node
                heapq.heappush(queue, (best[other], other))
    return best, back


def path(back, end):
    out = [end]
    while out[-1] in back:
        out.append(back[out[-1]])
    return out[::-1]


best, back = dijkstra(graph, "a")
print(dict(sorted(best.items())), "".join(path(back, "e")))


def bellman_ford(nodes, arcs, start):
    d = dict.fromkeys(nodes, inf) | {start: 0}
    for _ in range(len(nodes) - 1):
        for u, v, w in arcs:
            d[v] = min(d[v], d[u] + w)
    if any(d[u] + w < d[v] for u, v, w in arcs):
        raise ValueError("negative cycle")
    return d


print(bellman_ford("stxyz", [("s", "t", 6), ("s", "y", 7), ("t", "x", 5), ("t", "y", 8), ("t", "z", -4), ("x", "t", -2), ("y", "x", -3), ("y", "z", 9), ("z", "x", 7)], "s"))
try:
    bellman_ford("ab", [("a", "b", 1), ("b", "a", -3)], "a")
except ValueError as error:
    print(error)


def floyd(nodes, arcs):
    d = {u: {v: 0 if u == v else inf for v in nodes} for u in nodes}
    for u, v, w in arcs:
        d[u][v] = w
    for k in nodes:
        for i in nodes:
            for j in nodes:
                d[i][j] = min(d[i][j], d[i][k] + d[k][j])
    return d


for u, row in floyd("abcd", [("a", "c", -2), ("b", "a", 4), ("b", "c", 3), ("c", "d", 2), ("d", "b", -1)]).items():
    print(u, row)


def prim(graph, start):
    seen, queue, tree = {start}, [(w, start, v) for v, w in graph[start].items()], []
    heapq.heapify(queue)
    while queue:
        w, u, v = heapq.heappop(queue)
        if v not in seen:
            seen.add(v)
            tree.append((u, v, w))
            for x, wx in graph[v].items():
                heapq.heappush(queue, (wx, v, x))
    return tree


print(prim(graph, "a"), sum(w for *_, w in prim(graph, "a")))
needs = {"shirt": ["tie", "belt"], "tie": ["jacket"], "pants": ["shoes", "belt"], "belt": ["jacket"], "socks": ["shoes"], "shoes": [], "jacket": []}


def topological(graph):
    degree = {n: 0 for n in graph}
    for outs in graph.values():
        for n in outs:
            degree[n] += 1
    ready, order = deque(sorted(n for n, d in degree.items() if not d)), []
    while ready:
        order.append(node := ready.popleft())
        for n in graph[node]:
            degree[n] -= 1
            if not degree[n]:
                ready.append(n)
    if len(order) < len(graph):
        raise ValueError("cycle among " + ", ".join(sorted(set(graph) - set(order))))
    return order


print(topological(needs))
try:
    topological({"x": ["y"], "y": ["x"], "z": []})
except ValueError as error:
    print(error)


def strong(graph):
    index, low, stack, out = {}, {}, [], []

    def visit(v):
        index[v] = low[v] = len(index)
        stack.append(v)
        for w in graph.get(v, ()):
            if w not in index:
                visit(w)
            if w in stack:
                low[v] = min(low[v], low[w])
        if low[v] == index[v]:
            part = []
            while not part or part[-1] != v:
                part.append(stack.pop())
            out.append(sorted(part))
    for v in graph:
        if v not in index:
            visit(v)
    return out


print(strong({1: [2], 2: [3], 3: [1], 4: [2, 3, 5], 5: [4, 6], 6: [3, 7], 7: [6], 8: [5, 7, 8]}))


def astar(grid, start, goal):
    h = lambda p: abs(p[0] - goal[0]) + abs(p[1] - goal[1])
    queue, cost, came = [(h(start), start)], {start: 0}, {}
    while queue:
        _, here = heapq.heappop(queue)
        if here == goal:
            return cost[goal], path(came, goal)
        for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            there = here[0] + dr, here[1] + dc
            if 0 <= there[0] < len(grid) and 0 <= there[1] < len(grid[0]) and grid[there[0]][there[1]] != "#":
                if (c := cost[here] + 1) < cost.get(there, inf):
                    cost[there], came[there] = c, here
                    heapq.heappush(queue, (c + h(there), there))
    return None


print(astar(["..#.", ".#..", "...."], (0, 0), (0, 3)), astar([".#.", "###"], (0, 0), (0, 2)))
colours = {}
for node in sorted(graph, key=lambda n: (-len(graph[n]), n)):
    colours[node] = next(c for c in "RGBY" if all(colours.get(o) != c for o in graph[node]))
print(colours)
