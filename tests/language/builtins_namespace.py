x = 1
def f(a):
    b = a + 1
    return sorted(locals().items()), "x" in globals()
print(f(5), globals()["x"], "f" in globals())
globals()["made"] = 7
print(made, "made" in dir())
class C: pass
c = C(); vars(c)["q"] = 3; print(c.q, "x" in vars())
