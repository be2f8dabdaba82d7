"""Unpacking to targets of every kind, truth and identity of variables of every type, slices read and assigned."""

import sys, gc
# --- unpacking
def unpack():
    a, b = 1, 2; a, b = b, a; print(a, b)
    (a, b), c = [1, 2], 3; print(a, b, c)
    x = [0, 0]; i = 0
    i, x[i] = 1, 9; print(i, x)
    a, x[0], b = (5, 6, 7); print(a, x, b)
    a = b, c = (1, 2); print(a, b, c)
    a, a, a = 1, 2, 3; print(a)
    l = [1, 2, 3]
    l, b, c = l; print(l, b, c)
    for v in [(1,), (1, 2, 3), [], [1], "ab", "abc", iter([1, 2]), 5, None, {1: 2, 3: 4}, range(2), (x for x in (1, 2))]:
        try:
            p, q = v; print("ok", p, q)
        except Exception as e: print(type(e).__name__, e)
    def inner():
        nonlocal a
        a, b = 10, 20
        return b
    print(inner(), a)
    global G, H
    G, H = (3, 4); G, loc, H = [5, 6, 7]; print(G, loc, H)
    class O: pass
    o = O(); o.a, loc, o.b = "xyz"[0:3]; print(o.a, loc, o.b)
    o.a, loc, o.b = (1, 2, 3); print(o.a, loc, o.b)
    [a, *b], c = [1, 2, 3], 4; print(a, b, c)
    for k, (m, n) in {1: (2, 3), 4: [5, 6]}.items(): print(k, m, n)
    del a
    try: a
    except NameError as e: print(type(e).__name__)
unpack()
# unpacking where the old value of a target has a finalizer that changes the list
class D:
    def __init__(s, l): s.l = l
    def __del__(s): s.l.clear(); print("del")
def fin():
    l = [1, 2, 3]
    a = D(l)
    a, b, c = l
    print(a, b, c, l)
    d = D(l); l2 = [d, 5]; l2.append(6)
    d = None
    l2, e, f = l2
    print(type(l2).__name__, e, f)
    l2 = 0
    print("end")
fin()
# --- truth and is
class T: pass
class L:
    n = 0
    def __len__(s): return s.n
class B:
    def __bool__(s): print("bool", end=" "); return False
class BB(T): pass
class Bad:
    def __bool__(s): return 3
class LI(list): pass
class IN(int): pass
class ST(str): pass
def t(x):
    if x: r = "T"
    else: r = "F"
    while x: r += "w"; break
    if not x: r += "n"
    r += "1" if x else "0"
    if x is None: r += "N"
    if x is not None: r += "M"
    if x is True: r += "!"
    if x is ...: r += "e"
    return r
for v in [T(), L(), B(), BB(), LI(), LI([1]), IN(0), IN(2), ST(""), ST("a"), None, True, False, 0, 1, 0.0, -0.0, 2.5, "", "a", [], [0], (), (0,), {}, {1: 1}, set(), {1}, range(0), range(1), b"", b"a", ..., NotImplemented.__class__, T, 10**30, 0j, 1j, lambda: 0, iter([]), frozenset(), bytearray(), memoryview(b""), len]:
    print(type(v).__name__, t(v))
try: t(Bad())
except TypeError as e: print(e)
print(t(BB())); BB.__bool__ = lambda s: False; print(t(BB())); del BB.__bool__; print(t(BB())); T.__len__ = lambda s: 0; print(t(BB())); del T.__len__; print(t(BB()))
l = L(); L.n = 3; print(t(l)); l.__len__ = lambda: 0; print(t(l)); x = T(); x.__bool__ = lambda: False; print(t(x))
x.__class__ = L; L.n = 0; print(t(x))
def unb():
    if q: pass
    q = 1
def unb2(a):
    return f2(a, q2)
    q2 = 1
def unb3():
    if q3 is None: pass
    q3 = 1
def f2(*a): return a
for f in (unb, lambda: unb2(1), unb3):
    try: f()
    except UnboundLocalError as e:
        tb = e.__traceback__
        while tb.tb_next: tb = tb.tb_next
        print(e, tb.tb_lineno)
        p = list(tb.tb_frame.f_code.co_positions())[tb.tb_lasti // 2] if 0 else None
# --- slices
def sl():
    a = list(range(10)); n = None
    print(a[1:3], a[:], a[::2], a[::-1], a[-3:], a[5:2], "héllo"[1:3], (1, 2, 3)[:2], b"abc"[1:])
    a[1:3] = [7, 8, 9]; print(a); a[:0] = (1,); print(a); a[::2] = [0] * len(a[::2]); print(a)
    a[2:4] = a; print(a); a[0:1] = iter("xy"); print(a)
    try: a[::2] = [1]
    except ValueError as e: print(e)
    try: a["x":2]
    except TypeError as e: print(e)
    class S:
        def __getitem__(s, k): return k
        def __setitem__(s, k, v): print(k, v)
        def __delitem__(s, k): print("del", k)
    s = S(); print(s[1:2], s[1:2, 3], s[::]); s[1:2] = 5; s[a[0]:] = 6; del s[1:]
    del a[1:3]; print(a); a[1:2] += [5]; print(a)
    s = slice(1, 2); print(a[s], a[1:n:None])
sl()
