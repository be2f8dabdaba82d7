# decimal: contexts of blocks, traps and flags
from decimal import *

with localcontext() as c:
    c.prec = 50
    print(Decimal(2).sqrt(), Decimal(1).exp(), Decimal(7).ln(), Decimal(3).log10(), Decimal(2) ** Decimal("0.3"))
    c.prec = 200
    print(Decimal(1) / 7)
    print(Decimal(2).sqrt(), Decimal(1).exp(), Decimal(10).ln())
print(getcontext().prec)
with localcontext(Context(prec=6)) as c:
    print(Decimal(1) / 3, c.flags[Inexact], c.flags[Rounded])
    c.clear_flags()
    print(c.flags[Inexact])
    c.traps[Inexact] = True
    try:
        Decimal(1) / 3
    except Inexact as error:
        print("trapped", error)
    c.traps[FloatOperation] = True
    for act in (lambda: Decimal(0.5), lambda: Decimal(1) < 0.5):
        try:
            act()
        except FloatOperation as error:
            print("trapped", error)
    print(Decimal(1) == 0.5)
c = Context(prec=3)
c.prec = 7
print(c.prec, c)
for name, value in [("foo", 1), ("prec", 0), ("rounding", "x"), ("Emin", 1), ("Emax", -1), ("capitals", 2), ("clamp", 2)]:
    try:
        setattr(c, name, value)
    except (AttributeError, ValueError, TypeError) as error:
        print(name, type(error).__name__, error)
outer = getcontext()
setcontext(Context(prec=4))
print(Decimal(1) / 7, getcontext() is outer)
setcontext(outer)
print(Decimal(1) / 7, getcontext() is outer)
small = Context(prec=3, Emin=-5, Emax=5, traps=[])
for text in ("123456", "0.0000012345", "1e9", "-1e9", "0e20", "1e-9"):
    small.clear_flags()
    print(text, small.create_decimal(text), [flag.__name__ for flag in small.flags if small.flags[flag]])
small.clamp = 1
print(small.create_decimal("1e5"), small.Etiny(), small.Etop())
for context in (BasicContext, ExtendedContext, DefaultContext):
    print(context)
print([Decimal(x).number_class() for x in ("1", "-0", "NaN", "-sNaN", "Infinity", "1e-1000010")])
money = [Decimal(text) for text in ("19.99", "5.01", "0.10")]
total = sum(money)
print(total, (total * Decimal("0.0825")).quantize(Decimal("0.01"), ROUND_HALF_UP), f"{total:,.3f}", f"{total:>12}|{total:<12}|")


def pi():
    """Pi to the current precision."""
    getcontext().prec += 2
    three = Decimal(3)
    last, t, s, n, na, d, da = 0, three, 3, 1, 0, 0, 24
    while s != last:
        last = s
        n, na = n + na, na + 8
        d, da = d + da, da + 32
        t = (t * n) / d
        s += t
    getcontext().prec -= 2
    return +s


print(pi())
with localcontext() as c:
    c.prec = 60
    print(pi())
