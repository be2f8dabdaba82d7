# What enumerations are checked for, and how they stand for constants of a module: a part of enum that waits until one of
# its names is asked for.

import sys


class EnumCheck(StrEnum):
    """What `verify` checks an enumeration for."""

    CONTINUOUS = "no skipped integer values"
    NAMED_FLAGS = "multi-flag aliases may not contain unnamed flags"
    UNIQUE = "one name per value"


CONTINUOUS = EnumCheck.CONTINUOUS
NAMED_FLAGS = EnumCheck.NAMED_FLAGS
UNIQUE = EnumCheck.UNIQUE


def _aliases(enumeration):
    """The other names of members, as text; empty where there are none."""
    members = enumeration.__members__.items()
    return ", ".join([f"{name} -> {found.name}" for name, found in members if name != found.name])


def unique(enumeration):
    """Class decorator: ValueError where two names have one value."""
    aliases = _aliases(enumeration)
    if aliases:
        raise ValueError(f"duplicate values found in {enumeration!r}: {aliases}")
    return enumeration


class verify:
    """Class decorator: ValueError where an enumeration fails one of the checks (see EnumCheck)."""

    def __init__(self, *checks):
        self.checks = checks

    def __call__(self, enumeration):
        if not issubclass(enumeration, Enum):
            raise TypeError("the 'verify' decorator only works with Enum and Flag")
        for check in self.checks:
            _CHECKS[check](enumeration)
        return enumeration


def _check_unique(enumeration):
    aliases = _aliases(enumeration)
    if aliases:
        raise ValueError(f"aliases found in {enumeration!r}: {aliases}")


def _check_continuous(enumeration):
    values = {found.value for found in enumeration}
    if len(values) < 2:
        return
    low, high = min(values), max(values)
    kind = "flag" if issubclass(enumeration, Flag) else "enum"
    if kind == "flag":
        wanted = [2**bit for bit in range(_high_bit(low) + 1, _high_bit(high))]
    else:
        wanted = range(low + 1, high)
    missing = [str(value) for value in wanted if value not in values]
    if missing:
        # A text of any length would let one number fill the memory.
        raise ValueError(f"invalid {kind} {enumeration.__name__!r}: missing values {', '.join(missing)}"[:256])


def _check_named_flags(enumeration):
    known = [found.value for found in enumeration]
    names, missing = [], 0
    for name, alias in enumeration._member_map_.items():
        if name in enumeration._member_names_ or alias.value < 0:
            continue
        missed = [bit for bit in _iter_bits_lsb(alias.value) if bit not in known]
        if missed:
            names.append(name)
            missing |= sum(missed)
    if not names:
        return
    *others, last = names
    alias = f"aliases {', '.join(others)} and {last} are missing" if others else f"alias {last} is missing"
    value = "value" if _is_single_bit(missing) else "combined values of"
    raise ValueError(
        f"invalid Flag {enumeration.__name__!r}: {alias} {value} 0x{missing:x} [use enum.show_flag_values(value) for details]"
    )


_CHECKS = {UNIQUE: _check_unique, CONTINUOUS: _check_continuous, NAMED_FLAGS: _check_named_flags}


def pickle_by_global_name(self, proto):
    """As `__reduce_ex__`: a member is a name of its module."""
    return self.name


_reduce_ex_by_global_name = pickle_by_global_name


def pickle_by_enum_name(self, proto):
    """As `__reduce_ex__`: a member is an attribute of its class."""
    return getattr, (self.__class__, self._name_)


def global_enum_repr(self):
    """As `__repr__`: the name with its module's."""
    return f"{_module_of(self)}.{self._name_}"


def global_flag_repr(self):
    """As `__repr__`: the names of a flag's parts with their module's."""
    module = _module_of(self)
    if self._name_ is None:
        return f"{module}.{self.__class__.__name__}({self._value_!r})"
    if _is_single_bit(self._value_):
        return f"{module}.{self._name_}"
    kept = self._boundary_ is FlagBoundary.KEEP
    names = self._name_.split("|")
    return "|".join([name if kept and name[0].isdigit() else f"{module}.{name}" for name in names])


def _module_of(member):
    return member.__class__.__module__.split(".")[-1]


def global_str(self):
    """As `__str__`: the name alone."""
    return f"{self.__class__.__name__}({self._value_!r})" if self._name_ is None else self._name_


def global_enum(cls, update_str=False):
    """Class decorator: makes the members names of the module, and shows them as such."""
    cls.__repr__ = global_flag_repr if issubclass(cls, Flag) else global_enum_repr
    if not issubclass(cls, ReprEnum) or update_str:
        cls.__str__ = global_str
    sys.modules[cls.__module__].__dict__.update(cls.__members__)
    return cls


def _simple_enum(etype=Enum, *, boundary=None, use_args=None):
    """Class decorator: makes an enumeration of a plain class."""

    def convert(cls):
        body = type(etype).__prepare__(cls.__name__, (etype,))
        for name, value in cls.__dict__.items():
            if name not in ("__dict__", "__weakref__"):
                body[name] = value
        if cls.__doc__ is None:
            body["__doc__"] = "An enumeration."
        return EnumType.__new__(type(etype), cls.__name__, (etype,), body, boundary=boundary)

    return convert


def _test_simple_enum(checked_enum, simple_enum):
    """Raise TypeError where two enumerations differ in more than texts and methods."""
    told = ("__module__", "_member_map_", "_value2member_map_", "__doc__", "__static_attributes__", "__firstlineno__")
    names = {*checked_enum._member_map_, *simple_enum._member_map_}
    failed = sorted(_differences(checked_enum.__dict__, simple_enum.__dict__, {*told, *names}))
    for name in names:
        pair = [kind._member_map_.get(name) for kind in (checked_enum, simple_enum)]
        if None in pair:
            failed.append(f"{'missing' if pair[1] is None else 'extra'} member in simple enum: {name!r}")
            continue
        found = _differences(pair[0].__dict__, pair[1].__dict__, ("__module__", "__objclass__", "_inverted_"))
        if found:
            failed.append(f"{name!r} member mismatch:\n      " + "\n      ".join(found))
    if failed:
        raise TypeError("enum mismatch:\n   " + "\n   ".join(failed))


def _differences(checked, simple, left_out):
    found = []
    for name in {*checked, *simple}.difference(left_out):
        if name not in simple:
            found.append(f"missing key: {name!r}")
        elif name not in checked:
            found.append(f"extra key:   {name!r}")
        elif not callable(checked[name]) and not isinstance(checked[name], property) and checked[name] != simple[name]:
            found.append(f"{name!r}:\n         checked -> {checked[name]!r}\n         simple  -> {simple[name]!r}")
    return found
