class CM:
    def __init__(self, name, swallow=False): self.name, self.swallow = name, swallow
    def __enter__(self):
        print("enter", self.name)
        return self.name
    def __exit__(self, t, v, tb):
        print("exit", self.name, t.__name__ if t else None, v)
        return self.swallow
with CM("a") as a, CM("b") as b:
    print(a, b)
with CM("s", True):
    raise ValueError("swallowed")
try:
    with CM("n"):
        raise KeyError("not")
except KeyError as e: print("outside", e)
def f():
    with CM("r"):
        return "returned"
print(f())
for i in range(3):
    with CM(i):
        if i == 0: continue
        if i == 1: break
with CM("outer"):
    with CM("inner", True):
        1 / 0
    print("after inner")
with (CM("p") as p, CM("q")): print("paren", p)
try:
    with 5: pass
except TypeError as e: print(e)
class NoExit:
    def __enter__(self): pass
try:
    with NoExit(): pass
except TypeError as e: print(e)
class Raises:
    def __enter__(self): return self
    def __exit__(self, *a): raise RuntimeError("from exit")
try:
    with Raises(): raise ValueError("orig")
except RuntimeError as e: print(e, repr(e.__context__))
def gen():
    with CM("g"):
        yield 1
        yield 2
for x in gen(): print(x)
