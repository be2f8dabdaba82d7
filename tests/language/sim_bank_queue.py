"""Discrete events, Monte Carlo, a Markov chain text, an elevator: simulations with a heap and seeds."""
import heapq
import random
from collections import defaultdict
from itertools import accumulate, count


class Simulation:
    def __init__(self):
        self.now, self.events, self.ticket = 0.0, [], count()

    def at(self, delay, action, *args):
        heapq.heappush(self.events, (self.now + delay, next(self.ticket), action, args))

    def run(self, until):
        while self.events and self.events[0][0] <= until:
            self.now, _, action, args = heapq.heappop(self.events)
            action(*args)


class Bank:
    def __init__(self, sim, tellers):
        self.sim, self.free, self.queue, self.waits = sim, tellers, [], []

    def arrive(self, name):
        self.queue.append((self.sim.now, name))
        self.serve()
        self.sim.at(rng.expovariate(1.0), self.arrive, name + 1)

    def serve(self):
        while self.free and self.queue:
            since, name = self.queue.pop(0)
            self.free -= 1
            self.waits.append(self.sim.now - since)
            self.sim.at(rng.uniform(0.5, 2.5), self.leave)

    def leave(self):
        self.free += 1
        self.serve()


rng = random.Random(5)
sim = Simulation()
bank = Bank(sim, tellers=2)
sim.at(0, bank.arrive, 1)
sim.run(until=200)
print(len(bank.waits), f"{sum(bank.waits) / len(bank.waits):.4f} {max(bank.waits):.4f}", len(bank.queue), round(sim.now, 6))
text = "the cat sat on the mat and the cat ran to the dog on the mat".split()
chain = defaultdict(list)
for a, b in zip(text, text[1:]):
    chain[a].append(b)
rng.seed(1)
word, out = "the", ["the"]
while len(out) < 12 and chain[word]:
    word = rng.choice(chain[word])
    out.append(word)
print(" ".join(out))
balance = list(accumulate((rng.choice([-1, 1]) for _ in range(30)), initial=10))
print(balance, min(balance), max(balance))
stays = sum((lambda pick, car: pick == car)(rng.randrange(3), rng.randrange(3)) for _ in range(3000))
print(stays, 3000 - stays)
birthdays = sum(len({rng.randrange(365) for _ in range(23)}) < 23 for _ in range(500))
print(birthdays)


def lcg(seed, a=1664525, c=1013904223, m=2 ** 32):
    while True:
        seed = (a * seed + c) % m
        yield seed / m


g = lcg(42)
print([round(next(g), 6) for _ in range(4)])
print([round(x, 3) for x in accumulate([1, 2, 3, 4], lambda acc, x: acc * 0.5 + x)], list(accumulate("abc")), list(accumulate([3, 1, 2], max)))
