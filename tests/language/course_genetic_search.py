"""Searching by chance: hill climbing, simulated annealing and a genetic algorithm, all from one seed."""
import math
import random
import string
from functools import partial
from heapq import nlargest

TARGET = "to be or not to be"
LETTERS = string.ascii_lowercase + " "


def fitness(text):
    return sum(a == b for a, b in zip(text, TARGET))


def mutate(rng, text, rate=0.05):
    return "".join(rng.choice(LETTERS) if rng.random() < rate else c for c in text)


def cross(rng, a, b):
    at = rng.randint(1, len(a) - 1)
    return a[:at] + b[at:]


def evolve(rng, size=60, keep=12, limit=300):
    population = ["".join(rng.choices(LETTERS, k=len(TARGET))) for _ in range(size)]
    for generation in range(limit):
        elite = nlargest(keep, population, key=fitness)
        best = elite[0]
        if generation % 20 == 0 or best == TARGET:
            print(f"{generation:>4} {fitness(best):>3} {best!r}")
        if best == TARGET:
            return generation
        population = elite + [mutate(rng, cross(rng, *rng.sample(elite, 2))) for _ in range(size - keep)]
    return None


print("generations:", evolve(random.Random(2)))

CITIES = [(random.Random(i).uniform(0, 10), random.Random(i + 100).uniform(0, 10)) for i in range(12)]


def length(tour):
    return sum(math.dist(CITIES[a], CITIES[b]) for a, b in zip(tour, tour[1:] + tour[:1]))


def reverse_part(rng, tour):
    i, j = sorted(rng.sample(range(len(tour) + 1), 2))
    return tour[:i] + tour[i:j][::-1] + tour[j:]


def climb(rng, tour, steps=2000):
    best = length(tour)
    for _ in range(steps):
        other = reverse_part(rng, tour)
        if (new := length(other)) < best:
            tour, best = other, new
    return tour, best


def anneal(rng, tour, start=10.0, cooling=0.998, steps=4000):
    now, temperature = length(tour), start
    best = tour, now
    for _ in range(steps):
        other = reverse_part(rng, tour)
        new = length(other)
        if new < now or rng.random() < math.exp((now - new) / temperature):
            tour, now = other, new
            if now < best[1]:
                best = tour, now
        temperature *= cooling
    return best


start = list(range(len(CITIES)))
print(f"start {length(start):.6f}")
for search in (climb, anneal, partial(anneal, start=0.1)):
    tour, total = search(random.Random(9), start)
    at = tour.index(0)
    tour = tour[at:] + tour[:at]
    name = getattr(search, "__name__", None) or f"{search.func.__name__}{search.keywords}"
    print(f"{name:<22} {total:.6f} {tour} {sorted(tour) == start}")
rng = random.Random(1)
print(round(sum(rng.triangular(0, 10, 3) for _ in range(100)), 6), round(rng.expovariate(2), 9), rng.getrandbits(40), rng.randbytes(4).hex(), round(rng.vonmisesvariate(1, 2), 9), round(rng.paretovariate(3), 9), round(rng.weibullvariate(1, 2), 9), round(rng.lognormvariate(0, 1), 9))
