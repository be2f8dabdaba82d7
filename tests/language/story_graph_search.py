# Graphs: breadth first, depth first, Dijkstra, topological order, union-find.
import heapq
from collections import defaultdict, deque

EDGES = [("A", "B", 4), ("A", "C", 1), ("C", "B", 2), ("B", "D", 5), ("C", "D", 8), ("D", "E", 3), ("F", "G", 1)]
graph = defaultdict(dict)
for a, b, cost in EDGES:
    graph[a][b] = cost
    graph[b][a] = cost


def breadth_first(start):
    seen, queue = {start: 0}, deque([start])
    while queue:
        node = queue.popleft()
        for other in sorted(graph[node]):
            if other not in seen:
                seen[other] = seen[node] + 1
                queue.append(other)
    return seen


def depth_first(node, seen=None):
    seen = set() if seen is None else seen
    seen.add(node)
    yield node
    for other in sorted(graph[node]):
        if other not in seen:
            yield from depth_first(other, seen)


def dijkstra(start):
    best, heap, previous = {}, [(0, start, None)], {}
    while heap:
        cost, node, came = heapq.heappop(heap)
        if node in best:
            continue
        best[node], previous[node] = cost, came
        for other, step in graph[node].items():
            if other not in best:
                heapq.heappush(heap, (cost + step, other, node))
    return best, previous


def path(previous, end):
    steps = []
    while end is not None:
        steps.append(end)
        end = previous[end]
    return steps[::-1]


def topological(needs):
    state, order = {}, []

    def visit(node):
        if state.get(node) == "open":
            raise ValueError(f"cycle through {node}")
        if node not in state:
            state[node] = "open"
            for other in needs.get(node, ()):
                visit(other)
            state[node] = "done"
            order.append(node)

    for node in needs:
        visit(node)
    return order


class UnionFind:
    def __init__(self):
        self.parent = {}

    def find(self, x):
        self.parent.setdefault(x, x)
        while self.parent[x] != x:
            self.parent[x] = self.parent[self.parent[x]]
            x = self.parent[x]
        return x

    def join(self, a, b):
        a, b = self.find(a), self.find(b)
        if a == b:
            return False
        self.parent[b] = a
        return True


print(breadth_first("A"), list(depth_first("A")))
best, previous = dijkstra("A")
print(best, path(previous, "E"))
print(topological({"shirt": ["tie"], "tie": ["jacket"], "trousers": ["shoes", "belt"], "belt": ["jacket"], "jacket": []}))
try:
    topological({"a": ["b"], "b": ["a"]})
except ValueError as error:
    print(error)
union = UnionFind()
tree = [(a, b, cost) for cost, a, b in sorted((c, a, b) for a, b, c in EDGES) if union.join(a, b)]
print(tree, sum(cost for *_, cost in tree), len({union.find(x) for x in "ABCDEFG"}))
