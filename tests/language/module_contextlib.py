from contextlib import contextmanager, nullcontext, suppress, ExitStack, redirect_stdout, closing, ContextDecorator
import io
@contextmanager
def tag(name):
    print("<", name)
    try:
        yield name.upper()
    except ValueError as e:
        print("caught", e)
    finally:
        print(">", name)
with tag("a") as t: print(t)
with tag("b"): raise ValueError("bad")
try:
    with tag("c"): raise KeyError("k")
except KeyError as e: print("through", e)
with suppress(ZeroDivisionError, KeyError): 1 / 0
with nullcontext(5) as n: print(n)
with ExitStack() as s:
    for x in "xy": s.enter_context(tag(x))
    s.callback(print, "callback", sep="")
    print("inside")
buf = io.StringIO()
with redirect_stdout(buf): print("hidden", 1)
print(repr(buf.getvalue()))
class Thing:
    def close(self): print("closed")
with closing(Thing()) as th: print("using")
@tag("deco")
def fn(): return 7
print(fn(), fn())
class M(ContextDecorator):
    def __enter__(self): print("in"); return self
    def __exit__(self, *e): print("out", e[0]); return True
with M(): raise RuntimeError("swallowed")
@M()
def g(): print("g")
g()
@contextmanager
def bad():
    return
    yield
try:
    with bad(): pass
except RuntimeError as e: print(e)
with tag("1") as a, tag("2") as b: print(a, b)
