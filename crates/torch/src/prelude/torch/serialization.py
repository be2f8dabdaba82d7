"""`torch.serialization`: files of tensors, and of any objects that pickle takes."""

import io
import pickle

import torch
from torch import load, save
from torch.storage import TypedStorage

_safe = []


def _get_layout(name):
    """The layout with a name, such as `torch.sparse_coo`."""
    return getattr(torch, name.removeprefix("torch."))


def _pickled(obj, pickle_module, protocol):
    """The pickle of an object, and for each storage that it names a tensor over all of it, in the order of their keys."""
    module = pickle_module or pickle
    keys, storages = {}, []

    class Pickler(module.Pickler):
        def persistent_id(self, value):
            if not isinstance(value, TypedStorage):
                return None
            key = keys.setdefault((value.data_ptr(), value.device), len(storages))
            if key == len(storages):
                storages.append(value._elements)
            return value._persistent_id(key)

    file = io.BytesIO()
    Pickler(file, protocol=protocol).dump(obj)
    return file.getvalue(), storages


def _found(module, name, protocol, pickle_module):
    """Imports a file's global by module and name, for `weights_only=False`."""
    # A pickle of nothing sets the reader's protocol, by which it knows the names of Python 2.
    reader = (pickle_module or pickle).Unpickler(io.BytesIO(b"\x80" + bytes([protocol]) + b"N."))
    reader.load()
    return reader.find_class(module, name)


def _declared(module, name):
    """Returns the object declared safe under a file's name, or None."""
    for item in _safe:
        item, known = item if isinstance(item, tuple) else (item, f"{item.__module__}.{item.__qualname__}")
        if known == f"{module}.{name}":
            return item
    return None


def add_safe_globals(safe_globals):
    """Declares classes and functions safe: files that name them are read with `weights_only=True`.

    safe_globals: a list of these, or of pairs of one and the name `module.name` that files give it.
    """
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
