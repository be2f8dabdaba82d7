# pprint: nested values over several lines.

import collections
import dataclasses
import io
import re
import sys
import types

from _dataclass_methods import _make_repr

__all__ = ["pprint", "pformat", "isreadable", "isrecursive", "saferepr", "PrettyPrinter", "pp"]


def pprint(object, stream=None, indent=1, width=80, depth=None, *, compact=False, sort_dicts=True, underscore_numbers=False):
    """Pretty-print a Python object to a stream [default is sys.stdout]."""
    options = {"compact": compact, "sort_dicts": sort_dicts, "underscore_numbers": underscore_numbers}
    PrettyPrinter(indent, width, depth, stream, **options).pprint(object)


def pformat(object, indent=1, width=80, depth=None, *, compact=False, sort_dicts=True, underscore_numbers=False):
    """Format a Python object into a pretty-printed representation."""
    options = {"compact": compact, "sort_dicts": sort_dicts, "underscore_numbers": underscore_numbers}
    return PrettyPrinter(indent, width, depth, **options).pformat(object)


def pp(object, *args, sort_dicts=False, **kwargs):
    """Pretty-print a Python object"""
    pprint(object, *args, sort_dicts=sort_dicts, **kwargs)


def saferepr(object):
    """Version of repr() which can handle recursive data structures."""
    return PrettyPrinter()._safe_repr(object, {}, None, 0)[0]


def isreadable(object):
    """Determine if saferepr(object) is readable by eval()."""
    return PrettyPrinter()._safe_repr(object, {}, None, 0)[1]


def isrecursive(object):
    """Determine if object requires a recursive representation."""
    return PrettyPrinter()._safe_repr(object, {}, None, 0)[2]


class _safe_key:
    """A key that can be ordered whatever it holds: by its type's name and its identity where it cannot by itself."""

    __slots__ = ["obj"]

    def __init__(self, obj):
        self.obj = obj

    def __lt__(self, other):
        try:
            return self.obj < other.obj
        except TypeError:
            return (str(type(self.obj)), id(self.obj)) < (str(type(other.obj)), id(other.obj))


def _safe_tuple(pair):
    return _safe_key(pair[0]), _safe_key(pair[1])


def _recursion(object):
    return f"<Recursion on {type(object).__name__} with id={id(object)}>"


_SCALARS = frozenset({str, bytes, bytearray, float, complex, bool, type(None)})
_CONTAINERS = {dict: "{}", list: "[]", tuple: "()"}


class PrettyPrinter:
    """Options for printing nested values."""

    def __init__(
        self, indent=1, width=80, depth=None, stream=None, *, compact=False, sort_dicts=True, underscore_numbers=False
    ):
        indent, width = int(indent), int(width)
        if indent < 0:
            raise ValueError("indent must be >= 0")
        if depth is not None and depth <= 0:
            raise ValueError("depth must be > 0")
        if not width:
            raise ValueError("width must be != 0")
        self._depth = depth
        self._indent_per_level = indent
        self._width = width
        self._stream = sys.stdout if stream is None else stream
        self._compact = bool(compact)
        self._sort_dicts = sort_dicts
        self._underscore_numbers = underscore_numbers

    def pprint(self, object):
        if self._stream is not None:
            self._format(object, self._stream, 0, 0, {}, 0)
            self._stream.write("\n")

    def pformat(self, object):
        text = io.StringIO()
        self._format(object, text, 0, 0, {}, 0)
        return text.getvalue()

    def isrecursive(self, object):
        return self.format(object, {}, 0, 0)[2]

    def isreadable(self, object):
        _, readable, recursive = self.format(object, {}, 0, 0)
        return readable and not recursive

    def format(self, object, context, maxlevels, level):
        """The text of one line, whether eval reads it, and whether the object holds itself."""
        return self._safe_repr(object, context, maxlevels, level)

    def _repr(self, object, context, level):
        text, readable, recursive = self.format(object, context.copy(), self._depth, level)
        self._readable = readable
        self._recursive = recursive
        return text

    # --- several lines: each method writes an object that stands `indent` columns in, with `allowance` columns after it
    def _format(self, object, stream, indent, allowance, context, level):
        if id(object) in context:
            stream.write(_recursion(object))
            return
        text = self._repr(object, context, level)
        writer = self._writer(object) if len(text) > self._width - indent - allowance else None
        if writer is None:
            stream.write(text)
            return
        context[id(object)] = 1
        writer(object, stream, indent, allowance, context, level + 1)
        del context[id(object)]

    def _writer(self, object):
        method = self._dispatch.get(type(object).__repr__)
        if method is not None:
            return method.__get__(self)
        if not dataclasses.is_dataclass(object) or isinstance(object, type) or not object.__dataclass_params__.repr:
            return None
        # Only where its __repr__ is the one that dataclasses made.
        made = getattr(type(object).__repr__, "__code__", None) == _make_repr(()).__code__
        return self._pprint_dataclass if made else None

    def _pprint_dataclass(self, object, stream, indent, allowance, context, level):
        name = type(object).__qualname__
        items = [(field.name, getattr(object, field.name)) for field in dataclasses.fields(object) if field.repr]
        stream.write(name + "(")
        self._format_namespace_items(items, stream, indent + len(name) + 1, allowance, context, level)
        stream.write(")")

    _dispatch = {}

    def _pprint_dict(self, object, stream, indent, allowance, context, level):
        stream.write("{")
        if self._indent_per_level > 1:
            stream.write((self._indent_per_level - 1) * " ")
        if object:
            items = sorted(object.items(), key=_safe_tuple) if self._sort_dicts else object.items()
            self._format_dict_items(items, stream, indent, allowance + 1, context, level)
        stream.write("}")

    def _pprint_called(self, object, inner, stream, indent, allowance, context, level):
        """Name(inner)"""
        name = type(object).__name__ + "("
        stream.write(name)
        self._format(inner, stream, indent + len(name), allowance + 1, context, level)
        stream.write(")")

    def _pprint_ordered_dict(self, object, stream, indent, allowance, context, level):
        if not object:
            stream.write(repr(object))
            return
        self._pprint_called(object, list(object.items()), stream, indent, allowance, context, level)

    def _pprint_list(self, object, stream, indent, allowance, context, level):
        stream.write("[")
        self._format_items(object, stream, indent, allowance + 1, context, level)
        stream.write("]")

    def _pprint_tuple(self, object, stream, indent, allowance, context, level):
        end = ",)" if len(object) == 1 else ")"
        stream.write("(")
        self._format_items(object, stream, indent, allowance + len(end), context, level)
        stream.write(end)

    def _pprint_set(self, object, stream, indent, allowance, context, level):
        if not object:
            stream.write(repr(object))
            return
        kind = type(object)
        begin, end = ("{", "}") if kind is set else (kind.__name__ + "({", "})")
        stream.write(begin)
        inner = indent if kind is set else indent + len(kind.__name__) + 1
        self._format_items(sorted(object, key=_safe_key), stream, inner, allowance + len(end), context, level)
        stream.write(end)

    def _pprint_str(self, object, stream, indent, allowance, context, level):
        if not object:
            stream.write(repr(object))
            return
        alone = level == 1
        if alone:
            indent, allowance = indent + 1, allowance + 1
        chunks = self._chunks(object, self._width - indent, allowance)
        if len(chunks) == 1:
            stream.write(chunks[0])
            return
        text = ("\n" + " " * indent).join(chunks)
        stream.write(f"({text})" if alone else text)

    def _chunks(self, text, width, allowance):
        """The lines of a text as literals, those that are too long word by word."""
        lines, chunks = text.splitlines(True), []
        for at, line in enumerate(lines):
            last = at == len(lines) - 1
            if len(repr(line)) <= width - (allowance if last else 0):
                chunks.append(repr(line))
                continue
            words, current = re.findall(r"\S*\s*", line)[:-1], ""
            for place, word in enumerate(words):
                room = width - (allowance if last and place == len(words) - 1 else 0)
                if current and len(repr(current + word)) > room:
                    chunks.append(repr(current))
                    current = word
                else:
                    current += word
            if current:
                chunks.append(repr(current))
        return chunks

    def _pprint_bytes(self, object, stream, indent, allowance, context, level):
        if len(object) <= 4:
            stream.write(repr(object))
            return
        alone = level == 1
        if alone:
            indent, allowance = indent + 1, allowance + 1
            stream.write("(")
        pieces = _wrap_bytes_repr(object, self._width - indent, allowance)
        stream.write(("\n" + " " * indent).join(pieces))
        if alone:
            stream.write(")")

    def _pprint_bytearray(self, object, stream, indent, allowance, context, level):
        stream.write("bytearray(")
        self._pprint_bytes(bytes(object), stream, indent + 10, allowance + 1, context, level + 1)
        stream.write(")")

    def _pprint_mappingproxy(self, object, stream, indent, allowance, context, level):
        stream.write("mappingproxy(")
        self._format(object.copy(), stream, indent + 13, allowance + 1, context, level)
        stream.write(")")

    def _pprint_simplenamespace(self, object, stream, indent, allowance, context, level):
        # Of a subclass the name of the subclass.
        name = "namespace" if type(object) is types.SimpleNamespace else type(object).__name__
        stream.write(name + "(")
        items = object.__dict__.items()
        self._format_namespace_items(items, stream, indent + len(name) + 1, allowance, context, level)
        stream.write(")")

    def _pprint_default_dict(self, object, stream, indent, allowance, context, level):
        if not len(object):
            stream.write(repr(object))
            return
        factory = self._repr(object.default_factory, context, level)
        indent += len(type(object).__name__) + 1
        stream.write(f"{type(object).__name__}({factory},\n{' ' * indent}")
        self._pprint_dict(object, stream, indent, allowance + 1, context, level)
        stream.write(")")

    def _pprint_counter(self, object, stream, indent, allowance, context, level):
        if not len(object):
            stream.write(repr(object))
            return
        name = type(object).__name__
        stream.write(name + "({")
        if self._indent_per_level > 1:
            stream.write((self._indent_per_level - 1) * " ")
        self._format_dict_items(object.most_common(), stream, indent + len(name) + 1, allowance + 2, context, level)
        stream.write("})")

    def _pprint_chain_map(self, object, stream, indent, allowance, context, level):
        if not len(object.maps):
            stream.write(repr(object))
            return
        name = type(object).__name__
        stream.write(name + "(")
        indent += len(name) + 1
        for at, mapping in enumerate(object.maps):
            last = at == len(object.maps) - 1
            self._format(mapping, stream, indent, allowance + 1 if last else 1, context, level)
            stream.write(")" if last else ",\n" + " " * indent)

    def _pprint_deque(self, object, stream, indent, allowance, context, level):
        if not len(object):
            stream.write(repr(object))
            return
        name = type(object).__name__
        stream.write(name + "([")
        indent += len(name) + 1
        if object.maxlen is None:
            self._format_items(object, stream, indent, allowance + 2, context, level)
            stream.write("])")
            return
        self._format_items(object, stream, indent, 2, context, level)
        most = self._repr(object.maxlen, context, level)
        stream.write(f"],\n{' ' * indent}maxlen={most})")

    def _pprint_user(self, object, stream, indent, allowance, context, level):
        self._format(object.data, stream, indent, allowance, context, level - 1)

    # --- parts of objects
    def _format_dict_items(self, items, stream, indent, allowance, context, level):
        indent += self._indent_per_level
        items = list(items)
        for at, (key, value) in enumerate(items):
            last = at == len(items) - 1
            name = self._repr(key, context, level)
            stream.write(name + ": ")
            self._format(value, stream, indent + len(name) + 2, allowance if last else 1, context, level)
            if not last:
                stream.write(",\n" + " " * indent)

    def _format_namespace_items(self, items, stream, indent, allowance, context, level):
        items = list(items)
        for at, (name, value) in enumerate(items):
            last = at == len(items) - 1
            stream.write(name + "=")
            if id(value) in context:
                # Of itself nothing more can be told here.
                stream.write("...")
            else:
                self._format(value, stream, indent + len(name) + 1, allowance if last else 1, context, level)
            if not last:
                stream.write(",\n" + " " * indent)

    def _format_items(self, items, stream, indent, allowance, context, level):
        indent += self._indent_per_level
        if self._indent_per_level > 1:
            stream.write((self._indent_per_level - 1) * " ")
        items, between, first = list(items), ",\n" + " " * indent, True
        most = room = self._width - indent + 1
        for at, item in enumerate(items):
            last = at == len(items) - 1
            if last:
                most, room = most - allowance, room - allowance
            if self._compact:
                text = self._repr(item, context, level)
                wanted = len(text) + 2
                if room < wanted:
                    room = most
                    if not first:
                        stream.write(between)
                        first = True
                if room >= wanted:
                    room -= wanted
                    stream.write(text if first else ", " + text)
                    first = False
                    continue
            if not first:
                stream.write(between)
            first = False
            self._format(item, stream, indent, allowance if last else 1, context, level)
            if self._compact:
                room = 0

    # --- one line
    def _safe_repr(self, object, context, maxlevels, level):
        kind = type(object)
        if kind in _SCALARS:
            return repr(object), True, False
        if issubclass(kind, int) and kind.__repr__ is int.__repr__:
            return f"{object:_d}" if self._underscore_numbers else repr(object), True, False
        for container, brackets in _CONTAINERS.items():
            if issubclass(kind, container) and kind.__repr__ is container.__repr__:
                return self._container(object, container, brackets, context, maxlevels, level)
        text = repr(object)
        return text, bool(text) and not text.startswith("<"), False

    def _container(self, object, kind, brackets, context, maxlevels, level):
        if not object:
            return brackets, True, False
        if maxlevels and level >= maxlevels:
            return f"{brackets[0]}...{brackets[1]}", False, id(object) in context
        if id(object) in context:
            return _recursion(object), False, True
        context[id(object)] = 1
        parts, readable, recursive = [], True, False
        for item in self._parts(object, kind):
            texts = []
            for each in item:
                text, is_readable, is_recursive = self.format(each, context, maxlevels, level + 1)
                texts.append(text)
                readable, recursive = readable and is_readable, recursive or is_recursive
            parts.append(": ".join(texts))
        del context[id(object)]
        comma = "," if kind is tuple and len(parts) == 1 else ""
        return brackets[0] + ", ".join(parts) + comma + brackets[1], readable, recursive

    def _parts(self, object, kind):
        if kind is not dict:
            return [(item,) for item in object]
        return sorted(object.items(), key=_safe_tuple) if self._sort_dicts else object.items()


def _wrap_bytes_repr(object, width, allowance):
    """Literals of the bytes, four at a time, as many on a line as have room."""
    current, last = b"", len(object) // 4 * 4
    for at in range(0, len(object), 4):
        part = object[at : at + 4]
        if at == last:
            width -= allowance
        if current and len(repr(current + part)) > width:
            yield repr(current)
            current = part
        else:
            current += part
    if current:
        yield repr(current)


for _kind, _method in [
    (dict, PrettyPrinter._pprint_dict),
    (collections.OrderedDict, PrettyPrinter._pprint_ordered_dict),
    (list, PrettyPrinter._pprint_list),
    (tuple, PrettyPrinter._pprint_tuple),
    (set, PrettyPrinter._pprint_set),
    (frozenset, PrettyPrinter._pprint_set),
    (str, PrettyPrinter._pprint_str),
    (bytes, PrettyPrinter._pprint_bytes),
    (bytearray, PrettyPrinter._pprint_bytearray),
    (types.MappingProxyType, PrettyPrinter._pprint_mappingproxy),
    (types.SimpleNamespace, PrettyPrinter._pprint_simplenamespace),
    (collections.defaultdict, PrettyPrinter._pprint_default_dict),
    (collections.Counter, PrettyPrinter._pprint_counter),
    (collections.ChainMap, PrettyPrinter._pprint_chain_map),
    (collections.deque, PrettyPrinter._pprint_deque),
    (collections.UserDict, PrettyPrinter._pprint_user),
    (collections.UserList, PrettyPrinter._pprint_user),
    (collections.UserString, PrettyPrinter._pprint_user),
]:
    # A class without a form of its own would bring that of all objects.
    if _kind.__repr__ is not object.__repr__:
        PrettyPrinter._dispatch[_kind.__repr__] = _method
del _kind, _method
