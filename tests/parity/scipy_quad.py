# cpu only: arrays, which have no device
import math
import warnings
import numpy as np
from scipy import integrate as I

R = lambda x, digits=9: (np.round(np.asarray(x), digits) + 0.0).tolist()
S = lambda x: f"{x:.3e}"


def show(label, function, *args, name="quad", **options):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            r = getattr(I, name)(function, *args, **options)
        except Exception as error:
            print(label, type(error).__name__, error)
            return
    print(label, R(r[0]), S(r[1]) if isinstance(r[1], float) else R(r[1]), [(w.category.__name__, str(w.message)) for w in caught])
    info = r[2] if len(r) > 2 else {}
    if "last" in info:
        n = info["last"]
        print("  ", info["neval"], n, R(info["alist"][:n]), R(info["blist"][:n]), R(info["rlist"][:n]), r[3:])
        print("  ", [R(info["pts"]), info["ndin"][:-1].tolist()] if "pts" in info else [], info["level"][:n].tolist() if "level" in info else "")
    elif info:
        print("  ", info)


FUNCTIONS = {
    "square": lambda x: x * x, "exp": lambda x: math.exp(-x), "root": lambda x: 1 / math.sqrt(x) if x > 0 else 0.0,
    "log": lambda x: math.log(x) if x > 0 else 0.0, "wave": lambda x: math.sin(100 * x), "gauss": lambda x: math.exp(-x * x),
    "kink": lambda x: abs(x - 0.3), "step": lambda x: float(x > 0.3), "lorentz": lambda x: 1 / (1 + x * x),
    "pole": lambda x: 1 / (x - 0.3) if x != 0.3 else 0.0, "sinc": lambda x: math.sin(x) / x if x else 1.0, "zero": lambda x: 0.0,
    "peak": lambda x: 1e-4 / ((x - 0.5) ** 2 + 1e-8), "cusp": lambda x: math.sqrt(abs(x - 1 / 3)), "1 / x": lambda x: 1 / x if x else 0.0,
}
for name, function in FUNCTIONS.items():
    for a, b in ((0, 1), (2, -1), (0, np.inf), (-np.inf, np.inf), (-np.inf, 1)):
        if name != "exp" or b == np.inf and a == 0 or abs(a) < 9:
            show(f"{name} {a} {b}", function, a, b)
    show(name + " full", function, 0, 1, full_output=1, limit=20)
    show(name + " few", function, -1, 2, limit=7, full_output=1)
    show(name + " tight", function, 0, 1, epsabs=0, epsrel=1e-13, limit=100)
    show(name + " loose", function, 0, 1, epsabs=1e-2, epsrel=0)
    show(name + " points", function, 0, 1, points=[0.3, 0.5], full_output=1, limit=20)
    show(name + " ends", function, -1, 2, points=[-1, 1 / 3, 2])
show("nothing", FUNCTIONS["square"], 1, 1)
show("complex", lambda x: np.exp(1j * x), 0, 1, complex_func=True)
show("args", lambda x, a, b: a * x + b, 0, 1, (2, 3))
show("one arg", lambda x, a: a * x, 0, 1, 2.0)
for options in (dict(epsabs=0, epsrel=0), dict(limit=0), dict(points=[0.1, 0.2, 0.3], limit=3)):
    show(f"wrong {options}", FUNCTIONS["square"], 0, 1, **options)
show("wrong points", FUNCTIONS["square"], 0, np.inf, points=[1])
show("wrong value", lambda x: "1", 0, 1)
show("wrong value", lambda x: 1j, 0, 1)
inf = np.inf
show("dblquad", lambda y, x: x * y * y, 0, 2, 0, 1, name="dblquad")
show("dblquad", lambda y, x, a: a * x * y, 0, 1, lambda x: x, lambda x: 2 - x, args=(3,), name="dblquad")
show("dblquad", lambda y, x: math.exp(-x * x - y * y), -inf, inf, -inf, inf, name="dblquad", epsabs=1e-4)
show("tplquad", lambda z, y, x: x * y * z, 1, 2, 2, 3, 0, 1, name="tplquad")
show("tplquad", lambda z, y, x, a: x * y * z * a, 0, 1, 0, lambda x: 1 - x, 0, lambda x, y: 1 - x - y, args=(3,), name="tplquad")
show("nquad", lambda a, b, c: a * b + c, [[0, 1], [-1, 1], [0.13, 0.8]], name="nquad", full_output=True)
ranges = [lambda y, t: [0, 1 - y], lambda t: (0, t)]
show("nquad", lambda x, y, t: x * y * t, ranges, args=(0.5,), name="nquad", opts=[{"epsabs": 1e-3}, lambda t: {"points": [0.2, 7]}])

# Areas under rows of numbers.
x, rows = np.array([0, 0.5, 1.2, 2, 2.1, 3, 4.5]), np.arange(42.0).reshape(2, 7, 3) ** 1.5


def area(label, name, *args, **options):
    try:
        found = getattr(I, name)(*args, **options)
    except Exception as error:
        print(label, name, type(error).__name__, error)
        return
    found, rest = (found[0], found[1:]) if isinstance(found, tuple) else (found, ())
    print(label, name, R(found), np.asarray(found).dtype, *rest)


for n in range(1, 8):
    for name in ("simpson", "cumulative_trapezoid", "cumulative_simpson"):
        y = np.arange(n) ** 2.5
        area(n, name, y)
        area(n, name, y, x=x[:n])
        area(n, name, np.arange(n) ** 2, dx=0.5)
        area(n, name, rows[:, :n], axis=1)
        area(n, name, rows[:, :n], x=x[:n], axis=1)
        area(n, name, rows[:, :n], x=np.broadcast_to(x[:n, None], (2, n, 3)) + 0.0, axis=1)
        area(n, name, np.exp(1j * np.arange(n)))
        area(n, name, np.arange(n, dtype=np.float32))
        if name != "simpson":
            area(n, name, y, initial=0)
for y, options in (([1, 2, 3], dict(x=[1, 2])), ([1, 2, 3], dict(x=[[1, 2, 3]])), ([1, 2, 3], dict(axis=2)), ([1, 2, 4], dict(initial=3))):
    for name in ("cumulative_trapezoid", "cumulative_simpson"):
        area(f"wrong {options}", name, y, **options) if name == "cumulative_simpson" or "axis" not in options else None
area("wrong", "cumulative_trapezoid", [])
area("wrong", "cumulative_simpson", [1, 2, 3], x=[1, 2, 1.5])
area("wrong", "cumulative_simpson", [1, 2, 3], dx=[1, 2])
area("wrong", "cumulative_simpson", [1, 2, 3], initial=[1, 2])
area("arrays", "cumulative_simpson", rows, dx=np.full((2, 1, 3), 0.5), axis=1, initial=np.ones((2, 1, 3)))
area("no width", "simpson", [1, 2, 3.0], x=[0, 0, 1])
for n in (2, 3, 5, 9):
    area(n, "romb", np.arange(n) ** 3.0)
    area(n, "romb", np.arange(n) ** 2, dx=0.5)
    area(n, "romb", np.outer(np.arange(n) ** 2, [1, 2.0]), axis=0)
    area(n, "romb", np.exp(np.arange(n) / 3), show=True)
area("table", "romb", np.exp(np.arange(5) / 3), show=(3, 10))
for n in (1, 4, 6):
    area(n, "romb", np.arange(n))
for n in (1, 4, 5, 12):
    area(n, "fixed_quad", lambda x: x**8, 0, 1, n=n)
area("args", "fixed_quad", lambda x, a: x * a, 0, 2, (3,))
area("rows", "fixed_quad", lambda x: np.stack([x, x * x]), 0, 2.0)
area("wrong", "fixed_quad", lambda x: x, 0, np.inf)
