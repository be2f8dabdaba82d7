from functools import partial, reduce, lru_cache, cache, wraps, cached_property, total_ordering, cmp_to_key, singledispatch, update_wrapper
def f(a, b=2, *args, **kw): "doc f"; return (a, b, args, kw)
p = partial(f, 1, c=3); print(p(5), p(5, 6, d=4), p.args, p.keywords, partial(p, 9)(), p.func is f, list(map(partial(pow, 2), [1, 2, 3])))
print(reduce(lambda a, b: a * b, [1, 2, 3, 4]), reduce(lambda a, b: a + b, [], 5), reduce(max, [3, 9, 2]))
calls = []
@lru_cache(maxsize=2)
def sq(x): calls.append(x); return x * x
print(sq(2), sq(2), sq(3), sq(4), sq(2), calls, sq.cache_info()); sq.cache_clear(); print(sq.cache_info())
@cache
def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)
print(fib(80), fib.cache_info().hits > 0)
def deco(fn):
    @wraps(fn)
    def inner(*a, **k): "inner doc"; return fn(*a, **k)
    return inner
g = deco(f); print(g.__name__, g.__doc__, g.__wrapped__ is f, g(1))
class C:
    n = 0
    @cached_property
    def v(self): C.n += 1; return C.n
c = C(); print(c.v, c.v, C().v, c.__dict__)
@total_ordering
class T:
    def __init__(self, v): self.v = v
    def __eq__(self, o): return self.v == o.v
    def __lt__(self, o): return self.v < o.v
print(T(1) < T(2), T(1) <= T(1), T(2) > T(1), T(2) >= T(3), T(1) != T(2), max(T(1), T(5)).v)
print(sorted([3, 1, 2], key=cmp_to_key(lambda a, b: b - a)), sorted(["b", "A"], key=cmp_to_key(lambda a, b: (a.lower() > b.lower()) - (a.lower() < b.lower()))))
@singledispatch
def show(x): return "other"
@show.register(int)
def _(x): return "int"
@show.register
def _(x: str): return "str"
print(show(1), show("a"), show(2.5), show(True))
for h in [lambda: reduce(lambda a, b: a, []), lambda: partial(5), lambda: sq([])]:
    try:
        print(h())
    except Exception as e:
        print(type(e).__name__, e)
