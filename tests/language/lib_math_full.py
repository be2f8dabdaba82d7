# math: every function, the special values, the errors.
import math

print([round(f(0.5), 12) for f in (math.sin, math.cos, math.tan, math.asin, math.acos, math.atan, math.sinh, math.cosh, math.tanh, math.asinh, math.atanh, math.exp, math.expm1, math.log1p, math.erf, math.erfc, math.gamma, math.lgamma, math.sqrt, math.cbrt, math.exp2)])
print(math.acosh(2), math.atan2(1, -1), math.hypot(3, 4), math.hypot(1, 2, 2), math.dist([1, 2], [4, 6]), math.degrees(math.pi), math.radians(180))
print(math.floor(-2.5), math.ceil(-2.5), math.trunc(-2.5), math.fmod(-7, 3), math.modf(-2.5), math.frexp(10), math.ldexp(0.5, 4), math.copysign(1, -0.0), math.fabs(-3))
print(math.gcd(12, 18, 27), math.gcd(), math.lcm(4, 6, 10), math.lcm(), math.factorial(20), math.factorial(30), math.comb(10, 3), math.comb(3, 5), math.perm(5, 2), math.perm(5), math.isqrt(10**30 + 1))
print(math.log(100, 10), math.log(8, 2), math.log2(1024), math.log10(1e-5), math.log(10**400), math.pow(2, 0.5), math.prod([1, 2, 3.5]), math.prod([], start=5), math.fsum([0.1] * 10), sum([0.1] * 10))
print(math.isclose(0.1 + 0.2, 0.3), math.isclose(1, 1.1, rel_tol=0.2), math.isclose(0, 1e-10), math.isclose(0, 1e-10, abs_tol=1e-9), math.isnan(math.nan), math.isinf(-math.inf), math.isfinite(1), math.nextafter(1, 2), math.ulp(1.0), math.remainder(7, 4))
print(math.pi, math.e, math.tau, math.inf, -math.inf, math.nan)
for call in [lambda: math.sqrt(-1), lambda: math.log(0), lambda: math.log(-1), lambda: math.exp(1000), lambda: math.factorial(-1), lambda: math.factorial(1.5), lambda: math.acos(2), lambda: math.comb(-1, 2), lambda: math.gcd(1.5), lambda: math.floor("a"), lambda: math.sqrt("4"), lambda: math.isqrt(-1), lambda: math.pow(0, -1), lambda: math.fmod(1, 0), lambda: math.gamma(0), lambda: math.ceil(math.inf), lambda: math.floor(math.nan), lambda: math.log(1, 1), lambda: math.dist([1], [1, 2]), lambda: math.ldexp(1.0, 5000), lambda: math.atanh(1), lambda: math.cos(math.inf), lambda: math.tau()]:
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, error)
print(math.floor(1e20), math.ceil(10**18 + 0.0), math.trunc(True), math.sqrt(16), math.sqrt(2**70), math.log(2**70, 2), math.frexp(0), math.modf(math.inf), math.sin(1e22), math.tan(math.pi / 2))
print(round(2.5), round(3.5), round(-2.5), round(2.675, 2), round(1234.5678, -2), round(5, -1), round(15, -1), round(1e300, 2), round(0.5), round(1.5), round(12345678901234567890, -5))
print(7 // 2, -7 // 2, 7 % -3, -7 % 3, 7.5 // 2, -7.5 % 2, divmod(-7, 2), divmod(7.5, -2), 2 ** -1, 0 ** 0, (-2) ** 3, (-8) ** 2, 10 ** 20 // 7, -(10 ** 20) % 7, 1e308 * 10, -1e308 * 10, 0.1 + 0.2, 1 / 3, 1e16, 1e15 + 0.3, 123456789.123456789, 1e-5, 0.0001, 5e-324, 1.7976931348623157e308)
