"""`numpy._core`, which pickles of arrays refer to, and `numpy.core`, its former name."""

_PARTS = ("fromnumeric", "multiarray", "numeric", "numerictypes", "umath")


def __getattr__(name):
    if name not in _PARTS:
        raise AttributeError(f"module 'numpy.{__name__.rpartition('.')[2]}' has no attribute {name!r}")
    import importlib
    import warnings

    if __name__ == "numpy.core":
        warnings.warn(
            "numpy.core is deprecated and has been renamed to numpy._core. The numpy._core namespace contains private NumPy internals and its "
            "use is discouraged, as NumPy internals can change without warning in any release. In practice, most real-world usage of numpy.core "
            "is to access functionality in the public NumPy API. If that is the case, use the public NumPy API. If not, you are using NumPy "
            f"internals. If you would still like to access an internal attribute, use numpy._core.{name}.",
            DeprecationWarning,
            stacklevel=2,
        )
    return importlib.import_module(f"numpy._core.{name}")
