class Log(dict):
    pass
calls = []
class T:
    def __init__(self): self.v = [1]; self.d = {"a": 1}
    @property
    def p(self):
        calls.append("get"); return self._p
    @p.setter
    def p(self, x):
        calls.append("set"); self._p = x
t = T(); t.v += [2]; t.d["a"] += 5; t.v[0] *= 10; print(t.v, t.d)
t.p = 1; t.p += 2; print(t.p, calls)
x = 10; x -= 3; x *= 2; x //= 3; x **= 3; x %= 50; x <<= 2; x >>= 1; x |= 1; x &= 0xff; x ^= 3; print(x)
y = 7.0; y /= 2; print(y)
s = "a"; s += "b"; s *= 3; print(s)
def idx(): calls.append("idx"); return 0
l = [5]; l[idx()] += 1; print(l, calls[-1], calls.count("idx"))
a = b = [1]; a += [2]; print(b); a = a + [3]; print(b)
tup = (1, [2])
try: tup[1] += [3]
except TypeError as e: print(e, tup)
st = {1, 2}; st |= {3}; st -= {1}; st &= {2, 3, 4}; print(sorted(st))
d = {"a": 1}; d |= {"b": 2}; print(d)
def g():
    n = 0
    def h():
        nonlocal n
        n += 1
        return n
    h(); return h()
print(g())
m = [[1, 2], [3, 4]]; m[0][1] += 10; m[1][0], m[0][0] = m[0][0], m[1][0]; print(m)
i = 0; l = [0, 0]; i, l[i] = 1, 9; print(i, l)
