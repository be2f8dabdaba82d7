# Where things are defined, and their text: part of inspect.

__name__ = "inspect"

import sys
import types

from _inspect_frames import isframe, istraceback
from _inspect_members import isdatadescriptor, ismemberdescriptor, ismethoddescriptor
from _inspect_signature import unwrap
from _tensorcell.inspect import _block
from _tensorcell.traceback import _cell_text


class ClassFoundException(Exception):
    """Part of CPython's way to find a class; nothing raises it here."""


def cleandoc(doc):
    """Documentation without its margin."""
    lines = doc.expandtabs().split("\n")
    margin = min((len(line) - len(line.lstrip(" ")) for line in lines[1:] if line.strip(" ")), default=0)
    lines = [lines[0].lstrip(" "), *[line[margin:] for line in lines[1:]]]
    while lines and not lines[-1]:
        lines.pop()
    while lines and not lines[0]:
        lines.pop(0)
    return "\n".join(lines)


def _finddoc(obj):
    """The documentation of what a base has under the same name."""
    if isinstance(obj, type):
        return next((base.__doc__ for base in obj.__mro__ if base is not object and base.__doc__ is not None), None)
    name, owner = _place(obj)
    if owner is None:
        return None
    slots = getattr(owner, "__slots__", None)
    if ismemberdescriptor(obj) and isinstance(slots, dict) and name in slots:
        return slots[name]
    for base in owner.__mro__:
        held = getattr(base, name, None)
        if held is not None and held.__doc__ is not None:
            return held.__doc__
    return None


def _place(obj):
    """The name of a member of a class, and the class."""
    if isinstance(obj, (types.MethodType, types.BuiltinMethodType)):
        name, owner = obj.__name__, obj.__self__
        return name, owner if isinstance(owner, type) and hasattr(owner, name) else type(owner)
    if isinstance(obj, types.FunctionType):
        return obj.__name__, _owner(obj)
    if isinstance(obj, property):
        owner = _owner(obj.fget)
        return obj.__name__, owner if getattr(owner, obj.__name__, None) is obj else None
    if ismethoddescriptor(obj) or isdatadescriptor(obj):
        return obj.__name__, obj.__objclass__
    return None, None


def _owner(function):
    """The class that a function is defined in."""
    found = sys.modules.get(function.__module__)
    for name in function.__qualname__.split(".")[:-1]:
        if found is None or name == "<locals>":
            return None
        found = getattr(found, name, None)
    return found if isinstance(found, type) else None


def getdoc(object):
    """The documentation of an object, of a base's method where it has none, without its margin."""
    try:
        doc = object.__doc__
    except AttributeError:
        return None
    if doc is None:
        try:
            doc = _finddoc(object)
        except (AttributeError, TypeError):
            return None
    return cleandoc(doc) if isinstance(doc, str) else None


_KINDS = "module, class, method, function, traceback, frame, or code object"


def _code(object):
    """What has a place of its own: functions and classes beneath methods, frames and tracebacks."""
    if isinstance(object, types.MethodType):
        object = object.__func__
    if isinstance(object, types.TracebackType):
        object = object.tb_frame
    if type(object).__name__ == "frame":
        object = object.f_code
    return object


def getfile(object):
    """The file, or the cell, that an object was defined in."""
    if isinstance(object, types.ModuleType):
        if getattr(object, "__file__", None):
            return object.__file__
        raise TypeError(f"{object!r} is a built-in module")
    object = _code(object)
    if isinstance(object, type):
        return _class_file(object)
    object = getattr(object, "__code__", object)
    if isinstance(object, types.CodeType):
        return object.co_filename
    raise TypeError(f"{_KINDS} was expected, got {type(object).__name__}")


def _class_file(cls):
    if not hasattr(cls, "__module__"):
        raise TypeError(f"{cls!r} is a built-in class")
    found = _block(cls)
    if found is not None:
        return found[0]
    module = sys.modules.get(cls.__module__)
    if getattr(module, "__file__", None):
        return module.__file__
    if cls.__module__ == "__main__":
        raise OSError("source code not available")
    raise TypeError(f"{cls!r} is a built-in class")


def getsourcefile(object):
    """As getfile; None where there is no such file, cell or text."""
    import linecache
    import os

    name = getfile(object)
    if name.endswith((".pyc", ".pyo")):
        name = name[:-1]
    if os.path.exists(name) or _cell_text(name) is not None or name in linecache.cache:
        return name
    module = getmodule(object, name)
    known = getattr(module, "__loader__", None) or getattr(getattr(module, "__spec__", None), "loader", None)
    return name if known is not None else None


def getabsfile(object, _filename=None):
    import os

    if _filename is None:
        _filename = getsourcefile(object) or getfile(object)
    return os.path.normcase(os.path.abspath(_filename))


def getmodulename(path):
    """The name of the module that a file would be; None for other files."""
    name = path.replace("\\", "/").rsplit("/", 1)[-1]
    return name[:-3] if name.endswith(".py") and len(name) > 3 else None


def getmodule(object, _filename=None):
    """The module that an object was defined in; None where it is not known."""
    if isinstance(object, types.ModuleType):
        return object
    if hasattr(object, "__module__"):
        return sys.modules.get(object.__module__)
    try:
        file = getabsfile(object, _filename)
    except (TypeError, FileNotFoundError):
        return None
    for module in list(sys.modules.values()):
        known = getattr(module, "__file__", None) if isinstance(module, types.ModuleType) else None
        if known == file or known == _filename and known is not None:
            return module
    return _module_with(object)


def _module_with(object):
    """`__main__`, or the module of the built-in names, where it has the object under its own name."""
    name = getattr(object, "__name__", None)
    for module in (sys.modules.get("__main__"), sys.modules.get("builtins")):
        if name is not None and getattr(module, name, None) is object:
            return module
    return None


def findsource(object):
    """All lines of the source, and the index of the object's first."""
    import linecache

    file = getsourcefile(object)
    if file:
        linecache.checkcache(file)
    else:
        file = getfile(object)
        if not (file.startswith("<") and file.endswith(">")):
            raise OSError("source code not available")
    module = getmodule(object, file)
    lines = linecache.getlines(file, module.__dict__ if module is not None else None)
    if not lines:
        raise OSError("could not get source code")
    if isinstance(object, types.ModuleType):
        return lines, 0
    first = _first_line(object) - 1
    if first >= len(lines):
        raise OSError("lineno is out of bounds")
    return lines, first


def _first_line(object):
    """The line where a definition begins, with its decorators."""
    object = _code(object)
    if isinstance(object, type):
        first = vars(object).get("__firstlineno__")
        found = _block(object) if first is None else None
        if first is None and found is None:
            raise OSError("source code not available")
        return found[2] if first is None else first
    object = getattr(object, "__code__", object)
    if not hasattr(object, "co_firstlineno"):
        raise OSError("could not find code object")
    return object.co_firstlineno


def getsourcelines(object):
    """The lines of the source and the number of the first."""
    object = unwrap(object)
    lines, first = findsource(object)
    if istraceback(object):
        object = object.tb_frame
    if isinstance(object, types.ModuleType) or isframe(object) and object.f_code.co_name == "<module>":
        return lines, 0
    return getblock(lines[first:]), first + 1


def getsource(object):
    """The source of a function, method or class."""
    return "".join(getsourcelines(object)[0])


def getcomments(object):
    """The comment lines right above the definition, or at the top of a module."""
    try:
        lines, first = findsource(object)
    except (OSError, TypeError):
        return None
    if isinstance(object, types.ModuleType):
        return _comments_at_top(lines)
    if first <= 0:
        return None
    indent = indentsize(lines[first])
    comments, at = [], first - 1
    while at >= 0 and lines[at].lstrip().startswith("#") and indentsize(lines[at]) == indent:
        comments.insert(0, lines[at].expandtabs().lstrip())
        at -= 1
    while comments and comments[0].strip() == "#":
        comments.pop(0)
    while comments and comments[-1].strip() == "#":
        comments.pop()
    return "".join(comments) or None


def _comments_at_top(lines):
    start = 1 if lines and lines[0].startswith("#!") else 0
    while start < len(lines) and lines[start].strip() in ("", "#"):
        start += 1
    end = start
    while end < len(lines) and lines[end].startswith("#"):
        end += 1
    return "".join([line.expandtabs() for line in lines[start:end]]) or None


def indentsize(line):
    expanded = line.expandtabs()
    return len(expanded) - len(expanded.lstrip())


class EndOfBlock(Exception):
    """The end of a block of lines."""


class BlockFinder:
    """Is given tokens one by one, and raises EndOfBlock behind the definition that they begin with; `last` is its last line."""

    def __init__(self):
        self.indent = 0
        self.islambda = self.started = self.passline = self.indecorator = False
        self.last = 1
        self.body_col0 = None

    def tokeneater(self, type, token, srowcol, erowcol, line):
        """Takes the next token, as `tokenize` gives them."""
        import tokenize

        if not self.started and not self.indecorator:
            self._begin(token)
        elif type == tokenize.NEWLINE:
            self._end_line(srowcol[0])
        elif not self.passline:
            self._go_on(type, tokenize, srowcol, erowcol)

    def _begin(self, token):
        self.passline = True
        self.indecorator = token == "@"
        self.started = token in ("def", "class", "lambda")
        self.islambda = token == "lambda"

    def _end_line(self, row):
        self.passline = self.indecorator = False
        self.last = row
        if self.islambda:
            raise EndOfBlock

    def _go_on(self, type, kinds, start, end):
        if type == kinds.INDENT:
            if self.started and self.body_col0 is None:
                self.body_col0 = end[1]
            self.indent += 1
            self.passline = True
        elif type == kinds.DEDENT:
            self.indent -= 1
            if self.indent <= 0:
                raise EndOfBlock
        elif type == kinds.COMMENT:
            # A comment belongs to the block that it is indented with.
            if self.body_col0 is not None and start[1] >= self.body_col0:
                self.last = start[0]
        elif type != kinds.NL and self.indent == 0:
            raise EndOfBlock


def getblock(lines):
    """The lines of the definition that lines begin with."""
    import tokenize

    finder = BlockFinder()
    try:
        for token in tokenize.generate_tokens(iter(lines).__next__):
            finder.tokeneater(*token)
    except (EndOfBlock, IndentationError):
        pass
    except SyntaxError as error:
        # What a lambda stands in may close a bracket that these lines do not open.
        if "unmatched" not in error.msg:
            raise
    return lines[: finder.last]
