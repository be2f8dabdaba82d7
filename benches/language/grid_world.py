"""A grid world whose places are frozen dataclasses and keys of dictionaries."""

from collections import deque
from dataclasses import dataclass


@dataclass(frozen=True)
class Pos:
    x: int
    y: int

    def __add__(self, other):
        return Pos(self.x + other.x, self.y + other.y)


MOVES = [Pos(0, 1), Pos(1, 0), Pos(0, -1), Pos(-1, 0)]


class World:
    def __init__(self, n):
        self.n = n
        self.walls = {Pos((i * 7) % n, (i * 13) % n) for i in range(n * 2)}
        self.values = {}

    def inside(self, p):
        return 0 <= p.x < self.n and 0 <= p.y < self.n and p not in self.walls

    def bfs(self, start):
        seen = {start: 0}
        queue = deque([start])
        while queue:
            p = queue.popleft()
            for m in MOVES:
                q = p + m
                if self.inside(q) and q not in seen:
                    seen[q] = seen[p] + 1
                    queue.append(q)
        return seen

    def sweep(self, seen):
        for p, d in seen.items():
            self.values[p] = max((self.values.get(p + m, 0.0) for m in MOVES)) * 0.9 + 1.0 / (1 + d)


def main():
    w = World(20)
    seen = w.bfs(Pos(1, 2))
    for _ in range(2):
        w.sweep(seen)
    return len(seen), round(sum(w.values.values()), 9)
