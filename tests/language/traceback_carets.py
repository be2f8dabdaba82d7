# traceback.format_exc marks the operator within the expression at fault, and what is called, as 3.13 does and 3.11 does not.
import traceback
def f(a, b): return a / b
def g():
    x = {"k": [1, 2]}
    return x["k"][5] + 1
for c in (lambda: f(1, 0), g, lambda: None.foo.bar, lambda: 1 + "a", lambda: int("x")):
    try: c()
    except Exception:
        lines = traceback.format_exc().splitlines()
        for l in lines: print(l if "File" not in l else l.split(",",1)[1])
