"""Multi-armed bandits: greedy, epsilon-greedy, upper confidence bounds and Thompson sampling, with seeded randomness."""
# Recorded from CPython 3.13, which words some errors otherwise than 3.11.
import math
import random
from abc import ABC, abstractmethod
from statistics import fmean


class Agent(ABC):
    def __init__(self, arms, rng):
        self.arms, self.rng = arms, rng
        self.pulls, self.totals = [0] * arms, [0.0] * arms

    @abstractmethod
    def choose(self, t): ...

    def learn(self, arm, reward):
        self.pulls[arm] += 1
        self.totals[arm] += reward

    def mean(self, arm):
        return self.totals[arm] / self.pulls[arm] if self.pulls[arm] else math.inf

    def __str__(self):
        return type(self).__name__


class Greedy(Agent):
    epsilon = 0.0

    def choose(self, t):
        if self.epsilon and self.rng.random() < self.epsilon:
            return self.rng.randrange(self.arms)
        return max(range(self.arms), key=self.mean)


class Exploring(Greedy):
    epsilon = 0.1

    def __str__(self):
        return f"{super().__str__()}({self.epsilon:g})"


class Decaying(Exploring):
    def choose(self, t):
        self.epsilon = 1 / (1 + t / 10)
        return super().choose(t)


class UCB(Agent):
    def choose(self, t):
        def bound(arm):
            if not self.pulls[arm]:
                return math.inf
            return self.mean(arm) + math.sqrt(2 * math.log(t + 1) / self.pulls[arm])
        return max(range(self.arms), key=bound)


class Thompson(Agent):
    def choose(self, t):
        draws = [self.rng.betavariate(1 + w, 1 + n - w) for w, n in zip(self.totals, self.pulls)]
        return draws.index(max(draws))


def play(kind, chances, rounds=500, seed=1):
    rng = random.Random(seed)
    agent = kind(len(chances), rng)
    regret = 0.0
    for t in range(rounds):
        arm = agent.choose(t)
        reward = float(rng.random() < chances[arm])
        agent.learn(arm, reward)
        regret += max(chances) - chances[arm]
    return agent, regret


CHANCES = [0.2, 0.5, 0.65, 0.4]
print(f"{'agent':<16}{'regret':>8}  pulls")
for kind in (Greedy, Exploring, Decaying, UCB, Thompson):
    agent, regret = play(kind, CHANCES)
    print(f"{agent!s:<16}{regret:>8.2f}  {agent.pulls} {fmean(agent.totals):.1f}")
try:
    Agent(3, None)
except TypeError as error:
    print(error)
rng = random.Random(5)
print([round(rng.betavariate(2, 3), 6) for _ in range(3)], [round(rng.gammavariate(2, 1.5), 6) for _ in range(3)])
