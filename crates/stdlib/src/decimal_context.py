"""Conditions, signals and contexts of decimal."""

from collections.abc import MutableMapping

MAX_PREC = MAX_EMAX = 999999999999999999
MIN_EMIN = -999999999999999999
MIN_ETINY = -1999999999999999997

ROUND_UP = "ROUND_UP"
ROUND_DOWN = "ROUND_DOWN"
ROUND_CEILING = "ROUND_CEILING"
ROUND_FLOOR = "ROUND_FLOOR"
ROUND_HALF_UP = "ROUND_HALF_UP"
ROUND_HALF_DOWN = "ROUND_HALF_DOWN"
ROUND_HALF_EVEN = "ROUND_HALF_EVEN"
ROUND_05UP = "ROUND_05UP"
_ROUNDINGS = (
    ROUND_CEILING,
    ROUND_FLOOR,
    ROUND_UP,
    ROUND_DOWN,
    ROUND_HALF_UP,
    ROUND_HALF_DOWN,
    ROUND_HALF_EVEN,
    ROUND_05UP,
)


class DecimalException(ArithmeticError):
    __module__ = "decimal"


class Clamped(DecimalException):
    __module__ = "decimal"


class InvalidOperation(DecimalException):
    __module__ = "decimal"


class ConversionSyntax(InvalidOperation):
    __module__ = "decimal"


class DivisionByZero(DecimalException, ZeroDivisionError):
    __module__ = "decimal"


class DivisionImpossible(InvalidOperation):
    __module__ = "decimal"


class DivisionUndefined(InvalidOperation, ZeroDivisionError):
    __module__ = "decimal"


class Inexact(DecimalException):
    __module__ = "decimal"


class InvalidContext(InvalidOperation):
    __module__ = "decimal"


class Rounded(DecimalException):
    __module__ = "decimal"


class Subnormal(DecimalException):
    __module__ = "decimal"


class Overflow(Inexact, Rounded):
    __module__ = "decimal"


class Underflow(Inexact, Rounded, Subnormal):
    __module__ = "decimal"


class FloatOperation(DecimalException, TypeError):
    __module__ = "decimal"


__all__ = [
    "MAX_PREC",
    "MAX_EMAX",
    "MIN_EMIN",
    "MIN_ETINY",
    "ROUND_UP",
    "ROUND_DOWN",
    "ROUND_CEILING",
    "ROUND_FLOOR",
    "ROUND_HALF_UP",
    "ROUND_HALF_DOWN",
    "ROUND_HALF_EVEN",
    "ROUND_05UP",
    "DecimalException",
    "Clamped",
    "InvalidOperation",
    "ConversionSyntax",
    "DivisionByZero",
    "DivisionImpossible",
    "DivisionUndefined",
    "Inexact",
    "InvalidContext",
    "Rounded",
    "Subnormal",
    "Overflow",
    "Underflow",
    "FloatOperation",
]

# What can happen, as bits: an operation adds them up, the context raises or notes them when it is done.
INVALID, SYNTAX, IMPOSSIBLE, UNDEFINED, BAD_CONTEXT = 1, 2, 4, 8, 16
FLOAT, BY_ZERO, OVERFLOW, UNDERFLOW, SUBNORMAL, INEXACT, ROUNDED, CLAMPED = 32, 64, 128, 256, 512, 1024, 2048, 4096
_ANY_INVALID = INVALID | SYNTAX | IMPOSSIBLE | UNDEFINED | BAD_CONTEXT

_CONDITIONS = {
    INVALID: InvalidOperation,
    SYNTAX: ConversionSyntax,
    IMPOSSIBLE: DivisionImpossible,
    UNDEFINED: DivisionUndefined,
    BAD_CONTEXT: InvalidContext,
    FLOAT: FloatOperation,
    BY_ZERO: DivisionByZero,
    OVERFLOW: Overflow,
    UNDERFLOW: Underflow,
    SUBNORMAL: Subnormal,
    INEXACT: Inexact,
    ROUNDED: Rounded,
    CLAMPED: Clamped,
}
_SIGNALS = {
    InvalidOperation: _ANY_INVALID,
    FloatOperation: FLOAT,
    DivisionByZero: BY_ZERO,
    Overflow: OVERFLOW,
    Underflow: UNDERFLOW,
    Subnormal: SUBNORMAL,
    Inexact: INEXACT,
    Rounded: ROUNDED,
    Clamped: CLAMPED,
}


_VALID_SIGNALS = (
    "valid values for signals are:\n  [InvalidOperation, FloatOperation, DivisionByZero,\n"
    "   Overflow, Underflow, Subnormal, Inexact, Rounded,\n   Clamped]"
)
# In the order that a context's repr has them.
_SHOWN = (Clamped, InvalidOperation, DivisionByZero, Inexact, FloatOperation, Overflow, Rounded, Subnormal, Underflow)


def _mask(signals):
    """The bits of a list or mapping of signals."""
    if isinstance(signals, int):
        return signals
    if isinstance(signals, (dict, MutableMapping)):
        if len(signals) != len(_SIGNALS) or any(signal not in _SIGNALS for signal in signals):
            raise KeyError("invalid error flag")
        signals = [signal for signal, on in signals.items() if on]
    mask = 0
    for signal in signals:
        if signal not in _SIGNALS:
            raise TypeError(_VALID_SIGNALS)
        mask |= _SIGNALS[signal]
    return mask


class SignalDict(MutableMapping):
    """The flags or traps of a context: which signals are on."""

    def __init__(self, context, name):
        self._context = context
        self._name = name

    def _bits(self, signal):
        if signal not in _SIGNALS:
            raise KeyError(_VALID_SIGNALS)
        return _SIGNALS[signal]

    def __getitem__(self, signal):
        return bool(getattr(self._context, self._name) & self._bits(signal))

    def __setitem__(self, signal, on):
        bits = self._bits(signal)
        mask = getattr(self._context, self._name)
        object.__setattr__(self._context, self._name, mask | bits if on else mask & ~bits)

    def __delitem__(self, signal):
        raise ValueError("signal keys cannot be deleted")

    def __iter__(self):
        return iter(_SIGNALS)

    def __len__(self):
        return len(_SIGNALS)

    def __eq__(self, other):
        if isinstance(other, (SignalDict, dict)):
            return dict(self) == dict(other)
        return NotImplemented

    def copy(self):
        return dict(self)

    def __repr__(self):
        return "{" + ", ".join(f"{signal!r}:{self[signal]!r}" for signal in _SIGNALS) + "}"


def _whole(value, least, most, shown):
    if not hasattr(value, "__index__"):
        raise TypeError("an integer is required")
    value = value.__index__()
    if not least <= value <= most:
        raise ValueError(f"valid {shown}")
    return value


_RANGES = {
    "prec": (1, MAX_PREC, "range for prec is [1, MAX_PREC]"),
    "Emin": (MIN_EMIN, 0, "range for Emin is [MIN_EMIN, 0]"),
    "Emax": (0, MAX_EMAX, "range for Emax is [0, MAX_EMAX]"),
    "capitals": (0, 1, "values for capitals are 0 or 1"),
    "clamp": (0, 1, "values for clamp are 0 or 1"),
}


class ContextBase:
    """Precision, rounding, limits, flags and traps, without the operations."""

    def __init__(self, prec=None, rounding=None, Emin=None, Emax=None, capitals=None, clamp=None, flags=None, traps=None):
        base = self._template()
        given = dict(prec=prec, rounding=rounding, Emin=Emin, Emax=Emax, capitals=capitals, clamp=clamp)
        for name, value in given.items():
            setattr(self, name, getattr(base, name) if value is None else value)
        object.__setattr__(self, "_flags", 0 if flags is None else _mask(flags))
        object.__setattr__(self, "_traps", base._traps if traps is None else _mask(traps))

    def _template(self):
        return _First

    def __setattr__(self, name, value):
        if name in _RANGES:
            least, most, shown = _RANGES[name]
            object.__setattr__(self, name, _whole(value, least, most, shown))
        elif name == "rounding":
            if value not in _ROUNDINGS:
                raise TypeError(
                    "valid values for rounding are:\n  [ROUND_CEILING, ROUND_FLOOR, ROUND_UP, ROUND_DOWN,\n"
                    "   ROUND_HALF_UP, ROUND_HALF_DOWN, ROUND_HALF_EVEN,\n   ROUND_05UP]"
                )
            object.__setattr__(self, name, value)
        elif name in ("flags", "traps"):
            if not isinstance(value, (dict, SignalDict)):
                raise TypeError("argument must be a signal dict")
            object.__setattr__(self, "_" + name, _mask(value))
        else:
            raise AttributeError(f"'decimal.Context' object has no attribute '{name}'")

    def __delattr__(self, name):
        raise AttributeError("context attributes cannot be deleted")

    @property
    def flags(self):
        return SignalDict(self, "_flags")

    @property
    def traps(self):
        return SignalDict(self, "_traps")

    def clear_flags(self):
        """Reset all flags to False."""
        object.__setattr__(self, "_flags", 0)

    def clear_traps(self):
        """Set all traps to False."""
        object.__setattr__(self, "_traps", 0)

    def Etiny(self):
        """Return a value equal to Emin - prec + 1, the minimum exponent of subnormal results."""
        return self.Emin - self.prec + 1

    def Etop(self):
        """Return a value equal to Emax - prec + 1, the maximum exponent if clamp is 1."""
        return self.Emax - self.prec + 1

    def _copied(self, flags):
        new = object.__new__(type(self))
        for name in ("prec", "rounding", "Emin", "Emax", "capitals", "clamp", "_traps"):
            object.__setattr__(new, name, getattr(self, name))
        object.__setattr__(new, "_flags", flags)
        return new

    def copy(self):
        """Return a duplicate of the context with all flags as they are."""
        return self._copied(self._flags)

    __copy__ = copy

    def _with(self, **changes):
        """A copy that traps nothing, changed."""
        new = self._copied(0)
        object.__setattr__(new, "_traps", 0)
        for name, value in changes.items():
            object.__setattr__(new, name, value)
        return new

    def _note(self, happened):
        """Notes what happened; raises the first that is trapped."""
        object.__setattr__(self, "_flags", self._flags | (happened | INVALID if happened & _ANY_INVALID else happened))
        trapped = self._traps & happened
        if trapped:
            raised = next(signal for signal, bits in _SIGNALS.items() if bits & trapped)
            raise raised([condition for bit, condition in _CONDITIONS.items() if bit & trapped])

    def __repr__(self):
        flags = ", ".join(signal.__name__ for signal in _SHOWN if self.flags[signal])
        traps = ", ".join(signal.__name__ for signal in _SHOWN if self.traps[signal])
        return (
            f"Context(prec={self.prec}, rounding={self.rounding}, Emin={self.Emin}, Emax={self.Emax}, "
            f"capitals={self.capitals}, clamp={self.clamp}, flags=[{flags}], traps=[{traps}])"
        )

    def __reduce__(self):
        flags = [signal for signal in _SIGNALS if self.flags[signal]]
        traps = [signal for signal in _SIGNALS if self.traps[signal]]
        return (type(self), (self.prec, self.rounding, self.Emin, self.Emax, self.capitals, self.clamp, flags, traps))


class _First:
    """What a context has where nothing is said."""

    prec = 28
    rounding = ROUND_HALF_EVEN
    Emin = -999999
    Emax = 999999
    capitals = 1
    clamp = 0
    _traps = _ANY_INVALID | BY_ZERO | OVERFLOW
