# _decimal: the classes and functions of decimal, as CPython's native module has them.

from _decimal_context import *
from _tensorcell.decimal import Context, Decimal, getcontext

HAVE_THREADS = HAVE_CONTEXTVAR = True
