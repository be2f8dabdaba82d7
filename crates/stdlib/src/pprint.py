# pprint: nested values over several lines.


def pformat(object, indent=1, width=80, depth=None, *, compact=False, sort_dicts=True, underscore_numbers=False):
    """The text that pprint prints."""
    return PrettyPrinter(indent, width, depth, compact=compact, sort_dicts=sort_dicts).pformat(object)


def pprint(object, stream=None, indent=1, width=80, depth=None, **options):
    """Print a nested value over as many lines as it needs."""
    PrettyPrinter(indent, width, depth, stream, **options).pprint(object)


def pp(object, *args, sort_dicts=False, **options):
    """pprint without sorting dicts."""
    pprint(object, *args, sort_dicts=sort_dicts, **options)


def saferepr(object):
    return PrettyPrinter()._line(object, 0)


def _sorted(items, key=lambda item: item):
    try:
        return sorted(items, key=key)
    except TypeError:
        return sorted(items, key=lambda item: (type(key(item)).__name__, str(key(item))))


class PrettyPrinter:
    """Options for printing nested values."""

    def __init__(
        self, indent=1, width=80, depth=None, stream=None, *, compact=False, sort_dicts=True, underscore_numbers=False
    ):
        self._indent = indent
        self._width = width
        self._depth = depth
        self._stream = stream
        self._compact = compact
        self._sort_dicts = sort_dicts

    def pprint(self, object):
        text = self.pformat(object) + "\n"
        if self._stream is None:
            print(text, end="")
        else:
            self._stream.write(text)

    def pformat(self, object):
        return self._format(object, 0, 0, 0)

    def _pairs(self, object):
        pairs = list(object.items())
        return _sorted(pairs, key=lambda pair: pair[0]) if self._sort_dicts else pairs

    def _line(self, object, level):
        """The value on one line."""
        kind = type(object).__repr__
        if kind is dict.__repr__:
            if not object:
                return "{}"
            if self._depth is not None and level >= self._depth:
                return "{...}"
            pairs = [f"{self._line(k, level + 1)}: {self._line(v, level + 1)}" for k, v in self._pairs(object)]
            return "{" + ", ".join(pairs) + "}"
        if kind is list.__repr__ or kind is tuple.__repr__:
            left, right = ("[", "]") if isinstance(object, list) else ("(", ")")
            if not object:
                return left + right
            if self._depth is not None and level >= self._depth:
                return left + "..." + right
            parts = [self._line(item, level + 1) for item in object]
            comma = "," if isinstance(object, tuple) and len(parts) == 1 else ""
            return left + ", ".join(parts) + comma + right
        if kind is set.__repr__ or kind is frozenset.__repr__:
            if not object:
                return repr(object)
            inner = ", ".join([self._line(item, level + 1) for item in _sorted(object)])
            return "{" + inner + "}" if isinstance(object, set) else f"frozenset({{{inner}}})"
        return repr(object)

    def _format(self, object, indent, allowance, level):
        level += 1
        text = self._line(object, level - 1)
        if len(text) <= self._width - indent - allowance:
            return text
        kind = type(object).__repr__
        if kind is dict.__repr__ and object and (self._depth is None or level <= self._depth):
            return self._dict(object, indent, allowance, level)
        if kind is list.__repr__ and object:
            return "[" + self._items(object, indent + 1, allowance + 1, level) + "]"
        if kind is tuple.__repr__ and object:
            end = ",)" if len(object) == 1 else ")"
            return "(" + self._items(object, indent + 1, allowance + len(end), level) + end
        if kind is set.__repr__ and object:
            return "{" + self._items(_sorted(object), indent + 1, allowance + 1, level) + "}"
        if kind is frozenset.__repr__ and object:
            return "frozenset({" + self._items(_sorted(object), indent + 11, allowance + 2, level) + "})"
        if kind is str.__repr__:
            return self._text(object, indent, allowance, level)
        if hasattr(object, "__dataclass_fields__") and not isinstance(object, type):
            return self._dataclass(object, indent, allowance, level)
        return text

    def _dict(self, object, indent, allowance, level):
        inner = indent + self._indent
        lines = []
        pairs = self._pairs(object)
        for i, (key, value) in enumerate(pairs):
            name = self._line(key, level)
            last = i == len(pairs) - 1
            shown = self._format(value, inner + len(name) + 2, allowance + 1 if last else 1, level)
            lines.append(f"{name}: {shown}")
        return "{" + " " * (self._indent - 1) + (",\n" + " " * inner).join(lines) + "}"

    def _items(self, items, indent, allowance, level):
        inner = indent + self._indent - 1
        lead = " " * (self._indent - 1)
        items = list(items)
        if not self._compact:
            shown = []
            for i, item in enumerate(items):
                last = i == len(items) - 1
                shown.append(self._format(item, inner, allowance if last else 1, level))
            return lead + (",\n" + " " * inner).join(shown)
        lines = []
        room = self._width - inner
        for i, item in enumerate(items):
            last = i == len(items) - 1
            text = self._line(item, level)
            limit = room - (allowance if last else 1)
            if lines and len(lines[-1]) + 2 + len(text) <= limit:
                lines[-1] += ", " + text
            elif len(text) <= limit:
                lines.append(text)
            else:
                lines.append(self._format(item, inner, allowance if last else 1, level))
        return lead + (",\n" + " " * inner).join(lines)

    def _text(self, object, indent, allowance, level):
        parenthesised = level == 1
        if parenthesised:
            indent += 1
            allowance += 1
        chunks = []
        lines = object.splitlines(True)
        for i, line in enumerate(lines):
            width = self._width - indent
            last_line = i == len(lines) - 1
            if len(repr(line)) <= width - (allowance if last_line else 0):
                chunks.append(repr(line))
                continue
            words = []
            at = 0
            while at < len(line):
                start = at
                while at < len(line) and not line[at].isspace():
                    at += 1
                while at < len(line) and line[at].isspace():
                    at += 1
                words.append(line[start:at])
            current = ""
            for j, word in enumerate(words):
                limit = width - (allowance if last_line and j == len(words) - 1 else 0)
                if current and len(repr(current + word)) > limit:
                    chunks.append(repr(current))
                    current = word
                else:
                    current += word
            if current:
                chunks.append(repr(current))
        if len(chunks) == 1:
            return chunks[0]
        text = ("\n" + " " * indent).join(chunks)
        return f"({text})" if parenthesised else text

    def _dataclass(self, object, indent, allowance, level):
        name = type(object).__qualname__
        indent += len(name) + 1
        fields = [f for f in type(object).__dataclass_fields__.values() if f.repr]
        lines = []
        for i, f in enumerate(fields):
            last = i == len(fields) - 1
            value = getattr(object, f.name)
            lines.append(f"{f.name}={self._format(value, indent + len(f.name) + 1, allowance if last else 1, level)}")
        return name + "(" + (",\n" + " " * indent).join(lines) + ")"
