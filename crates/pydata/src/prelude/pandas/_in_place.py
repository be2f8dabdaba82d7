"""`inplace=True`: methods that give another column or table, or change the one that they are called on."""

import functools


def in_place(method):
    """Gives a method the parameter `inplace`, which replaces its owner by the result."""

    @functools.wraps(method)
    def called(self, *args, inplace=False, **options):
        if not isinstance(inplace, bool):
            raise ValueError(f'For argument "inplace" expected type bool, received type {type(inplace).__name__}.')
        made = method(self, *args, **options)
        return self._become(made) if inplace else made

    return called


def define_in_place(kind, names):
    """Gives some methods of a class the parameter `inplace`."""
    for name in names:
        setattr(kind, name, in_place(getattr(kind, name)))
