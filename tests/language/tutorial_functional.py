# Functional programming: partials, reductions, currying, memoization, function attributes, operator, key functions.
from functools import *
from operator import *
import functools, operator, itertools, math
add3 = partial(add, 3); print(add3(4), add3.func is add, add3.args, add3.keywords, repr(partial(int, base=2)))
print(reduce(lambda a, x: a * x, range(1, 6), 1), reduce(add, [[1], [2]], []), reduce(max, [3, 9, 2]))
try: reduce(add, [])
except TypeError as e: print(e)
curry = lambda f: lambda a: lambda b: f(a, b)
print(curry(mul)(3)(4), list(map(curry(pow)(2), range(5))))
pipe = lambda *fs: lambda x: reduce(lambda v, f: f(v), fs, x)
print(pipe(str.strip, str.title, lambda s: s + "!")("  hello world "))
people = [("Bob", 30, {"city": "X"}), ("Al", 25, {"city": "Y"}), ("Cy", 30, {"city": "A"})]
print(sorted(people, key=itemgetter(1, 0)), max(people, key=itemgetter(1))[0], sorted(people, key=lambda p: (-p[1], p[0]))[0][0])
print(attrgetter("real", "imag")(5), methodcaller("split", ",")("a,b"), itemgetter(slice(1, 3))("abcd"), attrgetter("__class__.__name__")(5))
print(truth([]), not_(0), is_(None, None), contains([1], 1), countOf("aab", "a"), indexOf([1, 2], 2), concat("a", "b"), neg(3), inv(5), index(True), floordiv(7, 2), mod(7, 3), lshift(1, 4), xor(5, 1), matmul.__name__)
l = [1, 2, 3]; setitem(l, 0, 9); delitem(l, 1); print(l, getitem(l, 0), iadd(l, [4]), length_hint(iter(l)))
@cache
def slow(n): print("computing", n); return n * 2
print(slow(2), slow(2), slow.cache_info().hits); slow.cache_clear(); print(slow(2))
@lru_cache(maxsize=2)
def two(x): return x
two(1); two(2); two(1); two(3); two(2); print(two.cache_info(), two.cache_parameters())
try: two([])
except TypeError as e: print(e)
def f(x): return x
f.calls = 0; f.calls += 1; print(f.calls, f.__dict__, vars(f), hasattr(f, "nope"))
@wraps(f)
def g(*a): "doc"; return f(*a)
print(g.__name__, g.__wrapped__ is f, g.calls)
print(list(accumulate_ := itertools.accumulate(range(1, 6), mul)), [*map(add, [1, 2], [3, 4])], list(filterfalse_ for filterfalse_ in itertools.filterfalse(lambda x: x % 2, range(5))))
class Pt:
    def __init__(self, x): self.x = x
    @cached_property
    def sq(self): print("once"); return self.x ** 2
    @singledispatchmethod
    def show(self, a): return f"any {a}"
    @show.register
    def _(self, a: int): return f"int {a}"
    @show.register(str)
    def _(self, a): return f"str {a}"
    add = partialmethod(lambda self, k, v: self.x + k + v, 10)
p = Pt(3); print(p.sq, p.sq, p.show(1), p.show("s"), p.show(2.5), p.add(1))
cmp = lambda a, b: (a > b) - (a < b)
print(sorted([3, 1, 2], key=cmp_to_key(lambda a, b: cmp(b, a))), sorted("bA", key=cmp_to_key(lambda a, b: cmp(a.lower(), b.lower()))))
compose2 = lambda f, g: lambda *a, **k: f(g(*a, **k))
print(compose2(len, range)(2, 8), (lambda x: (lambda y: x + y))(1)(2), (lambda *, k=2: k)(), (lambda: (yield))().__class__.__name__)
Y = lambda f: (lambda x: x(x))(lambda y: f(lambda *a: y(y)(*a)))
print(Y(lambda self: lambda n: 1 if n < 2 else n * self(n - 1))(5))
print(list(map(None.__class__, [])), list(map(lambda a, b=2: a + b, [1])), any(map(str.isdigit, "a1")), dict(map(lambda s: (s, len(s)), ["a", "bb"])))
def deco_with_state(fn):
    count = 0
    @wraps(fn)
    def inner(*a):
        nonlocal count; count += 1
        inner.count = count
        return fn(*a)
    inner.count = 0
    return inner
@deco_with_state
def hi(): return "hi"
hi(); hi(); print(hi.count, hi.__closure__ is not None, hi.__code__.co_name, hi.__defaults__, inspect_ := None)
print(math.prod(map(int, "1234")), sum(map(lambda p: p[0] * p[1], zip([1, 2], [3, 4]))), next(filter(lambda x: x > 3, [1, 5]), None))
