"""Differential equations from their first values on, by explicit Runge-Kutta methods."""

import math

import numpy as np

# c, A, b, the weights of the error and the interpolant: Bogacki and Shampine's pair, Dormand and Prince's pair.
_METHODS = {
    "RK23": dict(
        order=2,
        c=[0, 1 / 2, 3 / 4],
        a=[[], [1 / 2], [0, 3 / 4]],
        b=[2 / 9, 1 / 3, 4 / 9],
        e=[5 / 72, -1 / 12, -1 / 9, 1 / 8],
        p=[[1, -4 / 3, 5 / 9], [0, 1, -2 / 3], [0, 4 / 3, -8 / 9], [0, -1, 1]],
    ),
    "RK45": dict(
        order=4,
        c=[0, 1 / 5, 3 / 10, 4 / 5, 8 / 9, 1],
        a=[
            [],
            [1 / 5],
            [3 / 40, 9 / 40],
            [44 / 45, -56 / 15, 32 / 9],
            [19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729],
            [9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656],
        ],
        b=[35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84],
        e=[-71 / 57600, 0, 71 / 16695, -71 / 1920, 17253 / 339200, -22 / 525, 1 / 40],
        p=[
            [1, -8048581381 / 2820520608, 8663915743 / 2820520608, -12715105075 / 11282082432],
            [0, 0, 0, 0],
            [0, 131558114200 / 32700410799, -68118460800 / 10900136933, 87487479700 / 32700410799],
            [0, -1754552775 / 470086768, 14199869525 / 1410260304, -10690763975 / 1880347072],
            [0, 127303824393 / 49829197408, -318862633887 / 49829197408, 701980252875 / 199316789632],
            [0, -282668133 / 205662961, 2019193451 / 616988883, -1453857185 / 822651844],
            [0, 40617522 / 29380423, -110615467 / 29380423, 69997945 / 29380423],
        ],
    ),
}
_SAFETY, _LEAST, _MOST = 0.9, 0.2, 10.0


class OdeResult(dict):
    """The solution. Its keys are attributes."""

    def __getattr__(self, name):
        if name not in self:
            raise AttributeError(name)
        return self[name]

    def __repr__(self):
        width = max(map(len, self), default=0)
        return "\n".join(f"{key:>{width}}: {value}" for key, value in self.items())


def _size(x):
    """The root of the mean of squares."""
    return float(np.linalg.norm(x)) / len(x) ** 0.5


class _Steps:
    """The state of an integration: `t`, `y` and the last step."""

    def __init__(self, fun, t0, t_end, y0, method, rtol, atol, max_step, first_step):
        self.nfev = 0
        self.fun, self.t, self.t_end, self.y = fun, t0, t_end, y0
        self.method = {key: np.asarray(value) if key in "bep" else value for key, value in _METHODS[method].items()}
        self.exponent = -1 / (self.method["order"] + 1)
        self.rtol, self.atol, self.max_step = max(rtol, 100 * np.finfo(float).eps), atol, max_step
        self.direction = np.sign(t_end - t0) if t_end != t0 else 1.0
        self.f = self.slope(t0, y0)
        self.h = self._first() if first_step is None else first_step

    def slope(self, t, y):
        """The right side of the equation."""
        self.nfev += 1
        return np.asarray(self.fun(t, y), dtype=np.float64).reshape(-1)

    def _first(self):
        """A step that is neither too long nor too short to begin with."""
        span = abs(self.t_end - self.t)
        if span == 0:
            return 0.0
        scale = self.atol + np.abs(self.y) * self.rtol
        d0, d1 = _size(self.y / scale), _size(self.f / scale)
        h0 = min(1e-6 if d0 < 1e-5 or d1 < 1e-5 else 0.01 * d0 / d1, span)
        ahead = self.slope(self.t + h0 * self.direction, self.y + h0 * self.direction * self.f)
        d2 = _size((ahead - self.f) / scale) / h0
        order = self.method["order"] + 1
        h1 = max(1e-6, h0 * 1e-3) if d1 <= 1e-15 and d2 <= 1e-15 else (0.01 / max(d1, d2)) ** (1 / order)
        return min(100 * h0, h1, span, self.max_step)

    def _try(self, h):
        """(y, slope there, all slopes) after a step."""
        slopes = [self.f]
        for c, row in list(zip(self.method["c"], self.method["a"]))[1:]:
            change = sum(k * a for k, a in zip(slopes, row)) * h
            slopes.append(self.slope(self.t + c * h, self.y + change))
        y = self.y + h * (np.stack(slopes).T @ self.method["b"])
        f = self.slope(self.t + h, y)
        return y, f, np.stack([*slopes, f])

    def step(self):
        """Makes one sufficiently accurate step. Returns False if there is none."""
        least = 10 * abs(math.nextafter(self.t, self.direction * math.inf) - self.t)
        length, was_rejected = min(max(self.h, least), self.max_step), False
        while length >= least:
            t = self.t + length * self.direction
            t = self.t_end if self.direction * (t - self.t_end) > 0 else t
            h = t - self.t
            length = abs(h)
            y, f, slopes = self._try(h)
            scale = self.atol + np.maximum(np.abs(self.y), np.abs(y)) * self.rtol
            error = _size((slopes.T @ self.method["e"]) * h / scale)
            if error < 1:
                factor = _MOST if error == 0 else min(_MOST, _SAFETY * error**self.exponent)
                self.h = length * (min(1, factor) if was_rejected else factor)
                self.before = self.t, self.y, h, slopes
                self.t, self.y, self.f = t, y, f
                return True
            length *= max(_LEAST, _SAFETY * error**self.exponent)
            was_rejected = True
        return False

    def at(self, t):
        """The solution at times within the last step."""
        begin, y, h, slopes = self.before
        x = (np.asarray(t) - begin) / h
        powers = np.cumprod(np.tile(x, (self.method["p"].shape[1], 1)), axis=0)
        return y[:, np.newaxis] + h * (slopes.T @ self.method["p"]) @ powers


def solve_ivp(
    fun, t_span, y0, method="RK45", t_eval=None, dense_output=False, events=None, vectorized=False, args=None, **options
):
    """The solution of dy/dt = fun(t, y) between two times, from `y0` on: at the times of `t_eval`, or of the steps taken.

    >>> from scipy.integrate import solve_ivp
    >>> round(float(solve_ivp(lambda t, y: -y, (0, 1), [1.0], rtol=1e-8).y[0, -1]), 4)
    0.3679
    """
    if method not in _METHODS:
        raise ValueError(f"`method` must be one of {list(_METHODS)} here, not {method!r}")
    if dense_output or events is not None:
        raise NotImplementedError("solve_ivp: `dense_output` and `events` are not there")
    rtol, atol = options.get("rtol", 1e-3), options.get("atol", 1e-6)
    function = fun if args is None else lambda t, y: fun(t, y, *args)
    t0, t_end = map(float, t_span)
    y0 = np.asarray(y0, dtype=np.float64)
    if y0.ndim != 1:
        raise ValueError("`y0` must be 1-dimensional.")
    steps = _Steps(
        function, t0, t_end, y0, method, rtol, atol, options.get("max_step", np.inf), options.get("first_step")
    )
    wanted = None if t_eval is None else np.asarray(t_eval, dtype=np.float64)
    if wanted is not None and np.any((wanted < min(t0, t_end)) | (wanted > max(t0, t_end))):
        raise ValueError("Values in `t_eval` are not within `t_span`.")
    times, values, given, works = [], [], 0, True
    if wanted is None:
        times, values = [np.asarray([t0])], [y0[:, np.newaxis]]
    while steps.t != t_end and works:
        works = steps.step()
        if wanted is None:
            times.append(np.asarray([steps.t]))
            values.append(steps.y[:, np.newaxis])
            continue
        reached = int(np.sum(steps.direction * wanted <= steps.direction * steps.t)) if works else given
        if reached > given:
            times.append(wanted[given:reached])
            values.append(steps.at(wanted[given:reached]))
            given = reached
    message = "The solver successfully reached the end of the integration interval."
    return OdeResult(
        message=message if works else "Required step size is less than spacing between numbers.",
        success=works,
        status=0 if works else -1,
        t=np.concatenate(times) if times else np.zeros(0),
        y=np.concatenate(values, axis=1) if values else np.zeros((len(y0), 0)),
        sol=None,
        t_events=None,
        y_events=None,
        nfev=steps.nfev,
        njev=0,
        nlu=0,
    )
