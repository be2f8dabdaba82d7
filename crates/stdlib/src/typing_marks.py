# Functions that tell checkers something, and run as little: part of typing.

import functools
import sys
import types

__name__ = "typing"


def cast(typ, val):
    """Cast a value to a type: the value itself."""
    return val


def assert_type(val, typ, /):
    """Ask a static type checker to confirm that the value is of the given type."""
    return val


_ASSERT_NEVER_REPR_MAX_LENGTH = 100


def assert_never(arg, /):
    """Statically assert that a line of code is unreachable."""
    shown = repr(arg)
    if len(shown) > _ASSERT_NEVER_REPR_MAX_LENGTH:
        shown = shown[:_ASSERT_NEVER_REPR_MAX_LENGTH] + "..."
    raise AssertionError(f"Expected code to be unreachable, but got: {shown}")


def reveal_type(obj, /):
    """Ask a static type checker to reveal the inferred type of an expression."""
    print(f"Runtime type is {type(obj).__name__!r}", file=sys.stderr)
    return obj


def no_type_check(arg):
    """Mark a class or a function: its annotations are no type hints."""
    if isinstance(arg, type):
        for key in dir(arg):
            _mark_member(arg, getattr(arg, key))
    try:
        arg.__no_type_check__ = True
    except TypeError:
        # A built-in class takes no attributes.
        pass
    return arg


def _mark_member(cls, member):
    """Mark what is the class's own: no name that it has borrowed."""
    inner = f"{cls.__qualname__}.{getattr(member, '__name__', None)}"
    if getattr(member, "__qualname__", None) != inner or getattr(member, "__module__", None) != cls.__module__:
        return
    if isinstance(member, types.FunctionType):
        member.__no_type_check__ = True
    if isinstance(member, types.MethodType):
        member.__func__.__no_type_check__ = True
    if isinstance(member, type):
        no_type_check(member)


def no_type_check_decorator(decorator):
    """A decorator that gives another one the effect of no_type_check."""
    import warnings

    warnings._deprecated("typing.no_type_check_decorator", remove=(3, 15))

    @functools.wraps(decorator)
    def wrapped(*args, **keywords):
        return no_type_check(decorator(*args, **keywords))

    return wrapped


def _marked(obj, name, value):
    """The object itself, with an attribute where it takes one."""
    try:
        setattr(obj, name, value)
    except (AttributeError, TypeError):
        pass
    return obj


def final(f):
    """Mark what is not to be overridden or derived from."""
    return _marked(f, "__final__", True)


def override(method, /):
    """Mark what overrides a method of a base class."""
    return _marked(method, "__override__", True)


def dataclass_transform(
    *,
    eq_default=True,
    order_default=False,
    kw_only_default=False,
    frozen_default=False,
    field_specifiers=(),
    **kwargs,
):
    """Mark what makes classes behave as dataclasses do."""
    said = {
        "eq_default": eq_default,
        "order_default": order_default,
        "kw_only_default": kw_only_default,
        "frozen_default": frozen_default,
        "field_specifiers": field_specifiers,
        "kwargs": kwargs,
    }

    def decorator(cls_or_fn):
        cls_or_fn.__dataclass_transform__ = said
        return cls_or_fn

    return decorator
