# collections.abc: what objects must have to be called iterable, callable and so on.


class _ByMethods:
    """A kind of object known by its methods; subscripts are for annotations."""

    def __init__(self, name, *methods, kinds=()):
        self.__name__ = name
        self._methods = methods
        self._kinds = kinds

    def __instancecheck__(self, value):
        if self._kinds:
            return isinstance(value, self._kinds)
        if isinstance(value, _BUILT_IN):
            return any(isinstance(value, kind) for kind in _KNOWN.get(self.__name__, ()))
        return all(getattr(type(value), method, None) is not None for method in self._methods)

    def __getitem__(self, items):
        return self

    def __call__(self, *args):
        raise TypeError(f"Can't instantiate abstract class {self.__name__}")

    def __or__(self, other):
        return self

    def __repr__(self):
        return f"<class 'collections.abc.{self.__name__}'>"


_BUILT_IN = (int, float, str, bytes, bytearray, list, tuple, dict, set, frozenset, range, type(None))
_SEQUENCES = (str, bytes, bytearray, list, tuple, range)
_COLLECTIONS = (*_SEQUENCES, dict, set, frozenset)
_KNOWN = {
    "Iterable": _COLLECTIONS,
    "Sized": _COLLECTIONS,
    "Container": _COLLECTIONS,
    "Collection": _COLLECTIONS,
    "Reversible": (*_SEQUENCES, dict),
    "Hashable": (int, float, str, bytes, tuple, frozenset, range, type(None)),
}

Iterable = _ByMethods("Iterable", "__iter__")
Iterator = _ByMethods("Iterator", "__iter__", "__next__")
Generator = _ByMethods("Generator", "send", "throw", "close")


class _Callable(_ByMethods):
    def __instancecheck__(self, value):
        return callable(value)


Callable = _Callable("Callable")
Sized = _ByMethods("Sized", "__len__")
Container = _ByMethods("Container", "__contains__")
Hashable = _ByMethods("Hashable", "__hash__")
Reversible = _ByMethods("Reversible", "__reversed__")
Collection = _ByMethods("Collection", "__len__", "__iter__", "__contains__")
Sequence = _ByMethods("Sequence", kinds=_SEQUENCES)
MutableSequence = _ByMethods("MutableSequence", kinds=(list, bytearray))
Mapping = _ByMethods("Mapping", kinds=(dict,))
MutableMapping = _ByMethods("MutableMapping", kinds=(dict,))
Set = _ByMethods("Set", kinds=(set, frozenset))
MutableSet = _ByMethods("MutableSet", kinds=(set,))
