# Counts of calls that cProfile measures.
import cProfile
def f(n): return sum([g(i) for i in range(n)])
def g(i): return i * i
p = cProfile.Profile(); p.enable(); f(5); p.disable(); p.create_stats()
print(sorted((k[2], v[0]) for k, v in p.stats.items() if k[2] in 'fg'))
with cProfile.Profile() as q: f(2)
q.create_stats(); print(sorted((k[2], v[0]) for k, v in q.stats.items() if k[2] in 'fg'))
