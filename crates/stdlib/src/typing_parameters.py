# Type parameters and aliases: part of typing.

from sys import _getframemodulename
from types import GenericAlias

from _tensorcell.types import _union

__name__ = "typing"


def _typing():
    """What only a use of a parameter asks of the rest of typing."""
    import typing

    return typing


class _NoDefaultType:
    """The type of the NoDefault singleton."""

    __slots__ = ()

    def __new__(cls):
        return NoDefault

    def __repr__(self):
        return "typing.NoDefault"

    def __reduce__(self):
        return "NoDefault"

    def __init_subclass__(cls):
        raise TypeError("type 'NoDefaultType' is not an acceptable base type")


_NoDefaultType.__name__ = _NoDefaultType.__qualname__ = "NoDefaultType"
NoDefault = object.__new__(_NoDefaultType)


def _checked(bound):
    return _typing()._type_check(bound, "Bound must be a type.")


def _remembered(what):
    """An attribute that is known, or is found when somebody asks, by what the declaration says."""

    def get(self):
        if what not in self._known:
            self._known[what] = self._later[what]()
        return self._known[what]

    return property(get)


class _TypeParameter:
    """What the three kinds of type parameters share."""

    __slots__ = ("_name", "_known", "_later", "_variance", "__dict__", "__weakref__")

    def __init_subclass__(cls, kind=None):
        if kind is None:
            raise TypeError(f"type 'typing.{cls.__mro__[1].__name__}' is not an acceptable base type")

    def _describe(self, name, known, variance=(False, False, False), *, module):
        if not isinstance(name, str):
            raise TypeError(f"{type(self).__name__}() argument 'name' must be str, not {type(name).__name__}")
        covariant, contravariant, infer = variance
        if covariant and contravariant:
            raise ValueError("Bivariant types are not supported.")
        if infer and (covariant or contravariant):
            raise ValueError("Variance cannot be specified with infer_variance.")
        self._name, self._known, self._later = name, known, {}
        self._variance = bool(covariant), bool(contravariant), bool(infer)
        self.__dict__["__module__"] = module

    __name__ = property(lambda self: self._name)
    __default__ = _remembered("default")

    def has_default(self):
        """Whether the parameter has a default."""
        return self._known.get("default", self) is not NoDefault

    def __mro_entries__(self, bases):
        raise TypeError(f"Cannot subclass an instance of {type(self).__name__}")

    def __reduce__(self):
        return self._name

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self


class _Variable(_TypeParameter, kind="variable"):
    """A parameter that has a variance and stands for one thing."""

    __slots__ = ()

    __bound__ = _remembered("bound")
    __covariant__ = property(lambda self: self._variance[0])
    __contravariant__ = property(lambda self: self._variance[1])
    __infer_variance__ = property(lambda self: self._variance[2])

    def __or__(self, other):
        return _typing().Union[self, other]

    def __ror__(self, other):
        return _typing().Union[other, self]

    def __repr__(self):
        if self.__infer_variance__:
            return self._name
        return ("+" if self.__covariant__ else "-" if self.__contravariant__ else "~") + self._name


class TypeVar(_Variable, kind="one type"):
    """Type variable.

    The preferred way to construct a type variable is via the dedicated
    syntax for generic functions, classes, and type aliases.
    """

    __slots__ = ()

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
        if len(constraints) == 1:
            raise TypeError("A single constraint is not allowed")
        if constraints and bound is not None:
            raise TypeError("Constraints cannot be combined with bound=...")
        check = _typing()._type_check
        known = {
            "bound": None if bound is None else _checked(bound),
            "constraints": tuple(
                [check(item, "TypeVar(name, constraint, ...): constraints must be types.") for item in constraints]
            ),
            "default": default,
        }
        self._describe(name, known, (covariant, contravariant, infer_variance), module=_getframemodulename(1))

    __constraints__ = _remembered("constraints")

    def __typing_subst__(self, arg):
        return _typing()._substituted(arg)

    def __typing_prepare_subst__(self, alias, args):
        return _with_default(self, alias, args)


def _with_default(parameter, alias, args):
    """The arguments, and the parameter's default where they end before it."""
    at = alias.__parameters__.index(parameter)
    if at < len(args):
        return args
    if at > len(args) or not parameter.has_default():
        raise TypeError(f"Too few arguments for {alias}; actual {len(args)}, expected at least {at + 1}")
    return (*args, parameter.__default__)


class ParamSpec(_Variable, kind="parameters"):
    """Parameter specification variable."""

    __slots__ = ()

    def __init__(
        self,
        name,
        *,
        bound=None,
        default=NoDefault,
        covariant=False,
        contravariant=False,
        infer_variance=False,
    ):
        known = {"bound": None if bound is None else _checked(bound), "default": default}
        self._describe(name, known, (covariant, contravariant, infer_variance), module=_getframemodulename(1))

    args = property(lambda self: ParamSpecArgs(self))
    kwargs = property(lambda self: ParamSpecKwargs(self))

    def __typing_subst__(self, arg):
        return _typing()._substituted_parameters(arg)

    def __typing_prepare_subst__(self, alias, args):
        return _typing()._prepared_parameters(self, alias, args)


class _Part:
    """The positional or the named arguments of a ParamSpec."""

    __slots__ = ("__origin__", "__weakref__")

    def __init__(self, origin):
        self.__origin__ = origin

    def __eq__(self, other):
        return self.__origin__ == other.__origin__ if type(other) is type(self) else NotImplemented

    def __hash__(self):
        return hash((type(self), self.__origin__))

    def __repr__(self):
        origin = self.__origin__
        return f"{origin.__name__ if isinstance(origin, ParamSpec) else repr(origin)}.{self._shown}"

    def __mro_entries__(self, bases):
        raise TypeError(f"Cannot subclass an instance of {type(self).__name__}")

    def __init_subclass__(cls, shown=None):
        if shown is None:
            raise TypeError(f"type 'typing.{cls.__mro__[1].__name__}' is not an acceptable base type")
        cls._shown = shown


class ParamSpecArgs(_Part, shown="args"):
    """The args for a ParamSpec object."""

    __slots__ = ()


class ParamSpecKwargs(_Part, shown="kwargs"):
    """The kwargs for a ParamSpec object."""

    __slots__ = ()


class TypeVarTuple(_TypeParameter, kind="several types"):
    """Type variable tuple. A specialized form of type variable that enables variadic generics."""

    __slots__ = ()

    def __init__(self, name, *, default=NoDefault):
        self._describe(name, {"default": default}, module=_getframemodulename(1))

    def __iter__(self):
        yield _typing().Unpack[self]

    def __repr__(self):
        return self._name

    def __typing_subst__(self, arg):
        raise TypeError("Substitution of bare TypeVarTuple is not supported")

    def __typing_prepare_subst__(self, alias, args):
        return _typing()._prepared_tuple(self, alias, args)


def _declared(cls, name, later, **known):
    """A type parameter of a `[...]` list: what it says of itself is found when somebody asks."""
    made = cls.__new__(cls)
    made._describe(name, {"default": NoDefault, **known}, (False, False, cls is not TypeVarTuple), module="typing")
    for what, evaluate in later.items():
        if evaluate is not None:
            made._known.pop(what, None)
            made._later[what] = evaluate
    return made


def _type_variable(name, bound, has_constraints, default):
    later = {"constraints" if has_constraints else "bound": bound, "default": default}
    return _declared(TypeVar, name, later, bound=None, constraints=())


def _type_variables(name, default):
    return _declared(TypeVarTuple, name, {"default": default})


def _parameters(name, default):
    return _declared(ParamSpec, name, {"default": default}, bound=None)


class TypeAliasType:
    """What a `type` statement makes: its value is found when somebody asks."""

    __slots__ = ("_name", "_parameters", "_known", "_evaluate", "__dict__", "__weakref__")

    def __new__(cls, name, value, *, type_params=()):
        if not isinstance(name, str):
            raise TypeError(f"typealias() argument 'name' must be str, not {type(name).__name__}")
        if not isinstance(type_params, tuple):
            raise TypeError("type_params must be a tuple")
        return _new_alias(name, type_params, [value], None, _getframemodulename(1))

    __name__ = property(lambda self: self._name)
    __type_params__ = property(lambda self: self._parameters)

    @property
    def __value__(self):
        if not self._known:
            self._known.append(self._evaluate())
        return self._known[0]

    @property
    def __parameters__(self):
        return tuple([part for item in self._parameters for part in (item if isinstance(item, TypeVarTuple) else [item])])

    def __setattr__(self, name, value):
        if name == "__name__":
            raise AttributeError("readonly attribute")
        if hasattr(type(self), name):
            raise AttributeError(f"attribute '{name}' of 'typing.TypeAliasType' objects is not writable")
        raise AttributeError(f"'typing.TypeAliasType' object has no attribute '{name}'")

    def __init_subclass__(cls):
        raise TypeError("type 'typing.TypeAliasType' is not an acceptable base type")

    def __getitem__(self, items):
        if not self._parameters:
            raise TypeError("Only generic type aliases are subscriptable")
        return GenericAlias(self, items)

    def __or__(self, other):
        return _union(self, other)

    def __ror__(self, other):
        return _union(other, self)

    def __mro_entries__(self, bases):
        raise TypeError("Cannot subclass an instance of TypeAliasType")

    def __reduce__(self):
        return self._name

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __repr__(self):
        return self._name


def _new_alias(name, parameters, known, evaluate, module):
    made = object.__new__(TypeAliasType)
    place = object.__setattr__
    place(made, "_name", name)
    place(made, "_parameters", parameters)
    place(made, "_known", known)
    place(made, "_evaluate", evaluate)
    made.__dict__["__module__"] = module
    return made


def _alias(name, parameters, evaluate, module):
    return _new_alias(name, parameters, [], evaluate, module)
