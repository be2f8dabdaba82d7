# The calls of mocks, and what stands for any argument: part of unittest.mock.

__name__ = "unittest.mock"


class _Sentinel:
    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return f"sentinel.{self.name}"


class _Sentinels:
    """Attributes are unique objects, always the same of a name."""

    def __init__(self):
        self._sentinels = {}

    def __getattr__(self, name):
        if name == "__bases__":
            raise AttributeError
        return self._sentinels.setdefault(name, _Sentinel(name))


sentinel = _Sentinels()
DEFAULT = sentinel.DEFAULT
_missing, _deleted = sentinel.MISSING, sentinel.DELETED


class _Any:
    """Equal to everything."""

    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False

    def __repr__(self):
        return "<ANY>"


ANY = _Any()


# --- calls
class _Call(tuple):
    """How something was called: (name, args, kwargs), of which the name and what is empty may be left out."""

    def __new__(cls, value=(), name="", parent=None, two=False, from_kall=True):
        args, kwargs, given = (), {}, tuple(value)
        if len(given) == 3:
            name, args, kwargs = given
        elif len(given) == 2:
            first, second = given
            if isinstance(first, str):
                name = first
                args, kwargs = (second, {}) if isinstance(second, tuple) else ((), second)
            else:
                args, kwargs = first, second
        elif len(given) == 1:
            (only,) = given
            if isinstance(only, str):
                name = only
            elif isinstance(only, tuple):
                args = only
            else:
                kwargs = only
        return tuple.__new__(cls, (args, kwargs) if two else (name, args, kwargs))

    def __init__(self, value=(), name=None, parent=None, two=False, from_kall=True):
        self._mock_name, self._mock_parent, self._mock_from_kall = name, parent, from_kall

    def _parts(self):
        return ("", *self) if len(self) == 2 else tuple(self)

    def __eq__(self, other):
        if not isinstance(other, tuple):
            return NotImplemented
        try:
            other_name, *others = other._parts() if isinstance(other, _Call) else _Call(other)._parts()
        except (TypeError, ValueError):
            return False
        name, args, kwargs = self._parts()
        if isinstance(other, _Call) and self._mock_parent is not None and other._mock_parent is not None:
            if self._mock_parent != other._mock_parent:
                return False
        if name and other_name and name != other_name:
            return False
        return (tuple(others[0]), others[1]) == (tuple(args), kwargs)

    __ne__ = object.__ne__
    __hash__ = None

    def __call__(self, *args, **kwargs):
        if self._mock_name is None:
            return _Call(("", args, kwargs), name="()")
        name = self._mock_name + "()"
        return _Call((self._mock_name, args, kwargs), name=name, parent=self)

    def __getattr__(self, attr):
        if attr.startswith("__") and attr.endswith("__"):
            raise AttributeError(attr)
        name = attr if self._mock_name is None else f"{self._mock_name}.{attr}"
        return _Call(name=name, parent=self, from_kall=False)

    def count(self, /, *args, **kwargs):
        return self.__getattr__("count")(*args, **kwargs)

    def index(self, /, *args, **kwargs):
        return self.__getattr__("index")(*args, **kwargs)

    @property
    def args(self):
        return self[-2]

    @property
    def kwargs(self):
        return self[-1]

    def __repr__(self):
        if not self._mock_from_kall:
            name = self._mock_name or "call"
            return name if name.startswith("call") else f"call.{name}"
        name, args, kwargs = self._parts()
        if not name:
            name = "call"
        elif not name.startswith("()"):
            name = f"call.{name}"
        else:
            name = f"call{name}"
        return _shown_call(name, args, kwargs)

    def call_list(self):
        """The calls of a chain, the first first."""
        found, one = [], self
        while one is not None:
            if one._mock_from_kall:
                found.append(one)
            one = one._mock_parent
        return _CallList(reversed(found))


call = _Call(from_kall=False)


class _CallList(list):
    def __contains__(self, value):
        if not isinstance(value, list):
            return list.__contains__(self, value)
        return any(self[i : i + len(value)] == value for i in range(len(self) - len(value) + 1))

    def __repr__(self):
        import pprint

        return pprint.pformat(list(self))


def _shown_call(name, args, kwargs):
    shown = [repr(arg) for arg in args] + [f"{key}={value!r}" for key, value in kwargs.items()]
    return f"{name}({', '.join(shown)})"
