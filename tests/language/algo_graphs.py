"""Breadth-first, depth-first, Dijkstra, topological order, union-find."""
import heapq
from collections import defaultdict, deque

edges = [("A", "B", 4), ("A", "C", 1), ("C", "B", 2), ("B", "D", 5), ("C", "D", 8), ("D", "E", 3), ("F", "G", 1)]
graph = defaultdict(dict)
for a, b, weight in edges:
    graph[a][b] = weight
    graph[b][a] = weight


def bfs(start):
    seen, queue, order = {start}, deque([start]), []
    while queue:
        node = queue.popleft()
        order.append(node)
        for neighbour in sorted(graph[node]):
            if neighbour not in seen:
                seen.add(neighbour)
                queue.append(neighbour)
    return order


def dfs(node, seen=None):
    seen = seen if seen is not None else set()
    seen.add(node)
    yield node
    for neighbour in sorted(graph[node]):
        if neighbour not in seen:
            yield from dfs(neighbour, seen)


def dijkstra(start):
    distance = {start: 0}
    previous = {}
    heap = [(0, start)]
    while heap:
        d, node = heapq.heappop(heap)
        if d > distance.get(node, float("inf")):
            continue
        for neighbour, weight in graph[node].items():
            if (new := d + weight) < distance.get(neighbour, float("inf")):
                distance[neighbour] = new
                previous[neighbour] = node
                heapq.heappush(heap, (new, neighbour))
    return distance, previous


class UnionFind:
    def __init__(self):
        self.parent = {}

    def find(self, x):
        self.parent.setdefault(x, x)
        while self.parent[x] != x:
            self.parent[x] = self.parent[self.parent[x]]
            x = self.parent[x]
        return x

    def union(self, a, b):
        a, b = self.find(a), self.find(b)
        if a == b:
            return False
        self.parent[b] = a
        return True


print(bfs("A"), list(dfs("A")))
distance, previous = dijkstra("A")
print(distance, previous)
path, node = [], "E"
while node:
    path.append(node)
    node = previous.get(node)
print(" -> ".join(reversed(path)))
forest = UnionFind()
tree = [edge for edge in sorted(edges, key=lambda e: e[2]) if forest.union(*edge[:2])]
print(tree, sum(w for *_, w in tree))


def topological(dependencies):
    order, state = [], {}

    def visit(node, trail=()):
        if state.get(node) == "done":
            return
        if state.get(node) == "open":
            raise ValueError(f"cycle: {' > '.join(trail + (node,))}")
        state[node] = "open"
        for d in dependencies.get(node, ()):
            visit(d, trail + (node,))
        state[node] = "done"
        order.append(node)

    for node in dependencies:
        visit(node)
    return order


print(topological({"app": ["db", "web"], "web": ["net"], "db": ["disk", "net"]}))
try:
    topological({"a": ["b"], "b": ["c"], "c": ["a"]})
except ValueError as error:
    print(type(error).__name__, error)
