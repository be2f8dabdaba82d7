# Special forms, and what may stand as a type: part of typing.

import functools
import types

from _typing_parameters import ParamSpec, TypeVar, TypeVarTuple

__name__ = "typing"


class _Final:
    """A class that nothing derives from but what says `_root`."""

    __slots__ = ("__weakref__",)

    def __init_subclass__(cls, /, *args, **keywords):
        if "_root" not in keywords:
            raise TypeError("Cannot subclass special typing classes")


class _NotIterable:
    """What has `__getitem__` but no items."""

    __slots__ = ()
    __iter__ = None


def _union(a, b):
    from typing import Union

    return Union[a, b]


# A name with a meaning of its own, and a function that says what its brackets give. Each has its own documentation.
class _SpecialForm(_Final, _NotIterable, _root=True):
    __slots__ = ("_name", "__doc__", "_getitem", "_place")

    # Where a form may stand without brackets: as any type, or only where qualifiers may.
    ANYWHERE, QUALIFIER, NOWHERE = range(3)

    def __init__(self, getitem, place=NOWHERE):
        self._getitem = getitem
        self._name = getitem.__name__
        self.__doc__ = getitem.__doc__
        self._place = place

    def __getattr__(self, item):
        if item in ("__name__", "__qualname__"):
            return self._name
        raise AttributeError(item)

    def __mro_entries__(self, bases):
        raise TypeError(f"Cannot subclass {self!r}")

    def __repr__(self):
        return "typing." + self._name

    def __reduce__(self):
        return self._name

    def __call__(self, *args, **keywords):
        raise TypeError(f"Cannot instantiate {self!r}")

    def __or__(self, other):
        return _union(self, other)

    def __ror__(self, other):
        return _union(other, self)

    def __instancecheck__(self, obj):
        raise TypeError(f"{self} cannot be used with isinstance()")

    def __subclasscheck__(self, cls):
        raise TypeError(f"{self} cannot be used with issubclass()")

    def __getitem__(self, parameters):
        return self._cached(parameters)

    def _cached(self, parameters):
        return _remember(_bracketed, self, parameters)


# A form whose arguments are told apart by their types as well.
class _TypedCacheSpecialForm(_SpecialForm, _root=True):
    def _cached(self, parameters):
        given = parameters if isinstance(parameters, tuple) else (parameters,)
        return _remember_typed(_bracketed_of_many, self, *given)


def _bracketed(form, parameters):
    return form._getitem(form, parameters)


def _bracketed_of_many(form, *parameters):
    return form._getitem(form, *parameters)


# What empties each cache.
_cleanups = []
_caches = {}


def _cached_call(typed, func, args):
    """What a function gives; the result for arguments that hash is kept."""
    cached = _caches.get((func, typed))
    if cached is None:
        cached = _caches[func, typed] = functools.lru_cache(typed=typed)(func)
        _cleanups.append(cached.cache_clear)
    try:
        return cached(*args)
    except TypeError:
        # Either the arguments do not hash, or the function says so again.
        return func(*args)


def _remember(func, *args):
    return _cached_call(False, func, args)


def _remember_typed(func, *args):
    return _cached_call(True, func, args)


def _tp_cache(func):
    """A function of one object and one argument whose results are kept."""

    @functools.wraps(func)
    def inner(*args):
        return _remember(func, *args)

    return inner


def _tell_no_type_params(name):
    """The warning of a function that is not told the type parameters around an annotation."""
    import warnings

    message = (
        f"Failing to pass a value to the 'type_params' parameter of {name!r} is deprecated, "
        f"as it leads to incorrect behaviour when calling {name} on a stringified annotation "
        "that references a PEP 695 type parameter. It will be disallowed in Python 3.15."
    )
    warnings.warn(message, category=DeprecationWarning)


class ForwardRef(_Final, _root=True):
    """Internal wrapper to hold a forward reference."""

    __slots__ = (
        "__forward_arg__",
        "__forward_code__",
        "__forward_evaluated__",
        "__forward_value__",
        "__forward_is_argument__",
        "__forward_is_class__",
        "__forward_module__",
    )

    def __init__(self, arg, is_argument=True, module=None, *, is_class=False):
        if not isinstance(arg, str):
            raise TypeError(f"Forward reference must be a string -- got {arg!r}")
        # A star makes an expression only inside brackets.
        text = f"({arg},)[0]" if arg.startswith("*") else arg
        try:
            code = compile(text, "<string>", "eval")
        except SyntaxError:
            raise SyntaxError(f"Forward reference must be an expression -- got {arg!r}") from None
        self.__forward_arg__ = arg
        self.__forward_code__ = code
        self.__forward_evaluated__ = False
        self.__forward_value__ = None
        self.__forward_is_argument__ = is_argument
        self.__forward_is_class__ = is_class
        self.__forward_module__ = module

    def _evaluate(self, globalns, localns, type_params=None, *, recursive_guard):
        if type_params is None:
            _tell_no_type_params("typing.ForwardRef._evaluate")
            type_params = ()
        if self.__forward_arg__ in recursive_guard:
            return self
        if self.__forward_evaluated__ and localns is globalns:
            return self.__forward_value__
        from _typing_hints import _evaluated

        self.__forward_value__ = _evaluated(self, globalns, localns, type_params, recursive_guard)
        self.__forward_evaluated__ = True
        return self.__forward_value__

    def __eq__(self, other):
        if not isinstance(other, ForwardRef):
            return NotImplemented
        same = (self.__forward_arg__, self.__forward_module__) == (other.__forward_arg__, other.__forward_module__)
        if same and self.__forward_evaluated__ and other.__forward_evaluated__:
            return self.__forward_value__ == other.__forward_value__
        return same

    def __hash__(self):
        return hash((self.__forward_arg__, self.__forward_module__))

    def __or__(self, other):
        return _union(self, other)

    def __ror__(self, other):
        return _union(other, self)

    def __repr__(self):
        module = "" if self.__forward_module__ is None else f", module={self.__forward_module__!r}"
        return f"ForwardRef({self.__forward_arg__!r}{module})"


def _type_convert(arg, module=None, *, allow_special_forms=False):
    """None is its type, a text is a reference."""
    if arg is None:
        return type(None)
    if isinstance(arg, str):
        return ForwardRef(arg, module=module, is_class=allow_special_forms)
    return arg


def _type_check(arg, msg, is_argument=True, module=None, *, allow_special_forms=False):
    """The argument as a type; TypeError, which the message begins, where it cannot be one."""
    arg = _type_convert(arg, module=module, allow_special_forms=allow_special_forms)
    origin = _origin_of_alias(arg)
    if _is_bare_base(origin) or not allow_special_forms and _is_qualifier(origin, is_argument):
        raise TypeError(f"{arg} is not valid as type argument")
    if _is_bare_base(arg) or isinstance(arg, _SpecialForm) and not _stands_alone(arg, allow_special_forms):
        raise TypeError(f"Plain {arg} is not valid as type argument")
    if type(arg) is tuple:
        raise TypeError(f"{msg} Got {arg!r:.100}.")
    return arg


def _origin_of_alias(arg):
    return arg.__origin__ if isinstance(arg, _Final) and hasattr(arg, "__args__") else None


def _is_bare_base(arg):
    """Whether it is Generic or Protocol, which say nothing as types."""
    return isinstance(arg, type) and "_is_bare_base" in arg.__dict__


def _is_qualifier(form, is_argument):
    """ClassVar qualifies no type that stands in another, Final none that is an argument."""
    if not isinstance(form, _SpecialForm) or form._place != _SpecialForm.QUALIFIER:
        return False
    return form._name == "ClassVar" or is_argument


def _stands_alone(form, allow_special_forms):
    return form._place == _SpecialForm.ANYWHERE or allow_special_forms and form._place == _SpecialForm.QUALIFIER


def _is_dunder(attr):
    return attr.startswith("__") and attr.endswith("__")


def _is_typevar_like(x):
    return isinstance(x, (TypeVar, ParamSpec)) or _is_unpacked_typevartuple(x)


def _is_unpacked_typevartuple(x):
    return not isinstance(x, type) and getattr(x, "__typing_is_unpacked_typevartuple__", False)


def _is_param_expr(arg):
    """Whether it may stand for a ParamSpec."""
    if arg is ... or isinstance(arg, (tuple, list)):
        return True
    from typing import Concatenate

    return isinstance(arg, ParamSpec) or _origin_of_alias(arg) is Concatenate


def _type_repr(obj):
    """As annotations show it."""
    if isinstance(obj, tuple):
        return "[" + ", ".join([_type_repr(item) for item in obj]) + "]"
    if isinstance(obj, type) and not isinstance(obj, types.GenericAlias):
        return obj.__qualname__ if obj.__module__ == "builtins" else f"{obj.__module__}.{obj.__qualname__}"
    if obj is ...:
        return "..."
    return obj.__name__ if isinstance(obj, types.FunctionType) else repr(obj)


class _Collected:
    """Type parameters in the order in which they were met, each once."""

    def __init__(self, enforce_default_ordering):
        self._ordered = enforce_default_ordering
        self._default = self._variadic = False
        self.found = []

    def _check(self, parameter):
        if not self._ordered:
            return
        if parameter.has_default():
            if self._variadic:
                raise TypeError("Type parameter with a default follows TypeVarTuple")
            self._default = True
        elif self._default:
            words = f"Type parameter {parameter!r} without a default follows type parameter with a default"
            raise TypeError(words)

    def add(self, item):
        if isinstance(item, type) and not isinstance(item, types.GenericAlias):
            return
        if isinstance(item, (tuple, list)):
            self._keep([each for part in item for each in _collect_type_parameters([part])])
        elif hasattr(item, "__typing_subst__"):
            if item not in self.found:
                self._check(item)
                self.found.append(item)
        else:
            self._variadic = self._variadic or _is_unpacked_typevartuple(item)
            self._keep(getattr(item, "__parameters__", ()))

    def _keep(self, parameters):
        self.found.extend([each for each in dict.fromkeys(parameters) if each not in self.found])


def _collect_type_parameters(args, *, enforce_default_ordering=True):
    """The type parameters of types, in the order in which they first appear."""
    collected = _Collected(enforce_default_ordering)
    for item in args:
        collected.add(item)
    return tuple(collected.found)


def _deduplicate(params, *, unhashable_fallback=False):
    """The items without those that came before; those that do not hash are compared."""
    try:
        return list(dict.fromkeys(params))
    except TypeError:
        if not unhashable_fallback:
            raise
    kept = []
    for item in params:
        if item not in kept:
            kept.append(item)
    return kept


def _unpack_args(*args):
    """The arguments, with what an unpacked tuple of known length holds in its place."""
    spread = []
    for arg in args:
        inside = getattr(arg, "__typing_unpacked_tuple_args__", None)
        if isinstance(arg, type) or inside is None or inside and inside[-1] is ...:
            spread.append(arg)
        else:
            spread.extend(inside)
    return spread
