class R:
    def __init__(self, n): self.n = n
    def __del__(self): print("del", self.n)
def f():
    r = R("local")
    print("in f")
f()
print("after f")
x = R("x"); y = x; del x; print("still"); del y; print("gone")
l = [R(1), R(2)]; l.pop(); print("popped"); l.clear(); print("cleared")
x = R("a"); x = R("b"); print("rebound"); x = None
R("temp"); print("temp done")
d = {"k": R("dict")}; del d["k"]; print("deleted")
def g():
    try:
        yield 1
    finally:
        print("generator closed")
for i in g(): break
print("loop left")
it = g(); next(it); del it; print("del it")
