"""NumPy's older functions of polynomials, their coefficients highest power first."""


def _coefficients(p):
    """The coefficients without zeros in front, as an array."""
    p = atleast_1d(asarray(p.coeffs if isinstance(p, poly1d) else p))
    there = flatnonzero(p)
    return p[int(there[0]) :] if len(there) else p[-1:] * 0


def polyfit(x, y, deg, rcond=None, full=False, w=None, cov=False):
    """The coefficients, highest power first, of the polynomial that fits best."""
    from numpy.linalg import inv, lstsq

    x, y = asarray(x) + 0.0, asarray(y) + 0.0
    if deg < 0:
        raise ValueError("expected deg >= 0")
    if x.ndim != 1:
        raise TypeError("expected 1D vector for x")
    if len(x) == 0:
        raise TypeError("expected non-empty vector for x")
    if y.ndim not in (1, 2):
        raise TypeError("expected 1D or 2D array for y")
    if len(x) != len(y):
        raise TypeError("expected x and y to have same length")
    left, right = vander(x, deg + 1), y
    if w is not None:
        w = asarray(w) + 0.0
        left, right = left * w[:, None], right * (w[:, None] if y.ndim == 2 else w)
    scale = sqrt((left * left).sum(axis=0))
    found, residuals, rank, singular = lstsq(left / scale, right, len(x) * finfo(x.dtype).eps if rcond is None else rcond)
    found = (found.T / scale).T
    if full:
        return found, residuals, rank, singular, len(x) * finfo(x.dtype).eps if rcond is None else rcond
    if not cov:
        return found
    spread = inv(dot((left / scale).T, left / scale)) / outer(scale, scale)
    if cov == "unscaled":
        return found, spread
    if len(x) <= deg + 1:
        raise ValueError("the number of data points must exceed order to scale the covariance matrix")
    missed = right - dot(left, found)
    return found, spread * ((missed * missed).sum(axis=0) / (len(x) - deg - 1))


def polyval(p, x):
    """The value of a polynomial, its coefficients highest power first."""
    if isinstance(x, poly1d):
        value = poly1d([0])
        for coefficient in _all_coefficients(p).tolist():
            value = value * x + coefficient
        return value
    x = x if hasattr(type(x), "__array_ufunc__") else asarray(x)
    value = zeros_like(x) if isinstance(x, ndarray) else x * 0
    for coefficient in _all_coefficients(p):
        value = value * x + coefficient
    return value[()] if isinstance(value, ndarray) and value.ndim == 0 else value


def _all_coefficients(p):
    return asarray(p.coeffs if isinstance(p, poly1d) else p)


def _of_class(made, *given):
    return poly1d(made) if [0 for one in given if isinstance(one, poly1d)] else made


def _aligned(a1, a2):
    one, two = (atleast_1d(_all_coefficients(a)) for a in (a1, a2))
    longest = _builtins.max(len(one), len(two))
    return [concatenate([zeros(longest - len(a), dtype=a.dtype), a]) for a in (one, two)]


def polyadd(a1, a2):
    """The sum of two polynomials."""
    one, two = _aligned(a1, a2)
    return _of_class(one + two, a1, a2)


def polysub(a1, a2):
    """The difference of two polynomials."""
    one, two = _aligned(a1, a2)
    return _of_class(one - two, a1, a2)


def polymul(a1, a2):
    """The product of two polynomials."""
    one, two = _all_coefficients(poly1d(a1)), _all_coefficients(poly1d(a2))
    made = zeros(len(one) + len(two) - 1, dtype=(one[:1] * two[:1]).dtype)
    for i, coefficient in enumerate(one):
        made[i : i + len(two)] += coefficient * two
    return _of_class(made, a1, a2)


def polydiv(u, v):
    """Quotient and remainder of two polynomials."""
    above, below = (atleast_1d(_all_coefficients(a)) + 0.0 for a in (u, v))
    steps = len(above) - len(below)
    quotient, rest = zeros(_builtins.max(steps + 1, 1), dtype=above.dtype), above.copy()
    for k in range(steps + 1):
        quotient[k] = rest[k] / below[0]
        rest[k : k + len(below)] -= quotient[k] * below
    while len(rest) > 1 and allclose(rest[0], 0, rtol=1e-14):
        rest = rest[1:]
    return _of_class(quotient, u, v), _of_class(rest, u, v)


def polyder(p, m=1):
    """The derivative of a polynomial."""
    m = int(m)
    if m < 0:
        raise ValueError("Order of derivative must be positive (see polyint)")
    made = atleast_1d(_all_coefficients(p))
    for _ in range(m):
        made = made[:-1] * arange(len(made) - 1, 0, -1)
    return _of_class(made, p)


def polyint(p, m=1, k=None):
    """The integral of a polynomial."""
    if m < 0:
        raise ValueError("Order of integral must be positive (see polyder)")
    constants = zeros(m) if k is None else atleast_1d(asarray(k) + 0.0)
    constants = constants * ones(m) if len(constants) == 1 and m > 1 else constants
    if len(constants) < m:
        raise ValueError("k must be a scalar or a rank-1 array of length 1 or >m.")
    made = atleast_1d(_all_coefficients(p))
    for i in range(m):
        made = concatenate([made / arange(len(made), 0, -1), constants[i : i + 1]])
    return _of_class(made, p)


def poly(seq_of_zeros):
    """The polynomial with these roots, or a matrix's characteristic polynomial."""
    roots_of = atleast_1d(asarray(seq_of_zeros))
    if roots_of.ndim == 2:
        from numpy.linalg import eigvals

        roots_of = eigvals(roots_of)
    roots_of = roots_of + 0.0
    made = ones(1, dtype=roots_of.dtype)
    for root in roots_of:
        made = concatenate([made, zeros(1, dtype=made.dtype)]) - concatenate([zeros(1, dtype=made.dtype), made * root])
    if made.dtype.kind == "c" and array_equal(sort_complex(roots_of[roots_of.imag > 0]), sort_complex(roots_of[roots_of.imag < 0].conj())):
        return made.real.copy()
    return made


def roots(p):
    """The roots of a polynomial."""
    from numpy.linalg import eigvals

    p = atleast_1d(_all_coefficients(p))
    if p.ndim != 1:
        raise ValueError("Input must be a rank-1 array.")
    there = flatnonzero(p)
    if len(there) == 0:
        return zeros(0)
    zeros_at_end = len(p) - int(there[-1]) - 1
    p = p[int(there[0]) : int(there[-1]) + 1] + 0.0
    if len(p) < 2:
        return zeros(zeros_at_end)
    companion = diag(ones(len(p) - 2, dtype=p.dtype), -1)
    companion[0, :] = -p[1:] / p[0]
    found = eigvals(companion)
    return concatenate([found, zeros(zeros_at_end, dtype=found.dtype)])


class poly1d:
    """A polynomial of one variable: `np.poly1d([1, 2, 3])(x)`."""

    __array_ufunc__ = None

    def __init__(self, c_or_r, r=False, variable=None):
        if isinstance(c_or_r, poly1d):
            self.coeffs, self.variable = c_or_r.coeffs, variable or c_or_r.variable
            return
        self.coeffs = _coefficients(poly(c_or_r) if r else c_or_r)
        self.variable = variable or "x"

    c = coef = coefficients = property(lambda self: self.coeffs)
    order = o = property(lambda self: len(self.coeffs) - 1)
    roots = r = property(lambda self: globals()["roots"](self.coeffs))

    def __call__(self, val):
        return polyval(self.coeffs, val)

    def __repr__(self):
        return f"poly1d({repr(self.coeffs)[6:-1]})"

    def __len__(self):
        return self.order

    def __iter__(self):
        return iter(self.coeffs)

    def __array__(self, dtype=None, /, *, copy=None):
        return self.coeffs

    def __getitem__(self, val):
        return self.coeffs[self.order - val] if 0 <= val <= self.order else self.coeffs.dtype.type(0)

    def __setitem__(self, key, val):
        if key < 0:
            raise ValueError("Does not support negative powers.")
        if key > self.order:
            self.coeffs = concatenate([zeros(key - self.order, dtype=self.coeffs.dtype), self.coeffs])
        self.coeffs[self.order - key] = val

    def __neg__(self):
        return poly1d(-self.coeffs)

    def __pos__(self):
        return self

    def __add__(self, other):
        return poly1d(polyadd(self.coeffs, _all_coefficients(poly1d(other))))

    __radd__ = __add__

    def __sub__(self, other):
        return poly1d(polysub(self.coeffs, _all_coefficients(poly1d(other))))

    def __rsub__(self, other):
        return poly1d(polysub(_all_coefficients(poly1d(other)), self.coeffs))

    def __mul__(self, other):
        return poly1d(self.coeffs * other) if isscalar(other) else poly1d(polymul(self.coeffs, _all_coefficients(poly1d(other))))

    __rmul__ = __mul__

    def __pow__(self, val):
        if not isscalar(val) or int(val) != val or val < 0:
            raise ValueError("Power to non-negative integers only.")
        made = poly1d([1])
        for _ in range(int(val)):
            made = made * self
        return made

    def __truediv__(self, other):
        return poly1d(self.coeffs / other) if isscalar(other) else polydiv(self, poly1d(other))

    __div__ = __truediv__

    def __eq__(self, other):
        return isinstance(other, poly1d) and array_equal(self.coeffs, other.coeffs)

    __hash__ = None

    def deriv(self, m=1):
        """The derivative."""
        return poly1d(polyder(self.coeffs, m))

    def integ(self, m=1, k=0):
        """The integral."""
        return poly1d(polyint(self.coeffs, m, k))

    def __str__(self):
        """Powers on the line above."""
        thestr, x = "0", self.variable
        coeffs = self.coeffs[logical_or.accumulate(self.coeffs != 0)] if any(self.coeffs != 0) else self.coeffs
        n = len(coeffs) - 1
        for k, number in enumerate(coeffs):
            coefstr = _coefficient_text(number)
            power_of = n - k
            if coefstr == "0" and not (power_of == 0 and k == 0):
                continue
            if power_of == 0:
                newstr = coefstr
            elif power_of == 1:
                newstr = f"{coefstr} {x}"
            else:
                newstr = f"{coefstr} {x}**{power_of}"
            if k == 0:
                thestr = newstr
            elif newstr.startswith("-"):
                thestr = f"{thestr} - {newstr[1:]}"
            else:
                thestr = f"{thestr} + {newstr}"
        return _raised_powers(thestr)


def _coefficient_text(number):
    if iscomplex(number):
        return f"({number.real:.4g}{'+' if number.imag >= 0 else ''}{number.imag:.4g}j)"
    return f"{float(real(number)):.4g}"


def _raised_powers(text, wrap=70):
    """A text of powers over two lines."""
    import re

    n, line1, line2, output = 0, "", "", " "
    while True:
        mat = re.compile(r"\*\*([0-9]*)").search(text, n)
        if mat is None:
            break
        span = mat.span()
        power_text = mat.groups()[0]
        part = text[n : span[0]]
        n = span[1]
        to_add2 = part + " " * (len(power_text) - 1)
        to_add1 = " " * (len(part) - 1) + power_text
        if len(line2) + len(to_add2) > wrap or len(line1) + len(to_add1) > wrap:
            output += line1 + "\n" + line2 + "\n "
            line1, line2 = to_add1, to_add2
        else:
            line2 += part + " " * (len(power_text) - 1)
            line1 += " " * (len(part) - 1) + power_text
    output += line1 + "\n" + line2
    return output + text[n:]


def i0(x):
    """The modified Bessel function of order 0."""
    return _array(torch.special.i0(_floating(x)))


def histogramdd(sample, bins=10, range=None, density=None, weights=None):
    """Counts the points in each cell of a grid of several dimensions, and returns the edges."""
    points = sample.T if isinstance(sample, ndarray) and sample.ndim > 1 else sample
    columns = [_tensor(one).double().reshape(-1) for one in ([points] if isinstance(points, ndarray) and points.ndim == 1 else points)]
    bins = [bins] * len(columns) if isinstance(bins, (int, integer)) else bins
    if len(bins) != len(columns):
        raise ValueError("The dimension of bins must be equal to the dimension of the sample x.")
    bounds = [None] * len(columns) if range is None else range
    edges = [_cell_edges(column, one, between) for column, one, between in zip(columns, bins, bounds)]
    cells = [_tensor(one).double() for one in edges]
    weights = None if weights is None else _tensor(weights).double()
    counts, _ = torch.histogramdd(torch.stack(columns, 1), cells, weight=weights, density=bool(density))
    return counts.numpy(), edges


def _cell_edges(points, bins, bounds):
    """The edges along one axis: those given, or so many at equal distances."""
    if not isinstance(bins, (int, integer)):
        return asarray(bins)
    if bins < 1:
        raise ValueError("`bins[0]` must be positive, when an integer")
    low, high = bounds if bounds is not None else (float(points.min()), float(points.max())) if points.numel() else (0.0, 1.0)
    low, high = (low - 0.5, high + 0.5) if low == high else (low, high)
    return linspace(low, high, bins + 1)


def base_repr(number, base=2, padding=0):
    """A whole number's digits in a base."""
    if not 2 <= base <= 36:
        raise ValueError("Bases greater than 36 not handled in base_repr." if base > 36 else "Bases less than 2 not handled in base_repr.")
    rest, digits = _builtins.abs(int(number)), []
    while rest:
        digits.append("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[rest % base])
        rest //= base
    text = "0" * padding + ("".join(reversed(digits)) or "0")
    return ("-" if number < 0 else "") + text


def binary_repr(num, width=None):
    """A whole number's bits; negative ones as their complement in a width."""
    num = int(num)
    if num >= 0:
        text = format(num, "b")
        if width is not None and width < len(text):
            raise ValueError(f"Insufficient bit width={width} provided for binwidth={len(text)}")
        return text.rjust(width or 0, "0")
    if width is None:
        return "-" + format(-num, "b")
    least = len(format(-num, "b"))
    least = least if 2 ** (least - 1) == -num else least + 1
    if width < least:
        raise ValueError(f"Insufficient bit width={width} provided for binwidth={least}")
    return format(2**width + num, "b").rjust(width, "1")
