"""Numbers with decimal digits, of any precision, rounded as a context says."""

from numbers import Number as _Number

from _decimal import *

_Number.register(Decimal)
