# Parameters of every kind, defaults, closures, decorators.
def f(a, b=2, *args, c, d=4, **kw):
    return (a, b, args, c, d, sorted(kw.items()))

print(f(1, c=3))
print(f(1, 5, 6, 7, c=3, d=8, z=9, y=10))
print(f(*[1, 2, 3], **{"c": 4, "q": 5}))

def g(a, /, b, *, c):
    return a + b * c
print(g(1, 2, c=3), g(1, b=2, c=3))
for call in (lambda: g(a=1, b=2, c=3), lambda: g(1), lambda: g(1, 2), lambda: g(1, 2, 3, c=1), lambda: f(),
             lambda: g(1, 2, c=3, d=4), lambda: g(1, 2, b=3, c=4), lambda: (lambda: 0)(1), lambda: (lambda x, y: 0)(),
             lambda: (lambda x, y=1: 0)(1, 2, 3), lambda: (lambda *, p, q: 0)()):
    try:
        call()
    except TypeError as e:
        print(e)

def counter():
    n = 0
    def step(by=1):
        nonlocal n
        n += by
        return n
    return step
a, b = counter(), counter()
print(a(), a(), a(10), b())

total = 0
def bump():
    global total
    total += 1
bump(); bump()
print(total)

def deco(tag):
    def wrap(fn):
        def inner(*args, **kwargs):
            return f"<{tag}>{fn(*args, **kwargs)}</{tag}>"
        inner.__name__ = fn.__name__
        return inner
    return wrap

@deco("b")
@deco("i")
def hello(name="x"):
    "Says hello."
    return "hello " + name
print(hello("you"), hello.__name__)

fs = [lambda i=i: i * i for i in range(4)]
print([f() for f in fs])
gs = [lambda: i for i in range(3)]
print([g() for g in gs])

def fact(n):
    return 1 if n < 2 else n * fact(n - 1)
print(fact(30))
print((lambda *a, **k: (a, k))(1, 2, x=3))

def mutable(x, acc=[]):
    acc.append(x)
    return acc
print(mutable(1), mutable(2))

def outer():
    x = "outer"
    class C:
        y = x
        def m(self):
            return x
    return C
print(outer().y, outer()().m())
def annotated(x: int, y: "str" = "a") -> float:
    return x
print(annotated.__annotations__, annotated.__defaults__, annotated.__doc__, hello.__doc__)
def shadow():
    print = lambda *a: "shadowed"
    return print(1)
print(shadow())
def late():
    return defined_later()
def defined_later():
    return "late"
print(late())
def unbound():
    print(x_local)
    x_local = 1
try:
    unbound()
except UnboundLocalError as e:
    print(type(e).__name__, e)
try:
    not_there
except NameError as e:
    print(e)
def many(*, a=1, b): return a, b
print(many(b=3))
print(*[1, 2], *(3, 4), sep="-")
def ret_multi(): return 1, *[2, 3]
print(ret_multi())
