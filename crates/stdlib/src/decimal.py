"""Numbers with decimal digits, of any precision, rounded as a context says."""

from _decimal import *
from numbers import Number as _Number

_Number.register(Decimal)
