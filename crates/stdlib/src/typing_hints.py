# What annotations mean: part of typing.

import functools
import operator
import sys
import types
from types import GenericAlias

from _typing_aliases import _AnnotatedAlias, _BaseGenericAlias, _GenericAlias
from _typing_forms import ForwardRef, _is_param_expr, _tell_no_type_params, _type_check
from _typing_parameters import ParamSpecArgs, ParamSpecKwargs
from _typing_protocols import Generic

__name__ = "typing"


def _eval_type(t, globalns, localns, type_params=None, *, recursive_guard=frozenset()):
    """The type with what its forward references mean in their place."""
    if type_params is None:
        _tell_no_type_params("typing._eval_type")
        type_params = ()
    if isinstance(t, ForwardRef):
        return t._evaluate(globalns, localns, type_params, recursive_guard=recursive_guard)
    if not isinstance(t, (_GenericAlias, GenericAlias, types.UnionType)):
        return t
    if isinstance(t, GenericAlias):
        t = _with_references(t)
    args = tuple([_eval_type(arg, globalns, localns, type_params, recursive_guard=recursive_guard) for arg in t.__args__])
    return t if args == t.__args__ else _with_args(t, args)


def _with_references(t):
    """An alias of a class whose texts are references."""
    args = tuple([ForwardRef(arg) if isinstance(arg, str) else arg for arg in t.__args__])
    made = t.__origin__[(args[:-1], args[-1]) if _should_unflatten_callable_args(t, args) else args]
    if not t.__unpacked__:
        return made
    from typing import Unpack

    return Unpack[made]


def _should_unflatten_callable_args(typ, args):
    """Whether the arguments of a callable stand in one row with its result."""
    import collections.abc

    return typ.__origin__ is collections.abc.Callable and not (len(args) == 2 and _is_param_expr(args[0]))


def _with_args(t, args):
    if isinstance(t, GenericAlias):
        return GenericAlias(t.__origin__, args)
    if isinstance(t, types.UnionType):
        return functools.reduce(operator.or_, args)
    return t.copy_with(args)


def _evaluated(ref, globalns, localns, type_params, recursive_guard):
    """What a forward reference means."""
    if globalns is None or localns is None:
        globalns = localns = next((names for names in (globalns, localns) if names is not None), {})
    if ref.__forward_module__ is not None:
        globalns = getattr(sys.modules.get(ref.__forward_module__), "__dict__", globalns)
    if type_params:
        globalns, localns = _with_parameters(ref, dict(globalns), dict(localns), type_params)
    found = _type_check(
        eval(ref.__forward_code__, globalns, localns),
        "Forward references must evaluate to types.",
        is_argument=ref.__forward_is_argument__,
        allow_special_forms=ref.__forward_is_class__,
    )
    return _eval_type(found, globalns, localns, type_params, recursive_guard=recursive_guard | {ref.__forward_arg__})


def _with_parameters(ref, globalns, localns, type_params):
    """Names with those of type parameters, which the names of a class (its globals here) hide."""
    for parameter in type_params:
        name = parameter.__name__
        if not ref.__forward_is_class__ or name not in globalns:
            globalns[name] = parameter
            localns.pop(name, None)
    return globalns, localns


_HINTED = (
    types.FunctionType,
    types.BuiltinFunctionType,
    types.MethodType,
    types.ModuleType,
    types.WrapperDescriptorType,
    types.MethodWrapperType,
    types.MethodDescriptorType,
)


def get_type_hints(obj, globalns=None, localns=None, include_extras=False):
    """The annotations of a class (its bases' too), a function or a module, with references resolved."""
    if getattr(obj, "__no_type_check__", None):
        return {}
    hints = _class_hints(obj, globalns, localns) if isinstance(obj, type) else _own_hints(obj, globalns, localns)
    return hints if include_extras else {name: _strip_annotations(hint) for name, hint in hints.items()}


def _class_hints(cls, globalns, localns):
    hints = {}
    for base in reversed(cls.__mro__):
        names = getattr(sys.modules.get(base.__module__), "__dict__", {}) if globalns is None else globalns
        own = dict(vars(base)) if localns is None else localns
        if localns is None and globalns is None:
            # Names of the module come before those of the class.
            names, own = own, names
        annotated = base.__dict__.get("__annotations__", {})
        if isinstance(annotated, types.GetSetDescriptorType):
            annotated = {}
        for name, hint in annotated.items():
            hints[name] = _hint(hint, names, own, base.__type_params__, is_argument=False, is_class=True)
    return hints


def _own_hints(obj, globalns, localns):
    if globalns is None:
        globalns = obj.__dict__ if isinstance(obj, types.ModuleType) else _globals_of(obj)
    localns = globalns if localns is None else localns
    annotated = getattr(obj, "__annotations__", None)
    if annotated is None:
        if isinstance(obj, _HINTED):
            return {}
        raise TypeError(f"{obj!r} is not a module, class, method, or function.")
    parameters, is_argument = getattr(obj, "__type_params__", ()), not isinstance(obj, types.ModuleType)
    return {name: _hint(hint, globalns, localns, parameters, is_argument, False) for name, hint in annotated.items()}


def _globals_of(obj):
    while hasattr(obj, "__wrapped__"):
        obj = obj.__wrapped__
    return getattr(obj, "__globals__", {})


def _hint(hint, globalns, localns, type_params, is_argument, is_class):
    if hint is None:
        return type(None)
    if isinstance(hint, str):
        hint = ForwardRef(hint, is_argument=is_argument, is_class=is_class)
    return _eval_type(hint, globalns, localns, type_params)


def _strip_annotations(t):
    """The type without notes and qualifiers."""
    from typing import NotRequired, ReadOnly, Required

    if isinstance(t, _AnnotatedAlias):
        return _strip_annotations(t.__origin__)
    if getattr(t, "__origin__", None) in (Required, NotRequired, ReadOnly):
        return _strip_annotations(t.__args__[0])
    if not isinstance(t, (_GenericAlias, GenericAlias, types.UnionType)):
        return t
    args = tuple(map(_strip_annotations, t.__args__))
    return t if args == t.__args__ else _with_args(t, args)


def get_origin(tp):
    """The class or form before the brackets; None for what has none."""
    if isinstance(tp, _AnnotatedAlias):
        from typing import Annotated

        return Annotated
    if isinstance(tp, (_BaseGenericAlias, GenericAlias, ParamSpecArgs, ParamSpecKwargs)):
        return tp.__origin__
    if isinstance(tp, types.UnionType):
        return types.UnionType
    return Generic if tp is Generic else None


def get_args(tp):
    """What stands in the brackets."""
    if isinstance(tp, _AnnotatedAlias):
        return (tp.__origin__, *tp.__metadata__)
    if isinstance(tp, (_GenericAlias, GenericAlias)):
        args = tp.__args__
        return (list(args[:-1]), args[-1]) if _should_unflatten_callable_args(tp, args) else args
    return tp.__args__ if isinstance(tp, types.UnionType) else ()
