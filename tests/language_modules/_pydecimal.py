# Decimal numbers: arithmetic, rounding, formats, contexts and their signals.
# instead of: import numbers as _numbers; import contextvars
class _numbers:
    class Number:
        register = staticmethod(lambda kind: kind)

    Rational, Complex = int, float


class contextvars:
    class ContextVar:
        def __init__(self, name):
            self.value = None

        def get(self):
            if self.value is None:
                raise LookupError(self)
            return self.value

        def set(self, value):
            self.value = value


# the module stands here
print(Decimal("1.1") + Decimal("2.2"), Decimal(1) / Decimal(7), Decimal("2").sqrt(), Decimal(10).ln())
print(Decimal("1E+3").quantize(Decimal("1")), round(Decimal("2.675"), 2), Decimal("123.456").as_tuple())
print(f"{Decimal('1234.5'):,.2f} {Decimal('0.00012'):.1e} {Decimal('3.14159'):>10.3}")
print(Decimal("-7") // 2, Decimal("-7") % 2, divmod(Decimal(17), 5), Decimal(2) ** 100, Decimal("0.5") ** Decimal("0.5"))
print(sorted([Decimal("3"), Decimal("-0.1"), Decimal("1e-5")]), max(Decimal(1), 2), sum([Decimal("0.1")] * 10))
print(Decimal("sNaN").is_snan(), Decimal("Infinity") > 10**50, hash(Decimal(3)) == hash(3), Decimal(0.1))
with localcontext() as context:
    context.prec = 50
    print(Decimal(2).sqrt(), Decimal(1).exp())
print(getcontext().prec)
for bad in ("1.x", "", "--1"):
    try:
        Decimal(bad)
    except InvalidOperation as error:
        print(type(error).__name__, error)
try:
    Decimal(1) / Decimal(0)
except ZeroDivisionError as error:
    print(type(error).__name__, isinstance(error, DivisionByZero))
