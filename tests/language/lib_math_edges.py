"""math: every function, exact last digits, special values, domains and their errors."""
import math

inf, nan = math.inf, math.nan
xs = [0.5, 1.0, 2.0, 10.0, 0.1, 3.7]
for name in "sqrt exp exp2 expm1 log log2 log10 log1p sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh erf degrees radians floor ceil trunc fabs".split():
    f, out = getattr(math, name), []
    for x in xs:
        try:
            out.append(f(x))
        except (ValueError, OverflowError) as error:
            out.append(type(error).__name__)
    print(name, out)
print(math.pow(2, 0.5), math.atan2(1, -1), math.hypot(3, 4), math.hypot(1, 2, 3), math.dist([0, 0], (3, 4)), math.fmod(-7, 3), math.remainder(7, 4), math.copysign(3, -0.0), math.modf(-3.25), math.frexp(10), math.ldexp(0.625, 4), math.fsum([0.1] * 10), math.prod([1, 2, 3.5]), math.prod([], start=7))
print(math.gcd(12, 18), math.lcm(4, 6), math.factorial(20), math.comb(10, 3), math.perm(5), math.isqrt(99), math.isclose(1.0, 1.0 + 1e-10), math.isclose(1, 1.1, rel_tol=0.2), math.isclose(0, 1e-9, abs_tol=1e-8), math.isfinite(inf), math.isinf(-inf), math.isnan(nan), math.ulp(1.0), math.nextafter(1.0, 2.0), math.nextafter(0.0, -1))
print(math.pi, math.e, math.tau, inf, -inf, nan, math.floor(-2.5), math.ceil(-2.5), math.trunc(-2.5), math.floor(1e20), math.ceil(10**30), math.sqrt(10**40), math.log(10**400), math.log2(2**1000), math.log10(10**50), math.log(8, 2), math.log(100, 10), math.exp(0), math.log(math.e))
print([round(math.cbrt(x), 12) for x in (8, 27, -27, 0.001, 2, 5)], [math.exp2(x) for x in (0.1, 10, -1074, 0.5)], math.sqrt(2), [math.sin(x) for x in (1e6, math.pi, 1e-20)], math.tan(math.pi / 2), math.cos(math.pi / 2))
print(math.sumprod([1, 2], [3, 4]) if hasattr(math, "sumprod") else 11, math.fsum([1e100, 1, -1e100]), math.fsum([]), sum([1e100, 1, -1e100]), math.gamma(5), math.erf(0.3), math.comb(100, 50), math.perm(20, 18))
for bad in (lambda: math.sqrt(-1), lambda: math.log(0), lambda: math.log(-1), lambda: math.log(2, 0), lambda: math.acos(2), lambda: math.exp(1000), lambda: math.factorial(-1), lambda: math.factorial(2.5), lambda: math.gamma(0), lambda: math.gamma(-1), lambda: math.gamma(200), lambda: math.fmod(1, 0), lambda: math.pow(0, -1), lambda: math.pow(-8, 1 / 3), lambda: math.pow(1e200, 2), lambda: math.atanh(1), lambda: math.acosh(0.5), lambda: math.comb(-1, 2), lambda: math.comb(2, -1), lambda: math.isqrt(-1), lambda: math.isqrt(2.5), lambda: math.floor(nan), lambda: math.ceil(inf), lambda: math.trunc("a"), lambda: math.sqrt("a"), lambda: math.sqrt(), lambda: math.sqrt(1, 2), lambda: math.gcd(1.5), lambda: math.dist([1], [1, 2]), lambda: math.ldexp(1, 5000), lambda: math.fsum(["a"]), lambda: math.hypot("a"), lambda: math.log10(0), lambda: math.log1p(-1), lambda: math.sin(inf), lambda: math.cosh(1000), lambda: math.remainder(1, 0), lambda: math.prod(["a", "b"]), lambda: math.isclose(1, 2, rel_tol=-1), lambda: math.perm(2.5), lambda: math.log2(-4), lambda: math.copysign("a", 1), lambda: math.isnan("x"), lambda: math.degrees(None), lambda: math.ldexp(1.0, 1.5), lambda: math.nope):
    try:
        print(bad())
    except (ValueError, OverflowError, TypeError, AttributeError) as error:
        print(type(error).__name__, error)


class Angle:
    def __init__(self, v): self.v = v
    def __float__(self): return self.v
    def __floor__(self): return "floored"


print(math.sin(Angle(0.5)), math.floor(Angle(1.5)), math.sqrt(True), math.pow(False, 0), math.fabs(-3), math.floor(True), max(nan, 1), min(1, nan), nan == nan, inf - inf, inf * 0, 0.0 == -0.0, math.copysign(1, -0.0), inf > 10**400, -inf < -(10**400), round(math.pi, 4), math.pi.hex())
