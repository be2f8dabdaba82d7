"""Floats of every size in every notation: digits are exact, and halves go to the even digit."""
import math
import random

rng = random.Random(20)


def numbers():
    for _ in range(400):
        yield rng.uniform(-1000, 1000)
        yield rng.randrange(10**6) / 10 ** rng.randrange(12)
        yield math.ldexp(rng.random(), rng.randrange(-1074, 1023))
        yield float(rng.getrandbits(rng.randrange(1, 80)))
    for whole in range(40):
        yield whole + 0.5
        yield whole / 8
        yield 10.0**whole
        yield 10.0**-whole
        yield math.nextafter(10.0**whole, 0)
        yield 2.0 ** -(whole * 27)
    yield from (0.0, -0.0, 5e-324, 1.7976931348623157e308, math.inf, -math.inf, math.nan, 9007199254740993.0, 0.1 + 0.2)


SPECS = ["", ".0f", ".1f", ".2f", ".4f", ".10f", ".20f", "f", "e", ".0e", ".3e", ".15e", ".16e", ".17e", ".25e", "g", ".1g", ".3g", ".15g"]
SPECS += [".16g", ".17g", ".18g", "#.3g", "#.0f", ".0%", ".2%", "12.3f", "<12.3g|", "+.2f", " .2e", "012.2f", ",.2f", "_.1f", "z.1f", ".3", ".12", "^20", "=+12.1f", "E", "G", "n"]
for spec in SPECS:
    if spec.endswith("|"):
        texts = [("%-12.3g" % x) + "|" for x in numbers()]
    else:
        texts = [format(x, spec) for x in numbers()]
    total = 0
    for text in texts:
        for letter in text:
            total = (total * 31 + ord(letter)) % 2**61
    print(f"{spec:<8} {total:>20} {texts[3]:>24.24} {texts[-9]:>26.26} {texts[777]:.30}")
    rng.seed(20)
print([repr(x) for x in numbers()][::97])
print(all(float(repr(x)) == x for x in numbers() if x == x), all(str(x) == repr(x) == f"{x}" == "%r" % x == "{}".format(x) for x in numbers()))
print(["%.3f" % x for x in (0.0005, 0.0015, 2.5, 1e22, -1e-9)], ["%5.1f|%-8.2e|%+g" % (x, x, x) for x in (0.05, 0.25, -1234.5)], "%.0f %.0f %.0f" % (0.5, 1.5, 2.5))
print(["{:d}|{:>6d}|{:<6}|{:+,}|{:x}|{:#b}|{:08.3f}".format(n, n, n, n, n, n, n) for n in (0, -7, 255, 10**15)], "%d %5d %-5d| %05d %+d %x %o %X %#x" % ((42,) * 9))
