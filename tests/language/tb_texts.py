"""What traceback.format_exc and format_exception say: chains, notes, causes, did-you-mean."""
# CPython 3.13 says some of it in other words than 3.11.
import traceback, sys
def strip(text): return "\n".join(l for l in text.splitlines() if not l.startswith("  ") )
def show(f):
    try: f()
    except BaseException as e: print(strip("".join(traceback.format_exception(e)))); print("only:", "".join(traceback.format_exception_only(e)).strip())
def a(): return {}["k"]
def cause():
    try: a()
    except KeyError as e: raise ValueError("bad value") from e
def context():
    try: a()
    except KeyError: raise RuntimeError("while handling")
def none():
    try: a()
    except KeyError: raise RuntimeError("alone") from None
def three():
    try: cause()
    except ValueError as e: raise TypeError("third") from e
def fin():
    try: 1 / 0
    finally: [].pop()
def note():
    e = ValueError("n"); e.add_note("first note"); e.add_note("second"); raise e
def multi(): raise ValueError("line1\nline2")
class E(Exception):
    def __str__(self): return "custom str"
class Q(Exception): pass
for f in (a, cause, context, none, three, fin, note, multi, lambda: (_ for _ in ()).throw(E()), lambda: int("x"), lambda: None.foo, lambda: undefined_name, lambda: sys.exit(3), lambda: (lambda x: x)(), lambda: [1][5], lambda: "a" + 1, lambda: open("nope.txt"), lambda: __import__("nope_mod"), lambda: float("abc"), lambda: (1).bit_lenght(), lambda: math_pi):
    show(f)
try: raise ValueError("x", 5)
except ValueError as e: print(repr(e), e.args, str(e), e.__traceback__ is not None, e.__context__, e.__suppress_context__)
try:
    try: raise KeyError("inner")
    except KeyError as k: raise ValueError("outer") from k
except ValueError as v: print(repr(v.__cause__), repr(v.__context__), v.__suppress_context__)
print(sys.exc_info())
names = []
def f1(): f2()
def f2(): raise OSError(2, "No such file", "name.txt")
try: f1()
except OSError as e:
    tb = e.__traceback__; print(e.errno, e.strerror, e.filename, e); print([fr.name for fr in traceback.extract_tb(tb)])
print(traceback.format_exception_only(ValueError, ValueError("v")))
