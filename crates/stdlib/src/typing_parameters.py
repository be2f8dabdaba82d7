# Type parameters and aliases: part of typing.

from sys import _getframemodulename
from types import GenericAlias

__name__ = "typing"


def _either(a, b):
    from typing import Union

    return Union[a, b]


def _unpacked(variables):
    from typing import Unpack

    return Unpack[variables]


def _converted(item):
    from typing import _converted

    return _converted(item)


class _NoDefault:
    """The default of a type parameter that has none."""

    def __repr__(self):
        return "typing.NoDefault"

    def __reduce__(self):
        return "NoDefault"


NoDefault = _NoDefault()


class TypeVar:
    """A type variable, for annotations only."""

    def __init__(
        self,
        name,
        *constraints,
        bound=None,
        default=NoDefault,
        covariant=False,
        contravariant=False,
        infer_variance=False,
    ):
        if covariant and contravariant:
            raise ValueError("Bivariant types are not supported.")
        if infer_variance and (covariant or contravariant):
            raise ValueError("Variance cannot be specified with infer_variance.")
        if len(constraints) == 1:
            raise TypeError("A single constraint is not allowed")
        if constraints and bound is not None:
            raise TypeError("Constraints cannot be combined with bound=...")
        self._describe(name, covariant, contravariant, infer_variance)
        self._known = {
            "bound": _converted(bound) if bound is not None else None,
            "constraints": tuple([_converted(item) for item in constraints]),
            "default": default if default is NoDefault else _converted(default),
        }

    def _describe(self, name, covariant=False, contravariant=False, infer_variance=False):
        self.__name__ = name
        self.__covariant__, self.__contravariant__ = bool(covariant), bool(contravariant)
        self.__infer_variance__ = bool(infer_variance)
        self.__module__ = _getframemodulename(2)
        self._later = {}

    def _value(self, what):
        """What is known, or is now found by what the declaration says."""
        if what not in self._known:
            self._known[what] = self._later[what]()
        return self._known[what]

    @property
    def __bound__(self):
        return self._value("bound")

    @property
    def __constraints__(self):
        return self._value("constraints")

    @property
    def __default__(self):
        return self._value("default")

    def has_default(self):
        return self._known.get("default", self) is not NoDefault

    def __typing_subst__(self, arg):
        return _converted(arg)

    def __mro_entries__(self, bases):
        raise TypeError(f"Cannot subclass an instance of {type(self).__name__}")

    def __reduce__(self):
        return self.__name__

    def __or__(self, other):
        return _either(self, other)

    def __ror__(self, other):
        return _either(other, self)

    def __repr__(self):
        if self.__infer_variance__:
            return self.__name__
        return ("+" if self.__covariant__ else "-" if self.__contravariant__ else "~") + self.__name__


class ParamSpec(TypeVar):
    """The parameters of a callable, for annotations only."""

    args = property(lambda self: _Part(self, "args"))
    kwargs = property(lambda self: _Part(self, "kwargs"))


class _Part:
    """P.args or P.kwargs of a ParamSpec."""

    def __init__(self, origin, name):
        self.__origin__ = origin
        self._name = name

    def __eq__(self, other):
        return isinstance(other, _Part) and (self.__origin__, self._name) == (other.__origin__, other._name)

    def __hash__(self):
        return hash((self.__origin__, self._name))

    def __repr__(self):
        return f"{self.__origin__.__name__}.{self._name}"


class TypeVarTuple(TypeVar):
    """Several type variables, for annotations only."""

    def __init__(self, name, *, default=NoDefault):
        self._describe(name)
        self._known = {"bound": None, "constraints": (), "default": default}

    def __iter__(self):
        yield _unpacked(self)

    def __repr__(self):
        return self.__name__


def _declared(cls, name, later):
    """A type parameter of a `[...]` list: what it says of itself is found when somebody asks."""
    made = cls.__new__(cls)
    made._describe(name, infer_variance=cls is not TypeVarTuple)
    made.__module__ = "typing"
    made._known = {"bound": None, "constraints": (), "default": NoDefault}
    for what, evaluate in later.items():
        if evaluate is not None:
            del made._known[what]
            made._later[what] = evaluate
    return made


def _type_variable(name, bound, has_constraints, default):
    return _declared(TypeVar, name, {"constraints" if has_constraints else "bound": bound, "default": default})


def _type_variables(name, default):
    return _declared(TypeVarTuple, name, {"default": default})


def _parameters(name, default):
    return _declared(ParamSpec, name, {"default": default})


class TypeAliasType:
    """What a `type` statement makes: its value is found when somebody asks."""

    def __init__(self, name, value, *, type_params=()):
        if not isinstance(type_params, tuple):
            raise TypeError("type_params must be a tuple")
        self.__name__ = name
        self.__type_params__ = type_params
        self.__module__ = _getframemodulename(1)
        self._known = [value]

    @property
    def __value__(self):
        if not self._known:
            self._known.append(self._evaluate())
        return self._known[0]

    @property
    def __parameters__(self):
        return tuple([part for item in self.__type_params__ for part in (item if isinstance(item, TypeVarTuple) else [item])])

    def __setattr__(self, name, value):
        if "_known" in self.__dict__:
            if name in ("__name__", "__value__", "__type_params__", "__parameters__", "__module__"):
                raise AttributeError(
                    "readonly attribute"
                    if name == "__name__"
                    else f"attribute '{name}' of 'typing.TypeAliasType' objects is not writable"
                )
            raise AttributeError(f"'typing.TypeAliasType' object has no attribute '{name}'")
        object.__setattr__(self, name, value)

    def __init_subclass__(cls):
        raise TypeError("type 'typing.TypeAliasType' is not an acceptable base type")

    def __getitem__(self, items):
        if not self.__type_params__:
            raise TypeError("Only generic type aliases are subscriptable")
        return GenericAlias(self, items)

    def __or__(self, other):
        return _either(self, other)

    def __ror__(self, other):
        return _either(other, self)

    def __call__(self, *args, **kwargs):
        raise TypeError("'typing.TypeAliasType' object is not callable")

    def __mro_entries__(self, bases):
        raise TypeError("type() doesn't support MRO entry resolution; use types.new_class()")

    def __reduce__(self):
        return self.__name__

    def __repr__(self):
        return self.__name__


def _alias(name, parameters, evaluate, module):
    made = TypeAliasType.__new__(TypeAliasType)
    made.__name__, made.__type_params__, made.__module__ = name, parameters, module
    made._evaluate = evaluate
    made._known = []
    return made
