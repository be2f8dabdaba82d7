# Enumerations of bits: part of enum.

from enum import Enum, ReprEnum, StrEnum, auto

__name__ = "enum"


class FlagBoundary(StrEnum):
    """What happens to bits that no member has: refused, dropped, the flag becomes an integer, or they are kept."""

    STRICT = auto()
    CONFORM = auto()
    EJECT = auto()
    KEEP = auto()


STRICT, CONFORM, EJECT, KEEP = FlagBoundary


class Flag(Enum, boundary=STRICT):
    """An enumeration whose members combine with |, &, ^ and ~."""

    _numeric_repr_ = repr

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        """The value of auto(): the bit above the highest before it."""
        if not count:
            return start if start is not None else 1
        last_value = max(last_values)
        try:
            return 2 ** (_high_bit(last_value) + 1)
        except Exception:
            raise TypeError(f"invalid flag value {last_value!r}") from None

    @classmethod
    def _iter_member_by_value_(cls, value):
        """The members of a value's bits, the lowest first."""
        for bit in _iter_bits_lsb(value & cls._flag_mask_):
            yield cls._value2member_map_.get(bit)

    _iter_member_ = _iter_member_by_value_

    @classmethod
    def _iter_member_by_def_(cls, value):
        """The members of a value's bits in the order of the class body."""
        yield from sorted(cls._iter_member_by_value_(value), key=lambda found: found._sort_order_)

    @classmethod
    def _missing_(cls, value):
        """The combination of members that a value stands for."""
        if not isinstance(value, int):
            raise ValueError(f"{value!r} is not a valid {cls.__qualname__}")
        all_bits = cls._all_bits_
        if not ~all_bits <= value <= all_bits or value & (all_bits ^ cls._flag_mask_):
            if cls._boundary_ is EJECT:
                return value
            value = _within(cls, value)
        positive = value if value >= 0 else all_bits + 1 + value
        unknown = positive & ~cls._flag_mask_
        if unknown and cls._boundary_ is not KEEP:
            raise ValueError(f"{cls.__name__}({positive!r}) -->  unknown values {unknown!r} [{bin(unknown)}]")
        made = cls._value2member_map_.setdefault(positive, _combined(cls, positive))
        if value < 0:
            cls._value2member_map_[value] = made
        return made

    def __contains__(self, other):
        if not isinstance(other, self.__class__):
            kinds = (type(other).__qualname__, self.__class__.__qualname__)
            raise TypeError("unsupported operand type(s) for 'in': %r and %r" % kinds)
        return other._value_ & self._value_ == other._value_

    def __iter__(self):
        yield from self._iter_member_(self._value_)

    def __len__(self):
        return self._value_.bit_count()

    def __repr__(self):
        shown = self.__class__._value_repr_ or repr
        name = "" if self._name_ is None else f".{self._name_}"
        return f"<{self.__class__.__name__}{name}: {shown(self._value_)}>"

    def __str__(self):
        if self._name_ is None:
            return f"{self.__class__.__name__}({self._value_!r})"
        return f"{self.__class__.__name__}.{self._name_}"

    def __bool__(self):
        return bool(self._value_)

    def _get_value(self, flag):
        """The bits of an operand, NotImplemented where it is none."""
        if isinstance(flag, self.__class__):
            return flag._value_
        if self._member_type_ is not object and isinstance(flag, self._member_type_):
            return flag
        return NotImplemented

    def _operand(self, other, sign):
        """The bits of the other operand, once both can be combined."""
        found = self._get_value(other)
        if found is NotImplemented:
            return found
        for flag in (self, other):
            if self._get_value(flag) is None:
                raise TypeError(f"'{flag}' cannot be combined with other flags with {sign}")
        return found

    def __or__(self, other):
        other = self._operand(other, "|")
        return other if other is NotImplemented else self.__class__(self._value_ | other)

    def __and__(self, other):
        other = self._operand(other, "&")
        return other if other is NotImplemented else self.__class__(self._value_ & other)

    def __xor__(self, other):
        other = self._operand(other, "^")
        return other if other is NotImplemented else self.__class__(self._value_ ^ other)

    def __invert__(self):
        if self._get_value(self) is None:
            raise TypeError(f"'{self}' cannot be inverted")
        if self._inverted_ is None:
            within = -1 if self._boundary_ in (EJECT, KEEP) else self._singles_mask_
            self._inverted_ = self.__class__(within & ~self._value_)
        return self._inverted_

    __rand__ = __and__
    __ror__ = __or__
    __rxor__ = __xor__


class IntFlag(int, ReprEnum, Flag, boundary=KEEP):
    """A Flag whose members are integers, and combine with them."""


def _within(cls, value):
    """What the boundary of a flag makes of a value with bits that no member has."""
    if cls._boundary_ is STRICT:
        bits = max(value.bit_length(), cls._flag_mask_.bit_length())
        shown = f"    given {bin(value, bits)}\n  allowed {bin(cls._flag_mask_, bits)}"
        raise ValueError(f"{cls!r} invalid value {value!r}\n{shown}")
    if cls._boundary_ is CONFORM:
        return value & cls._flag_mask_
    if cls._boundary_ is KEEP:
        return value if value >= 0 else max(cls._all_bits_ + 1, 2 ** value.bit_length()) + value
    raise ValueError(f"{cls!r} unknown flag boundary {cls._boundary_!r}")


def _combined(cls, value):
    """A member that no name of the class body stands for: it has the names of the members in it."""
    made = object.__new__(cls) if cls._member_type_ is object else cls._member_type_.__new__(cls, value)
    if not hasattr(made, "_value_"):
        made._value_ = value
    parts = list(cls._iter_member_(value & cls._singles_mask_))
    if value & ~cls._singles_mask_:
        for part in cls._member_map_.values():
            if part not in parts and part._value_ and part._value_ & value == part._value_:
                parts.append(part)
    rest = value
    for part in parts:
        rest &= ~part._value_
    if parts and rest and cls._boundary_ is STRICT:
        raise ValueError(f"{cls!r}: no members with value {rest!r}")
    names = [part._name_ for part in parts]
    made._name_ = "|".join([*names, cls._numeric_repr_(rest)] if rest else names) if parts else None
    return made


def _high_bit(value):
    """The place of the highest bit; -1 where there is none."""
    return value.bit_length() - 1


def _iter_bits_lsb(number):
    """The bits of a number, the lowest first."""
    left = number.value if isinstance(number, Enum) else number
    if left < 0:
        raise ValueError(f"{number!r} is not a positive integer")
    while left:
        bit = left & -left
        yield bit
        left ^= bit


def show_flag_values(value):
    """The bits of a flag, the lowest first."""
    return list(_iter_bits_lsb(value))


def bin(num, max_bits=None):
    """The binary form of a number in two's complement, its sign bit apart: `0b0 1010`, `0b1 0101`."""
    ceiling = 2 ** num.bit_length()
    sign, digits = ("0b0", format(num + ceiling, "b")[1:]) if num >= 0 else ("0b1", format(num + 2 * ceiling, "b")[1:])
    return f"{sign} {digits.rjust(max_bits or 0, sign[-1])}"
