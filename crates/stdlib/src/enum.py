# enum: sets of named constants. The metaclass makes members of the names that a class body assigns.

import sys
from builtins import property as _property
from types import DynamicClassAttribute, MappingProxyType

from _enum_body import (
    EnumDict,
    _auto_null,
    _is_descriptor,
    _is_dunder,
    _is_private,
    _is_single_bit,
    _is_sunder,
    _names_in,
    auto,
    member,
    nonmember,
)

__all__ = (
    "EnumType EnumMeta EnumDict Enum IntEnum StrEnum Flag IntFlag ReprEnum auto unique property verify member nonmember "
    "FlagBoundary STRICT CONFORM EJECT KEEP global_flag_repr global_enum_repr global_str global_enum EnumCheck CONTINUOUS "
    "NAMED_FLAGS UNIQUE pickle_by_global_name pickle_by_enum_name"
).split()


def _declared(name):
    """A class of this module; None while the metaclass makes those before it."""
    return globals().get(name)


class property(DynamicClassAttribute):
    """An attribute of members that the class answers with the member of the same name, if there is one."""

    member = None
    _attr_type = None
    _cls_type = None

    def __get__(self, instance, ownerclass=None):
        if instance is None:
            if self.member is None:
                raise AttributeError(f"{ownerclass!r} has no attribute {self.name!r}")
            return self.member
        if self.fget is not None:
            return self.fget(instance)
        if self._attr_type == "attr":
            return getattr(self._cls_type, self.name)
        if self._attr_type == "desc":
            return getattr(instance._value_, self.name)
        try:
            return ownerclass._member_map_[self.name]
        except KeyError:
            raise AttributeError(f"{ownerclass!r} has no attribute {self.name!r}") from None

    def __set__(self, instance, value):
        if self.fset is None:
            raise AttributeError(f"<enum {self.clsname!r}> cannot set attribute {self.name!r}")
        return self.fset(instance, value)

    def __delete__(self, instance):
        if self.fdel is None:
            raise AttributeError(f"<enum {self.clsname!r}> cannot delete attribute {self.name!r}")
        return self.fdel(instance)

    def __set_name__(self, ownerclass, name):
        self.name = name
        self.clsname = ownerclass.__name__


class _proto_member:
    """Holds the value of a member until the class is there (`__set_name__`)."""

    def __init__(self, value):
        self.value = value

    def __set_name__(self, cls, name):
        type.__delattr__(cls, name)
        made = self._made(cls)
        value = made._value_
        made._name_ = name
        made.__objclass__ = cls
        made.__init__(*self._args(cls))
        made._sort_order_ = len(cls._member_names_)
        if hasattr(cls, "_flag_mask_"):
            _note_bits(cls, value)
        known = _of_value(cls, value)
        if known is not None:
            made = known
        elif not hasattr(cls, "_flag_mask_") or isinstance(value, int) and _is_single_bit(value):
            cls._member_names_.append(name)
        cls._add_member_(name, made)
        _note_value(cls, value, made, name)

    def _args(self, cls):
        """The arguments that `__new__` and `__init__` get."""
        args = self.value if isinstance(self.value, tuple) else (self.value,)
        return (args,) if cls._member_type_ is tuple else args

    def _made(self, cls):
        args = self._args(cls)
        made = cls._new_member_(cls, *args) if cls._use_args_ else cls._new_member_(cls)
        if hasattr(made, "_value_"):
            return made
        if cls._member_type_ is object:
            made._value_ = self.value
            return made
        try:
            made._value_ = cls._member_type_(*args)
        except Exception as error:
            raise TypeError("_value_ not set in __new__, unable to create it") from error
        return made


def _note_bits(cls, value):
    if isinstance(value, int):
        cls._flag_mask_ |= value
        if _is_single_bit(value):
            cls._singles_mask_ |= value
    cls._all_bits_ = 2 ** cls._flag_mask_.bit_length() - 1


def _of_value(cls, value):
    """The member that has a value already, or None."""
    try:
        return cls._value2member_map_.get(value)
    except TypeError:
        return next((known for known in cls._member_map_.values() if known._value_ == value), None)


def _note_value(cls, value, made, name=None):
    try:
        cls._value2member_map_.setdefault(value, made)
    except TypeError:
        cls._unhashable_values_.append(value)
        cls._unhashable_values_map_.setdefault(name or made._name_, []).append(value)


_EnumDict = EnumDict


class EnumType(type):
    """The metaclass of enumerations."""

    @classmethod
    def __prepare__(metacls, cls, bases, **keywords):
        metacls._check_for_existing_members_(cls, bases)
        namespace = EnumDict(cls)
        _, first_enum = metacls._get_mixins_(cls, bases)
        if first_enum is not None:
            namespace["_generate_next_value_"] = getattr(first_enum, "_generate_next_value_", None)
        return namespace

    def __new__(metacls, cls, bases, classdict, *, boundary=None, _simple=False, **keywords):
        if _simple:
            return super().__new__(metacls, cls, bases, classdict, **keywords)
        member_names = classdict._member_names
        invalid = set(member_names) & {"mro", ""}
        if invalid:
            raise ValueError(f"invalid enum member name(s) {','.join([repr(name) for name in invalid])}")
        body = {name: value for name, value in classdict.items() if name not in ("_ignore_", "_order_")}
        for name in classdict._ignore:
            body.pop(name, None)
        chooses = body.get("_generate_next_value_")
        if chooses is not None and type(chooses) is not staticmethod:
            body["_generate_next_value_"] = staticmethod(chooses)
        member_type, first_enum = metacls._get_mixins_(cls, bases)
        new, is_own_new, use_args = metacls._find_new_(body, member_type, first_enum)
        for name in member_names:
            body[name] = _proto_member(body[name])
        body |= _of_class(new, use_args, member_type, metacls._find_data_repr_(cls, bases))
        if cls == "Flag" and _declared("Flag") is None or hasattr(first_enum, "_flag_mask_"):
            body |= _of_flag(boundary or getattr(first_enum, "_boundary_", None))
        made = metacls._made_(cls, bases, body, keywords)
        _choose_methods(made, bases, member_type, first_enum)
        if first_enum is not None:
            if is_own_new:
                made.__new_member__ = new
            made.__new__ = Enum.__new__
        _check_order(made, classdict.get("_order_"))
        return made

    @classmethod
    def _made_(metacls, cls, bases, body, keywords):
        """The class and its members."""
        in_progress = f"_{cls}__in_progress"
        body[in_progress] = True
        try:
            made = type.__new__(metacls, cls, bases, body, **keywords)
        except Exception as error:
            # That a member was being named is no news to who declared it.
            notes = getattr(error, "__notes__", [])
            if notes and "_proto_member" in notes[-1]:
                notes.pop()
            raise
        type.__delattr__(made, in_progress)
        return made

    def __bool__(cls):
        return True

    def __call__(cls, value, names=_auto_null, *values, module=None, qualname=None, type=None, start=1, boundary=None):
        """Find the member of a value; an enumeration without members makes a new enumeration."""
        if cls._member_map_:
            return cls.__new__(cls, value if names is _auto_null else (value, names, *values))
        if names is _auto_null and type is None:
            raise TypeError(f"{cls} has no members; specify `names=()` if you meant to create a new, empty, enum")
        names = () if names is _auto_null else names
        module = module or sys._getframemodulename(1)
        return cls._create_(value, names, module=module, qualname=qualname, type=type, start=start, boundary=boundary)

    def __contains__(cls, value):
        if isinstance(value, cls):
            return True
        try:
            return value in cls._value2member_map_
        except TypeError:
            return value in cls._unhashable_values_

    def __delattr__(cls, attr):
        if attr in cls._member_map_:
            raise AttributeError(f"{cls.__name__!r} cannot delete member {attr!r}.")
        super().__delattr__(attr)

    def __dir__(cls):
        names = {
            *"__class__ __contains__ __doc__ __getitem__ __iter__ __len__ __members__ __module__ __name__ __qualname__".split(),
            *cls._member_names_,
        }
        if cls._new_member_ is not object.__new__:
            names.add("__new__")
        if cls.__init_subclass__ != object.__init_subclass__:
            names.add("__init_subclass__")
        return sorted(names if cls._member_type_ is object else names.union(dir(cls._member_type_)))

    def __getitem__(cls, name):
        return cls._member_map_[name]

    def __iter__(cls):
        return (cls._member_map_[name] for name in cls._member_names_)

    def __len__(cls):
        return len(cls._member_names_)

    @_property
    def __members__(cls):
        """The members by name, other names of a member too."""
        return MappingProxyType(cls._member_map_)

    def __repr__(cls):
        return f"<{'flag' if hasattr(cls, '_flag_mask_') else 'enum'} {cls.__name__!r}>"

    def __reversed__(cls):
        return (cls._member_map_[name] for name in reversed(cls._member_names_))

    def __setattr__(cls, name, value):
        if name in cls.__dict__.get("_member_map_", ()):
            raise AttributeError(f"cannot reassign member {name!r}")
        super().__setattr__(name, value)

    def _create_(cls, class_name, names, *, module=None, qualname=None, type=None, start=1, boundary=None):
        """Make an enumeration of names: a text, or an iterable of names, of pairs with values, or a mapping."""
        metacls = cls.__class__
        bases = (cls,) if type is None else (type, cls)
        body = metacls.__prepare__(class_name, bases)
        _, first_enum = metacls._get_mixins_(class_name, bases)
        for name, value in _pairs(names, first_enum, start):
            body[name] = value
        if module is None:
            _make_class_unpicklable(body)
        else:
            body["__module__"] = module
        if qualname is not None:
            body["__qualname__"] = qualname
        return metacls.__new__(metacls, class_name, bases, body, boundary=boundary)

    def _convert_(cls, name, module, filter, source=None, *, boundary=None, as_global=False):
        """Replace constants of a module by an enumeration of them, and export its members there."""
        names = sys.modules[module].__dict__
        found = [pair for pair in (source.__dict__ if source else names).items() if filter(pair[0])]
        try:
            found.sort(key=lambda pair: (pair[1], pair[0]))
        except TypeError:
            found.sort(key=lambda pair: pair[0])
        made = cls._create_(name, found, module=module, boundary=boundary or KEEP)
        if as_global:
            from enum import global_enum

            global_enum(made)
        else:
            names.update(made.__members__)
        names[name] = made
        return made

    @classmethod
    def _check_for_existing_members_(metacls, class_name, bases):
        for chain in bases:
            for base in chain.__mro__:
                if isinstance(base, EnumType) and base._member_names_:
                    raise TypeError(f"<enum {class_name!r}> cannot extend {base!r}")

    @classmethod
    def _get_mixins_(metacls, class_name, bases):
        """The data type of the members, and the enumeration that is the last base."""
        if not bases:
            return object, _declared("Enum")
        first_enum = bases[-1]
        if not isinstance(first_enum, EnumType):
            raise TypeError("new enumerations should be created as `EnumName([mixin_type, ...] [data_type,] enum_type)`")
        return metacls._find_data_type_(class_name, bases) or object, first_enum

    @classmethod
    def _find_data_repr_(metacls, class_name, bases):
        """What shows the values of members; None for `repr`."""
        for chain in bases:
            for base in chain.__mro__:
                if base is object:
                    continue
                if isinstance(base, EnumType):
                    return base._value_repr_
                if "__repr__" in base.__dict__:
                    shown_by_fields = "__dataclass_fields__" in base.__dict__ and base.__dataclass_params__.repr
                    return _dataclass_repr if shown_by_fields else base.__dict__["__repr__"]
        return None

    @classmethod
    def _find_data_type_(metacls, class_name, bases):
        """The class among the bases that makes objects its own way, or the one below it that has no such way."""
        found = set()
        for chain in bases:
            below = None
            for base in chain.__mro__:
                if base is object:
                    continue
                if isinstance(base, EnumType):
                    if base._member_type_ is not object:
                        found.add(base._member_type_)
                        break
                elif "__new__" in base.__dict__ or "__dataclass_fields__" in base.__dict__:
                    found.add(below or base)
                    break
                else:
                    below = below or base
        if len(found) > 1:
            raise TypeError(f"too many data types for {class_name!r}: {found!r}")
        return found.pop() if found else None

    @classmethod
    def _find_new_(metacls, body, member_type, first_enum):
        """What makes members, whether the class declares it, and whether it gets the values."""
        new = body.get("__new__")
        is_own = first_enum is not None and new is not None
        if isinstance(new, staticmethod):
            new = new.__func__
        usual = [None, None.__new__, object.__new__, first_enum and Enum.__new__]
        for method in ("__new_member__", "__new__"):
            for possible in (member_type, first_enum):
                if new is None:
                    target = getattr(possible, method, None)
                    new = None if target in usual else target
        new = new or object.__new__
        return new, is_own, first_enum is not None and new not in (Enum.__new__, object.__new__)

    def _add_member_(cls, name, made):
        """Bind a name to a member, in place of what a base has under that name."""
        known = cls._member_map_.get(name)
        if known is not None:
            if known is not made:
                raise NameError(f"{name!r} is already bound: {known!r}")
            return
        type.__setattr__(cls, name, _redirected(cls, name, made) or made)
        cls._member_map_[name] = made


EnumMeta = EnumType


def _of_class(new, use_args, member_type, value_repr):
    """What every enumeration keeps of itself."""
    return {
        "_new_member_": new,
        "_use_args_": use_args,
        "_member_names_": [],
        "_member_map_": {},
        "_value2member_map_": {},
        "_unhashable_values_": [],
        "_unhashable_values_map_": {},
        "_member_type_": member_type,
        "_value_repr_": value_repr,
    }


def _of_flag(boundary):
    """What a flag keeps of itself besides."""
    return {"_boundary_": boundary, "_flag_mask_": 0, "_singles_mask_": 0, "_all_bits_": 0, "_inverted_": None}


def _choose_methods(made, bases, member_type, first_enum):
    """Put the enumeration's methods before those of the data type, which `ReprEnum` alone lets show members."""
    own = made.__dict__
    if _declared("ReprEnum") in bases:
        if member_type is object:
            raise TypeError("ReprEnum subclasses must be mixed with a data type (i.e. int, str, float, etc.)")
        if "__format__" not in own:
            made.__format__ = member_type.__format__
        if "__str__" not in own:
            shown = member_type.__str__
            made.__str__ = member_type.__repr__ if shown is object.__str__ else shown
    for name in ("__repr__", "__str__", "__format__", "__reduce_ex__"):
        if name not in own and getattr(made, name) in (getattr(member_type, name), getattr(object, name)):
            setattr(made, name, getattr(first_enum, name))
    if not hasattr(made, "_flag_mask_"):
        return
    for name in ("__or__", "__and__", "__xor__", "__ror__", "__rand__", "__rxor__", "__invert__"):
        if name not in own:
            setattr(made, name, getattr(first_enum, name))
    values = [made._member_map_[name]._value_ for name in made._member_names_]
    if values != sorted(values):
        made._iter_member_ = made._iter_member_by_def_


def _check_order(made, order):
    """Compare the members with `_order_`, which may name those of several bits and other names of members too."""
    if not order:
        return

    def counts(name):
        known = made._member_map_.get(name)
        return known is None or name in made._member_names_

    order = [name for name in _names_in(order) if counts(name)]
    if order != made._member_names_:
        raise TypeError(f"member order does not match _order_:\n  {made._member_names_!r}\n  {order!r}")


def _redirected(cls, name, target):
    """An attribute that gives the class the member and the members what the bases have; None where they have nothing."""
    found = found_in = kind = None
    for base in cls.__mro__[1:]:
        attribute = base.__dict__.get(name)
        if attribute is None:
            continue
        if isinstance(attribute, DynamicClassAttribute):
            found, found_in, kind = attribute, base, "enum"
            break
        if _is_descriptor(attribute):
            found, found_in, kind = attribute, found_in or base, kind or "desc"
        else:
            found_in, kind = base, "attr"
    if not found:
        return None
    made = property()
    made.member = target
    made.__set_name__(cls, name)
    if kind in ("enum", "desc"):
        made.fget, made.fset, made.fdel = [getattr(found, part, None) for part in ("fget", "fset", "fdel")]
    made._attr_type, made._cls_type = kind, found_in
    return made


def _pairs(names, first_enum, start):
    """Names and values of members as the functional form gets them."""
    if isinstance(names, str):
        names = _names_in(names)
    if not (isinstance(names, (tuple, list)) and names and isinstance(names[0], str)):
        return [(item, names[item]) if isinstance(item, str) else item for item in (() if names is None else names)]
    values = []
    for count, name in enumerate(names):
        values.append(first_enum._generate_next_value_(name, start, count, values[:]))
    return list(zip(names, values))


def _make_class_unpicklable(target):
    """Have pickling a member of a class, or of a class to be made of a namespace, refused."""

    def refuse(self, proto):
        raise TypeError(f"{self!r} cannot be pickled")

    for name, value in (("__reduce_ex__", refuse), ("__module__", "<unknown>")):
        if isinstance(target, dict):
            target[name] = value
        else:
            setattr(target, name, value)


def _dataclass_repr(self):
    fields = self.__dataclass_fields__
    return ", ".join([f"{name}={getattr(self, name)!r}" for name in fields if fields[name].repr])


class Enum(metaclass=EnumType):
    """Base of enumerations: class Color(Enum): RED = 1; GREEN = 2"""

    @classmethod
    def __signature__(cls):
        if cls._member_names_:
            return "(*values)"
        return "(new_class_name, /, names, *, module=None, qualname=None, type=None, start=1, boundary=None)"

    def __new__(cls, value):
        # Members are made with the class: this finds the one of a value.
        if type(value) is cls:
            return value
        try:
            return cls._value2member_map_[value]
        except KeyError:
            pass
        except TypeError:
            for name, values in cls._unhashable_values_map_.items():
                if value in values:
                    return cls[name]
        if not cls._member_map_:
            if getattr(cls, f"_{cls.__name__}__in_progress", False):
                raise TypeError("do not use `super().__new__; call the appropriate __new__ directly")
            raise TypeError(f"{cls!r} has no members defined")
        return _missed(cls, value)

    def __init__(self, *args, **keywords):
        pass

    def _add_alias_(self, name):
        """Give the member another name."""
        self.__class__._add_member_(name, self)

    def _add_value_alias_(self, value):
        """Have another value find the member."""
        cls = self.__class__
        known = _of_value(cls, value)
        if known is None:
            _note_value(cls, value, self)
        elif known is not self:
            raise ValueError(f"{value!r} is already bound: {known!r}")

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        """The value of auto(): one more than the highest before it."""
        if not last_values:
            return start
        try:
            last_value = sorted(last_values).pop()
        except TypeError:
            raise TypeError("unable to sort non-numeric values") from None
        try:
            return last_value + 1
        except TypeError:
            raise TypeError(f"unable to increment {last_value!r}") from None

    @classmethod
    def _missing_(cls, value):
        return None

    def __repr__(self):
        shown = self.__class__._value_repr_ or repr
        return f"<{self.__class__.__name__}.{self._name_}: {shown(self._value_)}>"

    def __str__(self):
        return f"{self.__class__.__name__}.{self._name_}"

    def __dir__(self):
        members = self._member_map_
        names = set(object.__dir__(self)) if self.__class__._member_type_ is not object else set()
        names.update([name for name in getattr(self, "__dict__", ()) if name[0] != "_" and name not in members])
        for cls in self.__class__.mro():
            for name, attribute in cls.__dict__.items():
                if name[0] == "_":
                    continue
                if name not in members or isinstance(attribute, property) and attribute.fget is not None:
                    names.add(name)
                elif isinstance(attribute, property):
                    names.discard(name)
        return sorted(names.union(["__class__", "__doc__", "__eq__", "__hash__", "__module__"]))

    def __format__(self, format_spec):
        return str.__format__(str(self), format_spec)

    def __hash__(self):
        return hash(self._name_)

    def __reduce_ex__(self, proto):
        return self.__class__, (self._value_,)

    def __deepcopy__(self, memo):
        return self

    def __copy__(self):
        return self

    @property
    def name(self):
        """The name of the Enum member."""
        return self._name_

    @property
    def value(self):
        """The value of the Enum member."""
        return self._value_


def _missed(cls, value):
    """What `_missing_` finds for a value that no member has."""
    refused = ValueError(f"{value!r} is not a valid {cls.__qualname__}")
    try:
        found = cls._missing_(value)
    except Exception as error:
        if not isinstance(error, ValueError):
            error.__context__ = refused
        raise
    if isinstance(found, cls):
        return found
    if isinstance(found, int) and getattr(cls, "_boundary_", None) is EJECT:
        return found
    if found is None:
        raise refused
    error = TypeError(f"error in {cls.__name__}._missing_: returned {found!r} instead of None or a valid member")
    error.__context__ = refused
    raise error


class ReprEnum(Enum):
    """An enumeration whose members are shown as such by repr() alone: str() and format() are the data type's."""


class IntEnum(int, ReprEnum):
    """An enumeration whose members are integers."""


class StrEnum(str, ReprEnum):
    """An enumeration whose members are strings; auto() is the name in lower case."""

    def __new__(cls, *values):
        if len(values) > 3:
            raise TypeError(f"too many arguments for str(): {values!r}")
        if len(values) == 1 and not isinstance(values[0], str):
            raise TypeError(f"{values[0]!r} is not a string")
        for name, value in zip(("encoding", "errors"), values[1:]):
            if not isinstance(value, str):
                raise TypeError(f"{name} must be a string, not {value!r}")
        value = str(*values)
        made = str.__new__(cls, value)
        made._value_ = value
        return made

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        return name.lower()


from _enum_flags import (
    CONFORM,
    EJECT,
    KEEP,
    STRICT,
    Flag,
    FlagBoundary,
    IntFlag,
    _high_bit,
    _iter_bits_lsb,
    bin,
    show_flag_values,
)
