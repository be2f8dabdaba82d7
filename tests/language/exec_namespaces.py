"""exec and eval: which names evaluated code sees, and where it binds them."""

exec("a = 1\nb = a + 1")
print(a, b, eval("a + b"))

names = {"x": 3}
exec("y = x * 2\ndef double(v): return v * x", names)
print(sorted(key for key in names if key != "__builtins__"), names["y"], names["double"](5))
print(type(names["__builtins__"]).__name__, names["double"].__globals__ is names)

outer, inner = {"p": 1, "q": 2}, {"q": 20}
print(eval("p + q", outer, inner))
exec("r = p + q\nglobal s\ns = r * 2\ndel q", outer, inner)
print(inner, outer["s"], "r" in outer)


def scoped(first):
    second = 2
    print(eval("first + second"), sorted(eval("locals()")))
    exec("second = 99")
    return second


print(scoped(1))


class Body:
    one = 1
    exec("two = one + 1")
    three = eval("two + 1")


print(Body.two, Body.three)


class Tracing(dict):
    def __getitem__(self, key):
        print("get", key)
        return super().__getitem__(key)

    def __setitem__(self, key, value):
        print("set", key, value)
        super().__setitem__(key, value)


tracing = Tracing(m=5)
exec("n = m + 1\nn += 1", {}, tracing)
print(dict(tracing))


class Lookup:
    def __getitem__(self, key):
        if key == "answer":
            return 42
        raise KeyError(key)


print(eval("answer + len('abc')", {}, Lookup()))
try:
    eval("question", {}, Lookup())
except NameError as error:
    print(error)

print(eval("len([1, 2])", {"__builtins__": {"len": lambda items: -1}}))
try:
    eval("open", {"__builtins__": {}})
except NameError as error:
    print(error)
print(eval("abs(-3)", {"__builtins__": __import__("builtins")}))

counter = {}
exec("class Counter:\n    kind = 'x'\n    def __init__(self): self.n = 0\n    def up(self):\n        self.n += 1\n        return self.n\n", counter)
c = counter["Counter"]()
print(c.up(), c.up(), type(c).__name__, type(c).__module__, c.kind)
exec("import math\nfrom math import *\nroot = sqrt(16)", counter)
print(counter["root"], counter["math"].pi)
exec("total: int = 3\nitems: list", counter)
print(counter["__annotations__"])
print(eval("[v * k for v in (1, 2)]", {"k": 10}), eval("(lambda z: z + k)(1)", {"k": 10}))
for round in range(3):
    exec(f"v{round} = {round} ** 2")
print(v0, v1, v2)
one, two = {"print": lambda *args: "shadow"}, {}
code = compile("def show(): return print is not __builtins__\nshown = show()", "f", "exec")
