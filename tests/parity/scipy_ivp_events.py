# cpu only: arrays, which have no device
import numpy as np
from scipy.integrate import solve_ivp

METHODS = "RK23", "RK45", "DOP853", "Radau", "BDF", "LSODA"
R = lambda x, digits=4: (np.round(np.asarray(x), digits) + 0.0).tolist()


def show(label, *args, **options):
    try:
        r = solve_ivp(*args, **options)
    except Exception as error:
        print(label, type(error).__name__, error)
        return
    print(label, r.nfev, r.status, r.success, r.message, R(r.t[-3:]), R(r.y[:, -3:]))
    print("  ", [R(t) for t in r.t_events], [R(y) for y in r.y_events], [y.shape for y in r.y_events])
    if r.sol is not None:
        print("  ", R(r.sol.t_min), R(r.sol.t_max), r.sol.n_segments, R(r.sol(np.linspace(r.sol.t_min, r.sol.t_max, 5))))


def event(function, **attributes):
    for name, value in attributes.items():
        setattr(function, name, value)
    return function


cannon = lambda t, y: [y[1], -0.5]
oscillator = lambda t, y: [y[1], -y[0]]
lands = event(lambda t, y: y[0], terminal=True, direction=-1)
apex = lambda t, y: y[1]
for m in METHODS:
    show(m + " lands", cannon, [0, 100], [0, 10], method=m, events=lands)
    show(m + " apex", cannon, [0, 100], [0, 10], method=m, events=(lands, apex), dense_output=True)
    third = event(lambda t, y: np.sin(t), terminal=3)
    show(m + " third", oscillator, [0.5, 30], [0.0, 1], method=m, events=[third, apex])
    show(m + " backward", oscillator, [20, 0.5], [0.0, 1], method=m, events=[third, apex], t_eval=[19, 18, 12.0])
    for direction in (-1, 0, 1):
        show(f"{m} direction {direction}", oscillator, [0, 10], [0.3, 1], method=m, events=event(lambda t, y: y[0] - 0.5, direction=direction), rtol=1e-5)
    show(m + " args", lambda t, y, a: -a * y, [0, 5], [1.0], method=m, events=lambda t, y, a: y[0] - a / 2, args=(0.7,))
    show(m + " at an end", lambda t, y: [1.0], [0, 1], [0.0], method=m, events=event(lambda t, y: y[0], terminal=False), max_step=0.5)
    show(m + " none", oscillator, [0, 1], [0.0, 1], method=m, events=[])
show("complex", lambda t, y: 1j * y, [0, 3], [1 + 0j], events=lambda t, y: y[0].real, dense_output=True, rtol=1e-6)
# A ball that bounces: one integration from one bounce to the next.
t, state, bounces = 0.0, [10.0, 0.0], []
for _ in range(4):
    falls = event(lambda t, y: y[0], terminal=True, direction=-1)
    r = solve_ivp(lambda t, y: [y[1], -9.81], (t, 100), state, events=falls, rtol=1e-8)
    t, state = r.t_events[0][0], [0.0, -0.9 * r.y_events[0][0, 1]]
    bounces.append([t, state[1]])
print(R(bounces, 5))
for terminal in (-1, 1.5):
    show("wrong", oscillator, (0, 1), [0.0, 1], events=event(lambda t, y: y[0], terminal=terminal))
