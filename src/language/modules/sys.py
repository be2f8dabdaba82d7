# sys, continued: what is plainer in the language itself.


class _VersionInfo(tuple):
    """version_info: compares as a tuple."""

    major = property(lambda self: self[0])
    minor = property(lambda self: self[1])
    micro = property(lambda self: self[2])
    releaselevel = property(lambda self: self[3])
    serial = property(lambda self: self[4])

    def __repr__(self):
        return "sys.version_info(major=%d, minor=%d, micro=%d, releaselevel=%r, serial=%d)" % self


version_info = _VersionInfo((3, 12, 0, "final", 0))
hexversion = 0x030C00F0


class _Named:
    def __init__(self, **fields):
        self.__dict__.update(fields)


implementation = _Named(name="tensorcell", version=version_info)
float_info = _Named(
    max=1.7976931348623157e308,
    min=2.2250738585072014e-308,
    epsilon=2.220446049250313e-16,
    dig=15,
    mant_dig=53,
    max_exp=1024,
    min_exp=-1021,
    radix=2,
)
modules = {}
ps1 = ">>> "
