"""`pandas.api`: what other packages build on."""

from pandas.api import types
