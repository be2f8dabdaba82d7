# Functions whose implementation is chosen by the type of an argument: part of functools.

from abc import get_cache_token
from types import GenericAlias, MappingProxyType, UnionType

__name__ = "functools"


def _c3_merge(sequences):
    """One order of all sequences, each of which keeps its own (C3)."""
    merged = []
    sequences = [sequence for sequence in sequences if sequence]
    while sequences:
        for sequence in sequences:
            candidate = sequence[0]
            if not any(candidate in other[1:] for other in sequences):
                break
        else:
            raise RuntimeError("Inconsistent hierarchy")
        merged.append(candidate)
        sequences = [rest for rest in [s[1:] if s[0] is candidate else s for s in sequences] if rest]
    return merged


def _c3_mro(cls, abcs=None):
    """The order of a class with abstract classes put in where a class first counts as one of them."""
    bases = list(cls.__bases__)
    # Abstract classes of the class itself stand after the last base that is one.
    boundary = next((at for at in range(len(bases), 0, -1) if hasattr(bases[at - 1], "__abstractmethods__")), 0)
    explicit, other = bases[:boundary], bases[boundary:]
    abcs = list(abcs or ())
    own = [base for base in abcs if issubclass(cls, base) and not any(issubclass(b, base) for b in bases)]
    rest = [base for base in abcs if base not in own]
    orders = [_c3_mro(base, rest) for base in (*explicit, *own, *other)]
    return _c3_merge([[cls], *orders, explicit, own, other])


def _compose_mro(cls, types):
    """The order of a class with those of the types that it counts as a subclass of."""
    known = set(cls.__mro__)

    def is_related(kind):
        return kind not in known and hasattr(kind, "__mro__") and not isinstance(kind, GenericAlias) and issubclass(cls, kind)

    types = [kind for kind in types if is_related(kind)]
    # A class above another of them comes with it.
    types = [kind for kind in types if not any(kind is not other and kind in other.__mro__ for other in types)]
    wanted = set(types)
    order = []
    for kind in types:
        found = [
            [base for base in below.__mro__ if base in wanted]
            for below in kind.__subclasses__()
            if below not in known and issubclass(cls, below)
        ]
        if not found:
            order.append(kind)
        for below in sorted(found, key=len, reverse=True):
            order += [base for base in below if base not in order]
    return _c3_mro(cls, abcs=order)


def _find_impl(cls, registry):
    """The implementation of the class, or of the nearest that it counts as a subclass of."""
    match = None
    for kind in _compose_mro(cls, registry.keys()):
        if match is not None:
            explicit = cls.__mro__
            if kind in registry and kind not in explicit and match not in explicit and not issubclass(match, kind):
                raise RuntimeError(f"Ambiguous dispatch: {match} or {kind}")
            break
        if kind in registry:
            match = kind
    return registry.get(match)


def _is_union(cls):
    from typing import Union, get_origin

    return get_origin(cls) in (Union, UnionType)


def _is_valid(cls):
    from typing import get_args

    if isinstance(cls, type):
        return not isinstance(cls, GenericAlias)
    return _is_union(cls) and all(isinstance(part, type) and not isinstance(part, GenericAlias) for part in get_args(cls))


def _annotated(func):
    """The type that a function's first parameter is annotated with."""
    from typing import get_type_hints

    if not getattr(func, "__annotations__", {}):
        raise TypeError(
            f"Invalid first argument to `register()`: {func!r}. Use either `@register(some_class)` or plain `@register` on "
            "an annotated function."
        )
    name, cls = next(iter(get_type_hints(func).items()))
    if _is_valid(cls):
        return cls
    if _is_union(cls):
        raise TypeError(f"Invalid annotation for {name!r}. {cls!r} not all arguments are classes.")
    raise TypeError(f"Invalid annotation for {name!r}. {cls!r} is not a class.")


def singledispatch(func):
    """A function whose implementation is chosen by the type of its first argument."""
    from functools import update_wrapper
    from weakref import WeakKeyDictionary

    registry = {object: func}
    chosen = WeakKeyDictionary()
    token = None

    def dispatch(cls):
        nonlocal token
        if token is not None and token != get_cache_token():
            chosen.clear()
            token = get_cache_token()
        try:
            return chosen[cls]
        except KeyError:
            found = registry[cls] if cls in registry else _find_impl(cls, registry)
            chosen[cls] = found
            return found

    def register(cls, func=None):
        nonlocal token
        if _is_valid(cls):
            if func is None:
                return lambda func: register(cls, func)
        else:
            if func is not None:
                raise TypeError(f"Invalid first argument to `register()`. {cls!r} is not a class or union type.")
            cls, func = _annotated(cls), cls
        if _is_union(cls):
            from typing import get_args

            kinds = get_args(cls)
        else:
            kinds = (cls,)
        for kind in kinds:
            registry[kind] = func
        if token is None and any(hasattr(kind, "__abstractmethods__") for kind in kinds):
            token = get_cache_token()
        chosen.clear()
        return func

    def wrapper(*args, **keywords):
        if not args:
            raise TypeError(f"{name} requires at least 1 positional argument")
        return dispatch(args[0].__class__)(*args, **keywords)

    name = getattr(func, "__name__", "singledispatch function")
    wrapper.register = register
    wrapper.dispatch = dispatch
    wrapper.registry = MappingProxyType(registry)
    wrapper._clear_cache = chosen.clear
    return update_wrapper(wrapper, func)


class singledispatchmethod:
    """A method whose implementation is chosen by the type of its first argument after self."""

    def __init__(self, func):
        if not callable(func) and not hasattr(func, "__get__"):
            raise TypeError(f"{func!r} is not callable or a descriptor")
        self.dispatcher = singledispatch(func)
        self.func = func

    def register(self, cls, method=None):
        return self.dispatcher.register(cls, func=method)

    def __get__(self, obj, cls=None):
        from functools import update_wrapper

        dispatch = self.dispatcher.dispatch
        name = getattr(self.func, "__name__", "singledispatchmethod method")

        def method(*args, **keywords):
            if not args:
                raise TypeError(f"{name} requires at least 1 positional argument")
            return dispatch(args[0].__class__).__get__(obj, cls)(*args, **keywords)

        method.__isabstractmethod__ = self.__isabstractmethod__
        method.register = self.register
        return update_wrapper(method, self.func)

    @property
    def __isabstractmethod__(self):
        return getattr(self.func, "__isabstractmethod__", False)

    def __repr__(self):
        name = getattr(self.func, "__qualname__", getattr(self.func, "__name__", "?"))
        return f"<single dispatch method descriptor {name}>"
