class MyList(list):
    def __init__(self, *items):
        super().__init__(items)
    def __getitem__(self, i):
        return ("got", super().__getitem__(i))
    def append(self, x):
        super().append(x * 2)
m = MyList(1, 2, 3); m.append(4)
print(m, len(m), m[0], 8 in m, list(m), isinstance(m, list), m == [1, 2, 3, 8], sorted(m, reverse=True), type(m).__name__, m + [1], m[1:2])
class MyDict(dict):
    def __missing__(self, key):
        return f"no {key}"
    def __setitem__(self, key, value):
        super().__setitem__(key, value + 1)
d = MyDict(a=1); d["b"] = 5
print(d, d["b"], d["zz"], d.get("zz"), len(d), "b" in d, isinstance(d, dict), {**d}, dict(d))
class MyInt(int):
    def __add__(self, o): return MyInt(int(self) + int(o) + 100)
    def __repr__(self): return f"MyInt({int(self)})"
print(MyInt(5) + 1, MyInt("7"), MyInt(3) * 2, MyInt(5) == 5, hash(MyInt(5)) == hash(5), f"{MyInt(42):05d}", [10, 20, 30][MyInt(1)], MyInt(3) < 4, isinstance(MyInt(1), int))
class MyStr(str):
    def shout(self): return self.upper() + "!"
s = MyStr("hi"); print(s, s.shout(), s + "x", len(s), s == "hi", {s: 1}[s], repr(s), f"{s:>5}", "%s" % s, isinstance(s, str), s[0], "-".join([s, "a"]))
class MyTuple(tuple):
    def __new__(cls, a, b): return super().__new__(cls, (a, b))
    @property
    def first(self): return self[0]
t = MyTuple(1, 2); x, y = t; print(t, t.first, x, y, t == (1, 2), len(t), hash(t) == hash((1, 2)))
class MyFloat(float): pass
print(MyFloat(2.5) + 1, MyFloat("1e3"), round(MyFloat(2.567), 1), MyFloat(2.5).is_integer())
class MySet(set): pass
z = MySet([1, 2]); z.add(3); print(sorted(z), 2 in z, len(z), z == {1, 2, 3}, sorted(z | {9}))
