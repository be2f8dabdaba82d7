# cpu only: arrays, which have no device
import math
import numpy as np
from scipy.integrate import quad_vec

R = lambda x, digits=8: (np.round(np.asarray(x), digits) + 0.0).tolist()


def show(label, *args, **options):
    try:
        found, error, *rest = quad_vec(*args, **options)
    except Exception as e:
        print(label, type(e).__name__, e)
        return
    print(label, R(found), f"{error:.2e}" if error > 1e-10 else "", np.asarray(found).dtype)
    for info in rest:
        print("  ", info.neval, info.success, info.status, info.message, info.intervals.shape, info.integrals.shape, info.errors.shape)


powers = lambda x: x ** np.linspace(0.5, 3, 4)
bell = lambda x: np.array([math.exp(-x * x), math.exp(-abs(x))])
for rule in (None, "gk15", "gk21", "trapezoid"):
    options = dict(quadrature=rule, epsrel=1e-4 if rule == "trapezoid" else 1e-8)
    show(f"{rule} powers", powers, 0, 2, full_output=True, **options)
    show(f"{rule} backward", powers, 2, 0, **options)
    show(f"{rule} number", lambda x: math.sin(3 * x), 0, 2, full_output=True, **options)
    show(f"{rule} complex", lambda x: np.exp(1j * x * np.arange(3)), 0, 2, **options)
    for norm in ("2", "max", None, lambda x: float(np.sum(np.abs(x)))):
        show(f"{rule} kink {norm if not callable(norm) else 'function'}", lambda x: np.abs(x - np.array([[0.3, 0.7], [1.1, 0]])), 0, 2, norm=norm, full_output=True, **options)
    show(f"{rule} points", lambda x: abs(x - 0.3), 0, 2, points=[0.3, 0.3, 5], full_output=True, **options)
for bounds in ((0, np.inf), (np.inf, 0), (-np.inf, 1), (1, -np.inf), (-np.inf, np.inf), (np.inf, -np.inf), (np.inf, np.inf)):
    show(f"bell {bounds}", bell, *bounds, full_output=True)
    show(f"bell {bounds} points", bell, *bounds, points=[0.5, 2], epsrel=1e-6)
show("args", lambda x, a, b: a * x + b, 0, 1, args=(2, np.array([1.0, 2])))
show("one arg", lambda x, a: a * x, 0, 1, args=3.0)
show("limit", lambda x: 1 / x if x else 0.0, 0, 1, limit=5, full_output=True)
show("not a number", lambda x: np.array([np.nan]), 0, 1, full_output=True)
show("rounding", powers, 0, 2, epsabs=1e-30, epsrel=0, full_output=True)
show("workers", powers, 0, 2, workers=map)
show("wrong rule", powers, 0, 2, quadrature="x")
show("wrong bounds", powers, 0, np.nan)
show("wrong norm", powers, 0, 2, norm="x")
