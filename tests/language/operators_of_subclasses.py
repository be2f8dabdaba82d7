# A right operand of a subclass comes first if its class has another method, itself or from another base; groups with their own __new__.
from fractions import Fraction


class Reflected:
    def __radd__(self, other):
        return f"{type(self).__name__} reflects {other!r} by Reflected"

    def __rmul__(self, other):
        return f"{type(self).__name__} multiplies {other!r}"


class Base:
    def __add__(self, other):
        return "Base adds"

    def __radd__(self, other):
        return "Base is added"

    def __mul__(self, other):
        return "Base multiplies"

    def __repr__(self):
        return "base"


class Same(Base):
    pass


class Mixed(Reflected, Base):
    pass


class Own(Base):
    def __radd__(self, other):
        return "Own is added"


for right in (Base(), Same(), Mixed(), Own()):
    print(type(right).__name__, Base() + right, "|", Base() * right)

for kind in (int, float, complex, str, tuple, Fraction):
    mixed = type(f"Mixed{kind.__name__}", (Reflected, kind), {})
    plain = type(f"Plain{kind.__name__}", (kind,), {})
    empty = kind()
    print(kind.__name__, empty + mixed(), "|", repr(empty + plain()), "|", type(empty + plain()).__name__)
print(2 * type("Number", (Reflected, int), {})(3), 1j * type("Number", (Reflected, complex), {})(3))
print(Fraction(3, 2) * type("Number", (Reflected, complex), {})(4))


class Group(ExceptionGroup):
    def __new__(cls, message, errors, code):
        made = super().__new__(cls, message, errors)
        made.code = code
        return made

    def derive(self, errors):
        return Group(self.message, errors, self.code)


group = Group("all", [ValueError(1), TypeError(2)], 42)
print(group.message, group.exceptions, group.code, group)
print([(part.exceptions, part.code) for part in group.split(ValueError)], group.subgroup(KeyError))
try:
    raise group
except* ValueError as found:
    print(repr(found), found.code)
except* TypeError as found:
    print(repr(found), found.code)
