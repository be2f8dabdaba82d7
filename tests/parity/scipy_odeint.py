# cpu only: arrays, which have no device
import warnings
import numpy as np
from scipy.integrate import ODEintWarning, odeint

R = lambda x, digits=6: (np.round(np.asarray(x, dtype=float), digits) + 0.0).tolist()


def show(label, *args, digits=6, **options):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            found = odeint(*args, **options)
        except Exception as error:
            print(label, type(error).__name__, error)
            return
    found, info = found if isinstance(found, tuple) else (found, {})
    print(label, found.shape, R(found, digits), [(w.category is ODEintWarning, str(w.message)) for w in caught])
    for name, value in info.items():
        print("  ", name, R(value, 2) if isinstance(value, np.ndarray) else value)


pendulum = lambda y, t, b, c: [y[1], -b * y[1] - c * np.sin(y[0])]
oscillator = lambda y, t: [y[1], -y[0]]
van_der_pol = lambda y, t, mu: [y[1], mu * (1 - y[0] ** 2) * y[1] - y[0]]
robertson = lambda y, t: [-0.04 * y[0] + 1e4 * y[1] * y[2], 0.04 * y[0] - 1e4 * y[1] * y[2] - 3e7 * y[1] ** 2, 3e7 * y[1] ** 2]
jacobian = lambda y, t: [[-0.04, 1e4 * y[2], 1e4 * y[1]], [0.04, -1e4 * y[2] - 6e7 * y[1], -1e4 * y[1]], [0, 6e7 * y[1], 0]]
decades = [0, 0.4, 4, 40, 400, 4e3]
show("pendulum", pendulum, [np.pi - 0.1, 0.0], np.linspace(0, 10, 6), args=(0.25, 5.0), full_output=True, digits=6)
show("oscillator", oscillator, [0, 1], [0, 1, 2, 5], full_output=True)
show("backward", oscillator, [0, 1], [5, 3, 0], full_output=True)
show("stiff", van_der_pol, [2, 0], [0, 100, 300, 500], args=(1000.0,), mxstep=5000, digits=5)
show("orders", van_der_pol, [2, 0], [0, 100, 300, 500], args=(1000.0,), mxstep=5000, mxordn=4, mxords=3, digits=5)
show("too many steps", van_der_pol, [2, 0], [0, 900], args=(1000.0,), digits=0)
show("chemistry", robertson, [1, 0, 0], decades, full_output=True, rtol=1e-6, atol=[1e-8, 1e-10, 1e-8])
show("jacobian", robertson, [1, 0, 0], decades, Dfun=jacobian)
show("columns", robertson, [1, 0, 0], decades, Dfun=lambda y, t: np.array(jacobian(y, t)).T, col_deriv=1)
show("tfirst", lambda t, y: -y, 1.0, [0, 1, 2], tfirst=True)
show("repeated", oscillator, [0, 1], [0, 1, 1, 2])
show("nothing", oscillator, [0, 1], [0, 0], printmessg=1)
show("one time", oscillator, [0, 1], [0.0])
show("message", oscillator, [0, 1], [0, 1], printmessg=1)
show("hmax", oscillator, [0, 1], [0, 1, 3], hmax=0.1, full_output=1)
show("h0", oscillator, [0, 1], [0, 1, 3], h0=0.001, full_output=1)
show("h0 of the other sign", oscillator, [0, 1], [0, 1], h0=-0.001)
show("tcrit", oscillator, [0, 1], [0, 1, 3, 4], tcrit=[1.5, 3.5], full_output=1)
chain = lambda y, t: np.array([-1000 * y[0] + y[1], -2 * y[1] + y[0] + y[2], -3 * y[2] + y[1], -500 * y[3] + y[2]])
show("band", chain, [1, 2, 3.0, 4], [0, 1, 2], ml=1, mu=1, full_output=1)
show("band jacobian", chain, [1, 2, 3.0, 4], [0, 1, 2], ml=1, mu=1, Dfun=lambda y, t: [[0, 1, 1, 0], [-1000, -2, -3, -500], [1, 1, 1, 0]])
show("wrong band", chain, [1, 2, 3.0, 4], [0, 1, 2], ml=1, mu=1, Dfun=lambda y, t: np.eye(4))
show("scalar jacobian", lambda y, t: -1000 * (y - np.cos(t)), [0.0], [0, 1, 5], Dfun=lambda y, t: -1000.0)
show("wrong jacobian", van_der_pol, [2, 0], [0, 1000], Dfun=lambda y, t, m: [[1, 2, 3]], args=(1000.0,))
show("wrong order", oscillator, [0, 1], [0, 2, 1])
show("wrong args", oscillator, [0, 1], [0, 1], args=3)
show("wrong function", 3, [0, 1], [0, 1])
show("wrong y0", oscillator, [[0, 1]], [0, 1])
show("wrong t", oscillator, [0, 1], [[0, 1]])
show("wrong rtol", oscillator, [0, 1], [0, 1], rtol=[1, 2, 3.0])
show("negative rtol", oscillator, [0, 1], [0, 1], rtol=-1)
show("no tolerance", oscillator, [0, 1], [0, 1], rtol=0, atol=0)
show("too accurate", oscillator, [0, 1], [0, 1], rtol=1e-20, atol=1e-20)
show("weight of zero", lambda y, t: [-1.0, 0], [0.5, 1], [0, 0.5, 1], rtol=1e-6, atol=[0, 1e-8])
show("two dimensions", lambda y, t: [[1, 2]], [0, 1], [0, 1])
show("too many", lambda y, t: [1, 2, 3], [0, 1], [0, 1])
show("a number", lambda y, t: -y[0], [1], [0, 1])
def fails(y, t): raise KeyError("x")
show("raises", fails, [1.0], [0, 1])
