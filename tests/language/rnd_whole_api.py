"""random's whole API with seeds: CPython's numbers."""
import random
r = random.Random(42)
print(r.random(), r.uniform(1, 10), r.randint(1, 6), r.randrange(10), r.randrange(5, 50, 5), r.choice("abcdef"), r.choices([1, 2, 3], k=5), r.choices("ab", weights=[1, 9], k=6), r.choices("abc", cum_weights=[1, 3, 10], k=4))
print(r.sample(range(100), 5), r.sample("abcdef", 3), r.sample([1, 2], counts=[3, 4], k=5), r.gauss(0, 1), r.normalvariate(5, 2), r.expovariate(1.5), r.betavariate(2, 3), r.gammavariate(2, 1), r.gammavariate(0.5, 2), r.gammavariate(1, 2), r.lognormvariate(0, 1), r.vonmisesvariate(0, 4), r.triangular(0, 10, 3), r.triangular(), r.paretovariate(3), r.weibullvariate(1, 2))
x = list(range(10)); r.shuffle(x); print(x, r.getrandbits(70), r.randbytes(5), r.getrandbits(0))
s = r.getstate(); a = [r.random() for _ in range(3)]; r.setstate(s); print(a == [r.random() for _ in range(3)], len(s), s[0], len(s[1]))
for seed in (0, 1, -5, 10 ** 30, "text", b"bytes", 3.7, None.__class__.__name__, bytearray(b"x"), True, "é"):
    random.seed(seed); print(repr(seed), random.random(), random.randint(0, 10 ** 20), random.gauss(0, 1), random.gauss(0, 1))
for f in (lambda: random.choice([]), lambda: random.randint(5, 1), lambda: random.randrange(0), lambda: random.randrange(1, 5, 0), lambda: random.sample([1], 2), lambda: random.sample({1, 2}, 1), lambda: random.choices([], k=1), lambda: random.choices([1], weights=[1, 2]), lambda: random.choices([1, 2], weights=[0, 0]), lambda: random.getrandbits(-1), lambda: random.seed([1]), lambda: random.randrange(1.5), lambda: random.uniform("a", 1), lambda: random.sample([1, 2], -1), lambda: random.shuffle((1, 2)), lambda: random.randint(1), lambda: random.choices([1], k=1, weights=[1], cum_weights=[1]), lambda: random.expovariate(0), lambda: random.sample(5, 1), lambda: random.randbytes(-1), lambda: random.sample([1, 2], 1, counts=[1]), lambda: random.randrange("a"), lambda: random.randint(1.0, 2), lambda: random.choices("ab", [1], k=-1)):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
class Fixed(random.Random):
    def random(self): return 0.25
f = Fixed(); print(f.random(), f.uniform(0, 4))
random.seed(7); deck = [s + v for s in "SHDC" for v in "A23"]; random.shuffle(deck); print(deck, random.sample(deck, 4))
random.seed(1); print(sum(random.random() < 0.5 for _ in range(1000)), [round(random.gauss(10, 2), 3) for _ in range(4)], max(random.random() for _ in range(100)))
print([random.Random(i).random() for i in range(3)], random.Random(5).choices(range(3), k=3), isinstance(random.SystemRandom().random(), float))
