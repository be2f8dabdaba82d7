"""`inplace=True`: methods that give another column or table, or change the one that they are called on."""

import functools


# The methods of columns and tables that give their owner back when they have changed it.
_GIVE_BACK = ("fillna", "replace", "where", "mask", "clip", "ffill", "bfill", "interpolate")
# Those that give nothing.
_GIVE_NOTHING = ("drop", "rename", "rename_axis", "dropna", "sort_values", "sort_index", "reset_index", "drop_duplicates")


def in_place(method):
    """Gives a method the parameter `inplace`, which replaces its owner by the result."""

    @functools.wraps(method)
    def called(self, *args, inplace=False, **options):
        if not isinstance(inplace, bool):
            raise ValueError(f'For argument "inplace" expected type bool, received type {type(inplace).__name__}.')
        made = method(self, *args, **options)
        if not inplace:
            return made
        self._become(made)
        return self if method.__name__ in _GIVE_BACK else None

    return called


def define_in_place(kind, *own):
    """Gives the methods that columns and tables share, and a class's own, the parameter `inplace`."""
    for name in (*_GIVE_BACK, *_GIVE_NOTHING, *own):
        setattr(kind, name, in_place(getattr(kind, name)))
