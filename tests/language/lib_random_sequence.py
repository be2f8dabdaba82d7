# random: the same seed gives the same numbers.
import random

random.seed(42)
print(random.random(), random.randint(1, 6), random.randrange(0, 100, 5), random.uniform(1, 10))
print(random.choice("abcdef"), random.choices([1, 2, 3], k=5), random.choices("ab", weights=[1, 9], k=6), random.choices("abc", cum_weights=[1, 2, 10], k=4))
items = list(range(10))
random.shuffle(items)
print(items, random.sample(range(100), 5), random.sample("abcdef", 3), random.sample(["a", "b"], counts=[3, 2], k=4))
for name, args in [("gauss", (0, 1)), ("gauss", (5, 2)), ("normalvariate", (0, 1)), ("expovariate", (1.5,)), ("betavariate", (2, 3)), ("gammavariate", (2, 1)), ("gammavariate", (0.5, 1)),
                   ("lognormvariate", (0, 0.25)), ("triangular", (0, 10, 3)), ("triangular", ()), ("paretovariate", (3,)), ("weibullvariate", (1, 1.5)), ("vonmisesvariate", (0, 4)), ("getrandbits", (70,)), ("randbytes", (4,))]:
    print(name, getattr(random, name)(*args))
for seed in [0, 1, 2**40, -5, "text", b"bytes", 3.5, None]:
    if seed is not None:
        random.seed(seed)
        print(seed, random.random(), random.getrandbits(32))
r = random.Random(7)
s = random.Random(7)
print([r.random() for _ in range(3)] == [s.random() for _ in range(3)], r.randint(0, 10**20))
state = r.getstate()
first = [r.gauss(0, 1) for _ in range(3)]
r.setstate(state)
print(first == [r.gauss(0, 1) for _ in range(3)], len(state), state[0])
for call in [lambda: random.choice([]), lambda: random.randint(5, 1), lambda: random.sample([1], 2), lambda: random.randrange(0), lambda: random.choices([], k=1), lambda: random.sample({1, 2}, 1), lambda: random.choices([1], weights=[0]), lambda: random.randrange(1, 10, 0), lambda: random.choices([1, 2], [1])]:
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, error)
random.seed(3)
deck = [f"{rank}{suit}" for suit in "SHDC" for rank in "A23456789TJQK"]
random.shuffle(deck)
print(deck[:8])
inside = sum(random.random() ** 2 + random.random() ** 2 <= 1 for _ in range(2000))
print(4 * inside / 2000)
