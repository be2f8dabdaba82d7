"""`torch.serialization`: files of tensors. Reading one builds tensors and containers, whatever `weights_only` says: it never
runs what a file names, so nothing has to be declared safe."""

from torch import load, save

_safe = []


def add_safe_globals(safe_globals):
    """Remembers classes as safe; reading a file builds none of them."""
    _safe.extend(item for item in safe_globals if item not in _safe)


def get_safe_globals():
    """The classes that were declared safe."""
    return list(_safe)


def clear_safe_globals():
    """Forgets the classes that were declared safe."""
    _safe.clear()


class safe_globals:
    """`with safe_globals([...]):` add_safe_globals, for the block."""

    def __init__(self, safe_globals):
        self.added = safe_globals

    def __enter__(self):
        self.before = get_safe_globals()
        add_safe_globals(self.added)
        return self

    def __exit__(self, *error):
        clear_safe_globals()
        add_safe_globals(self.before)
