# ast: the tree of a program as objects. The classes come from the interpreter's table of nodes.

import builtins
import warnings

from _ast_unparse import unparse
from _tensorcell.ast import _table

PyCF_ONLY_AST = 0x400
PyCF_TYPE_COMMENTS = 0x1000
PyCF_ALLOW_TOP_LEVEL_AWAIT = 0x2000
PyCF_OPTIMIZED_AST = 0x8400

_PLACE = ("lineno", "col_offset", "end_lineno", "end_col_offset")


def _deprecated(message):
    warnings.warn(message, DeprecationWarning, stacklevel=3)


class AST:
    _fields = ()
    _attributes = ()
    __match_args__ = ()
    _field_types = {}

    def __init__(self, *args, **kwargs):
        kind = type(self)
        fields = kind._fields
        if len(args) > len(fields):
            plural = "" if len(fields) == 1 else "s"
            raise TypeError(f"{kind.__name__} constructor takes at most {len(fields)} positional argument{plural}")
        missing = list(fields[len(args) :])
        for name, value in zip(fields, args):
            setattr(self, name, value)
        for name, value in kwargs.items():
            if name in missing:
                missing.remove(name)
            elif name in fields:
                raise TypeError(f"{kind.__name__} got multiple values for argument {name!r}")
            elif name not in kind._attributes:
                _deprecated(
                    f"{kind.__name__}.__init__ got an unexpected keyword argument {name!r}. Support for "
                    "arbitrary keyword arguments is deprecated and will be removed in Python 3.15."
                )
            setattr(self, name, value)
        if missing:
            _fill(self, kind, missing)

    def __reduce_ex__(self, protocol):
        return _rebuild, (type(self), dict(self.__dict__))


def _rebuild(kind, attributes):
    made = kind.__new__(kind)
    made.__dict__.update(attributes)
    return made


def _fill(node, kind, missing):
    """Give fields that the constructor was not given what they are without it."""
    for name in missing:
        expected = kind._field_types.get(name)
        if expected is None:
            _deprecated_field(f"Field {name!r} is missing from {kind.__name__}._field_types")
        elif expected is expr_context:
            setattr(node, name, _plain["Load"])
        elif getattr(expected, "__origin__", None) is list:
            setattr(node, name, [])
        elif not _is_optional(kind, name):
            _deprecated_field(f"{kind.__name__}.__init__ missing 1 required positional argument: {name!r}")


def _deprecated_field(message):
    warnings.warn(f"{message}. This will become an error in Python 3.15.", DeprecationWarning, stacklevel=4)


def _is_optional(kind, name):
    return type(None) in getattr(kind._field_types[name], "__args__", ())


_VALUES = {"identifier": str, "string": str, "int": int, "constant": object}


def _field_type(kind, optional, many):
    base = _VALUES.get(kind) or _classes[kind]
    return base | None if optional else list[base] if many else base


def _make(name, base, doc, attributes=None, fields=()):
    names = tuple(field[0] for field in fields)
    body = {"__module__": "ast", "__doc__": doc, "_fields": names, "__match_args__": names}
    if attributes is not None:
        body["_attributes"] = attributes
        body.update({attribute: None for attribute in attributes if attribute.startswith("end_")})
    body.update({field: None for field, _, optional, _ in fields if optional})
    made = _classes[name] = type(name, (base,), body)
    return made


_classes = {"AST": AST}


def _make_all():
    table = _table()
    for base, has_place, nodes in table:
        attributes = _PLACE if has_place else ()
        if nodes[0][0] == base:
            _make(base, AST, nodes[0][1], attributes, nodes[0][2])
            continue
        plain = not any(node[2] for node in nodes)
        separator = " | " if plain and base != "stmt" else "\n" + " " * len(base) + " | "
        root = _make(base, AST, f"{base} = " + separator.join(node[1] for node in nodes), attributes)
        root.__annotations__ = {}
        for name, doc, fields in nodes:
            _make(name, root, doc, None, fields)
    for _, _, nodes in table:
        for name, _, fields in nodes:
            types = {field: _field_type(kind, optional, many) for field, kind, optional, many in fields}
            _classes[name]._field_types = _classes[name].__annotations__ = types


_make_all()
globals().update(_classes)
_OPERATORS = (expr_context, boolop, operator, unaryop, cmpop)
_plain = {name: made() for name, made in _classes.items() if issubclass(made, _OPERATORS) and made not in _OPERATORS}


# --- text to nodes
def parse(source, filename="<unknown>", mode="exec", *, type_comments=False, feature_version=None, optimize=-1):
    """The root node of a text."""
    flags = PyCF_ONLY_AST
    if optimize > 0:
        flags |= PyCF_OPTIMIZED_AST
    if type_comments:
        flags |= PyCF_TYPE_COMMENTS
    if feature_version is None:
        feature_version = -1
    elif isinstance(feature_version, tuple):
        major, minor = feature_version
        if major != 3:
            raise ValueError(f"Unsupported major version: {major}")
        feature_version = minor
    tree = compile(source, filename, mode, flags, _feature_version=feature_version, optimize=optimize)
    if feature_version >= 0:
        from _ast_versions import check

        check(tree, feature_version)
    return tree


def literal_eval(node_or_string):
    """The value of a literal: numbers, texts, bytes, tuples, lists, dicts, sets, True, False, None."""
    node = node_or_string
    if isinstance(node, str):
        node = parse(node.lstrip(" \t"), mode="eval")
    return _literal(node.body if isinstance(node, Expression) else node)


def _malformed(node):
    place = f" on line {node.lineno}" if getattr(node, "lineno", None) else ""
    raise ValueError(f"malformed node or string{place}: {node!r}")


def _literal(node):
    match node:
        case Constant():
            return node.value
        case Tuple():
            return tuple(map(_literal, node.elts))
        case List():
            return list(map(_literal, node.elts))
        case Set():
            return set(map(_literal, node.elts))
        case Call(func=Name(id="set"), args=[], keywords=[]):
            return set()
        case Dict():
            if len(node.keys) != len(node.values):
                _malformed(node)
            return dict(zip(map(_literal, node.keys), map(_literal, node.values)))
        case BinOp(op=Add() | Sub()):
            left, right = _signed_number(node.left), _number(node.right)
            if isinstance(left, (int, float)) and type(right).__name__ == "complex":
                return left + right if isinstance(node.op, Add) else left - right
    return _signed_number(node)


def _number(node):
    if not isinstance(node, Constant) or type(node.value).__name__ not in ("int", "float", "complex"):
        _malformed(node)
    return node.value


def _signed_number(node):
    if isinstance(node, UnaryOp) and isinstance(node.op, (UAdd, USub)):
        operand = _number(node.operand)
        return +operand if isinstance(node.op, UAdd) else -operand
    return _number(node)


# --- nodes to text
def dump(node, annotate_fields=True, include_attributes=False, *, indent=None, show_empty=False):
    """A node with all that is in it, as the calls that would make it."""
    if not isinstance(node, AST):
        raise TypeError(f"expected AST, got {node.__class__.__name__!r}")
    step = " " * indent if isinstance(indent, int) else indent
    return _Dump(annotate_fields, include_attributes, step, show_empty).shown(node, 0)[0]


class _Dump:
    def __init__(self, annotate, attributes, step, show_empty):
        self.annotate, self.attributes, self.step, self.show_empty = annotate, attributes, step, show_empty

    def shown(self, value, level):
        """The text, and whether it is short."""
        if isinstance(value, list):
            if not value:
                return "[]", True
            return "[" + self.lines([self.shown(item, level + 1)[0] for item in value], level + 1) + "]", False
        if not isinstance(value, AST):
            return repr(value), True
        parts, all_short = self.parts(value, level + 1)
        name = type(value).__name__
        if all_short and len(parts) <= 3:
            return f"{name}({', '.join(parts)})", not parts
        return f"{name}({self.lines(parts, level + 1)})", False

    def lines(self, parts, level):
        if self.step is None:
            return ", ".join(parts)
        return "\n" + self.step * level + (",\n" + self.step * level).join(parts)

    def parts(self, node, level):
        kind, parts, waiting = type(node), [], []
        named, all_short = self.annotate, True
        for name in node._fields:
            value = getattr(node, name, _ABSENT)
            if value is _ABSENT or value is None and getattr(kind, name, ...) is None:
                named = True
                continue
            if not self.show_empty:
                if self.is_empty(kind, name, value):
                    if not named:
                        waiting.append(repr(value))
                    continue
                if not named:
                    parts += waiting
                    waiting = []
            text, short = self.shown(value, level)
            all_short = all_short and short
            parts.append(f"{name}={text}" if named else text)
        if self.attributes:
            for name in node._attributes:
                value = getattr(node, name, _ABSENT)
                if value is _ABSENT or value is None and getattr(kind, name, ...) is None:
                    continue
                text, short = self.shown(value, level)
                all_short = all_short and short
                parts.append(f"{name}={text}")
        return parts, all_short

    def is_empty(self, kind, name, value):
        """Whether it is a list that a constructor without the field would make."""
        expected = kind._field_types.get(name, object)
        return value == [] and isinstance(value, list) and getattr(expected, "__origin__", ...) is list


_ABSENT = object()


# --- places
def copy_location(new_node, old_node):
    """Give a node the place of another."""
    for name in _PLACE:
        if name in old_node._attributes and name in new_node._attributes:
            value = getattr(old_node, name, None)
            if value is not None or (hasattr(old_node, name) and name.startswith("end_")):
                setattr(new_node, name, value)
    return new_node


def fix_missing_locations(node):
    """Give nodes without a place that of the node around them."""
    _fix(node, {"lineno": 1, "end_lineno": 1, "col_offset": 0, "end_col_offset": 0})
    return node


def _fix(node, around):
    here = dict(around)
    for name in ("lineno", "end_lineno", "col_offset", "end_col_offset"):
        if name not in node._attributes:
            continue
        value = getattr(node, name, None)
        if value is None and (name.startswith("end_") or not hasattr(node, name)):
            setattr(node, name, around[name])
        else:
            here[name] = value
    for child in iter_child_nodes(node):
        _fix(child, here)


def increment_lineno(node, n=1):
    """Move a node and all in it down by n lines."""
    for child in walk(node):
        if isinstance(child, TypeIgnore):
            child.lineno = getattr(child, "lineno", 0) + n
            continue
        if "lineno" in child._attributes:
            child.lineno = getattr(child, "lineno", 0) + n
        if "end_lineno" in child._attributes and (end := getattr(child, "end_lineno", 0)) is not None:
            child.end_lineno = end + n
    return node


def get_docstring(node, clean=True):
    """The documentation of a module, class or function."""
    if not isinstance(node, (AsyncFunctionDef, FunctionDef, ClassDef, Module)):
        raise TypeError(f"{node.__class__.__name__!r} can't have docstrings")
    match node.body:
        case [Expr(value=Constant(value=str() as text)), *_]:
            if clean:
                import inspect

                text = inspect.cleandoc(text)
            return text
    return None


def _split_lines(source, most=None):
    """Lines as the parser counts them: a form feed ends none."""
    lines, start, at = [], 0, 0
    while at < len(source) and (most is None or len(lines) < most):
        if source[at] in "\r\n":
            at += 2 if source[at : at + 2] == "\r\n" else 1
            lines.append(source[start:at])
            start = at
        else:
            at += 1
    if start < len(source) and (most is None or len(lines) < most):
        lines.append(source[start:])
    return lines


def _splitlines_no_ff(source, maxlines=None):
    return _split_lines(source, maxlines)


def _pad_whitespace(source):
    return "".join(letter if letter in "\f\t" else " " for letter in source)


def get_source_segment(source, node, *, padded=False):
    """The text that a node was made of; None where its place is not known whole."""
    try:
        if node.end_lineno is None or node.end_col_offset is None:
            return None
        first, last = node.lineno - 1, node.end_lineno - 1
        start, end = node.col_offset, node.end_col_offset
    except AttributeError:
        return None
    lines = _split_lines(source, last + 1)
    if first == last:
        return lines[first].encode()[start:end].decode()
    padding = _pad_whitespace(lines[first].encode()[:start].decode()) if padded else ""
    head = padding + lines[first].encode()[start:].decode()
    return "".join([head, *lines[first + 1 : last], lines[last].encode()[:end].decode()])


# --- walks
def iter_fields(node):
    """(name, value) of the fields that are there."""
    for name in node._fields:
        try:
            yield name, getattr(node, name)
        except AttributeError:
            pass


def iter_child_nodes(node):
    """The nodes directly in a node."""
    for _, value in iter_fields(node):
        if isinstance(value, AST):
            yield value
        elif isinstance(value, list):
            for item in value:
                if isinstance(item, AST):
                    yield item


def walk(node):
    """A node and all nodes in it, level by level."""
    from collections import deque

    waiting = deque([node])
    while waiting:
        node = waiting.popleft()
        waiting.extend(iter_child_nodes(node))
        yield node


_OLD_METHODS = (
    (bool, "NameConstant"),
    (type(None), "NameConstant"),
    (int, "Num"),
    (float, "Num"),
    (complex, "Num"),
    (str, "Str"),
    (bytes, "Bytes"),
    (type(...), "Ellipsis"),
)


class NodeVisitor:
    """Calls visit_KIND for each node, generic_visit where there is none."""

    def visit(self, node):
        return getattr(self, f"visit_{node.__class__.__name__}", self.generic_visit)(node)

    def generic_visit(self, node):
        for _, value in iter_fields(node):
            if isinstance(value, list):
                for item in value:
                    if isinstance(item, AST):
                        self.visit(item)
            elif isinstance(value, AST):
                self.visit(value)

    def visit_Constant(self, node):
        for kind, old in _OLD_METHODS:
            if type(node.value) is kind:
                method = getattr(self, f"visit_{old}", None)
                if method is not None:
                    warnings.warn(f"visit_{old} is deprecated; add visit_Constant", DeprecationWarning, 2)
                    return method(node)
                break
        return self.generic_visit(node)


class NodeTransformer(NodeVisitor):
    """A visitor whose methods give what stands in the node's place: a node, several, or None for nothing."""

    def generic_visit(self, node):
        for name, old in iter_fields(node):
            if isinstance(old, list):
                old[:] = self._visited(old)
            elif isinstance(old, AST):
                new = self.visit(old)
                if new is None:
                    delattr(node, name)
                else:
                    setattr(node, name, new)
        return node

    def _visited(self, values):
        kept = []
        for value in values:
            if isinstance(value, AST):
                value = self.visit(value)
                if value is None:
                    continue
                if not isinstance(value, AST):
                    kept.extend(value)
                    continue
            kept.append(value)
        return kept


# --- names from before 3.8, of which a constant is a kind
def _old_attribute(name):
    message = f"Attribute {name} is deprecated and will be removed in Python 3.14; use value instead"

    def read(self):
        _deprecated(message)
        return self.value

    def write(self, value):
        _deprecated(message)
        self.value = value

    return property(read, write)


Constant.n, Constant.s = _old_attribute("n"), _old_attribute("s")
_NUMBERS = tuple(getattr(builtins, name) for name in ("int", "float", "complex") if hasattr(builtins, name))


def _warn_old(name):
    message = f"ast.{name} is deprecated and will be removed in Python 3.14; use ast.Constant instead"
    warnings.warn(message, DeprecationWarning, stacklevel=4)


class _OldConstant(type):
    def __instancecheck__(cls, instance):
        if cls not in _OLD.values():
            return type.__instancecheck__(cls, instance)
        _warn_old(cls.__name__)
        if not isinstance(instance, Constant):
            return False
        value = getattr(instance, "value", _ABSENT)
        return isinstance(value, cls._kinds) and not isinstance(value, cls._others)


def _old_constant(name, kinds, others=()):
    def __new__(cls, *args, **kwargs):
        if cls is _OLD[name]:
            _warn_old(name)
            return Constant(..., *args, **kwargs) if name == "Ellipsis" else Constant(*args, **kwargs)
        return Constant.__new__(cls)

    body = {
        "__module__": "ast",
        "__new__": __new__,
        "_kinds": kinds,
        "_others": others,
        "__doc__": "Deprecated AST node class. Use ast.Constant instead",
    }
    return _OldConstant(name, (Constant,), body)


_OLD = {
    "Num": _old_constant("Num", _NUMBERS, (bool,)),
    "Str": _old_constant("Str", (str,)),
    "Bytes": _old_constant("Bytes", (bytes,)),
    "NameConstant": _old_constant("NameConstant", (type(None), bool)),
    "Ellipsis": _old_constant("Ellipsis", (type(...),)),
}


def __getattr__(name):
    if name in _OLD:
        message = f"ast.{name} is deprecated and will be removed in Python 3.14; use ast.Constant instead"
        # Told once: from then on the module has the name.
        globals()[name] = _OLD[name]
        warnings.warn(message, DeprecationWarning, stacklevel=2)
        return _OLD[name]
    raise AttributeError(f"module 'ast' has no attribute {name!r}")


class slice(AST):
    """Deprecated AST node class."""


class Index(slice):
    """Deprecated AST node class. Use the index value directly instead."""

    def __new__(cls, value, **kwargs):
        return value


class ExtSlice(slice):
    """Deprecated AST node class. Use ast.Tuple instead."""

    def __new__(cls, dims=(), **kwargs):
        return Tuple(list(dims), Load(), **kwargs)


class Suite(mod):
    """Deprecated AST node class. Unused in Python 3."""


class AugLoad(expr_context):
    """Deprecated AST node class. Unused in Python 3."""


class AugStore(expr_context):
    """Deprecated AST node class. Unused in Python 3."""


class Param(expr_context):
    """Deprecated AST node class. Unused in Python 3."""


def main():
    """Run the command line interface: print the tree of a file."""
    import argparse
    import sys

    parser = argparse.ArgumentParser(prog="python -m ast")
    parser.add_argument("infile", nargs="?", default="-", help="the file to parse; defaults to stdin")
    modes = ("exec", "single", "eval", "func_type")
    parser.add_argument("-m", "--mode", default="exec", choices=modes, help="specify what kind of code must be parsed")
    parser.add_argument(
        "--no-type-comments", default=True, action="store_false", help="don't add information about type comments"
    )
    parser.add_argument("-a", "--include-attributes", action="store_true", help="include attributes such as line numbers")
    parser.add_argument("-i", "--indent", type=int, default=3, help="indentation of nodes (number of spaces)")
    args = parser.parse_args()
    if args.infile == "-":
        name, source = "<stdin>", sys.stdin.buffer.read()
    else:
        name = args.infile
        with open(name, "rb") as file:
            source = file.read()
    tree = parse(source, name, args.mode, type_comments=args.no_type_comments)
    print(dump(tree, include_attributes=args.include_attributes, indent=args.indent))


if __name__ == "__main__":
    main()
