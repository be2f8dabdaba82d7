"""random: the generator's own numbers for a seed, for each distribution and each way of choosing."""
import random

random.seed(42)
print([random.random() for _ in range(3)], random.randint(1, 6), random.randrange(0, 100, 5), random.uniform(1, 10), random.choice("abcdef"), random.getrandbits(70))
random.seed(1)
x = list(range(10))
random.shuffle(x)
print(x, random.sample(range(1000), 5), random.sample("abcdef", 3), random.choices([1, 2, 3], k=5), random.choices("ab", weights=[1, 9], k=8), random.choices("xyz", cum_weights=[1, 3, 10], k=4))
random.seed("text seed")
print(random.random(), random.randint(10**20, 10**21))
random.seed(b"bytes")
print(random.random())
random.seed(2.5)
print(random.random())
random.seed(-7)
print(random.random())
random.seed(10**40)
print(random.random())
r = random.Random(7)
print(r.gauss(0, 1), r.gauss(10, 2), r.normalvariate(0, 1), r.expovariate(0.5), r.betavariate(2, 3), r.gammavariate(2, 1), r.gammavariate(0.5, 2), r.gammavariate(1, 3))
print(r.triangular(0, 10, 3), r.triangular(), r.lognormvariate(0, 1), r.vonmisesvariate(0, 4), r.paretovariate(3), r.weibullvariate(1, 2), r.random())
print(r.randbytes(5), r.getrandbits(1), r.getrandbits(0), r.getrandbits(33), r.randrange(10), r.randrange(5, 8), r.randrange(10, 0, -3))
state = r.getstate()
one = [r.random() for _ in range(2)]
r.setstate(state)
print(one == [r.random() for _ in range(2)], len(state), state[0])
print(r.sample([1, 2, 3, 4], counts=[3, 0, 0, 1], k=3), r.sample(range(10**12), 3), r.sample(list("abc"), 0), r.choices(range(3), k=0))
for bad in (lambda: random.choice([]), lambda: random.randint(5, 1), lambda: random.sample([1], 2), lambda: random.randrange(0), lambda: random.choices([1, 2], weights=[1]), lambda: random.choices([1], weights=[0]), lambda: random.sample({1, 2}, 1),
            lambda: random.randrange(1, 5, 0), lambda: random.randint(1.5, 2), lambda: random.shuffle((1, 2)), lambda: random.getrandbits(-1), lambda: random.sample([1], -1), lambda: random.seed([1]), lambda: random.choices([1, 2], [1, 1], cum_weights=[1, 2]), lambda: random.choice(5)):
    try:
        print(bad())
    except (IndexError, ValueError, TypeError) as error:
        print(type(error).__name__, error)
random.seed(0)
print(sum(random.random() < 0.3 for _ in range(1000)), round(sum(random.gauss(5, 2) for _ in range(1000)) / 1000, 6))
inside = sum(random.random() ** 2 + random.random() ** 2 <= 1 for _ in range(5000))
print(4 * inside / 5000)
names = ["a", "b", "c", "d", "e"]
random.shuffle(names)
print(names, [random.choice(names) for _ in range(6)], random.Random(3).sample(names, k=5), [random.Random(n).randint(0, 9) for n in range(10)])
walk, position = [], 0
rng = random.Random("walk")
for _ in range(12):
    position += rng.choice((-1, 1))
    walk.append(position)
print(walk)


class Fixed(random.Random):
    def random(self):
        return 0.25


f = Fixed()
print(f.random(), f.uniform(0, 4), f.choice([1, 2, 3, 4]) in (1, 2, 3, 4), f.expovariate(1))
