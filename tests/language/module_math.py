import math
from math import pi, sqrt
print(math.pi, math.e, math.tau, math.inf, math.nan, sqrt(2), round(math.cbrt(27), 12), math.exp(1), math.exp2(3), math.expm1(1e-10), math.log(10), math.log(8, 2), math.log2(8), math.log10(1000), math.log1p(1e-10), math.log(10**400))
print(math.sin(1), math.cos(1), math.tan(1), math.asin(0.5), math.acos(0.5), math.atan(1), math.atan2(1, -1), math.sinh(1), math.cosh(1), math.tanh(1), math.degrees(pi), math.radians(180))
print(math.floor(2.7), math.ceil(2.1), math.trunc(-2.7), math.floor(-0.5), math.floor(1e20), math.fabs(-2), math.copysign(1, -0.0), math.fmod(-7, 3), math.remainder(7, 4), math.modf(3.25), math.modf(-2.5), math.frexp(8.0), math.ldexp(0.5, 4))
print(math.isnan(math.nan), math.isinf(-math.inf), math.isfinite(1), math.isclose(0.1 + 0.2, 0.3), math.isclose(1, 1.1), math.isclose(1, 1.1, rel_tol=0.2), math.hypot(3, 4), math.hypot(1, 2, 3), math.dist([0, 0], [3, 4]), math.fsum([0.1] * 10), math.prod([1, 2, 3, 4]), math.prod([]), math.prod([2], start=5))
print(math.factorial(20), math.factorial(25), math.comb(10, 3), math.comb(3, 5), math.perm(5, 2), math.perm(4), math.gcd(12, 18), math.gcd(), math.gcd(0, 5), math.lcm(4, 6), math.lcm(), math.isqrt(17), math.isqrt(10**30), math.pow(2, 0.5), math.nextafter(1, 2), math.ulp(1.0), math.gamma(5), math.gamma(0.5), round(math.lgamma(10), 12), math.erf(0.5), math.erfc(0.5))
class F:
    def __float__(self): return 4.0
    def __floor__(self): return "floor"
print(math.sqrt(F()), math.floor(F()), math.sqrt(True), math.sqrt(10**40))
for f in [lambda: math.sqrt(-1), lambda: math.log(0), lambda: math.log(-5), lambda: math.acos(2), lambda: math.exp(1000), lambda: math.factorial(-1), lambda: math.factorial(2.5), lambda: math.sqrt("a"), lambda: math.floor("a"), lambda: math.floor(math.nan), lambda: math.floor(math.inf), lambda: math.comb(-1, 2), lambda: math.isqrt(-1), lambda: math.gcd(1.5), lambda: math.pow(0, -1), lambda: math.fmod(1, 0), lambda: math.fsum([1, "a"]), lambda: math.dist([1], [1, 2]), lambda: math.log(2, 1), lambda: math.gamma(-1), lambda: math.sqrt(10**400), lambda: math.ldexp(1.0, 5000), lambda: math.nope]:
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
