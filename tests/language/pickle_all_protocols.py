"""Objects of many kinds through every protocol, persistent ids, and pickles that lie. Recorded with CPython 3.13."""

import pickle, copyreg, io, copy, marshal, pickletools, sys


def t(f):
    try:
        print(repr(f()))
    except BaseException as e:
        print(type(e).__name__, e)


class P:
    def __init__(self, a):
        self.a = a

    def __repr__(self):
        return f"P({self.a!r})"

    def __eq__(self, o):
        return type(self) is type(o) and self.__dict__ == o.__dict__


class S:
    __slots__ = ("x", "y")

    def __init__(self):
        self.x = 1

    def __repr__(self):
        return f"S({self.x}, {getattr(self, 'y', None)})"


class N:
    def __new__(cls, *a, **k):
        o = super().__new__(cls)
        o.args = a, k
        return o

    def __getnewargs_ex__(self):
        return (1, 2), {"k": 3}


class R:
    def __reduce__(self):
        return (list, ((1, 2),), None, iter([3]), None)


class R2:
    def __reduce_ex__(self, p):
        return (R2.make, (p,), {"st": 1}, None, None, lambda o, s: o.log.append(s))

    @staticmethod
    def make(p):
        o = R2()
        o.log = [p]
        return o


class GS:
    def __getstate__(self):
        return (1, 2)

    def __setstate__(self, s):
        self.s = s


class Bad:
    def __reduce__(self):
        return 5


class Bad2:
    def __reduce__(self):
        return (1, 2)


class Bad3:
    def __reduce__(self):
        return (list, 5)


class Bad4:
    def __reduce__(self):
        raise RuntimeError("no")


class SubList(list):
    pass


class SubDict(dict):
    def __init__(self, *a):
        super().__init__(*a)
        self.q = 1


class Ex(Exception):
    def __init__(self, a, b):
        super().__init__(a)
        self.b = b


rec = []
rec.append(rec)
for proto in range(6):
    print("protocol", proto)
    for o in [
        1,
        -1,
        255,
        256,
        65536,
        2**31,
        2**70,
        -(2**70),
        1.5,
        float("inf"),
        True,
        None,
        "a",
        "é\ud800",
        b"x",
        b"x" * 300,
        bytearray(b"q"),
        (1,),
        (),
        (1, 2, 3, 4),
        [1],
        {"a": 1},
        {1},
        frozenset([1]),
        1j,
        range(3),
        slice(1, 2),
        P(5),
        S(),
        SubList([1]),
        SubDict({"a": 1}),
        len,
        int,
        P,
        ValueError("x"),
        Ellipsis,
        NotImplemented,
        print,
        str.upper,
        [].append,
        type(None),
    ]:
        try:
            d = pickle.dumps(o, proto)
            b = pickle.loads(d)
            print(len(d), d[-25:] if proto < 1 else "", repr(b)[:60] if "0x" not in repr(b) else type(b))
        except BaseException as e:
            print(type(e).__name__, e)
    for o in [N, R, R2, GS, Bad, Bad2, Bad3, Bad4]:
        try:
            b = pickle.loads(pickle.dumps(o(), proto))
            print(o.__name__, getattr(b, "__dict__", b))
        except BaseException as e:
            print(o.__name__, type(e).__name__, e, getattr(e, "__notes__", ""))
    b = pickle.loads(pickle.dumps(rec, proto))
    print(b[0] is b)
    t(lambda: pickle.dumps(lambda: 1, proto))
    t(lambda: pickle.dumps((i for i in []), proto))
    t(lambda: pickle.loads(pickle.dumps(Ex(1, 2), proto)))


class Pers(pickle.Pickler):
    def persistent_id(self, o):
        return ("id", o.a) if isinstance(o, P) else None


class UnPers(pickle.Unpickler):
    def persistent_load(self, p):
        return ("loaded", p)


for proto in (0, 1, 2, 4):
    f = io.BytesIO()
    try:
        Pers(f, proto).dump([P(1), P("b")])
        print(UnPers(io.BytesIO(f.getvalue())).load())
        t(lambda: pickle.loads(f.getvalue()))
    except BaseException as e:
        print(type(e).__name__, e)


class Find(pickle.Unpickler):
    def find_class(self, m, n):
        if n != "P":
            raise pickle.UnpicklingError(f"no {m}.{n}")
        return super().find_class(m, n)


t(lambda: Find(io.BytesIO(pickle.dumps(P(1)))).load())
t(lambda: Find(io.BytesIO(pickle.dumps(S()))).load())
for bad in [
    b"",
    b".",
    b"N",
    b"]",
    b"a.",
    b"(.",
    b"\x80\x09.",
    b"cnope\nx\n.",
    b"I5",
    b"Ix\n.",
    b"X\xff\xff\xff\x7fa.",
    b"\x8c\x05ab.",
    b"g5\n.",
    b"h\x01.",
    b"j\xff\xff\xff\x7f.",
    b"(lp0\n.",
    b"K\x01R.",
    b"K\x01K\x02R.",
    b"cbuiltins\nint\nK\x01R.",
    b"cbuiltins\nint\n(VX\ntR.",
    b"}K\x01.",
    b"}(K\x01u.",
    b"]K\x01b.",
    b"\x80\x04\x93.",
    b"\x80\x04K\x01K\x02\x93.",
    b"F1x\n.",
    b"L5\n.",
    b"S'a\n.",
    b"S\"a'\n.",
    b"V\\u00e9\n.",
    b"B\xff\xff\xff\xffa.",
    b"0.",
    b"2.",
    b"t.",
    b"(K\x01t",
    b"\x8f\x90.",
    b"(\x8f.",
    b"\x82\x01.",
    b"i.",
    b"\xff.",
    b"\x98.",
    b"\x97.",
    b"P1\n.",
    b"Q.",
    b"\x8a\xff",
    b"\x8b\xff\xff\xff\xff.",
    b"r\xff\xff\xff\x7f.",
    b"Nq",
    b"\x94N.",
    b"((((((((((.",
    b"]" * 3 + b"a" * 3 + b".",
]:
    t(lambda: pickle.loads(bad))
t(lambda: pickle.dumps(1, 9))
t(lambda: pickle.dumps(1, -1)[:2])
t(lambda: pickle.loads("str"))
t(lambda: pickle.load(5))
t(lambda: pickle.dump(1, 5))
t(lambda: pickle.loads(pickle.dumps(1) + b"junk"))
pb = pickle.PickleBuffer(bytearray(b"abc"))
bufs = []
d = pickle.dumps(pb, 5, buffer_callback=bufs.append)
print(len(bufs), bytes(pickle.loads(d, buffers=bufs)))
t(lambda: pickle.loads(d))
t(lambda: pickle.dumps(pb, 4))
t(lambda: pickle.dumps(pb, 5, buffer_callback=lambda b: True))
copyreg.pickle(S, lambda s: (S, ()))
print(pickle.loads(pickle.dumps(S())))
t(lambda: copyreg.pickle(S, 5))
copyreg.dispatch_table.pop(S)
t(lambda: copyreg.add_extension("m", "n", 0))
copyreg.add_extension("__main__", "P", 240)
print(pickle.dumps(P, 2))
t(lambda: pickle.loads(pickle.dumps(P, 2)))
copyreg.remove_extension("__main__", "P", 240)
t(lambda: pickle.loads(b"\x80\x02\x82\xf0."))
p = pickle.Pickler(io.BytesIO())
p.fast = True
t(lambda: p.dump(rec) if 0 else p.dump([1]))
p.clear_memo()
print(copy.copy(S()), copy.deepcopy([P([1])]), copy.replace(__import__("types").SimpleNamespace(a=1), a=2))
t(lambda: copy.copy(Bad()))
t(lambda: copy.deepcopy(Bad2()))
t(lambda: copy.replace(5))
t(lambda: copy.copy((i for i in [])))
