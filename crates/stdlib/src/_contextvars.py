# _contextvars: variables whose values belong to a context; tasks and callbacks of asyncio run in copies of one.

from types import GenericAlias

from _tensorcell.decimal import _variables_changed


class _Missing:
    def __repr__(self):
        return "<Token.MISSING>"


_MISSING = _Missing()


# The running contexts of each thread, innermost last.
_threads = {}


def _get_ident():
    """The running thread: there is one where threads were never started."""
    global _get_ident
    try:
        from _thread import get_ident
    except ImportError:
        return 0
    _get_ident = get_ident
    return get_ident()


def _contexts():
    contexts = _threads.get(_get_ident())
    if contexts is None:
        contexts = _threads[_get_ident()] = [Context()]
        contexts[0]._entered = True
    return contexts


class ContextVar:
    """A variable of which each context has a value of its own."""

    def __init__(self, *names, **options):
        if len(names) != 1:
            raise TypeError(f"ContextVar() takes exactly 1 positional argument ({len(names)} given)")
        name = names[0]
        if not isinstance(name, str):
            raise TypeError("context variable name must be a str")
        unknown = [key for key in options if key != "default"]
        if unknown:
            raise TypeError(f"ContextVar() got an unexpected keyword argument '{unknown[0]}'")
        self._name = name
        self._default = options.get("default", _MISSING)

    name = property(lambda self: self._name)

    def __init_subclass__(cls, **keywords):
        raise TypeError("type '_contextvars.ContextVar' is not an acceptable base type")

    def get(self, default=_MISSING, /):
        """The value in the running context; else the default given here, or the variable's own."""
        value = _contexts()[-1]._values.get(self, _MISSING)
        if value is not _MISSING:
            return value
        if default is not _MISSING:
            return default
        if self._default is not _MISSING:
            return self._default
        raise LookupError(self)

    def set(self, value, /):
        """Set the value in the running context; the token restores the one before."""
        context = _contexts()[-1]
        token = Token._make(context, self, context._values.get(self, _MISSING))
        # A copy, so that code that iterates over the context or shares its values sees no change.
        context._values = {**context._values, self: value}
        _variables_changed()
        return token

    def reset(self, token, /):
        """Restore the value that the variable had before the set() that gave the token."""
        if not isinstance(token, Token):
            raise TypeError(f"expected an instance of Token, got {token!r}")
        if token._used:
            raise RuntimeError(f"{token!r} has already been used once")
        if token._var is not self:
            raise ValueError(f"{token!r} was created by a different ContextVar")
        context = _contexts()[-1]
        if token._context is not context:
            raise ValueError(f"{token!r} was created in a different Context")
        token._used = True
        values = {**context._values}
        if token._old is _MISSING:
            del values[self]
        else:
            values[self] = token._old
        context._values = values
        _variables_changed()

    def __repr__(self):
        default = "" if self._default is _MISSING else f" default={self._default!r}"
        return f"<ContextVar name={self._name!r}{default} at {id(self):#x}>"

    __class_getitem__ = classmethod(GenericAlias)


class Token:
    """What ContextVar.set() gives, for ContextVar.reset()."""

    MISSING = _MISSING
    __hash__ = None

    def __init_subclass__(cls, **keywords):
        raise TypeError("type '_contextvars.Token' is not an acceptable base type")

    def __new__(cls, *args, **keywords):
        raise RuntimeError("Tokens can only be created by ContextVars")

    @classmethod
    def _make(cls, context, var, old):
        token = object.__new__(cls)
        token._context, token._var, token._old, token._used = context, var, old, False
        return token

    var = property(lambda self: self._var)
    old_value = property(lambda self: self._old)

    def __eq__(self, other):
        return self is other

    def __repr__(self):
        used = " used" if self._used else ""
        return f"<Token{used} var={self._var!r} at {id(self):#x}>"

    def __enter__(self):
        return self

    def __exit__(self, *details):
        self._var.reset(self)

    __class_getitem__ = classmethod(GenericAlias)


class Context:
    """The values of context variables."""

    __hash__ = None

    def __init__(self, *args, **keywords):
        if args or keywords:
            raise TypeError("Context() does not accept any arguments")
        self._values = {}
        self._entered = False

    def __init_subclass__(cls, **keywords):
        raise TypeError("type '_contextvars.Context' is not an acceptable base type")

    def run(self, callable, /, *args, **keywords):
        """Call a function in this context."""
        if self._entered:
            raise RuntimeError(f"cannot enter context: {self!r} is already entered")
        contexts = _contexts()
        self._entered = True
        contexts.append(self)
        _variables_changed()
        try:
            return callable(*args, **keywords)
        finally:
            contexts.pop()
            _variables_changed()
            self._entered = False

    def copy(self):
        """A context with the same values."""
        made = Context()
        made._values = self._values
        return made

    def _of(self, var):
        if not isinstance(var, ContextVar):
            raise TypeError(f"a ContextVar key was expected, got {var!r}")
        return self._values.get(var, _MISSING)

    def __getitem__(self, var):
        value = self._of(var)
        if value is _MISSING:
            raise KeyError(var)
        return value

    def __contains__(self, var):
        return self._of(var) is not _MISSING

    def get(self, var, default=None, /):
        value = self._of(var)
        return default if value is _MISSING else value

    def __iter__(self):
        return iter(self._values)

    def __len__(self):
        return len(self._values)

    def keys(self):
        return self._values.keys()

    def values(self):
        return self._values.values()

    def items(self):
        return self._values.items()

    def __eq__(self, other):
        return self._values == other._values if isinstance(other, Context) else NotImplemented


def copy_context():
    """A copy of the running context."""
    return _contexts()[-1].copy()
