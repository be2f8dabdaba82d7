"""Names: builtins shadowed and restored, globals(), locals(), del, module attributes, class scope."""

len = lambda v: "shadowed"
print(len([1]))
del len
print(len([1, 2]))
count = 0


def bump():
    global count, made_here
    count += 1
    made_here = "yes"


bump()
bump()
print(count, made_here, "count" in globals(), globals()["count"], sorted(k for k in globals() if k.startswith("co")))


def scope(a, b=2):
    c = a + b
    del b
    return sorted(locals().items())


print(scope(1), __name__, callable(globals), type(globals()))


def outer():
    n = 1

    class Inner:
        n = 2

        def get(self):
            return n

        m = n + 10

    def change():
        nonlocal n
        n += 5
        return n

    return Inner().get(), Inner.n, Inner.m, change(), Inner().get()


print(outer())


def make():
    try:
        return hidden
    except NameError as e:
        return str(e)


print(make())
hidden = "now"
print(make())


def shadow(list):
    return list + 1


print(shadow(1), list("ab"))
x = 1


def reads():
    return x


def writes():
    x = 2
    return x


def both():
    try:
        x += 1
    except UnboundLocalError as e:
        return e.args[0]


print(reads(), writes(), x, both())
globals()["dynamic"] = 5
print(dynamic)


class C:
    a = 1
    b = a + 1

    def f(self):
        return self.a + C.b

    locals()["late"] = 7


print(C().f(), C.late, vars(C)["a"], "f" in vars(C))
del C.a
try:
    C.a
except AttributeError as e:
    print(e)
try:
    del nothing
except NameError as e:
    print(e)
if True:
    defined = 1
for loopvar in range(3):
    inside = loopvar
print(defined, loopvar, inside)
try:
    exec_like
except NameError as e:
    print(e, "|", e.name)
import math as m
from math import pi as PI, floor

print(m.floor(PI), floor(2.5), m.__name__)
print = print
print("still", sum is __builtins__.sum if hasattr(__builtins__, "sum") else True)


def rec(n):
    return n if n < 2 else rec(n - 1) + rec(n - 2)


fib, rec = rec, lambda n: -1
print(fib(5))
