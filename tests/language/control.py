for i in range(5):
    if i == 1: continue
    if i == 4: break
    print(i, end=" ")
else:
    print("no")
print()
for i in []:
    pass
else:
    print("else of for")
n = 3
while n:
    n -= 1
    if n == 1: continue
    print(n)
else:
    print("else of while")
while True:
    break
else:
    print("never")
def f():
    for i in range(3):
        for j in range(3):
            if j == 2: break
            if i == 1: continue
            yield i, j
print(list(f()))
def g():
    for x in [1, 2, 3]:
        try:
            if x == 2:
                return "ret"
        finally:
            print("fin", x)
print(g())
def h():
    try:
        return "try"
    finally:
        return "finally"
print(h())
def k():
    while True:
        try:
            break
        finally:
            print("cleanup")
    return "broke"
print(k())
def loop():
    out = []
    for i in range(4):
        try:
            if i == 1: continue
            if i == 3: break
            out.append(i)
        except ValueError:
            pass
        else:
            out.append("else")
        finally:
            out.append("f")
    return out
print(loop())
assert True
try:
    assert 1 == 2, "message"
except AssertionError as e:
    print("assert", e)
try:
    assert False
except AssertionError as e:
    print("assert", repr(e))
x = 5
print("big" if x > 10 else "mid" if x > 3 else "small")
if (n := len("abc")) > 2:
    print(n)
if not (x > 3 and x < 4) and (x == 5 or missing):
    print("logic")
del x
try:
    x
except NameError as e:
    print(e)
a = [1, 2, 3]
del a[0], a[0]
print(a)
i: int = 5
s: str
print(i)
pass; print(1); print(2)
for i, (a, b) in enumerate([(1, 2), (3, 4)]):
    print(i, a, b)
for x in "ab", "cd": print(x)
for d["k"] in [1, 2] if (d := {}) is not None else []:
    print(d)
