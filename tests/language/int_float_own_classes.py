# int and float: subclasses, conversions and class methods
import math


class Whole(int):
    pass


class Real(float):
    pass


print(type(Whole.from_bytes(b"\1\2", "big")), Whole.from_bytes(b"\1\2", "big"), type(Real.fromhex("0x1p3")), Real.fromhex("0x1p3"))


class Doubled(float):
    def __new__(cls, value=0.0):
        return float.__new__(cls, 2 * value)

    def __float__(self):
        return 42.0


class Own(int):
    def __int__(self):
        return 7


print(Doubled(1.5), float(Doubled(1.5)), Own(3), int(Own(3)), Own(3) + 1, math.sqrt(Doubled(8)))


class Named(float):
    def __init__(self, value, name=None):
        self.name = name


n = Named(2.5, name="x")
print(n, n.name, n + 1, type(n + 1))
nan = float("nan")
print(nan == nan, nan != nan)
print(math.copysign(1, float("-nan")), math.copysign(1, float("nan")), float.fromhex("-nan") != 0, 0 / -5, 0 / -(10**400))
print(0.0 ** float("-inf"), (-0.0) ** float("-inf"), 2.0 ** float("-inf"))
for x in (2.43e-304, 5e-324, 2.2250738585072014e-308, 1.7e308, 3.3e-310, 8.176449174024737e-308):
    print(x, x.hex(), float.fromhex(x.hex()) == x)
print(69187 / (10**311 + 7), (3**700) / (7**500), (2**1074 - 1) / 2**2148, 1 / 3**679)
print(float(memoryview(b"1.5")), int(memoryview(b"12")), float(b" 2 "), int(bytearray(b"7")))
for code in ("format(5, ',s')", "format(5, '_c')", "format(5, ',x')", "format(1.5, ',s')", "format(5, '_x')", "int('\u0c68')", "float('\u0967.\u0968')"):
    try:
        print(code, eval(code))
    except ValueError as error:
        print(code, error)
b = bytearray(b"ab")
alias = b
b += b"c"
b += memoryview(b"de")
b *= 2
print(alias, alias is b, b"x" + memoryview(b"y"), bytes(memoryview(b"z")), b",".join([memoryview(b"1"), bytearray(b"2")]))
print(divmod(7, -2), divmod(-7.5, 2), str(memoryview(b"text"), "ascii"))
try:
    eval("1" * 5000)
except SyntaxError as error:
    print(error.msg)
