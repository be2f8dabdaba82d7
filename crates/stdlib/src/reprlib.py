# reprlib: what repr shows, with limits on size.

from builtins import repr as _repr
from functools import wraps as _wraps
from itertools import islice as _islice


class Repr:
    """Shows values as repr does, but only the first items of each and so many levels deep."""

    def __init__(self):
        self.fillvalue = "..."
        self.maxlevel = 6
        self.maxtuple = self.maxlist = self.maxset = self.maxfrozenset = self.maxdeque = 6
        self.maxarray = 5
        self.maxdict = 4
        self.maxstring = self.maxother = 30
        self.maxlong = 40

    def repr(self, x):
        return self.repr1(x, self.maxlevel)

    def repr1(self, x, level):
        method = getattr(self, "repr_" + type(x).__name__.replace(" ", "_"), None)
        return self.repr_instance(x, level) if method is None else method(x, level)

    def _items(self, x, level, left, right, limit, trail=""):
        if level <= 0 and len(x):
            return left + self.fillvalue + right
        parts = [self.repr1(item, level - 1) for item in _islice(x, limit)]
        if len(x) > limit:
            parts.append(self.fillvalue)
        if len(x) == 1 and trail:
            right = trail + right
        return left + ", ".join(parts) + right

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
        return "{" + ", ".join(parts) + "}"

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
