# cpu only: arrays, which have no device
import warnings
import numpy as np
from scipy import integrate as I

METHODS = "RK23", "RK45", "DOP853", "Radau", "BDF", "LSODA"
# Adding 0 makes -0 a 0.
R = lambda x, digits=5: (np.round(np.asarray(x), digits) + 0.0).tolist()


def show(label, *args, digits=5, **options):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            r = I.solve_ivp(*args, **options)
        except Exception as error:
            print(label, type(error).__name__, error)
            return
    counts = r.nfev, int(r.njev), int(r.nlu), r.status, r.success, r.t.shape, r.y.shape
    print(label, *counts, r.message, R(r.t[-3:], digits - 1), R(r.y[:, -3:], digits), [str(w.message) for w in caught])
    if r.sol is not None:
        print("  ", r.sol.n_segments, R(r.sol(np.linspace(r.sol.t_min, r.sol.t_max, 4)), digits), R(r.sol(r.sol.t_max), digits))


lotka = lambda t, z: [1.5 * z[0] - z[0] * z[1], -3 * z[1] + z[0] * z[1]]
oscillator = lambda t, y: [y[1], -y[0]]
decay = lambda t, y: -0.5 * y
van_der_pol = lambda t, y: [y[1], 1000 * (1 - y[0] ** 2) * y[1] - y[0]]
robertson = lambda t, y: [-0.04 * y[0] + 1e4 * y[1] * y[2], 0.04 * y[0] - 1e4 * y[1] * y[2] - 3e7 * y[1] ** 2, 3e7 * y[1] ** 2]
turning = lambda t, y: (1j - 0.1) * y
MU = 0.012277471


def arenstorf(t, s):
    x, y, vx, vy = s
    a, b = ((x + MU) ** 2 + y**2) ** 1.5, ((x - 1 + MU) ** 2 + y**2) ** 1.5
    return [vx, vy, x + 2 * vy - (1 - MU) * (x + MU) / a - MU * (x - 1 + MU) / b, y - 2 * vx - (1 - MU) * y / a - MU * y / b]


for m in METHODS:
    show(m + " decay", decay, (0, 10), [2, 4, 8], method=m, dense_output=True)
    show(m + " lotka", lotka, (0, 4), [10, 5], method=m, rtol=1e-6, atol=1e-8, dense_output=True)
    show(m + " backward", oscillator, (3, -2), [0.0, 1], method=m, rtol=1e-5)
    show(m + " t_eval", oscillator, (0, 5), [0, 1], method=m, t_eval=[0, 1, 2.5, 5])
    show(m + " t_eval backward", oscillator, (5, 0), [0.0, 1], method=m, t_eval=[5, 1, 0])
    show(m + " complex", turning, (0, 3), [1 + 0j, 2j], method=m, dense_output=True)
    show(m + " vectorized", lambda t, y: np.array([y[1], -y[0]]), (0, 3), [0.0, 1], method=m, vectorized=True)
    show(m + " steps", oscillator, (0, 3), [0.0, 1], method=m, first_step=0.1, max_step=0.25)
    show(m + " tolerances", oscillator, (0, 3), [0.0, 1], method=m, atol=[1e-8, 1e-3])
    show(m + " nothing", oscillator, (5, 5), [0.0, 1], method=m, dense_output=True)
    show(m + " empty", lambda t, y: y, (0, 1), [], method=m)
    show(m + " constant", lambda t, y: np.zeros(2), (0, 1), [1.0, 2], method=m)
    show(m + " args", lambda t, y, a, b: a * y + b, (0, 1), [1.0], method=m, args=(2.0, 1.0))
    show(m + " jac", lambda t, y: [y[1], -y[0]], (0, 3), [0.0, 1], method=m, jac=lambda t, y: [[0, 1], [-1, 0]])
    show(m + " wrong jac", oscillator, (0, 3), [0.0, 1], method=m, jac=lambda t, y: np.zeros((3, 2))) if m != "LSODA" else None
    for options in (
        dict(max_step=-1), dict(first_step=-1), dict(first_step=2), dict(atol=[1, 2, 3.0]), dict(atol=-1), dict(foo=1, bar=2), dict(rtol=1e-15, atol=1e-4),
    ):
        show(f"{m} {options}", oscillator, (0, 1), [0.0, 1], method=m, digits=5, **options)
for m in ("DOP853", "LSODA"):
    show(m + " orbit", arenstorf, (0, 17.0652165601579625), [0.994, 0, 0, -2.00158510637908252240537862224], method=m, digits=3, rtol=1e-9, atol=1e-9)
for m in ("Radau", "BDF", "LSODA"):
    show(m + " stiff", van_der_pol, (0, 500), [2.0, 0], method=m, digits=4, rtol=1e-5)
    show(m + " chemistry", robertson, (0, 1e3), [1.0, 0, 0], method=m, digits=2, rtol=1e-6, atol=1e-10)
for m in ("Radau", "BDF"):
    show(m + " constant jac", lambda t, y: [-100 * y[0] + y[1], -y[1]], (0, 3), [1.0, 1], method=m, jac=[[-100, 1], [0, -1.0]])
    show(m + " wrong constant jac", oscillator, (0, 3), [0.0, 1], method=m, jac=np.zeros((3, 2)))
    show(m + " sparsity", lambda t, y: np.array([-y[0], -2 * y[1], -3 * y[2] + y[0]]), (0, 1), [1.0, 2, 3], method=m, jac_sparsity=[[1, 0, 0], [0, 1, 0], [1, 0, 1]])
    show(m + " not a number", lambda t, y: np.array([np.nan if t > 0.5 else 1.0]), (0, 1), [1.0], method=m, digits=3) if m == "BDF" else None
chain = lambda t, y: np.array([-y[0] * 1000, -2 * y[1] + y[0], -3 * y[2] + y[1]])
show("LSODA band", chain, (0, 1), [1.0, 2, 3], method="LSODA", lband=1, uband=0)
show("LSODA band jac", chain, (0, 1), [1.0, 2, 3], method="LSODA", lband=1, uband=0, jac=lambda t, y: [[-1000, -2, -3.0], [1, 1, 0]])
show("RK45 blows up", lambda t, y: y**2, (0, 2), [1.0], digits=4, t_eval=[0, 0.5])
for args, options in (
    (((0, 1), [[0.0, 1]]), {}), (((0, 1), [0.0, np.nan]), {}), (((0, 1), 1.0), {}), (((0, 1, 2), [0.0, 1]), {}), (((0, 1), [0.0, 1]), dict(t_eval=[[0, 1]])),
    (((0, 1), [0.0, 1]), dict(t_eval=[0, 1.1])), (((0, 1), [0.0, 1]), dict(t_eval=[0, 0.5, 0.2])), (((1, 0), [0.0, 1]), dict(t_eval=[0, 0.5])), (((0, 1), [0.0, 1]), dict(args=3)),
):
    show("wrong", oscillator, *args, **options)
show("wrong", oscillator, (0, 1), [0.0, 1], method="x")

# Solvers by themselves, and one of the user's own.
for name in METHODS:
    solver = getattr(I, name)(oscillator, 0, [0.0, 1], 0.5)
    print(name, solver.n, solver.status, solver.t_bound, solver.direction, solver.t_old, solver.step_size, issubclass(type(solver), I.OdeSolver))
    try:
        solver.dense_output()
    except RuntimeError as error:
        print(error)
    while solver.status == "running":
        assert solver.step() is None
    output = solver.dense_output()
    print(R(solver.t), R(solver.y), R(solver.step_size), solver.nfev, R(output.t_min), R(output.t_max), R(output(0.49)), R(output([0.49, 0.5])), isinstance(output, I.DenseOutput))
    try:
        solver.step()
    except RuntimeError as error:
        print(error)
try:
    output([[1.0]])
except ValueError as error:
    print(error)
for times, pieces in (([0, 1, 1], [output, output]), ([0, 1, 2], [output])):
    try:
        I.OdeSolution(times, pieces)
    except ValueError as error:
        print(error)


class Euler(I.OdeSolver):
    def __init__(self, fun, t0, y0, t_bound, h=0.25, vectorized=False):
        super().__init__(fun, t0, y0, t_bound, vectorized)
        self.h = h

    def _step_impl(self):
        self.y = self.y + self.h * self.fun(self.t, self.y)
        self.t += self.h
        return True, None


show("own", oscillator, (0, 1), [0.0, 1], method=Euler)
print(I.solve_ivp(decay, (0, 10), [2, 4, 8], t_eval=[0, 1, 2, 4, 10]))
