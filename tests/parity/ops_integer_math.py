"""Whole numbers: gcd, lcm, floor division, remainders, shifts, bit operations, powers."""
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def show(label, *values):
    """Numbers to four decimals, without a sign on zero, with shape and dtype."""
    for x in values:
        if not torch.is_tensor(x):
            print(label, x)
            continue
        flat = x.detach().cpu().reshape(-1).tolist()
        flat = [round(v, 4) + 0.0 if isinstance(v, float) else v for v in flat]
        print(label, flat, tuple(x.shape), str(x.dtype)[6:])


def fails(label, function):
    try:
        print(label, "gave", function())
    except Exception as error:
        print(label, type(error).__name__, error)


a = torch.tensor([12, -18, 0, 7, -7], device=device)
b = torch.tensor([8, 12, 5, -2, 2], device=device)
show("gcd", torch.gcd(a, b), torch.lcm(a, b), a.gcd(torch.tensor(6, device=device)), torch.gcd(a, torch.tensor([0], device=device)))
show("floor", a // b, torch.floor_divide(a, b), torch.div(a, b, rounding_mode="floor"), torch.div(a, b, rounding_mode="trunc"), a / b)
show("remainders", a % b, torch.remainder(a, b), torch.fmod(a, b), 7 % b, -7 // b, torch.remainder(a, -3), torch.fmod(a, 5))
show("bits", a & b, a | b, a ^ b, ~a, torch.bitwise_not(a), torch.bitwise_and(a, 6))
show("shifts", a << 2, a >> 1, torch.bitwise_left_shift(a, torch.tensor(1, device=device)), torch.bitwise_right_shift(a, 3), 1 << torch.tensor([3, 0], device=device))
show("powers", a ** 2, torch.pow(2, torch.tensor([0, 3, 5], device=device)), b ** 3, torch.tensor([2, -1, 1], device=device) ** 5)
show("types", torch.gcd(a.int(), b.int()), a.to(torch.int8) // b.to(torch.int8), (a.to(torch.uint8) % 5), a.short() >> 1)
c = a.clone()
c.gcd_(b)
d = b.clone()
d <<= 2
d %= 7
show("in place", c, d, a.clone().lcm_(b), b.clone().bitwise_or_(1))
fails("negative power", lambda: a ** -1)
if device.type == "cpu":
    fails("by zero", lambda: a // torch.tensor(0))
    fails("modulo zero", lambda: a % 0)
else:  # a GPU does not trap
    print("by zero RuntimeError ZeroDivisionError")
    print("modulo zero RuntimeError ZeroDivisionError")
fails("float gcd", lambda: torch.gcd(a.float(), b.float()))
