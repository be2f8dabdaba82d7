"""`odeint`: a solution at given times, by LSODA."""

import warnings

import numpy as np
from scipy.integrate._nordsieck_matrix import from_band
from scipy.integrate._odepack import Options, Run, Status, error

_MESSAGES = {
    2: "Integration successful.",
    1: "Nothing was done; the integration time was 0.",
    -1: "Excess work done on this call (perhaps wrong Dfun type).",
    -2: "Excess accuracy requested (tolerances too small).",
    -3: "Illegal input detected (internal error).",
    -4: "Repeated error test failures (internal error).",
    -5: "Repeated convergence failures (perhaps bad Jacobian or tolerances).",
    -6: "Error weight became zero during problem.",
}
_TOLERANCE = 1.49012e-8


class ODEintWarning(Warning):
    """`odeint` did not reach all times, or was asked to say how it ended."""


def odeint(
    func,
    y0,
    t,
    args=(),
    Dfun=None,
    col_deriv=0,
    full_output=0,
    ml=None,
    mu=None,
    rtol=None,
    atol=None,
    tcrit=None,
    h0=0.0,
    hmax=0.0,
    hmin=0.0,
    ixpr=0,
    mxstep=0,
    mxhnil=0,
    mxordn=12,
    mxords=5,
    printmessg=0,
    tfirst=False,
):
    """The solution of dy/dt = func(y, t), or with `tfirst` of func(t, y), as rows at the times `t`, of which the first is that of `y0`.

    `Dfun` is the Jacobian with the same arguments, transposed if `col_deriv`; with `ml` and `mu` its rows below and above the diagonal
    that are not zero. `tcrit` are times that steps do not pass. With `full_output` a dictionary follows that says what was done.

    >>> from scipy.integrate import odeint
    >>> odeint(lambda y, t: -y, 1.0, [0, 1, 2]).round(4).tolist()
    [[1.0], [0.3679], [0.1353]]
    """
    d = np.diff(t)
    if not (np.all(d >= 0) or np.all(d <= 0)):
        raise ValueError(
            "The values in t must be monotonically increasing or monotonically decreasing; repeated values are allowed."
        )
    y0, times, rtol, atol = _checked(func, Dfun, args, y0, t, rtol, atol)
    band = _band(ml, mu)
    right_side = _right_side(func, args, tfirst, y0.shape[0])
    jacobian = _jacobian(Dfun, args, tfirst, col_deriv, band, y0.shape[0])
    options = Options(h0, hmax, hmin, mxstep, (mxordn, mxords))
    run = Run(right_side, jacobian, float(times[0]) if len(times) else 0.0, y0, rtol, atol, band, options)
    status, found, info = _through(run, times, y0, _limits(tcrit), _Info(len(times)))
    _report(status, printmessg)
    if not full_output:
        return found
    lengths = {"lenrw": _real_length(y0.shape[0], options, band), "leniw": 20 + y0.shape[0]}
    return found, {**info.found(status, run), **lengths, "mused": info.method, "message": _MESSAGES[status]}


# --- arguments


def _checked(func, jacobian, args, y0, t, rtol, atol):
    if not isinstance(args, tuple):
        raise error("Extra arguments must be in a tuple.")
    if not callable(func) or jacobian is not None and not callable(jacobian):
        raise error("The function and its Jacobian must be callable functions.")
    y0, times = np.atleast_1d(np.array(y0, dtype=float)), np.atleast_1d(np.asarray(t, dtype=float))
    if y0.ndim > 1:
        raise ValueError("Initial condition y0 must be one-dimensional.")
    if times.ndim > 1:
        raise ValueError("Output times t must be one-dimensional.")
    return y0, times, _tolerance(rtol, y0), _tolerance(atol, y0)


def _tolerance(given, y0):
    given = np.asarray(_TOLERANCE if given is None else given, dtype=float)
    if given.size == 1:
        return given.reshape(())
    if given.shape != y0.shape:
        raise error("Tolerances must be an array of the same length as the\n     number of equations or a scalar.")
    return given


def _band(ml, mu):
    ml, mu = (-1 if rows is None else rows for rows in (ml, mu))
    return None if ml < 0 and mu < 0 else (max(ml, 0), max(mu, 0))


def _right_side(func, args, tfirst, n):
    def right_side(t, y):
        found = np.asarray(func(t, y, *args) if tfirst else func(y, t, *args), dtype=float)
        if found.ndim > 1:
            raise RuntimeError(f"The array returned by func must be one-dimensional, but got ndim={found.ndim}.")
        if found.size != n:
            raise RuntimeError(
                f"The size of the array returned by func ({found.size}) does not match the size of y0 ({n})."
            )
        return found.reshape(n)

    return right_side


def _jacobian(function, args, tfirst, col_deriv, band, n):
    if function is None:
        return None
    rows = n if band is None else sum(band) + 1
    shape = (n, rows) if col_deriv else (rows, n)

    def jacobian(t, y):
        found = np.asarray(function(t, y, *args) if tfirst else function(y, t, *args), dtype=float)
        found = found.reshape((1, 1)) if shape == (1, 1) and found.size == 1 else found
        if found.ndim != 2:
            raise RuntimeError(f"The Jacobian array must be two dimensional, but got ndim={found.ndim}.")
        if found.shape != shape:
            kind = "" if band is None else "banded "
            raise RuntimeError(f"Expected a {kind}Jacobian array with shape {shape}, but got {found.shape}")
        found = found.T if col_deriv else found
        return found if band is None else from_band(found, band)

    return jacobian


def _limits(tcrit):
    return [] if tcrit is None else np.atleast_1d(np.asarray(tcrit, dtype=float)).tolist()


# --- the run


def _through(run, times, y0, limits, info):
    """(status, rows, information) after all times, or those up to a failure."""
    found = np.zeros((len(times), y0.shape[0]))
    if not len(times):
        return Status.NOTHING_DONE, found, info
    found[0] = y0
    status = Status.NOTHING_DONE
    for k, t in enumerate(times[1:].tolist()):
        while limits and t > limits[0]:
            limits = limits[1:]
        status = run.up_to(t, limits[0] if limits else None)
        found[k + 1] = run.y
        if status is not Status.ILLEGAL_INPUT:
            info.add(k, run)
        if status < 0:
            break
    return int(status), found, info


def _report(status, printmessg):
    if status < 0:
        advice = "Run with full_output = 1 to get quantitative information."
        warnings.warn(f"{_MESSAGES[status]} {advice}", ODEintWarning, stacklevel=3)
    elif printmessg:
        warnings.warn(_MESSAGES[status], ODEintWarning, stacklevel=3)


def _real_length(n, options, band):
    """How many floats ODEPACK's work space has."""
    matrix = n * n if band is None else (2 * band[0] + band[1] + 1) * n
    adams, stiff = ((order + 1) * n for order in options.highest_orders)
    return 20 + max(adams, stiff + matrix + 2) + 3 * n


class _Info:
    """What a run did up to each time."""

    def __init__(self, count):
        count = max(count - 1, 0)
        self.floats = {name: np.zeros(count) for name in ("hu", "tcur", "tolsf", "tsw")}
        self.counts = {name: np.zeros(count, dtype=np.int32) for name in ("nst", "nfe", "nje", "nqu")}
        self.method = np.zeros(count, dtype=np.int32)

    def add(self, k, run):
        stepper = run.stepper
        if stepper is None:
            return
        values = stepper.h_used, stepper.t, run.scale_wanted, run.last_switch
        for row, value in zip(self.floats.values(), values):
            row[k] = value
        counts = stepper.steps, run.evaluations, run.jacobians, stepper.order_used
        for row, value in zip(self.counts.values(), counts):
            row[k] = value
        used = stepper.method_used
        self.method[k] = 0 if used is None else 1 + used.is_stiff

    def found(self, status, run):
        """The dictionary, with the place of the largest error if errors ended the run."""
        largest = -1
        if status in (Status.ERROR_TOO_LARGE, Status.DIVERGED):
            largest = int(np.argmax(np.abs(run.stepper.correction * run.stepper.weights)))
        return {**self.floats, **self.counts, "imxer": largest}
