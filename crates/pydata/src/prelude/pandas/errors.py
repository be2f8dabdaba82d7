"""`pandas.errors`: what reading and merging raise and warn of."""


class EmptyDataError(ValueError):
    """A file without rows or columns."""


class ParserError(ValueError):
    """A file that is not a table."""


class ParserWarning(Warning):
    """An option that is not used, or a row that is skipped."""


class DtypeWarning(Warning):
    """A column with values of several types."""


class OutOfBoundsDatetime(ValueError):
    """A moment that 64 bits of its unit cannot hold."""


class OutOfBoundsTimedelta(ValueError):
    """A span that 64 bits of its unit cannot hold."""


class MergeError(ValueError):
    """Tables that cannot be merged."""


class PerformanceWarning(Warning):
    """A slow way."""


class OptionError(AttributeError, KeyError):
    """An option that is not there."""

    def __str__(self):
        return str(self.args[0])


class UnsortedIndexError(KeyError):
    """Labels of several levels that are not in order."""


class SettingWithCopyWarning(Warning):
    """A change of a copy."""


class InvalidIndexError(Exception):
    """A key that labels cannot be asked for."""


class UndefinedVariableError(NameError):
    """A name that an expression does not know."""
