# functools: functions that act on functions.

_absent = object()

WRAPPER_UPDATES = ("__dict__",)
WRAPPER_ASSIGNMENTS = ("__module__", "__name__", "__qualname__", "__doc__", "__annotations__")


def update_wrapper(wrapper, wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=("__dict__",)):
    """Make a wrapper function look like the wrapped function."""
    for name in assigned:
        value = getattr(wrapped, name, _absent)
        if value is not _absent:
            try:
                setattr(wrapper, name, value)
            except (AttributeError, TypeError):
                pass
    for name in updated:
        target = getattr(wrapper, name, None)
        if target is not None:
            target.update(getattr(wrapped, name, {}))
    wrapper.__wrapped__ = wrapped
    return wrapper


def wraps(wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=("__dict__",)):
    """Decorator that makes the decorated wrapper look like the wrapped function."""

    def decorate(wrapper):
        return update_wrapper(wrapper, wrapped, assigned, updated)

    return decorate


class partial:
    """partial(func, *args, **keywords): a function with some arguments already given."""

    def __init__(self, /, *args, **keywords):
        if not args:
            raise TypeError("type 'partial' takes at least one argument")
        func, *args = args
        args = tuple(args)
        if not callable(func):
            raise TypeError("the first argument must be callable")
        if isinstance(func, partial):
            args = func.args + args
            keywords = {**func.keywords, **keywords}
            func = func.func
        self.func = func
        self.args = args
        self.keywords = keywords

    def __call__(self, /, *args, **keywords):
        return self.func(*self.args, *args, **{**self.keywords, **keywords})

    def __repr__(self):
        parts = [repr(self.func)]
        parts.extend(repr(arg) for arg in self.args)
        parts.extend(f"{name}={value!r}" for name, value in self.keywords.items())
        return f"functools.partial({', '.join(parts)})"


class partialmethod:
    """A method with some arguments already given."""

    def __init__(self, func, /, *args, **keywords):
        if not callable(func) and getattr(func, "__get__", None) is None:
            raise TypeError(f"{func!r} is not callable or a descriptor")
        if isinstance(func, partialmethod):
            args, keywords, func = func.args + args, {**func.keywords, **keywords}, func.func
        self.func, self.args, self.keywords = func, args, keywords

    def __repr__(self):
        kind = type(self)
        given = [repr(self.func), *map(repr, self.args), *[f"{name}={value!r}" for name, value in self.keywords.items()]]
        return f"{kind.__module__}.{kind.__qualname__}({', '.join(given)})"

    def _unbound(self):
        def method(cls_or_self, /, *args, **keywords):
            return self.func(cls_or_self, *self.args, *args, **{**self.keywords, **keywords})

        method.__isabstractmethod__ = self.__isabstractmethod__
        method.__partialmethod__ = self
        return method

    def __get__(self, instance, owner=None):
        get, bound = getattr(self.func, "__get__", None), None
        if get is not None and not callable(self.func) or isinstance(self.func, (classmethod, staticmethod)):
            bound = get(instance, owner)
        elif get is not None:
            found = get(instance, owner)
            bound = found if found is not self.func else None
        if bound is None:
            return self._unbound().__get__(instance, owner)
        made = partial(bound, *self.args, **self.keywords)
        if hasattr(bound, "__self__"):
            made.__self__ = bound.__self__
        return made

    @property
    def __isabstractmethod__(self):
        return getattr(self.func, "__isabstractmethod__", False)

    def __class_getitem__(cls, item):
        import types

        return types.GenericAlias(cls, item)


def reduce(function, iterable, initial=_absent, /):
    """Apply a function of two arguments cumulatively to the items of an iterable, from left to right."""
    try:
        iterator = iter(iterable)
    except TypeError:
        raise TypeError("reduce() arg 2 must support iteration") from None
    if initial is _absent:
        value = next(iterator, _absent)
        if value is _absent:
            raise TypeError("reduce() of empty iterable with no initial value")
    else:
        value = initial
    for item in iterator:
        value = function(value, item)
    return value


class _CacheInfo(tuple):
    hits = property(lambda self: self[0])
    misses = property(lambda self: self[1])
    maxsize = property(lambda self: self[2])
    currsize = property(lambda self: self[3])

    def __repr__(self):
        return "CacheInfo(hits=%r, misses=%r, maxsize=%r, currsize=%r)" % tuple(self)


def lru_cache(maxsize=128, typed=False):
    """Decorator that keeps the results of the most recent calls (all of them with maxsize=None)."""
    if callable(maxsize):
        return _cached(maxsize, 128, False)
    if maxsize is not None and not isinstance(maxsize, int):
        raise TypeError("Expected first argument to be an integer, a callable, or None")
    return lambda function: _cached(function, maxsize, typed)


def cache(user_function, /):
    """Simple unbounded cache: lru_cache(maxsize=None)."""
    return lru_cache(None)(user_function)


def _cached(function, maxsize, typed):
    results = {}
    hits = misses = 0

    @wraps(function)
    def wrapper(*args, **keywords):
        nonlocal hits, misses
        key = args
        if keywords:
            key = (args, _absent, *keywords.items())
        if typed:
            key = (key, tuple(type(arg) for arg in args), tuple(type(value) for value in keywords.values()))
        result = results.get(key, _absent)
        if result is not _absent:
            hits += 1
            if maxsize is not None:
                # The most recently used stand last.
                del results[key]
                results[key] = result
            return result
        misses += 1
        result = function(*args, **keywords)
        if maxsize != 0:
            results[key] = result
            if maxsize is not None and len(results) > maxsize:
                del results[next(iter(results))]
        return result

    def cache_info():
        return _CacheInfo((hits, misses, maxsize, len(results)))

    def cache_clear():
        nonlocal hits, misses
        results.clear()
        hits = misses = 0

    cache_info.__qualname__ = "_lru_cache_wrapper.cache_info"
    cache_clear.__qualname__ = "_lru_cache_wrapper.cache_clear"
    wrapper.cache_info = cache_info
    wrapper.cache_clear = cache_clear
    wrapper.cache_parameters = lambda: {"maxsize": maxsize, "typed": typed}
    return wrapper


class cached_property:
    """An attribute computed once, at its first use."""

    def __init__(self, func):
        self.func = func
        self.attrname = None
        self.__doc__ = func.__doc__

    def __set_name__(self, owner, name):
        self.attrname = name

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        name = self.attrname or self.func.__name__
        value = instance.__dict__.get(name, _absent)
        if value is _absent:
            value = self.func(instance)
            instance.__dict__[name] = value
        return value


def cmp_to_key(mycmp):
    """Convert an old-style comparison function into a key function."""

    class K:
        def __init__(self, obj):
            self.obj = obj

        def __lt__(self, other):
            return mycmp(self.obj, other.obj) < 0

        def __gt__(self, other):
            return mycmp(self.obj, other.obj) > 0

        def __eq__(self, other):
            return mycmp(self.obj, other.obj) == 0

        def __le__(self, other):
            return mycmp(self.obj, other.obj) <= 0

        def __ge__(self, other):
            return mycmp(self.obj, other.obj) >= 0

    return K


_ORDERINGS = {
    "__lt__": [("__gt__", "and not equal"), ("__le__", "or equal"), ("__ge__", None)],
    "__le__": [("__ge__", "or equal reversed"), ("__lt__", "and different"), ("__gt__", None)],
    "__gt__": [("__lt__", "and not equal"), ("__ge__", "or equal"), ("__le__", None)],
    "__ge__": [("__le__", "or equal reversed"), ("__gt__", "and different"), ("__lt__", None)],
}


def _derived(root, rule):
    def compare(self, other):
        answer = getattr(self, root)(other)
        if answer is NotImplemented:
            return answer
        if rule is None:
            return not answer
        if rule == "and not equal":
            return not answer and self != other
        if rule == "or equal":
            return answer or self == other
        if rule == "or equal reversed":
            return not answer or self == other
        return answer and self != other

    return compare


def total_ordering(cls):
    """Class decorator that fills in missing ordering methods from one of them and __eq__."""
    defined = [name for name in _ORDERINGS if any(name in base.__dict__ for base in cls.__mro__ if base is not object)]
    defined = [name for name in defined if getattr(cls, name) is not getattr(object, name, None)]
    if not defined:
        raise ValueError("must define at least one ordering operation: < > <= >=")
    root = next(name for name in ("__lt__", "__le__", "__gt__", "__ge__") if name in defined)
    for name, rule in _ORDERINGS[root]:
        if name not in defined:
            compare = _derived(root, rule)
            compare.__name__ = name
            setattr(cls, name, compare)
    return cls


def singledispatch(function):
    """A function whose implementation is chosen by the type of its first argument."""
    registry = {object: function}

    def dispatch(cls):
        for base in cls.__mro__:
            if base in registry:
                return registry[base]
        return function

    def register(cls, implementation=None):
        if implementation is None:
            if isinstance(cls, type):
                return lambda implementation: register(cls, implementation)
            implementation = cls
            from typing import get_type_hints

            cls = next(iter(get_type_hints(implementation).values()))
        registry[cls] = implementation
        return implementation

    @wraps(function)
    def wrapper(*args, **keywords):
        if not args:
            raise TypeError(f"{function.__name__} requires at least 1 positional argument")
        return dispatch(type(args[0]))(*args, **keywords)

    wrapper.register = register
    wrapper.dispatch = dispatch
    wrapper.registry = registry
    return wrapper


class singledispatchmethod:
    """A method whose implementation is chosen by the type of its first argument after self."""

    def __init__(self, func):
        self.dispatcher = singledispatch(func)
        self.func = func

    def register(self, cls, method=None):
        return self.dispatcher.register(cls, method)

    def __get__(self, instance, owner=None):
        def method(*args, **keywords):
            if not args:
                raise TypeError(f"{self.func.__name__} requires at least 1 positional argument")
            chosen = self.dispatcher.dispatch(type(args[0]))
            bound = chosen.__get__(instance, owner) if hasattr(chosen, "__get__") else partial(chosen, instance)
            return bound(*args, **keywords)

        method.register = self.register
        return update_wrapper(method, self.func)
