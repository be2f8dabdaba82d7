# reprlib: what repr shows, with limits on size.

from builtins import repr as _repr
from functools import wraps as _wraps
from itertools import islice as _islice


class Repr:
    """Shows values as repr does, but only the first items of each and so many levels deep."""

    _lookup = {
        "tuple": "builtins",
        "list": "builtins",
        "array": "array",
        "set": "builtins",
        "frozenset": "builtins",
        "deque": "collections",
        "dict": "builtins",
        "str": "builtins",
        "int": "builtins",
    }

    def __init__(
        self,
        *,
        maxlevel=6,
        maxtuple=6,
        maxlist=6,
        maxarray=5,
        maxdict=4,
        maxset=6,
        maxfrozenset=6,
        maxdeque=6,
        maxstring=30,
        maxlong=40,
        maxother=30,
        fillvalue="...",
        indent=None,
    ):
        self.maxlevel = maxlevel
        self.maxtuple, self.maxlist, self.maxarray = maxtuple, maxlist, maxarray
        self.maxdict, self.maxset, self.maxfrozenset, self.maxdeque = maxdict, maxset, maxfrozenset, maxdeque
        self.maxstring, self.maxlong, self.maxother = maxstring, maxlong, maxother
        self.fillvalue = fillvalue
        self.indent = indent

    def repr(self, x):
        return self.repr1(x, self.maxlevel)

    def repr1(self, x, level):
        cls = type(x)
        name = cls.__name__.replace(" ", "_")
        method = getattr(self, "repr_" + name, None)
        # A program's class of a built-in one's name is no built-in one.
        if method is None or name in self._lookup and cls.__module__ != self._lookup[name]:
            return self.repr_instance(x, level)
        return method(x, level)

    def _join(self, pieces, level):
        """The pieces on one line, or each on its own with an indent."""
        if self.indent is None:
            return ", ".join(pieces)
        if not pieces:
            return ""
        indent = self.indent
        if isinstance(indent, int):
            if indent < 0:
                raise ValueError(f"Repr.indent cannot be negative int (was {indent!r})")
            indent *= " "
        try:
            sep = ",\n" + (self.maxlevel - level + 1) * indent
        except TypeError as error:
            raise TypeError(f"Repr.indent must be a str, int or None, not {type(indent)}") from error
        return sep.join(("", *pieces, ""))[1 : -len(indent) or None]

    def _items(self, x, level, left, right, limit, trail=""):
        if level <= 0 and len(x):
            return left + self.fillvalue + right
        parts = [self.repr1(item, level - 1) for item in _islice(x, limit)]
        if len(x) > limit:
            parts.append(self.fillvalue)
        if len(x) == 1 and trail and self.indent is None:
            right = trail + right
        return left + self._join(parts, level) + right

    def repr_array(self, x, level):
        if not x:
            return f"array('{x.typecode}')"
        return self._items(x, level, f"array('{x.typecode}', [", "])", self.maxarray)

    def repr_tuple(self, x, level):
        return self._items(x, level, "(", ")", self.maxtuple, ",")

    def repr_list(self, x, level):
        return self._items(x, level, "[", "]", self.maxlist)

    def repr_deque(self, x, level):
        return self._items(x, level, "deque([", "])", self.maxdeque)

    def repr_set(self, x, level):
        return self._items(_sorted(x), level, "{", "}", self.maxset) if x else "set()"

    def repr_frozenset(self, x, level):
        return self._items(_sorted(x), level, "frozenset({", "})", self.maxfrozenset) if x else "frozenset()"

    def repr_dict(self, x, level):
        if not x:
            return "{}"
        if level <= 0:
            return "{" + self.fillvalue + "}"
        parts = []
        for key in _islice(_sorted(x), self.maxdict):
            parts.append(f"{self.repr1(key, level - 1)}: {self.repr1(x[key], level - 1)}")
        if len(x) > self.maxdict:
            parts.append(self.fillvalue)
        return "{" + self._join(parts, level) + "}"

    def _middle(self, text, limit):
        if len(text) <= limit:
            return text
        before = max(0, (limit - 3) // 2)
        after = max(0, limit - 3 - before)
        return text[:before] + self.fillvalue + text[len(text) - after :]

    def repr_str(self, x, level):
        text = _repr(x[: self.maxstring])
        if len(text) <= self.maxstring:
            return text
        before = max(0, (self.maxstring - 3) // 2)
        after = max(0, self.maxstring - 3 - before)
        text = _repr(x[:before] + x[len(x) - after :])
        return text[:before] + self.fillvalue + text[len(text) - after :]

    def repr_int(self, x, level):
        return self._middle(_repr(x), self.maxlong)

    def repr_instance(self, x, level):
        try:
            return self._middle(_repr(x), self.maxother)
        except Exception:
            return f"<{type(x).__name__} instance at {id(x):#x}>"


def _sorted(items):
    try:
        return sorted(items)
    except Exception:
        return list(items)


def recursive_repr(fillvalue="..."):
    """Decorator for __repr__: an object inside itself is shown as fillvalue."""

    def decorate(function):
        running = set()

        @_wraps(function)
        def wrapper(self):
            if id(self) in running:
                return fillvalue
            running.add(id(self))
            try:
                return function(self)
            finally:
                running.discard(id(self))

        return wrapper

    return decorate


aRepr = Repr()
repr = aRepr.repr
