"""Simulations with seeded chance: a bank queue by events, a random walk, dice statistics, Conway's life on a torus, a Markov text."""
import heapq
import random
from collections import Counter, defaultdict, deque
from statistics import mean, median, pstdev


class Bank:
    def __init__(self, tellers, seed):
        self.rng, self.free, self.queue, self.events, self.waits, self.clock = random.Random(seed), tellers, deque(), [], [], 0.0

    def at(self, delay, action, *args):
        heapq.heappush(self.events, (self.clock + delay, len(self.waits) + self.rng.random(), action.__name__, args))

    def arrive(self, number):
        self.queue.append((number, self.clock))
        if number < 12:
            self.at(self.rng.expovariate(1 / 3), self.arrive, number + 1)
        self.serve()

    def serve(self):
        while self.free and self.queue:
            number, came = self.queue.popleft()
            self.free -= 1
            self.waits.append(self.clock - came)
            self.at(self.rng.uniform(2, 8), self.leave, number)

    def leave(self, number):
        self.free += 1
        self.serve()

    def run(self):
        self.arrive(1)
        while self.events:
            self.clock, _, name, args = heapq.heappop(self.events)
            getattr(self, name)(*args)
        return round(self.clock, 3), round(mean(self.waits), 3), round(max(self.waits), 3)


print([Bank(n, seed=5).run() for n in (1, 2, 3)])
rng = random.Random(11)
rolls = [rng.randint(1, 6) + rng.randint(1, 6) for _ in range(600)]
counts = Counter(rolls)
for total in range(2, 13):
    print(f"{total:>2} {counts[total]:>3} {'#' * (counts[total] // 4)}")
print(round(mean(rolls), 4), median(rolls), round(pstdev(rolls), 4))


def life(cells, rows, cols):
    near = Counter(((r + dr) % rows, (c + dc) % cols) for r, c in cells for dr in (-1, 0, 1) for dc in (-1, 0, 1) if dr or dc)
    return {cell for cell, n in near.items() if n == 3 or n == 2 and cell in cells}


glider = {(0, 1), (1, 2), (2, 0), (2, 1), (2, 2)}
for step in range(8):
    glider = life(glider, 6, 6)
print("\n".join("".join(".#"[(r, c) in glider] for c in range(6)) for r in range(6)))
text = "the cat sat on the mat and the dog sat on the cat while the mat lay on the floor".split()
follows = defaultdict(list)
for a, b in zip(text, text[1:]):
    follows[a].append(b)
rng = random.Random("markov")
word, out = "the", ["the"]
for _ in range(12):
    word = rng.choice(follows.get(word) or ["the"])
    out.append(word)
print(" ".join(out))
position, visits = 0, Counter()
for _ in range(500):
    position = max(-5, min(5, position + rng.choice([-1, 1])))
    visits[position] += 1
print(sorted(visits.items()))
doors = [rng.randrange(3) == rng.randrange(3) for _ in range(1000)]
print(sum(doors), 1000 - sum(doors), [round(rng.triangular(0, 1, 0.2), 6) for _ in range(3)])
population = ["".join(rng.choices("01", k=12)) for _ in range(8)]
for generation in range(15):
    population.sort(key=lambda g: (-g.count("1"), g))
    parents = population[:4]
    population = parents + [a[:6] + b[6:] for a, b in zip(parents, reversed(parents))]
    i = rng.randrange(4, 8)
    flip = rng.randrange(12)
    population[i] = population[i][:flip] + "10"[int(population[i][flip])] + population[i][flip + 1:]
print(max(population, key=lambda g: g.count("1")), [g.count("1") for g in population])
