"""Arrays of records: places in columns of one length, one for each field."""

import numpy as np
from numpy._held import Held, _key
from numpy._objects import flat_of


class void(np.generic):
    """One record of an array: its fields by name or number."""

    __module__ = "numpy"

    def __init__(self, array, place):
        self._array, self._place = array, place

    dtype = property(lambda self: self._array.dtype)

    def _field(self, key):
        return self._array.dtype.names[key] if isinstance(key, int) else key

    def __getitem__(self, key):
        return self._array._column(self._field(key))[self._place]

    def __setitem__(self, key, value):
        self._array._column(self._field(key))[self._place] = value

    def __getattr__(self, name):
        if name.startswith("_") or name not in self._array.dtype.names:
            raise AttributeError(f"'numpy.void' object has no attribute '{name}'")
        return self[name]

    def __len__(self):
        return len(self._array.dtype.names)

    def __iter__(self):
        return (self[name] for name in self._array.dtype.names)

    def item(self):
        """A tuple of Python's own values."""
        return tuple([value.item() if hasattr(value, "item") else value for value in self])

    tolist = item

    def __eq__(self, other):
        return np.bool_(self.item() == (other.item() if isinstance(other, void) else other))

    def __str__(self):
        return self._array._record_texts([self._place])[0]

    def __repr__(self):
        return f"np.void({self.item()!r}, dtype={self.dtype})"


class RecordType:
    """The element type of records: the types of the fields."""

    kind = char = "V"
    byteorder, shape, type = "|", (), void

    def __init__(self, fields):
        self._fields = {name: np.dtype(kind) for name, kind in fields}
        self.names = tuple(self._fields)
        self.itemsize = sum([kind.itemsize for kind in self._fields.values()])

    @property
    def name(self):
        """`void128`"""
        return f"void{8 * self.itemsize}"

    str = property(lambda self: f"|V{self.itemsize}")

    @property
    def fields(self):
        """{name: (type, bytes before it)}"""
        found, at = {}, 0
        for name, kind in self._fields.items():
            found[name] = (kind, at)
            at += kind.itemsize
        return found

    @property
    def descr(self):
        """(name, code of the type) of each field."""
        return [(name, kind.str) for name, kind in self._fields.items()]

    def __getitem__(self, key):
        return self._fields[self.names[key] if isinstance(key, int) else key]

    def __len__(self):
        return len(self.names)

    def __eq__(self, other):
        other = record_type(other)
        return other is not None and self.descr == other.descr

    def __hash__(self):
        return hash(tuple(self.descr))

    def __str__(self):
        return str([(name, "?" if code == "|b1" else code) for name, code in self.descr])

    def __repr__(self):
        return f"dtype({self})"


def record_type(given):
    """The element type of records that something names, or None."""
    if isinstance(given, RecordType):
        return given
    if isinstance(given, dict) and "names" in given and "formats" in given:
        return RecordType(list(zip(given["names"], given["formats"])))
    if isinstance(given, str) and "," in given:
        return RecordType([(f"f{at}", part.strip()) for at, part in enumerate(given.split(","))])
    if not isinstance(given, list) or not given or not all([isinstance(one, tuple) and len(one) > 1 for one in given]):
        return None
    if any([len(one) > 2 for one in given]):
        raise NotImplementedError("fields that are arrays are not there: give each element a field of its own")
    return RecordType([(name or f"f{at}", kind) for at, (name, kind) in enumerate(given)])


def filled(shape, value, kind):
    """An array of records whose fields all have one value."""
    count = int(np.prod(shape)) if shape else 1
    columns = {name: (np.ones if value else np.zeros)(count, dtype=one) for name, one in kind._fields.items()}
    return RecordArray(np.arange(count).reshape(shape), columns, kind)


def records(values, kind):
    """An array of records that are given as tuples."""
    if isinstance(values, RecordArray):
        return values
    flat = []
    shape = flat_of(values, flat, (str, bytes, tuple, void))
    rows = [tuple(one) if isinstance(one, (tuple, void)) else (one,) * len(kind.names) for one in flat]
    if any([len(row) != len(kind.names) for row in rows]):
        raise ValueError(f"could not assign tuple of length {len(rows[0])} to structure with {len(kind.names)} fields.")
    made = filled(shape, 0, kind)
    for at, name in enumerate(kind.names):
        if rows:
            made._columns[name] = np.array([row[at] for row in rows]).astype(kind[name])
    return made


class RecordArray(Held):
    """An array of records: whole numbers are places in the fields' columns."""

    __module__, __name__ = "numpy", "ndarray"

    def __init__(self, inner, columns, kind):
        self._inner, self._columns, self._type = inner, columns, kind

    dtype = property(lambda self: self._type)

    def _like(self, inner):
        return type(self)(inner, self._columns, self._type)

    def copy(self, order="C"):
        """A copy."""
        places = self._inner.reshape(-1)
        columns = {name: column[places] for name, column in self._columns.items()}
        return type(self)(np.arange(self.size).reshape(self.shape), columns, self._type)

    def _one(self, place):
        return void(type(self)(np.arange(len(next(iter(self._columns.values())))), self._columns, self._type), place)

    def _column(self, name):
        # A field's elements: a view where the places follow each other.
        if name not in self._columns:
            raise ValueError(f"no field of name {name}")
        places = self._inner.reshape(-1).tolist()
        step = places[1] - places[0] if len(places) > 1 else 1
        column = self._columns[name]
        if places and step > 0 and places == list(range(places[0], places[-1] + 1, step)):
            return column[places[0] : places[-1] + 1 : step].reshape(self.shape)
        return column[self._inner]

    def __getitem__(self, key):
        if isinstance(key, str):
            return self._column(key)
        if isinstance(key, list) and key and all([isinstance(one, str) for one in key]):
            kind = RecordType([(name, self._type[name]) for name in key])
            return type(self)(self._inner, {name: self._columns[name] for name in key}, kind)
        found = self._wrapped(self._inner[_key(key)])
        return found.copy() if isinstance(found, RecordArray) and isinstance(key, (list, np.ndarray)) else found

    def __setitem__(self, key, value):
        if isinstance(key, str):
            self._columns[key][self._inner] = value
            return
        places = self._inner[_key(key)]
        if not isinstance(value, (tuple, void)):
            value = (
                [value[name] for name in self._type.names]
                if isinstance(value, RecordArray)
                else list(zip(*value))
                if isinstance(value, list)
                else [value] * len(self._type.names)
            )
        for name, one in zip(self._type.names, value):
            self._columns[name][places] = one

    def tolist(self):
        """Nested lists of tuples."""
        if self.ndim > 1:
            return [one.tolist() for one in self]
        return (
            list(zip(*[self._column(name).tolist() for name in self._type.names]))
            if self.ndim
            else self._one(int(self._inner)).item()
        )

    def argsort(self, axis=-1, kind=None, order=None):
        """The places in the order of some fields, or of all."""
        names = [order] if isinstance(order, str) else list(order or self._type.names)
        keys = list(zip(*[self._column(name).tolist() for name in names]))
        return np.array(sorted(range(len(keys)), key=keys.__getitem__), dtype="int64")

    def sort(self, axis=-1, kind=None, order=None):
        """Sorts in place, by some fields or by all."""
        places = self._inner[self.argsort(axis, kind, order)]
        for column in self._columns.values():
            column[self._inner] = column[places]

    def __eq__(self, other):
        if not isinstance(other, RecordArray):
            return np.zeros(self.shape, dtype=bool)
        return np.array([a == b for a, b in zip(self.ravel().tolist(), other.ravel().tolist())], dtype=bool).reshape(self.shape)

    def _record_texts(self, places):
        columns = [_texts(self._columns[name][np.array(places, dtype="int64")]) for name in self._type.names]
        return [f"({', '.join(row)}{',' if len(row) == 1 else ''})" for row in zip(*columns)]

    def _shown(self):
        places = sorted(set(self._inner.reshape(-1).tolist()))
        return dict(zip(places, self._record_texts(places)))

    def _shown_one(self, one):
        return str(one)

    def _aligned(self, text, width):
        return text

    def _ending(self):
        return f", dtype={self._type})"


def _texts(column):
    # The elements of a field as they are printed, all in one way.
    if isinstance(column, Held):
        return [column._shown_one(one) for one in column]
    text = np.array2string(column, separator="\0", max_line_width=10**9, threshold=10**9)
    return text[1:-1].split("\0") if column.size else []


class recarray(RecordArray):
    """An array of records, whose fields are attributes."""

    def __getattr__(self, name):
        if name.startswith("_") or name not in self._columns:
            raise AttributeError(f"recarray has no attribute {name}")
        return self._column(name)

    def __repr__(self):
        return "rec." + RecordArray.__repr__(self)


def array(obj, dtype=None, names=None, formats=None):
    """An array of records with fields as attributes."""
    if isinstance(obj, RecordArray):
        return recarray(obj._inner, obj._columns, obj._type)
    if dtype is None:
        return fromrecords(obj, names=names)
    found = records(obj, record_type(dtype))
    return recarray(found._inner, found._columns, found._type)


def fromarrays(arrayList, dtype=None, names=None):
    """An array of records of one array for each field."""
    columns = [np.asarray(one) for one in arrayList]
    names = names.replace(" ", "").split(",") if isinstance(names, str) else names or [f"f{at}" for at in range(len(columns))]
    kind = record_type(dtype) if dtype is not None else RecordType([(name, one.dtype) for name, one in zip(names, columns)])
    made = {name: one.astype(kind[name]) for name, one in zip(kind.names, columns)}
    return recarray(np.arange(len(columns[0])), made, kind)


def fromrecords(recList, dtype=None, names=None):
    """An array of records of tuples."""
    return fromarrays([np.array(list(column)) for column in zip(*recList)], dtype, names)
