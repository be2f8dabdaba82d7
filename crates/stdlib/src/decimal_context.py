"""Signals, their mappings, and the current context: part of decimal."""

from collections import namedtuple as _namedtuple
from collections.abc import MutableMapping
from contextvars import ContextVar as _ContextVar
from numbers import Rational as _Rational

from _tensorcell.decimal import Context

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

DecimalTuple = _namedtuple("DecimalTuple", "sign digits exponent", module="decimal")


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
    "DecimalTuple",
    "DefaultContext",
    "BasicContext",
    "ExtendedContext",
    "setcontext",
    "localcontext",
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

# Conditions as bits, as in the native part.
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


def _mask(signals):
    """The bits of a list or mapping of signals."""
    if isinstance(signals, int):
        return signals
    if isinstance(signals, (dict, MutableMapping)):
        if len(signals) != len(_SIGNALS) or any(signal not in _SIGNALS for signal in signals):
            raise KeyError("invalid error flag")
        signals = [signal for signal, on in signals.items() if on]
    elif not isinstance(signals, list):
        raise TypeError("argument must be a signal dict")
    mask = 0
    for signal in signals:
        if signal not in _SIGNALS:
            raise KeyError(_VALID_SIGNALS)
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
        setattr(self._context, self._name, mask | bits if on else mask & ~bits)

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


def _check_signals(value):
    if not isinstance(value, (dict, SignalDict)):
        raise TypeError("argument must be a signal dict")


def _signals_of(mask):
    return [signal for signal, bits in _SIGNALS.items() if bits & mask]


def _error(trapped):
    """The exception for conditions that are trapped."""
    return _signals_of(trapped)[0]([condition for bit, condition in _CONDITIONS.items() if bit & trapped])


def _parts_to_compare(other, equality):
    """The numerator and the denominator of a number of another kind; None for what cannot be compared."""
    if isinstance(other, _Rational):
        return other.numerator, other.denominator
    if equality and isinstance(other, complex) and other.imag == 0:
        return other.real, 1
    return None


_template = None


def _template_context():
    return _template


DefaultContext = _template = Context()
BasicContext = Context(9, ROUND_HALF_UP, traps=[DivisionByZero, Overflow, InvalidOperation, Clamped, Underflow])
ExtendedContext = Context(9, ROUND_HALF_EVEN, traps=[])
_current = _ContextVar("decimal_context", default=None)


def _find_context():
    context = _current.get()
    if context is None:
        context = DefaultContext.copy()
        context.clear_flags()
        _current.set(context)
    return context


def setcontext(context, /):
    """Set a new default context."""
    if not isinstance(context, Context):
        raise TypeError("argument must be a context")
    if any(context is template for template in (DefaultContext, BasicContext, ExtendedContext)):
        context = context.copy()
        context.clear_flags()
    _current.set(context)


class _ContextManager:
    """Sets a copy of a context for a with block."""

    def __init__(self, context):
        self._context = context

    def __enter__(self):
        self._outer = _find_context()
        setcontext(self._context)
        return self._context

    def __exit__(self, *error):
        setcontext(self._outer)


def localcontext(ctx=None, **kwargs):
    """Return a context manager that will set the default context to a copy of ctx on entry."""
    if ctx is not None and not isinstance(ctx, Context):
        raise TypeError("optional argument must be a context")
    context = (_find_context() if ctx is None else ctx).copy()
    for name, value in kwargs.items():
        if name not in ("prec", "rounding", "Emin", "Emax", "capitals", "clamp", "flags", "traps"):
            raise TypeError(f"this function got an unexpected keyword argument '{name}'")
        setattr(context, name, _mask(value) if name in ("flags", "traps") else value)
    return _ContextManager(context)
