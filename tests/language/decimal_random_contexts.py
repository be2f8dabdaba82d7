# decimal: many operations in contexts of many kinds, with their flags
import random
from decimal import *

random.seed(5)
ROUNDINGS = [
    ROUND_UP, ROUND_DOWN, ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, ROUND_HALF_DOWN, ROUND_HALF_EVEN, ROUND_05UP,
]


def some():
    size = 10 ** random.randrange(1, 30)
    return Decimal(random.randrange(-size, size)).scaleb(random.randrange(-30, 30))


for rounding in ROUNDINGS:
    texts = ("1.5", "2.5", "-1.5", "-2.5", "1.1", "-1.1", "5.01", "1.0")
    print(rounding, [str(Decimal(x).quantize(Decimal("1"), rounding=rounding)) for x in texts])
with localcontext() as context:
    for _ in range(120):
        context.prec = random.choice([1, 2, 5, 9, 16, 28, 40])
        context.rounding = random.choice(ROUNDINGS)
        context.clear_flags()
        context.clear_traps()
        a, b = some(), some()
        size = abs(a)
        e = Decimal(random.randrange(-200, 200)) / 10
        print(a + b, a - b, a * b, a / b, a // b, a % b, a.remainder_near(b))
        print(size.sqrt(), size.ln(), size.log10(), e.exp(), size ** int(e))
        print(a.compare(b), a.max(b), a.next_plus(), a.to_integral_value(), a.normalize(), a.logb())
        print([flag.__name__ for flag in context.flags if context.flags[flag]])
