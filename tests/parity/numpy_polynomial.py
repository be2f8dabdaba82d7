# cpu only: numpy.polynomial computes on the host
import copy
import inspect
import pickle
import warnings

import numpy as np
from numpy.polynomial import chebyshev, hermite, hermite_e, laguerre, legendre, polynomial, polyutils

MODULES = [polynomial, chebyshev, legendre, hermite, hermite_e, laguerre]
PREFIXES = ["poly", "cheb", "leg", "herm", "herme", "lag"]
CLASSES = [
    np.polynomial.Polynomial,
    np.polynomial.Chebyshev,
    np.polynomial.Legendre,
    np.polynomial.Hermite,
    np.polynomial.HermiteE,
]
CLASSES.append(np.polynomial.Laguerre)


def shown(value):
    """A result to nine digits."""
    if isinstance(value, (tuple, list)):
        return [shown(one) for one in value]
    value = np.asarray(value)
    if value.dtype.kind == "O":
        return value.tolist()
    rounded = np.round(value.astype(complex if value.dtype.kind == "c" else float), 9) + 0.0
    return value.dtype.name, value.shape, [f"{one:.9g}" for one in rounded.ravel().tolist()]


def tell(name, function, *args, **options):
    try:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            result = shown(function(*args, **options))
        print(name, result, [type(one.message).__name__ for one in caught])
    except Exception as error:
        print(name, type(error).__name__, error)


x = np.array([-0.75, 0.0, 0.3, 2.0])
c2 = np.arange(6.0).reshape(2, 3) - 2
c3 = np.arange(12.0).reshape(2, 3, 2) - 5
CALLS = [
    ("line", (2, 3)),
    ("line", (2, 0)),
    ("line", (0.5, -1.5)),
    ("add", ([1, 2, 3], [3, 2])),
    ("add", ([1, 2, 3], [1, 0, -3])),
    ("sub", ([1, 2], [3, 2, 1])),
    ("sub", ([1, 2j], [3])),
    ("mulx", ([1, 2, 3, 4],)),
    ("mulx", ([0],)),
    ("mulx", (np.array([1, 2], dtype=np.float32),)),
    ("mul", ([1, 2, 3], [3, 2, 1])),
    ("mul", ([2], [1, 2])),
    ("mul", ([1, 2], [1, 2, 3, 4, 5])),
    ("mul", ([1, 2j, 3], [0, 1, 1j])),
    ("mul", ([0, 0], [1, 2])),
    ("div", ([1, 2, 3, 4], [3, 2, 1])),
    ("div", ([1, 2], [3, 2, 1])),
    ("div", ([1, 2, 3], [2])),
    ("div", ([1, 2], [0])),
    ("div", ([1, 2, 3, 4, 5], [1, 2])),
    ("pow", ([1, 2, 3], 3)),
    ("pow", ([1, 2], 0)),
    ("pow", ([1, 2], 1)),
    ("pow", ([1, 2], 17)),
    ("pow", ([1, 2], -1)),
    ("pow", ([1, 2], 1.5)),
    ("pow", ([1, 2], 5, 4)),
    ("val", (0.5, [1, 2, 3, 4])),
    ("val", (x, [1, 2, 3, 4])),
    ("val", (x, [7])),
    ("val", (x, [7, 1])),
    ("val", ([1, 2], c2)),
    ("val", (np.array([1.0, 2.0, 3.0]), c2, False)),
    ("val", (2, [1, 2, 3])),
    ("val", (1j, [1, 2, 3])),
    ("val", (np.float32(0.5), np.array([1, 2, 3], dtype=np.float32))),
    ("val2d", ([1, 2], [3, 4], c2)),
    ("val2d", ([1, 2], [3], c2)),
    ("val3d", ([1, 2], [3, 4], [0, 1], c3)),
    ("val3d", ([1], [3, 4], [0, 1], c3)),
    ("valnd", (([1, 2], [3, 4]), c2)),
    ("grid2d", ([1, 2, 3], [3, 4], c2)),
    ("grid3d", ([1, 2], [3, 4], [0, 1, 2], c3)),
    ("der", ([1, 2, 3, 4],)),
    ("der", ([1, 2, 3, 4], 2)),
    ("der", ([1, 2, 3, 4], 4)),
    ("der", ([1, 2, 3, 4], 0)),
    ("der", ([1, 2, 3, 4], -1)),
    ("der", ([1, 2, 3, 4, 5, 6], 1, 2)),
    ("der", (c2, 1, 1, 1)),
    ("der", (c2, 1, 1, 2)),
    ("der", ([1, 2], 1.5)),
    ("der", ([1j, 2, 3],)),
    ("der", (np.array([1, 2, 3], dtype=np.float32),)),
    ("int", ([1, 2, 3, 4],)),
    ("int", ([1, 2, 3], 2, [1, 2])),
    ("int", ([1, 2, 3], 1, 3)),
    ("int", ([1, 2, 3], 1, [], -1)),
    ("int", ([1, 2, 3], 1, [], 0, 2)),
    ("int", ([0],)),
    ("int", ([1, 2, 3], 0)),
    ("int", ([1, 2], -1)),
    ("int", ([1, 2], 1, [1, 2])),
    ("int", ([1, 2], 1, [], [0])),
    ("int", ([1, 2], 1, [], 0, [1])),
    ("int", (c2, 1, 0, 0, 1, 1)),
    ("vander", (x, 3)),
    ("vander", (2, 0)),
    ("vander", (x, -1)),
    ("vander", (x, 1.5)),
    ("vander2d", ([1, 2], [3, 4], [1, 2])),
    ("vander3d", ([1, 2], [3, 4], [0, 1], [1, 1, 1])),
    ("vander2d", ([1, 2], [3, 4], [1])),
    ("fit", (x, x**3 - x, 3)),
    ("fit", (x, np.stack([x, x**2], 1), 2)),
    ("fit", (x, x**3 - x, [0, 3])),
    ("fit", (x, x**2, 2, None, True)),
    ("fit", (x, x**2, 1, None, False, [1, 2, 1, 2])),
    ("fit", (x, x, -1)),
    ("fit", (x, x, 1.5)),
    ("fit", (x, x[:2], 1)),
    ("fit", ([], [], 1)),
    ("fit", ([[1]], [1], 1)),
    ("fit", (x, x, 1, None, False, [1])),
    ("fit", ([1.0, 1.0], [1, 2], 2)),
    ("fromroots", ([-1, 0, 1],)),
    ("fromroots", ([],)),
    ("fromroots", ([1j, -1j, 2],)),
    ("fromroots", ([1, 2, 3, 4],)),
    ("trim", ([0, 0, 3, 0, 1e-9, 0], 1e-6)),
    ("trim", ([0, 0],)),
    ("trim", ([1, 2], -1)),
    ("trim", ([],)),
    ("trim", ([[1, 2]],)),
    ("companion", ([1, 2, 3, 4],)),
    ("companion", ([1, 2],)),
    ("companion", ([1],)),
    ("companion", ([1, 2, 3, 4, 5, 6],)),
    ("companion", ([1, 2j, 3],)),
    ("roots", ([1, 2],)),
    ("roots", ([1],)),
    ("gauss", (1,)),
    ("gauss", (2,)),
    ("gauss", (7,)),
    ("gauss", (0,)),
    ("gauss", (1.5,)),
    ("weight", (np.array([0.1, 0.5]),)),
    ("valfromroots", (x, [1, 2])),
    ("valfromroots", (x, [[1, 2, 3]], False)),
    ("pts1", (4,)),
    ("pts2", (4,)),
    ("pts1", (0,)),
    ("pts2", (1,)),
    ("pts1", (1.5,)),
    ("interpolate", (np.exp, 4)),
    ("interpolate", (lambda x, a: x + a, 2, (3,))),
    ("interpolate", (np.exp, -1)),
    ("interpolate", (np.exp, 1.5)),
]
for module, prefix in zip(MODULES, PREFIXES):
    for name, args in CALLS:
        if hasattr(module, prefix + name):
            tell(prefix + name + str(len(args)), getattr(module, prefix + name), *args)
    # Newer versions give complex roots where older ones give real ones.
    print(
        prefix,
        "roots",
        shown([np.real(getattr(module, prefix + "roots")(c)) for c in ([6, -5, 1], [1, -3, 0.5, 2], [0, 0, 1])]),
    )
    print(prefix, shown([getattr(module, prefix + name) for name in ("zero", "one", "x", "domain")]))
    if prefix != "poly":
        tell(prefix + "2poly", getattr(module, prefix + "2poly"), [1, 2, 3, 4])
        tell("poly2" + prefix, getattr(module, "poly2" + prefix), [1, 2, 3, 4])
        points, weights = getattr(module, prefix + "gauss")(20)
        print(prefix, "gauss", f"{points[0]:.9g} {weights[0]:.6e} {weights.sum():.12g} {(weights * points**2).sum():.9g}")
    print(sorted(set(module.__all__) - {"polyvalnd"}))
    for name in sorted(module.__all__):
        function = getattr(module, name)
        if callable(function) and not isinstance(function, type):
            print(name, function.__module__, function.__name__, list(inspect.signature(function).parameters))

for made in CLASSES:
    p = made([1, 2.5, -3, 0, 1e-9, 1e9])
    q = made([1, 2, 3], domain=[0, 4], window=[-1, 3], symbol="t")
    for one in (p, q, made([1.5]), made([1, 2j]), made([1, 2], domain=[0, 2])):
        print(repr(one), "|", one, "|", f"{one:ascii}", "|", one._repr_latex_())
    print(made([1, 2, 3] * 9))
    print(
        made.basis(3),
        made.identity(),
        made.identity([0, 2]),
        made.basis(2) == made([0, 0, 1]),
        made.basis(2) != made([0, 0, 1]),
    )
    a, b = made([1, 2, 3]), made([2, 1])
    for name, result in {
        "+": a + b,
        "-": a - b,
        "*": a * b,
        "//": a // b,
        "%": a % b,
        "divmod": divmod(a, b),
        "**": a**3,
        "neg": -a,
        "pos": +a,
        "/": a / 2,
        "r+": 1 + a,
        "r-": [1, 2] - a,
        "r*": 2 * a,
        "r//": [1, 2, 3, 4] // a,
        "r%": [1, 2, 3, 4] % a,
        "deriv": a.deriv(),
        "deriv2": q.deriv(2),
        "integ": a.integ(2, [1, 2]),
        "lower": q.integ(lbnd=1),
        "cut": a.cutdeg(1),
        "trim": made([1, 0, 0]).trim(),
        "trunc": a.truncate(1),
        "copy": a.copy(),
        "convert": q.convert(),
        "kind": q.convert(kind=np.polynomial.Polynomial),
        "cast": made.cast(q),
        "fromroots": made.fromroots([1, 2, 3]),
        "own": made.fromroots([1, 2, 3], domain=None),
        "fit": made.fit(x, x**2, 2),
        "class": made.fit(x, x**2, 2, domain=[]),
        "one": made.fit([1, 1], [2, 2], 0),
        "pickled": pickle.loads(pickle.dumps(q)),
        "deep": copy.deepcopy(q),
    }.items():
        for one in result if isinstance(result, tuple) else (result,):
            print(made.__name__, name, shown([one.coef, one.domain, one.window]), one.symbol)
    print(
        made.__name__,
        shown(
            [
                q(1.5),
                q(x),
                q([1, 2]),
                q.linspace(3),
                q.linspace(2, [0, 1]),
                q.mapparms(),
                made.fit(x, x**2, 2, full=True)[1][:2],
            ]
        ),
        q.degree(),
        len(q),
        list(q),
    )
    print(made.has_samecoef(a, b), a.has_samedomain(q), a.has_samewindow(b), a.has_sametype(b), made.basis_name, made.maxpower)
    for wrong in (
        lambda: a + q,
        lambda: a * made([1], symbol="z"),
        lambda: a / b,
        lambda: a**101,
        lambda: made([]),
        lambda: made([[1]]),
        lambda: made([1], domain=[1]),
        lambda: made([1], window=[1]),
        lambda: made([1], symbol="1x"),
        lambda: made([1], symbol=1),
        lambda: a + CLASSES[CLASSES.index(made) - 1]([1]),
        lambda: hash(a),
        lambda: f"{a:odd}",
        lambda: a.truncate(0),
        lambda: made.basis(-1),
        lambda: a // 0,
        lambda: a + "text",
        lambda: a / True,
    ):
        try:
            print("taken", wrong())
        except Exception as error:
            print(type(error).__name__, error)

cheb = np.polynomial.Chebyshev.interpolate(np.exp, 5, domain=[0, 2])
print(shown([cheb.coef, cheb.domain, cheb(1.0)]))
print(np.polynomial.Polynomial([1, 2, 3])(np.polynomial.Polynomial([1, 1])))
for style in ("ascii", "unicode", "other"):
    try:
        np.polynomial.set_default_printstyle(style)
        print(np.polynomial.Legendre([1, 2, 3]))
    except ValueError as error:
        print(error)
for name, args in {
    "as_series": ([[1, 2, 0], 3],),
    "trimseq": ([1, 2, 0, 0],),
    "trimcoef": ([1, 2, 1e-3],),
    "getdomain": ([3, 1, 2],),
    "mapdomain": ([1, 2], (0, 4), (0, 1)),
    "mapparms": ((0, 4), (1j, 2)),
}.items():
    tell(name, getattr(polyutils, name), *args)
print(
    shown(polyutils.getdomain([1 + 2j, 3 - 1j])),
    polyutils.format_float(1.5),
    polyutils.format_float(1e10, parens=True),
    polyutils.format_float(np.float64("nan")),
    polyutils.format_float(np.float32(0.1)),
)
with np.printoptions(precision=3):
    print(
        np.polynomial.Polynomial([1 / 3, 1e-5, 12345678.9]),
        [polyutils.format_float(np.float64(one)) for one in (1 / 3, 1e-5, 1e8, 0.0, -2.5)],
    )
