def f(*args, **kwargs): return args, kwargs
a, d = [1, 2], {"x": 1}
print(f(*a, 3, *"bc", **d, y=2, **{"z": 3}))
print(f(*(), **{}), f(*range(2)), f(*{1: 2}), f(*(x for x in "ab")))
for bad in (lambda: f(**{1: 2}), lambda: f(**5), lambda: f(*5), lambda: f(x=1, **{"x": 2})):
    try: bad()
    except TypeError as e: print(type(e).__name__)
first, *rest = range(5); print(first, rest)
*init, last = "hey"; print(init, last)
a, *b, c = 1, 2; print(a, b, c)
[x, (y, *z)] = [1, (2, 3, 4)]; print(x, y, z)
for i, *j in [(1, 2, 3), (4,)]: print(i, j)
print({**{"a": 1}, "a": 2}, {"a": 1, **{"a": 3}})
t = 1, *[2, 3]; print(t)
def kw_only(*, a, b=2, **c): return a, b, c
print(kw_only(a=1, d=4))
def pos_only(a, b=5, /, **kw): return a, b, kw
print(pos_only(1, a=2, b=3))
print(max(*[1, 5, 2]), print(*[]), sum([*range(4)]))
