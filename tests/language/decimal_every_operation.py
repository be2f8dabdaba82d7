# decimal: every operation on random and special operands in narrow and wide contexts, with the conditions it signals
import random
from decimal import *

SIGNALS = [Clamped, DivisionByZero, FloatOperation, Inexact, InvalidOperation, Overflow, Rounded, Subnormal, Underflow]
ROUNDINGS = [
    ROUND_UP,
    ROUND_DOWN,
    ROUND_CEILING,
    ROUND_FLOOR,
    ROUND_HALF_UP,
    ROUND_HALF_DOWN,
    ROUND_HALF_EVEN,
    ROUND_05UP,
]
SPECIAL = "NaN -NaN sNaN NaN123 -sNaN98765432109876543210 Infinity -Infinity 0 -0 0E+5 0E-7 -0E-400 1 -1 10 0.5 2 1E+3".split()
ONE = """sqrt exp ln log10 logb logical_invert next_plus next_minus normalize plus minus abs to_integral_value to_integral_exact
    number_class is_normal is_subnormal""".split()
TWO = """add subtract multiply divide divide_int remainder divmod remainder_near compare compare_signal compare_total
    compare_total_mag max min max_mag min_mag quantize power scaleb shift rotate logical_and logical_or logical_xor next_toward
    same_quantum copy_sign""".split()
THREE = ["fma", "power"]
random.seed(11)
exact = Context(prec=MAX_PREC, Emax=MAX_EMAX, Emin=MIN_EMIN, traps=[])


def digits(count):
    kind = random.random()
    if kind < 0.15:
        return "".join(random.choice("01") for _ in range(count))
    if kind < 0.3:
        return random.choice("159") + random.choice("0459") * (count - 1)
    if kind < 0.4:
        return random.choice("123456789") + "0" * (count - 1)
    return "".join(random.choice("0123456789") for _ in range(count))


def operand(name, context):
    if random.random() < 0.06:
        return random.choice(SPECIAL)
    count = random.choice([1, 1, 2, 3, 5, 9, 17, context.prec, context.prec + 1, context.prec * 2, 28, 40, 60])
    if name.startswith("logical") and random.random() < 0.9:
        return "".join(random.choice("01") for _ in range(count))
    kind = random.random()
    if kind < 0.4:
        exponent = random.randint(-count - 3, 3)
    elif kind < 0.8:
        exponent = random.randint(-60, 60)
    elif kind < 0.9:
        exponent = context.Emin - context.prec + random.randint(-40, 40)
    else:
        exponent = context.Emax + random.randint(-60, 20)
    return f"{random.choice(['', '', '-'])}{digits(count)}E{exponent}"


def second(name, context):
    kind = random.random()
    if name in ("scaleb", "shift", "rotate") and kind < 0.9:
        return str(random.randint(-context.prec - 1, context.prec + 1))
    if name == "power" and kind < 0.6:
        return random.choice([str(random.randint(-30, 60)), f"{random.randint(-400, 400)}E-2", "0.5", "-2", "3"])
    if name == "quantize" and kind < 0.7:
        return f"1E{random.randint(-40, 10)}"
    return operand(name, context)


def shown(value, context):
    if isinstance(value, tuple):
        return " and ".join(shown(part, context) for part in value)
    if isinstance(value, Decimal):
        return f"{context.to_sci_string(value)} {context.to_eng_string(value)}"
    return str(value)


def try_one(name, count):
    prec = random.choice([1, 2, 3, 5, 9, 16, 19, 28, 28, 34, 50])
    largest = random.choice([9, 99, 384, 6144, 999999])
    context = Context(
        prec=prec,
        rounding=random.choice(ROUNDINGS),
        Emin=random.choice([-largest, 1 - largest]),
        Emax=largest,
        capitals=random.choice([0, 1]),
        clamp=random.choice([0, 0, 1]),
        traps=[],
    )
    texts = [operand(name, context), second(name, context), operand(name, context)][:count]
    if count == 3 and name == "power":
        texts = [str(random.randint(-(10**6), 10**6)), str(random.randint(0, 500)), str(random.randint(-(10**5), 10**5))]
    numbers = [exact.create_decimal(text) for text in texts]
    result = shown(getattr(context, name)(*numbers), context)
    flags = " ".join(signal.__name__ for signal in SIGNALS if context.flags[signal])
    print(f"{name} {prec} {context.rounding} {largest}: {' '.join(map(str, numbers))} = {result} [{flags}]")


for count, names in ((1, ONE), (2, TWO), (3, THREE)):
    for name in names:
        for _ in range(20):
            try_one(name, count)
