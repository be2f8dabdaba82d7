"""The labels of rows and columns."""


class Index:
    """Labels in order."""

    def __init__(self, labels, name=None):
        self._labels, self.name = list(labels), name
        self._places = None

    def place(self, label):
        """Returns the first position of a label."""
        if self._places is None:
            self._places = {}
            for place, known in enumerate(self._labels):
                self._places.setdefault(known, place)
        if label not in self._places:
            raise KeyError(label)
        return self._places[label]

    def take(self, places):
        """The labels at some places."""
        return Index([self._labels[place] for place in places], self.name)

    def tolist(self):
        """A list of them."""
        return list(self._labels)

    to_list = tolist

    def to_numpy(self):
        """An array of numbers, or a list of labels."""
        return self.values

    @property
    def values(self):
        """An array of numbers, or a list of labels."""
        from pandas._columns import of_list, values

        return values(of_list(self._labels))

    @property
    def dtype(self):
        """The type of the labels."""
        from pandas._columns import dtype

        return dtype(self.values)

    @property
    def is_unique(self):
        """Whether all labels are distinct."""
        return len(set(self._labels)) == len(self._labels)

    @property
    def size(self):
        """The number of labels."""
        return len(self._labels)

    @property
    def shape(self):
        """(labels,)"""
        return (len(self._labels),)

    def get_loc(self, key):
        """Returns the position of a label."""
        return self.place(key)

    def __len__(self):
        return len(self._labels)

    def __iter__(self):
        return iter(self._labels)

    def __contains__(self, label):
        return label in self._labels

    def __getitem__(self, key):
        if isinstance(key, int):
            return self._labels[key]
        if isinstance(key, slice):
            return Index(self._labels[key], self.name)
        flags = [bool(flag) for flag in key]
        return Index([label for label, flag in zip(self._labels, flags) if flag], self.name)

    def __eq__(self, other):
        import numpy

        others = list(other) if hasattr(other, "__iter__") and not isinstance(other, str) else [other] * len(self)
        return numpy.array([a == b for a, b in zip(self._labels, others)], dtype=bool)

    def equals(self, other):
        """Returns whether the labels are equal."""
        return self._labels == list(other)

    def __repr__(self):
        named = f", name={self.name!r}" if self.name is not None else ""
        return f"Index({self._labels!r}, dtype='{self.dtype}'{named})"


class RangeIndex(Index):
    """Rows that are numbered from 0."""

    def __init__(self, count):
        super().__init__(range(count))

    def __repr__(self):
        return f"RangeIndex(start=0, stop={len(self)}, step=1)"


def index(labels, count):
    """The labels that are given, or numbers of `count` rows."""
    if labels is None:
        return RangeIndex(count)
    labels = labels if isinstance(labels, Index) else Index(labels)
    if len(labels) != count:
        raise ValueError(f"Length of values ({count}) does not match length of index ({len(labels)})")
    return labels
