"""`sklearn.utils`: random states, and rows in another order."""

import numpy as np


class Bunch(dict):
    """A dictionary with keys as attributes."""

    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None

    def __setattr__(self, name, value):
        self[name] = value


class Texts(list):
    """Texts in the place of an array of them: picked by numbers, by arrays of numbers and by masks."""

    def __getitem__(self, index):
        if isinstance(index, (int, slice)):
            found = list.__getitem__(self, index)
            return Texts(found) if isinstance(index, slice) else found
        places = np.arange(len(self))[np.asarray(index)]
        return self[int(places)] if places.ndim == 0 else Texts([self[at] for at in places.tolist()])

    @property
    def shape(self):
        return (len(self),)

    def tolist(self):
        """The texts as a list."""
        return [row.tolist() if isinstance(row, Texts) else row for row in self]

    def __str__(self):
        return "[" + " ".join([str(row) if isinstance(row, Texts) else repr(row) for row in self]) + "]"

    def __repr__(self):
        texts = all(isinstance(one, str) for one in self)
        kind = f"<U{max([len(one) for one in self], default=1)}" if texts else "object"
        return f"array({list(self)!r}, dtype={repr(kind) if texts else kind})"


class InvalidParameterError(ValueError, TypeError):
    """An argument that is none of those a function takes."""


def check_random_state(seed):
    """Returns the generator for a seed, a generator or None."""
    if seed is None or seed is np.random:
        return np.random
    if isinstance(seed, (int, np.integer)):
        return np.random.RandomState(seed)
    if isinstance(seed, np.random.RandomState):
        return seed
    raise ValueError(f"{seed!r} cannot be used to seed a numpy.random.RandomState instance")


def shuffle(*arrays, random_state=None, n_samples=None):
    """Arrays with their rows in one random order."""
    indices = np.arange(len(arrays[0]))
    check_random_state(random_state).shuffle(indices)
    picked = [rows(array, indices[:n_samples]) for array in arrays]
    return picked[0] if len(picked) == 1 else picked


def rows(array, indices):
    """Some rows of an array, a tensor, a table or a list."""
    if hasattr(array, "iloc"):
        return array.iloc[indices]
    if hasattr(array, "shape"):
        return array[indices.tolist()]
    return [array[index] for index in indices.tolist()]
