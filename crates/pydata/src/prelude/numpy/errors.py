"""What NumPy does where numbers overflow or vanish: kept as asked, though nothing warns here."""

_treatment = {"divide": "warn", "over": "warn", "under": "ignore", "invalid": "warn"}
_handler = [None]


def geterr():
    """How each kind of fault is treated."""
    return dict(_treatment)


def seterr(all=None, divide=None, over=None, under=None, invalid=None):
    """Sets how faults are treated, and returns how they were."""
    before = geterr()
    given = {"divide": divide, "over": over, "under": under, "invalid": invalid}
    for name, value in given.items():
        value = all if value is None else value
        if value is None:
            continue
        if value not in ("ignore", "warn", "raise", "call", "print", "log"):
            raise ValueError(f"invalid error handling mode {value!r}")
        _treatment[name] = value
    return before


def geterrcall():
    """The function for faults that are to be called."""
    return _handler[0]


def seterrcall(func):
    """Sets the function for faults, and returns the one before."""
    before, _handler[0] = _handler[0], func
    return before


def getbufsize():
    """The size of NumPy's buffers."""
    return _buffer[0]


_buffer = [8192]


def setbufsize(size):
    """Sets the size of NumPy's buffers, which there are none of here."""
    before, _buffer[0] = _buffer[0], size
    return before


class errstate:
    """`with np.errstate(divide="ignore"):` seterr, for the block."""

    def __init__(self, **kwargs):
        self._call = kwargs.pop("call", _handler)
        self._given = kwargs

    def __enter__(self):
        self._before = seterr(**self._given), geterrcall()
        if self._call is not _handler:
            seterrcall(self._call)
        return self

    def __exit__(self, *error):
        _treatment.update(self._before[0])
        seterrcall(self._before[1])
        return False

    def __call__(self, function):
        from functools import wraps

        @wraps(function)
        def run(*args, **kwargs):
            with errstate(**self._given):
                return function(*args, **kwargs)

        return run
