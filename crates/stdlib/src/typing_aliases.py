# Forms with brackets, and what a type parameter is replaced by: part of typing.

import collections
import operator
import types

from _typing_forms import (
    _collect_type_parameters,
    _deduplicate,
    _Final,
    _is_dunder,
    _is_param_expr,
    _is_unpacked_typevartuple,
    _NotIterable,
    _remember,
    _SpecialForm,
    _tp_cache,
    _type_check,
    _type_convert,
    _type_repr,
    _TypedCacheSpecialForm,
    _union,
    _unpack_args,
)
from _typing_parameters import ParamSpec, TypeVar, TypeVarTuple

__name__ = "typing"

_OF_ALIASES = ("_name", "_inst", "_nparams", "_defaults")


def _callable_class():
    """collections.abc.Callable, once somebody has asked for it: it asks for typing itself."""
    import collections.abc

    return collections.abc.Callable


def _tuple_of(parameters):
    return parameters if isinstance(parameters, tuple) else (parameters,)


class _BaseGenericAlias(_Final, _root=True):
    """What stands for a class: it makes its objects, and is one of its bases' entries."""

    def __init__(self, origin, *, inst=True, name=None):
        self._inst = inst
        self._name = name
        self.__origin__ = origin
        # Of the class they would be wrong here.
        self.__slots__ = None

    def __call__(self, *args, **keywords):
        if not self._inst:
            raise TypeError(f"Type {self._name} cannot be instantiated; use {self.__origin__.__name__}() instead")
        made = self.__origin__(*args, **keywords)
        try:
            made.__orig_class__ = self
        except Exception:
            # A class may refuse it in any way; the object is good without.
            pass
        return made

    def __mro_entries__(self, bases):
        entries = [] if self.__origin__ in bases else [self.__origin__]
        later = bases[bases.index(self) + 1 :]
        if not any(_brings_generic(base, bases) for base in later):
            from _typing_protocols import Generic

            entries.append(Generic)
        return tuple(entries)

    def __getattr__(self, attr):
        if attr in ("__name__", "__qualname__"):
            return self._name or self.__origin__.__name__
        if "__origin__" in self.__dict__ and not _is_dunder(attr):
            return getattr(self.__origin__, attr)
        raise AttributeError(attr)

    def __setattr__(self, attr, value):
        if _is_dunder(attr) or attr in _OF_ALIASES:
            super().__setattr__(attr, value)
        else:
            setattr(self.__origin__, attr, value)

    def __instancecheck__(self, obj):
        return self.__subclasscheck__(type(obj))

    def __subclasscheck__(self, cls):
        raise TypeError("Subscripted generics cannot be used with class and instance checks")

    def __dir__(self):
        return list({*super().__dir__(), *[attr for attr in dir(self.__origin__) if not _is_dunder(attr)]})


def _brings_generic(base, bases):
    """Whether a base makes the class generic by itself."""
    from _typing_protocols import Generic

    if isinstance(base, _BaseGenericAlias):
        return True
    if isinstance(base, type):
        return issubclass(base, Generic)
    entries = base.__mro_entries__(bases) if hasattr(base, "__mro_entries__") else None
    return isinstance(entries, tuple) and any(isinstance(each, type) and issubclass(each, Generic) for each in entries)


class _GenericAlias(_BaseGenericAlias, _root=True):
    """`origin[args]`"""

    def __init__(self, origin, args, *, inst=True, name=None):
        super().__init__(origin, inst=inst, name=name)
        self.__args__ = _tuple_of(args)
        self.__parameters__ = _collect_type_parameters(
            self.__args__, enforce_default_ordering="_is_bare_base" in getattr(origin, "__dict__", ())
        )
        if not name:
            self.__module__ = origin.__module__

    def __eq__(self, other):
        if not isinstance(other, _GenericAlias):
            return NotImplemented
        return self.__origin__ == other.__origin__ and self.__args__ == other.__args__

    def __hash__(self):
        return hash((self.__origin__, self.__args__))

    def __or__(self, right):
        return _union(self, right)

    def __ror__(self, left):
        return _union(left, self)

    def __getitem__(self, args):
        return _remember(_specialized, self, args)

    def copy_with(self, args):
        """The same with other arguments."""
        return self.__class__(self.__origin__, args, name=self._name, inst=self._inst)

    def __repr__(self):
        name = "typing." + self._name if self._name else _type_repr(self.__origin__)
        return f"{name}[{', '.join([_type_repr(arg) for arg in self.__args__]) or '()'}]"

    def __reduce__(self):
        import typing

        origin = getattr(typing, self._name) if self._name else self.__origin__
        args = self.__args__
        if len(args) == 1 and not isinstance(args[0], tuple):
            args = args[0]
        return operator.getitem, (origin, args)

    def __mro_entries__(self, bases):
        if isinstance(self.__origin__, _SpecialForm):
            raise TypeError(f"Cannot subclass {self!r}")
        if self._name:
            return super().__mro_entries__(bases)
        from _typing_protocols import Generic, Protocol

        if self.__origin__ is Generic:
            later = bases[bases.index(self) + 1 :]
            if Protocol in bases or any(isinstance(base, _BaseGenericAlias) and base is not self for base in later):
                return ()
        return (self.__origin__,)

    def __iter__(self):
        from typing import Unpack

        yield Unpack[self]


def _specialized(alias, args):
    """The alias with arguments for its parameters."""
    if "_is_bare_base" in getattr(alias.__origin__, "__dict__", ()):
        raise TypeError(f"Cannot subscript already-subscripted {alias}")
    if not alias.__parameters__:
        raise TypeError(f"{alias} is not a generic class")
    args = _unpack_args(*[_type_convert(arg) for arg in _tuple_of(args)])
    return alias.copy_with(_substitute(alias, alias.__args__, _matched(alias, tuple(args))))


def _matched(alias, args):
    """What each of the parameters of an alias is replaced by."""
    parameters = alias.__parameters__
    for parameter in parameters:
        prepare = getattr(parameter, "__typing_prepare_subst__", None)
        if prepare is not None:
            args = prepare(alias, args)
    if len(args) != len(parameters):
        amount = "many" if len(args) > len(parameters) else "few"
        raise TypeError(f"Too {amount} arguments for {alias}; actual {len(args)}, expected {len(parameters)}")
    return dict(zip(parameters, args))


def _substitute(alias, old_args, matched):
    """The arguments with their parameters replaced."""
    new_args = []
    for old in old_args:
        new = _replaced(old, matched)
        if isinstance(old, tuple):
            # `[T, int]`, which stands for a ParamSpec
            new_args.append(_substitute(alias, old, matched))
        elif isinstance(new, tuple) and (_is_unpacked_typevartuple(old) or alias.__origin__ == _callable_class()):
            new_args.extend(new)
        else:
            new_args.append(new)
    return tuple(new_args)


def _replaced(old, matched):
    if isinstance(old, (type, tuple)) and not isinstance(old, types.GenericAlias):
        return old
    if hasattr(old, "__typing_subst__"):
        return old.__typing_subst__(matched[old])
    inner = []
    for parameter in getattr(old, "__parameters__", ()):
        given = matched[parameter]
        inner.extend(given if isinstance(parameter, TypeVarTuple) else (given,))
    return old[tuple(inner)] if getattr(old, "__parameters__", ()) else old


def _substituted(arg):
    """What replaces a TypeVar."""
    arg = _type_check(arg, "Parameters to generic types must be types.", is_argument=True)
    if _is_unpacked(arg):
        raise TypeError(f"{arg} is not valid as type argument")
    return arg


def _is_unpacked(arg):
    is_form = isinstance(arg, _UnpackGenericAlias)
    return is_form or isinstance(arg, types.GenericAlias) and getattr(arg, "__unpacked__", False)


def _substituted_parameters(arg):
    """What replaces a ParamSpec."""
    if isinstance(arg, (list, tuple)):
        return tuple([_type_check(item, "Expected a type.") for item in arg])
    if not _is_param_expr(arg):
        raise TypeError(f"Expected a list of types, an ellipsis, ParamSpec, or Concatenate. Got {arg}")
    return arg


def _prepared_parameters(parameter, alias, args):
    """The arguments of an alias, where those of a ParamSpec are one: of `Z[int, str]` with one parameter they are all."""
    parameters = alias.__parameters__
    at = parameters.index(parameter)
    if at == len(args) and parameter.has_default():
        args = (*args, parameter.__default__)
    if at >= len(args):
        raise TypeError(f"Too few arguments for {alias}")
    if len(parameters) == 1 and not _is_param_expr(args[0]):
        return (tuple(args),)
    if isinstance(args[at], list):
        return (*args[:at], tuple(args[at]), *args[at + 1 :])
    return args


def _prepared_tuple(variables, alias, args):
    """The arguments of an alias, where those of a TypeVarTuple are one tuple."""
    parameters = alias.__parameters__
    at = parameters.index(variables)
    if any(isinstance(parameter, TypeVarTuple) for parameter in parameters[at + 1 :]):
        raise TypeError(f"More than one TypeVarTuple parameter in {alias}")
    after = len(parameters) - at - 1
    left, right, repeated = _room(args, at, after)
    if (left, right) == (at, after) and left + right > len(args):
        raise TypeError(f"Too few arguments for {alias}; actual {len(args)}, expected at least {len(parameters) - 1}")
    end = len(args) - right
    own = tuple(_unpack_args(variables.__default__)) if left == end and variables.has_default() else args[left:end]
    return (*args[:left], *[repeated] * (at - left), own, *[repeated] * (after - right), *args[end:])


def _room(args, before, after):
    """How many arguments are left and right of a TypeVarTuple's own, and what an unpacked tuple of any length repeats there."""
    repeated, place = None, None
    for at, arg in enumerate(args):
        inside = None if isinstance(arg, type) else getattr(arg, "__typing_unpacked_tuple_args__", None)
        if inside and len(inside) == 2 and inside[-1] is ...:
            if place is not None:
                raise TypeError("More than one unpacked arbitrary-length tuple argument")
            repeated, place = inside[0], at
    if place is None:
        return before, after, None
    return min(before, place), min(after, len(args) - place - 1), repeated


class _SpecialGenericAlias(_NotIterable, _BaseGenericAlias, _root=True):
    """A generic class of another module by the name that typing has for it: List, Iterable."""

    def __init__(self, origin, nparams, *, inst=True, name=None, defaults=()):
        super().__init__(origin, inst=inst, name=name or origin.__name__)
        self._nparams = nparams
        self._defaults = defaults
        module = "" if origin.__module__ == "builtins" else origin.__module__ + "."
        self.__doc__ = f"A generic version of {module}{origin.__qualname__}."

    def __getitem__(self, params):
        return _remember(_with_types, self, params)

    def copy_with(self, params):
        """The class with these arguments."""
        return _GenericAlias(self.__origin__, params, name=self._name, inst=self._inst)

    def __repr__(self):
        return "typing." + self._name

    def __subclasscheck__(self, cls):
        if isinstance(cls, _SpecialGenericAlias):
            return issubclass(cls.__origin__, self.__origin__)
        if not isinstance(cls, _GenericAlias):
            return issubclass(cls, self.__origin__)
        return super().__subclasscheck__(cls)

    def __reduce__(self):
        return self._name

    def __or__(self, right):
        return _union(self, right)

    def __ror__(self, left):
        return _union(left, self)


def _with_types(alias, params):
    params = tuple([_type_check(param, "Parameters to generic types must be types.") for param in _tuple_of(params)])
    wanted, given = alias._nparams, len(params)
    if given < wanted <= given + len(alias._defaults):
        params += alias._defaults[given - wanted :]
    if len(params) != wanted:
        if not wanted:
            raise TypeError(f"{alias} is not a generic class")
        expected = f"at least {wanted - len(alias._defaults)}" if alias._defaults else wanted
        amount = "many" if given > wanted else "few"
        raise TypeError(f"Too {amount} arguments for {alias}; actual {given}, expected {expected}")
    return alias.copy_with(params)


class _DeprecatedGenericAlias(_SpecialGenericAlias, _root=True):
    """A name that goes away."""

    def __init__(self, origin, nparams, *, removal_version, inst=True, name=None):
        super().__init__(origin, nparams, inst=inst, name=name)
        self.__dict__["__removal__"] = removal_version

    def __instancecheck__(self, inst):
        import warnings

        warnings._deprecated(f"{self.__module__}.{self._name}", remove=self.__removal__)
        return super().__instancecheck__(inst)


class _CallableGenericAlias(_NotIterable, _GenericAlias, _root=True):
    """Callable[[int], str]"""

    def __repr__(self):
        args = self.__args__
        if len(args) == 2 and _is_param_expr(args[0]):
            return super().__repr__()
        shown = ", ".join([_type_repr(arg) for arg in args[:-1]])
        return f"typing.Callable[[{shown}], {_type_repr(args[-1])}]"

    def __reduce__(self):
        args = self.__args__
        if not (len(args) == 2 and _is_param_expr(args[0])):
            args = list(args[:-1]), args[-1]
        from typing import Callable

        return operator.getitem, (Callable, args)


class _CallableType(_SpecialGenericAlias, _root=True):
    """Callable"""

    def copy_with(self, params):
        return _CallableGenericAlias(self.__origin__, params, name=self._name, inst=self._inst)

    def __getitem__(self, params):
        if not isinstance(params, tuple) or len(params) != 2:
            raise TypeError("Callable must be used as Callable[[arg, ...], result].")
        args, result = params
        # A list does not hash, and the cache wants what does.
        return self.__getitem_inner__((tuple(args), result) if isinstance(args, list) else params)

    @_tp_cache
    def __getitem_inner__(self, params):
        args, result = params
        result = _type_check(result, "Callable[args, result]: result must be a type.")
        if args is ...:
            return self.copy_with((..., result))
        args = tuple([_type_convert(arg) for arg in _unpack_args(*_tuple_of(args))])
        return self.copy_with((*args, result))


class _TupleType(_SpecialGenericAlias, _root=True):
    """Tuple"""

    def __getitem__(self, params):
        return _remember(_tuple_type, self, params)


def _tuple_type(form, params):
    params = _tuple_of(params)
    msg = "Tuple[t0, t1, ...]: each t must be a type."
    if len(params) >= 2 and params[-1] is ...:
        return form.copy_with((*[_type_check(param, msg) for param in params[:-1]], ...))
    return form.copy_with(tuple([_type_check(param, msg) for param in params]))


class _UnionGenericAlias(_NotIterable, _GenericAlias, _root=True):
    """Union[int, str]"""

    def copy_with(self, params):
        return _union_of(params)

    def __eq__(self, other):
        if not isinstance(other, (_UnionGenericAlias, types.UnionType)):
            return NotImplemented
        try:
            return set(self.__args__) == set(other.__args__)
        except TypeError:
            return _same_without_order(self.__args__, other.__args__)

    def __hash__(self):
        return hash(frozenset(self.__args__))

    def __repr__(self):
        args = self.__args__
        if len(args) == 2 and type(None) in args:
            return f"typing.Optional[{_type_repr(args[args[0] is type(None)])}]"
        return super().__repr__()

    def __instancecheck__(self, obj):
        return any(isinstance(obj, arg) for arg in self.__args__)

    def __subclasscheck__(self, cls):
        return any(issubclass(cls, arg) for arg in self.__args__)

    def __reduce__(self):
        func, (_, args) = super().__reduce__()
        from typing import Union

        return func, (Union, args)


def _union_of(params):
    from typing import Union

    return Union[params]


def _same_without_order(first, second):
    rest = list(second)
    for item in first:
        if item not in rest:
            return False
        rest.remove(item)
    return not rest


class _LiteralGenericAlias(_GenericAlias, _root=True):
    """Literal[1, "a"]"""

    def __eq__(self, other):
        if not isinstance(other, _LiteralGenericAlias):
            return NotImplemented
        return set(_values_with_types(self.__args__)) == set(_values_with_types(other.__args__))

    def __hash__(self):
        return hash(frozenset(_values_with_types(self.__args__)))


def _values_with_types(values):
    return [(value, type(value)) for value in values]


class _ConcatenateGenericAlias(_GenericAlias, _root=True):
    """Concatenate[int, P]"""

    def copy_with(self, params):
        if isinstance(params[-1], (list, tuple)):
            return (*params[:-1], *params[-1])
        if isinstance(params[-1], _ConcatenateGenericAlias):
            params = (*params[:-1], *params[-1].__args__)
        return super().copy_with(params)


class _UnpackGenericAlias(_GenericAlias, _root=True):
    """Unpack[Ts]"""

    def __repr__(self):
        return "typing.Unpack[" + _type_repr(self.__args__[0]) + "]"

    def __getitem__(self, args):
        if self.__typing_is_unpacked_typevartuple__:
            return args
        return super().__getitem__(args)

    @property
    def __typing_unpacked_tuple_args__(self):
        (arg,) = self.__args__
        if not isinstance(arg, (_GenericAlias, types.GenericAlias)):
            return None
        if arg.__origin__ is not tuple:
            raise TypeError("Unpack[...] must be used with a tuple type")
        return arg.__args__

    @property
    def __typing_is_unpacked_typevartuple__(self):
        return isinstance(self.__args__[0], TypeVarTuple)


class _AnnotatedAlias(_NotIterable, _GenericAlias, _root=True):
    """Annotated[int, note]: a type, and what is noted of it."""

    def __init__(self, origin, metadata):
        if isinstance(origin, _AnnotatedAlias):
            metadata = origin.__metadata__ + metadata
            origin = origin.__origin__
        super().__init__(origin, origin, name="Annotated")
        self.__metadata__ = metadata

    def copy_with(self, params):
        (origin,) = params
        return type(self)(origin, self.__metadata__)

    def __repr__(self):
        notes = ", ".join([repr(note) for note in self.__metadata__])
        return f"typing.Annotated[{_type_repr(self.__origin__)}, {notes}]"

    def __reduce__(self):
        from typing import Annotated

        return operator.getitem, (Annotated, (self.__origin__, *self.__metadata__))

    def __eq__(self, other):
        if not isinstance(other, _AnnotatedAlias):
            return NotImplemented
        return self.__origin__ == other.__origin__ and self.__metadata__ == other.__metadata__

    def __hash__(self):
        return hash((self.__origin__, self.__metadata__))

    def __getattr__(self, attr):
        if attr in ("__name__", "__qualname__"):
            return "Annotated"
        return super().__getattr__(attr)

    def __mro_entries__(self, bases):
        return (self.__origin__,)
