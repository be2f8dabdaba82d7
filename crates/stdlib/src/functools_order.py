# Orderings that follow from others: part of functools.

__name__ = "functools"


def _gt_from_lt(self, other):
    """Return a > b.  Computed by @total_ordering from (not a < b) and (a != b)."""
    answer = type(self).__lt__(self, other)
    return answer if answer is NotImplemented else not answer and self != other


def _le_from_lt(self, other):
    """Return a <= b.  Computed by @total_ordering from (a < b) or (a == b)."""
    answer = type(self).__lt__(self, other)
    return answer if answer is NotImplemented else answer or self == other


def _ge_from_lt(self, other):
    """Return a >= b.  Computed by @total_ordering from (not a < b)."""
    answer = type(self).__lt__(self, other)
    return answer if answer is NotImplemented else not answer


def _ge_from_le(self, other):
    """Return a >= b.  Computed by @total_ordering from (not a <= b) or (a == b)."""
    answer = type(self).__le__(self, other)
    return answer if answer is NotImplemented else not answer or self == other


def _lt_from_le(self, other):
    """Return a < b.  Computed by @total_ordering from (a <= b) and (a != b)."""
    answer = type(self).__le__(self, other)
    return answer if answer is NotImplemented else answer and self != other


def _gt_from_le(self, other):
    """Return a > b.  Computed by @total_ordering from (not a <= b)."""
    answer = type(self).__le__(self, other)
    return answer if answer is NotImplemented else not answer


def _lt_from_gt(self, other):
    """Return a < b.  Computed by @total_ordering from (not a > b) and (a != b)."""
    answer = type(self).__gt__(self, other)
    return answer if answer is NotImplemented else not answer and self != other


def _ge_from_gt(self, other):
    """Return a >= b.  Computed by @total_ordering from (a > b) or (a == b)."""
    answer = type(self).__gt__(self, other)
    return answer if answer is NotImplemented else answer or self == other


def _le_from_gt(self, other):
    """Return a <= b.  Computed by @total_ordering from (not a > b)."""
    answer = type(self).__gt__(self, other)
    return answer if answer is NotImplemented else not answer


def _le_from_ge(self, other):
    """Return a <= b.  Computed by @total_ordering from (not a >= b) or (a == b)."""
    answer = type(self).__ge__(self, other)
    return answer if answer is NotImplemented else not answer or self == other


def _gt_from_ge(self, other):
    """Return a > b.  Computed by @total_ordering from (a >= b) and (a != b)."""
    answer = type(self).__ge__(self, other)
    return answer if answer is NotImplemented else answer and self != other


def _lt_from_ge(self, other):
    """Return a < b.  Computed by @total_ordering from (not a >= b)."""
    answer = type(self).__ge__(self, other)
    return answer if answer is NotImplemented else not answer


_FROM = {
    "__lt__": {"__gt__": _gt_from_lt, "__le__": _le_from_lt, "__ge__": _ge_from_lt},
    "__gt__": {"__lt__": _lt_from_gt, "__ge__": _ge_from_gt, "__le__": _le_from_gt},
    "__le__": {"__ge__": _ge_from_le, "__lt__": _lt_from_le, "__gt__": _gt_from_le},
    "__ge__": {"__le__": _le_from_ge, "__gt__": _gt_from_ge, "__lt__": _lt_from_ge},
}


def total_ordering(cls):
    """Class decorator that fills in missing ordering methods from one of them and __eq__."""
    declared = {name for name in _FROM if getattr(cls, name, None) is not getattr(object, name, None)}
    if not declared:
        raise ValueError("must define at least one ordering operation: < > <= >=")
    # __lt__ before __le__, before __gt__, before __ge__.
    root = max(declared)
    for name, function in _FROM[root].items():
        if name not in declared:
            function.__name__ = name
            setattr(cls, name, function)
    return cls


def cmp_to_key(mycmp):
    """Convert an old-style comparison function into a key function."""

    class K:
        __slots__ = ("obj",)
        __hash__ = None

        def __init__(self, obj):
            self.obj = obj

        def __lt__(self, other):
            return mycmp(self.obj, other.obj) < 0

        def __gt__(self, other):
            return mycmp(self.obj, other.obj) > 0

        def __eq__(self, other):
            return mycmp(self.obj, other.obj) == 0

        def __le__(self, other):
            return mycmp(self.obj, other.obj) <= 0

        def __ge__(self, other):
            return mycmp(self.obj, other.obj) >= 0

    return K
