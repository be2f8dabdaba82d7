# What the body of an enumeration fills, and the words that stand in it: part of enum.

__name__ = "enum"


class nonmember:
    """Keeps an attribute of the class body from becoming a member."""

    def __init__(self, value):
        self.value = value


class member:
    """Makes a member of an attribute that would become none."""

    def __init__(self, value):
        self.value = value


class _AutoNull:
    def __repr__(self):
        return "_auto_null"


_auto_null = _AutoNull()


class auto:
    """A value that the class chooses (`_generate_next_value_`)."""

    def __init__(self, value=_auto_null):
        self.value = value

    def __repr__(self):
        return f"auto({self.value!r})"


def _is_descriptor(obj):
    return hasattr(obj, "__get__") or hasattr(obj, "__set__") or hasattr(obj, "__delete__")


def _is_dunder(name):
    return len(name) > 4 and name[:2] == name[-2:] == "__" and name[2] != "_" and name[-3] != "_"


def _is_sunder(name):
    return len(name) > 2 and name[0] == name[-1] == "_" and name[1] != "_" and name[-2] != "_"


def _is_private(cls_name, name):
    prefix = f"_{cls_name}__"
    return len(name) > len(prefix) and name.startswith(prefix) and not name.endswith("__")


def _is_internal_class(cls_name, obj):
    """Whether a class was declared in the body of the class of that name."""
    if not isinstance(obj, type):
        return False
    inner = f"{cls_name}.{getattr(obj, '__name__', '')}"
    qualname = getattr(obj, "__qualname__", "")
    return qualname == inner or qualname.endswith("." + inner)


def _is_single_bit(number):
    return number != 0 and number & (number - 1) == 0


def _names_in(given):
    """Names as `_ignore_` and `_order_` give them: a list, or a text with commas or spaces between."""
    return given.replace(",", " ").split() if isinstance(given, str) else list(given)


_SETTINGS = frozenset(
    "_order_ _generate_next_value_ _numeric_repr_ _missing_ _ignore_ _iter_member_ _iter_member_by_value_ "
    "_iter_member_by_def_ _add_alias_ _add_value_alias_".split()
)


class EnumDict(dict):
    """The namespace that the body of an enumeration fills: it notes which names become members."""

    def __init__(self, cls_name=None):
        super().__init__()
        self._member_names = {}
        self._last_values = []
        self._ignore = []
        self._auto_called = False
        self._cls_name = cls_name

    def __setitem__(self, key, value):
        if _is_private(self._cls_name, key):
            pass
        elif _is_sunder(key):
            self._set(key, value)
        elif _is_dunder(key):
            key = "_order_" if key == "__order__" else key
        elif key in self._member_names:
            raise TypeError(f"{key!r} already defined as {self[key]!r}")
        elif key in self._ignore:
            pass
        elif isinstance(value, nonmember):
            value = value.value
        elif not _is_descriptor(value) and not _is_internal_class(self._cls_name, value):
            if key in self:
                raise TypeError(f"{key!r} already defined as {self[key]!r}")
            value = self._resolved(key, value.value if isinstance(value, member) else value)
            self._member_names[key] = None
        super().__setitem__(key, value)

    def _set(self, key, value):
        """Take a `_sunder_` name."""
        if key not in _SETTINGS and not key.startswith("_repr_"):
            raise ValueError(f"_sunder_ names, such as {key!r}, are reserved for future Enum use")
        if key == "_generate_next_value_":
            if self._auto_called:
                raise TypeError("_generate_next_value_ must be defined before members")
            self._generate_next_value = value.__func__ if isinstance(value, staticmethod) else value
        elif key == "_ignore_":
            self._ignore = _names_in(value)
            already = set(self._ignore) & set(self._member_names)
            if already:
                raise ValueError(f"_ignore_ cannot specify already set names: {already!r}")

    def _resolved(self, name, value):
        """The value of a member, each auto() in it replaced."""
        if isinstance(value, auto):
            return self._next_value(name, value)
        if isinstance(value, tuple) and any([isinstance(part, auto) for part in value]):
            parts = [self._next_value(name, part) if isinstance(part, auto) else part for part in value]
            try:
                return type(value)(parts)
            except TypeError:
                return type(value)(*parts)
        self._last_values.append(value)
        return value

    def _next_value(self, name, given):
        if given.value is _auto_null:
            given.value = self._generate_next_value(name, 1, len(self._member_names), self._last_values[:])
            self._auto_called = True
        self._last_values.append(given.value)
        return given.value

    @property
    def member_names(self):
        return list(self._member_names)

    def update(self, members, **more_members):
        pairs = [(name, members[name]) for name in members.keys()] if hasattr(members, "keys") else members
        for name, value in [*pairs, *more_members.items()]:
            self[name] = value
