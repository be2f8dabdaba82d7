class L(list):
    def total(self): return sum(self)
l = L([1, 2, 3]); l.append(4)
print(l, l.total(), len(l), l[0], l[1:], 2 in l, isinstance(l, list), [x for x in l], l == [1, 2, 3, 4], type(l).__name__)
class Stack(list):
    def __init__(self, n):
        super().__init__(range(n))
        self.n = n
    def push(self, x): self.append(x)
s = Stack(2); s.push(9); print(s, s.n, sorted(s), bool(Stack(0)))
class D(dict):
    def __missing__(self, k): return f"no {k}"
    def __setitem__(self, k, v): super().__setitem__(k, v * 2)
d = D(a=1); d["b"] = 2
print(d["a"], d["b"], d["zz"], d, len(d), list(d), d.get("q"))
class Attr(dict):
    def __getattr__(self, k):
        try: return self[k]
        except KeyError: raise AttributeError(k)
    __setattr__ = dict.__setitem__
a = Attr(x=1); a.y = 2; print(a.x, a.y, a)
class S(str):
    def shout(self): return self.upper() + "!"
s = S("hey"); print(s, s.shout(), s + "x", len(s), s == "hey", {s: 1}["hey"], f"{s:>5}")
class I(int):
    def __add__(self, o): return I(int(self) + o + 100)
i = I(5); print(i, i + 1, i * 2, i == 5, [0, 1, 2, 3, 4, 5][i], type(i + 1).__name__, hash(i) == hash(5))
class F(float): pass
print(F(1.5) + 1, F(2.0))
class T(tuple):
    def __new__(cls, *xs): return super().__new__(cls, xs)
    @property
    def first(self): return self[0]
t = T(1, 2); print(t, t.first, len(t), t == (1, 2)); a, b = t; print(a, b)
class E(ValueError):
    pass
try: raise E("sub", 2)
except ValueError as e: print(e.args, e)
class St(set):
    def both(self, o): return self & o
print(sorted(St([1, 2]).both({2, 3})))
