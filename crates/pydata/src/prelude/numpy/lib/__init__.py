"""`numpy.lib`: parts of NumPy's library."""

import re

from numpy.lib import array_utils, mixins, scimath, stride_tricks

__all__ = ["NumpyVersion", "array_utils", "mixins", "scimath", "stride_tricks"]


class NumpyVersion:
    """A version of NumPy, which compares with others and with texts."""

    __module__ = "numpy.lib"

    def __init__(self, vstring):
        self.vstring = vstring
        match = re.match(r"(\d+)\.(\d+)\.(\d+)", vstring)
        if match is None:
            raise ValueError("Not a valid numpy version string")
        self.version = match.group()
        self.major, self.minor, self.bugfix = (int(part) for part in match.groups())
        rest = vstring[match.end() :]
        early = re.match(r"(a|b|rc)\d", rest)
        self.pre_release = early.group() if early else ""
        self.is_devversion = ".dev" in rest

    def _order(self):
        return self.major, self.minor, self.bugfix, not self.pre_release, self.pre_release, not self.is_devversion

    def _compared(self, other):
        if not isinstance(other, (str, NumpyVersion)):
            raise ValueError("Invalid object to compare with NumpyVersion.")
        other = NumpyVersion(other) if isinstance(other, str) else other
        return (self._order() > other._order()) - (self._order() < other._order())

    def __lt__(self, other):
        return self._compared(other) < 0

    def __le__(self, other):
        return self._compared(other) <= 0

    def __eq__(self, other):
        return self._compared(other) == 0

    def __ne__(self, other):
        return self._compared(other) != 0

    def __gt__(self, other):
        return self._compared(other) > 0

    def __ge__(self, other):
        return self._compared(other) >= 0

    def __repr__(self):
        return f"NumpyVersion({self.vstring})"
