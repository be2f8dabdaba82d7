data = [(i % 3, i) for i in range(20)]
print(sorted(data, key=lambda p: p[0]), sorted(data, key=lambda p: p[0], reverse=True))
import random
random.seed(1)
big = [random.random() for _ in range(2000)]; s = sorted(big); print(all(a <= b for a, b in zip(s, s[1:])), s[0] == min(big))
mix = [random.randint(0, 50) + (0.5 if i % 2 else 0) for i in range(300)]; t = sorted(mix); print(all(a <= b for a, b in zip(t, t[1:])))
w = ["b", "A", "c", "B"]; w.sort(key=str.lower); print(w); w.sort(key=lambda x: (x.lower(), x), reverse=True); print(w)
print(sorted([[2], [1, 5], [1]]), sorted([(1, "b"), (1, "a")]), sorted({"b": 1, "a": 2}, key=lambda k: -ord(k)), sorted([None, None], key=lambda x: 0), sorted([3, 1.5, True]), sorted(["é", "z", "a"]))
l = [1, 2, 3]
def evil(x): l.append(1); return x
try: l.sort(key=evil)
except ValueError as e: print(e)
try: sorted([1, "a", 2])
except TypeError as e: print(e)
