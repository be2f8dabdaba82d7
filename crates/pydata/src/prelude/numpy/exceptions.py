"""`numpy.exceptions`."""

from numpy import AxisError


class ComplexWarning(RuntimeWarning):
    """An imaginary part is dropped."""


class VisibleDeprecationWarning(UserWarning):
    """Something that users should see is going away."""


class RankWarning(RuntimeWarning):
    """A fit is poorly determined."""


class ModuleDeprecationWarning(DeprecationWarning):
    """A module is going away."""


class TooHardError(RuntimeError):
    """A question takes too long to answer."""


class DTypePromotionError(TypeError):
    """Element types have none in common."""
