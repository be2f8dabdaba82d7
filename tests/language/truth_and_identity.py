class Len0:
# Recorded from CPython 3.13: 3.13 words some errors otherwise, and shows typing.Annotated by its name.
    def __len__(self): return 0
class B:
    def __bool__(self): return False
print(bool(Len0()), bool(B()), not B(), B() or "alt", bool(Len0() and "no"), bool(object()))
class BadBool:
    def __bool__(self): return 5
try: bool(BadBool())
except TypeError as e: print(e)
class BadLen:
    def __len__(self): return -1
try: len(BadLen())
except ValueError as e: print(e)
class BadStr:
    def __str__(self): return 5
    def __repr__(self): return None
for f in (str, repr):
    try: f(BadStr())
    except TypeError as e: print(e)
class BadIter:
    def __iter__(self): return 5
try: iter(BadIter())
except TypeError as e: print(e)
class BadHash:
    def __hash__(self): return "x"
try: hash(BadHash())
except TypeError as e: print(e)
class BadInit:
    def __init__(self): return 5
try: BadInit()
except TypeError as e: print(e)
try:
    class F(bool): pass
except TypeError as e: print(e)
try:
    class G(5): pass
except TypeError: print("bad base")
try: int.x = 5
except TypeError as e: print(e)
try: "abc"[0] = "x"
except TypeError as e: print(e)
try: del (1, 2)[0]
except TypeError as e: print(e)
try: (1).foo = 2
except AttributeError as e: print(e)
try: None.x = 1
except AttributeError as e: print(e)
try: 5 .bit_length
except Exception: pass
try: {1: 2}[[]]
except TypeError as e: print(e)
try: set([[]])
except TypeError as e: print(e)
try: "a" in 5
except TypeError as e: print(e)
try: 5 in "abc"
except TypeError as e: print(e)
try: a, b = 5
except TypeError as e: print(e)
try: [1, 2][1.5]
except TypeError as e: print(e)
try: [1, 2]["a":]
except TypeError as e: print(e)
try: range(1, 2, 0)
except ValueError as e: print(e)
try: [][::0]
except ValueError as e: print(e)
try: sum(["a"])
except TypeError as e: print(e)
try: max([])
except ValueError as e: print(e)
try: sorted([1, "a"])
except TypeError as e: print(e)
try: "a".join([1])
except TypeError as e: print(e)
try: int([])
except TypeError as e: print(e)
try: float("x")
except ValueError as e: print(e)
try: chr(-1)
except ValueError as e: print(e)
try: next(iter([]))
except StopIteration as e: print(repr(e))
try: getattr(5, "zz")
except AttributeError as e: print(e)
try: len()
except TypeError as e: print(e)
try: isinstance(1, 5)
except TypeError as e: print(e)
try: object().x = 1
except AttributeError as e: print(e)
