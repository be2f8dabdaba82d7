"""NumPy's functions for arrays of moments, texts and objects: `numpy._arrays` answers what the functions of numbers refuse."""


def _also_held(name):
    """A function of numbers that answers for other arrays too, and for lists of texts."""
    plain = globals()[name]

    def run(*args, **options):
        try:
            return plain(*args, **options)
        except (TypeError, ValueError, RuntimeError, AttributeError):
            from numpy._arrays import answer

            found = answer(name, args, options)
            if found is NotImplemented:
                raise
            return found

    run.__name__ = run.__qualname__ = name
    run.__doc__, run.__wrapped__, run.__module__ = plain.__doc__, plain, "numpy"
    return run


for _name in (
    "concatenate", "stack", "vstack", "hstack", "column_stack", "dstack", "flip", "flipud", "fliplr", "roll", "reshape", "ravel",
    "expand_dims", "transpose", "squeeze", "tile", "broadcast_to", "delete", "rot90", "split", "array_split", "swapaxes", "moveaxis",
    "atleast_1d", "atleast_2d", "argsort", "take", "repeat", "copy", "nonzero", "sum", "mean", "min", "max", "amin", "amax", "argmin",
    "argmax", "searchsorted", "cumsum", "any", "all", "intersect1d", "union1d", "setdiff1d", "where", "unique", "sort", "isin", "diff",
    "array_equal", "full_like", "count_nonzero", "append", "full", "select",
    "ptp", "nanmin", "nanmax", "nansum", "nanmean", "median", "std", "var",
):  # fmt: skip
    globals()[_name] = _also_held(_name)
