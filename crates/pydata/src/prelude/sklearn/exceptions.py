"""`sklearn.exceptions`: errors and warnings."""


class NotFittedError(ValueError, AttributeError):
    """`transform` before `fit`."""


class UndefinedMetricWarning(UserWarning):
    """A score that these labels do not define."""


class ConvergenceWarning(UserWarning):
    """A search that ended before it was done."""


class DataConversionWarning(UserWarning):
    """Data that was converted."""
