# enum: sets of named constants. A class's members are made when the class is (__init_subclass__); what CPython does
# with a metaclass, the evaluator asks of methods named __class_iter__, __class_len__, __class_contains__,
# __class_getitem__, __class_call__, __class_repr__ and, when a class body assigns a name again, __class_rebind__.


from types import MappingProxyType


class _Operand:
    """A value that the class body combines before it is known."""

    def __or__(self, other):
        return _Combined(lambda a, b: a | b, self, other)

    def __and__(self, other):
        return _Combined(lambda a, b: a & b, self, other)

    def __xor__(self, other):
        return _Combined(lambda a, b: a ^ b, self, other)

    def __add__(self, other):
        return _Combined(lambda a, b: a + b, self, other)

    def __ror__(self, other):
        return _Combined(lambda a, b: a | b, other, self)

    def __invert__(self):
        return _Combined(lambda a, b: ~a, self, self)


class auto(_Operand):
    """A value chosen by the class: the next integer."""

    def __init__(self):
        self.value = None


class _Combined(_Operand):
    def __init__(self, combine, left, right):
        self.combine = combine
        self.left = left
        self.right = right

    @property
    def value(self):
        return self.combine(*[part.value if isinstance(part, _Operand) else part for part in (self.left, self.right)])


class nonmember:
    """Keeps a class attribute from becoming a member."""

    def __init__(self, value):
        self.value = value


class member:
    """Makes a member of something that would be none."""

    def __init__(self, value):
        self.value = value


def _is_plain(name, value):
    if name.startswith("__") and name.endswith("__") or name.startswith("_") and name.endswith("_"):
        return False
    if isinstance(value, (nonmember, property, staticmethod, classmethod)):
        return False
    return not callable(value) and not hasattr(type(value), "__get__")


_SUNDER = (
    "_order_ _generate_next_value_ _numeric_repr_ _missing_ _ignore_ _iter_member_ _iter_member_by_value_ "
    "_iter_member_by_def_ _make_member _member_map_ _value2member_ _member_names_"
).split()


def _ignored(namespace):
    """The names that `_ignore_` keeps from becoming members."""
    ignored = namespace.get("_ignore_", ())
    return ignored.replace(",", " ").split() if isinstance(ignored, str) else ignored


def _resolved(name, value, values, next_value):
    """What a member is worth, given the values of those above it."""
    if isinstance(value, member):
        value = value.value
    if isinstance(value, auto):
        # The same auto() may be used by members below.
        if value.value is None:
            value.value = next_value(name, 1, len(values), list(values))
        return value.value
    if isinstance(value, _Combined):
        return value.value
    if isinstance(value, tuple) and any(isinstance(part, auto) for part in value):
        return tuple(next_value(name, 1, len(values), list(values)) if isinstance(part, auto) else part for part in value)
    return value


class Enum:
    """Base of enumerations: class Color(Enum): RED = 1; GREEN = 2"""

    def __reduce_ex__(self, proto):
        return self.__class__, (self._value_,)

    def __init_subclass__(cls, **keywords):
        if "__doc__" not in cls.__dict__:
            type.__setattr__(cls, "__doc__", None)
        members = {}
        for base in cls.__mro__[1:]:
            if base.__dict__.get("_member_map_"):
                raise TypeError(f"<enum {cls.__name__!r}> cannot extend {base!r}")
        cls._member_map_ = members
        cls._value2member_ = {}
        cls._member_names_ = []
        values = []
        for name in _ignored(cls.__dict__):
            if name in cls.__dict__:
                type.__delattr__(cls, name)
        private = f"_{cls.__name__}__"
        for name, value in list(cls.__dict__.items()):
            if len(name) > 2 and name[0] == name[-1] == "_" and "_" not in (name[1], name[-2]) and name not in _SUNDER:
                raise ValueError(f"_sunder_ names, such as {name!r}, are reserved for future Enum use")
            if name.startswith(private) and not name.endswith("__"):
                continue
            if isinstance(value, nonmember):
                setattr(cls, name, value.value)
            if not _is_plain(name, value):
                continue
            if name == "mro":
                raise ValueError("invalid enum member name(s) 'mro'")
            value = _resolved(name, value, values, cls._generate_next_value_)
            values.append(value)
            made = cls._make_member(name, value)
            type.__setattr__(cls, name, made)
            members[name] = made
        cls.__members__ = MappingProxyType(members)
        # What a data type says of itself does not stand before what its enumeration says.
        kind = cls._data_type()
        above = next((base for base in cls.__bases__ if issubclass(base, Enum)), Enum) if cls.__module__ != "enum" else None
        for name in ("__repr__", "__str__", "__format__") if kind is not object and above is not None else ():
            if name not in cls.__dict__ and getattr(cls, name) == getattr(kind, name):
                type.__setattr__(cls, name, getattr(above, name))

    @classmethod
    def _make_member(cls, name, value):
        kind = cls._data_type()
        own_new = cls.__dict__.get("__new__")
        args = value if isinstance(value, tuple) else (value,)
        if own_new is not None:
            made = cls.__new__(cls, *args)
        elif kind is object:
            made = object.__new__(cls)
        else:
            made = kind.__new__(cls, *args)
        if "_value_" not in made.__dict__:
            made._value_ = value if kind is object or kind is tuple else kind(*args)
        for known in cls._member_map_.values():
            if known._value_ == made._value_:
                return known
        made._name_ = name
        made._sort_order_ = len(cls._member_names_)
        if cls.__init__ is not object.__init__ and kind is object:
            made.__init__(*args)
        cls._member_names_.append(name)
        try:
            cls._value2member_[made._value_] = made
        except TypeError:
            pass
        return made

    @classmethod
    def _data_type(cls):
        for base in cls.__mro__:
            if base in (int, float, str, bytes, tuple):
                return base
        return object

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        numbers = [value for value in last_values if isinstance(value, int)]
        return max(numbers) + 1 if numbers else start

    @classmethod
    def _missing_(cls, value):
        return None

    @classmethod
    def __class_call__(cls, *args, **keywords):
        if "value" in keywords:
            args = (keywords.pop("value"), *args)
        if not args:
            raise TypeError("EnumType.__call__() missing 1 required positional argument: 'value'")
        value, *args = args
        if not cls._member_map_ and args:
            return _functional(cls, value, args[0], **keywords)
        return cls._find(value)

    @classmethod
    def _find(cls, value):
        if type(value) is cls:
            return value
        try:
            if value in cls._value2member_:
                return cls._value2member_[value]
        except TypeError:
            pass
        for candidate in cls._member_map_.values():
            if candidate._value_ == value:
                return candidate
        found = cls._missing_(value)
        if found is None:
            raise ValueError(f"{value!r} is not a valid {cls.__qualname__}")
        return found

    @classmethod
    def __class_getattr__(cls, name):
        # What CPython finds in the metaclass.
        if name in ("__iter__", "__len__", "__contains__", "__reversed__", "__getitem__"):
            return getattr(cls, f"__class_{name[2:]}")
        raise AttributeError(name)

    @classmethod
    def __class_setattr__(cls, name, value):
        if name in cls.__dict__.get("_member_map_", ()):
            raise AttributeError(f"cannot reassign member {name!r}")
        type.__setattr__(cls, name, value)
        return True

    @classmethod
    def __class_delattr__(cls, name):
        if name in cls.__dict__.get("_member_map_", ()):
            raise AttributeError(f"{cls.__name__!r} cannot delete member {name!r}.")

    @classmethod
    def __class_rebind__(cls, name, value, namespace):
        known = namespace[name]
        if name in _ignored(namespace) or not (_is_plain(name, known) or _is_plain(name, value)):
            return
        next_value = namespace.get("_generate_next_value_", cls._generate_next_value_)
        values = []
        for other, held in namespace.items():
            if _is_plain(other, held):
                values.append(_resolved(other, held, values, next_value))
                if other == name:
                    known = values[-1]
        raise TypeError(f"{name!r} already defined as {known!r}")

    @classmethod
    def __class_reversed__(cls):
        return reversed([cls._member_map_[name] for name in cls._member_names_])

    @classmethod
    def __class_getitem__(cls, name):
        return cls._member_map_[name]

    @classmethod
    def __class_iter__(cls):
        return iter([cls._member_map_[name] for name in cls._member_names_])

    @classmethod
    def __class_len__(cls):
        return len(cls._member_names_)

    @classmethod
    def __class_contains__(cls, value):
        if not isinstance(value, Enum):
            import warnings

            warnings.warn(
                "in 3.12 __contains__ will no longer raise TypeError, but will return True if\n"
                "obj is a member or a member's value",
                DeprecationWarning,
                stacklevel=2,
            )
            raise TypeError(f"unsupported operand type(s) for 'in': {type(value).__qualname__!r} and 'EnumType'")
        return isinstance(value, cls) and value._name_ in cls._member_map_

    @classmethod
    def __class_repr__(cls):
        if "_member_map_" in cls.__dict__ and cls.__module__ != "enum":
            return f"<{'flag' if issubclass(cls, Flag) else 'enum'} {cls.__name__!r}>"
        return f"<enum {cls.__name__!r}>" if cls.__module__ == "enum" else f"<class 'enum.{cls.__name__}'>"

    @property
    def name(self):
        """The member's name."""
        return self._name_

    @property
    def value(self):
        """The member's value."""
        return self._value_

    def __repr__(self):
        return f"<{type(self).__name__}.{self._name_}: {self._value_!r}>"

    def __str__(self):
        return f"{type(self).__name__}.{self._name_}"

    def __format__(self, spec):
        return format(str(self), spec)

    def __hash__(self):
        return hash(self._name_)

    def __eq__(self, other):
        return self is other

    def __ne__(self, other):
        return self is not other

    def __dir__(self):
        added = [name for kind in type(self).__mro__ if kind.__module__ != "enum" for name in kind.__dict__]
        members = type(self)._member_map_
        names = [name for name in [*added, *self.__dict__] if not name.startswith("_") and name not in members]
        dunders = ["__class__", "__doc__", "__eq__", "__hash__", "__module__"]
        return sorted({"name", "value", *names, *dunders})

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __setattr__(self, name, value):
        if name in ("name", "value"):
            raise AttributeError(f"<enum 'Enum'> cannot set attribute {name!r}")
        object.__setattr__(self, name, value)


Enum._member_map_ = {}
Enum._member_names_ = []
Enum._value2member_ = {}
Enum.__members__ = MappingProxyType({})


def _functional(cls, name, names, start=1, **keywords):
    if isinstance(names, str):
        names = names.replace(",", " ").split()
    if isinstance(names, dict):
        members = dict(names)
    else:
        members = {}
        for i, item in enumerate(names):
            if isinstance(item, str):
                members[item] = i + start
            else:
                members[item[0]] = item[1]
    return type(name, (cls,), members)


class ReprEnum(Enum):
    """An enumeration whose members show as their values."""

    def __str__(self):
        return self._data_type().__str__(self._value_)

    def __format__(self, spec):
        return format(self._value_, spec)


class IntEnum(int, ReprEnum):
    """An enumeration whose members are integers."""

    def __eq__(self, other):
        return self._value_ == (other._value_ if isinstance(other, Enum) else other)

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        return hash(self._value_)

    def __repr__(self):
        return f"<{type(self).__name__}.{self._name_}: {self._value_!r}>"

    def __str__(self):
        return str(self._value_)


class StrEnum(str, ReprEnum):
    """An enumeration whose members are strings; auto() is the name in lower case."""

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        return name.lower()

    def __eq__(self, other):
        return self._value_ == (other._value_ if isinstance(other, Enum) else other)

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        return hash(self._value_)

    def __repr__(self):
        return f"<{type(self).__name__}.{self._name_}: {self._value_!r}>"

    def __str__(self):
        return self._value_


class Flag(Enum):
    """An enumeration whose members combine with |, &, ^ and ~."""

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        return 2 * max(last_values) if last_values else start

    @classmethod
    def _missing_(cls, value):
        everything = 0
        for candidate in cls._member_map_.values():
            everything |= candidate._value_
        if not isinstance(value, int):
            raise ValueError(f"{value!r} is not a valid {cls.__qualname__}")
        if value < 0:
            value = everything & value
            if value in cls._value2member_:
                return cls._value2member_[value]
        elif value & ~everything:
            if not issubclass(cls, int):
                width = max(value.bit_length(), everything.bit_length())
                shown = [f"0b0 {number:0{width}b}" for number in (value, everything)]
                raise ValueError(f"{cls!r} invalid value {value}\n    given {shown[0]}\n  allowed {shown[1]}")
        made = int.__new__(cls, value) if issubclass(cls, int) else object.__new__(cls)
        made._value_ = value
        parts = [m for m in cls._member_map_.values() if m._value_ and m._value_ & value == m._value_]
        parts = [part for part in parts if part._value_ & (part._value_ - 1) == 0]
        rest = value & ~everything
        made._name_ = "|".join([part._name_ for part in parts] + ([str(rest)] if rest else [])) or None
        if not parts:
            made._name_ = None
        cls._value2member_[value] = made
        return made

    def _with(self, other, combine):
        if type(other) is not type(self):
            return NotImplemented
        return type(self)._find(combine(self._value_, other._value_))

    def __or__(self, other):
        return self._with(other, lambda a, b: a | b)

    def __and__(self, other):
        return self._with(other, lambda a, b: a & b)

    def __xor__(self, other):
        return self._with(other, lambda a, b: a ^ b)

    def __invert__(self):
        everything = 0
        for candidate in type(self)._member_map_.values():
            everything |= candidate._value_
        return type(self)._find(everything & ~self._value_)

    @classmethod
    def __class_iter__(cls):
        return iter(cls._canonical())

    @classmethod
    def __class_len__(cls):
        return len(cls._canonical())

    @classmethod
    def _canonical(cls):
        """The members of one bit each."""
        members = [cls._member_map_[name] for name in cls._member_names_]
        return [member for member in members if member._value_ and member._value_ & (member._value_ - 1) == 0]

    def __len__(self):
        return self._value_.bit_count()

    def __contains__(self, other):
        if not isinstance(other, type(self)):
            raise TypeError(
                f"unsupported operand type(s) for 'in': {type(other).__qualname__!r} and {type(self).__qualname__!r}"
            )
        return other._value_ & self._value_ == other._value_

    def __bool__(self):
        return bool(self._value_)

    def __iter__(self):
        return iter([member for member in type(self)._canonical() if member._value_ & self._value_])

    def __repr__(self):
        if self._name_ is None:
            return f"<{type(self).__name__}: {self._value_!r}>"
        return f"<{type(self).__name__}.{self._name_}: {self._value_!r}>"

    def __str__(self):
        if self._name_ is None:
            return f"{type(self).__name__}({self._value_!r})"
        return f"{type(self).__name__}.{self._name_}"


class IntFlag(int, ReprEnum, Flag):
    """A Flag whose members are integers, and combine with them."""

    def __eq__(self, other):
        return self._value_ == (other._value_ if isinstance(other, Enum) else other)

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        return hash(self._value_)

    def __str__(self):
        return str(self._value_)

    def __repr__(self):
        return Flag.__repr__(self)

    def _with(self, other, combine):
        if not isinstance(other, int):
            return NotImplemented
        return type(self)._find(combine(self._value_, other._value_ if isinstance(other, Flag) else other))

    def __or__(self, other):
        return self._with(other, lambda a, b: a | b)

    def __and__(self, other):
        return self._with(other, lambda a, b: a & b)

    def __xor__(self, other):
        return self._with(other, lambda a, b: a ^ b)

    __ror__ = __or__
    __rand__ = __and__
    __rxor__ = __xor__
    __invert__ = Flag.__invert__


def unique(enumeration):
    """Class decorator: ValueError where two names have one value."""
    duplicates = [(alias, m._name_) for alias, m in enumeration._member_map_.items() if alias != m._name_]
    if duplicates:
        shown = ", ".join([f"{alias} -> {name}" for alias, name in duplicates])
        raise ValueError(f"duplicate values found in {enumeration!r}: {shown}")
    return enumeration
