import random
random.seed(42)
print(random.random(), random.random(), random.randint(1, 100), random.randrange(10), random.randrange(5, 50, 5), random.choice("abcdef"), random.uniform(1, 10), random.getrandbits(8), random.getrandbits(40), random.getrandbits(100))
a = list(range(10)); random.shuffle(a); print(a, random.sample(range(100), 5), random.sample("abcdefghij", 3), random.sample(range(10000), 12))
print(random.gauss(0, 1), random.gauss(0, 1), random.normalvariate(5, 2), random.expovariate(1.5), random.triangular(0, 1, 0.3), random.betavariate(2, 3), random.gammavariate(2, 1), random.gammavariate(0.5, 1), random.lognormvariate(0, 1), random.paretovariate(3), random.weibullvariate(1, 2))
print(random.choices([1, 2, 3], k=5), random.choices("ab", weights=[1, 9], k=8), random.choices("abc", cum_weights=[1, 5, 10], k=4), random.sample([1, 2], counts=[3, 4], k=3), random.randbytes(4))
for s in [0, 1, -1, 2**70 + 5, "hello", b"hello", 3.5]:
    random.seed(s); print(repr(s), random.random(), random.randint(0, 1000))
r = random.Random(7); q = random.Random(7); print(r.random() == q.random(), r.randint(1, 6), r.choice([1, 2, 3]))
state = random.getstate(); x = random.random(); random.setstate(state); print(x == random.random(), len(state[1]), state[0])
for f in [lambda: random.choice([]), lambda: random.randint(5, 1), lambda: random.sample([1], 5), lambda: random.randrange(0), lambda: random.choices([1], weights=[1, 2]), lambda: random.seed([])]:
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
random.seed(); print(0 <= random.random() < 1)
