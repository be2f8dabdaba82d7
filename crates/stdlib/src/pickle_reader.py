# Objects from bytes, in Python: part of pickle. A pickle that lies about lengths fails before anything is made of them.

import _compat_pickle
import codecs as _codecs
import sys as _sys
from _pickle import PickleBuffer, UnpicklingError
from copyreg import _extension_cache, _inverted_registry

from _pickle_writer import HIGHEST_PROTOCOL, _resolve
from _tensorcell.copyreg import _float_of
from _tensorcell.importlib import _import


class _Memory:
    """Bytes in memory as a file."""

    __slots__ = ("data", "at")

    def __init__(self, data):
        self.data, self.at = data, 0

    def read(self, size):
        start = self.at
        self.at = end = min(start + size, len(self.data))
        return self.data[start:end]

    def readline(self):
        start, end = self.at, self.data.find(b"\n", self.at)
        self.at = len(self.data) if end < 0 else end + 1
        return self.data[start : self.at]


class Unpickler:
    """Reads objects from a file."""

    def __init__(self, file, *, fix_imports=True, encoding="ASCII", errors="strict", buffers=None):
        if not all([hasattr(file, name) for name in ("read", "readline")]):
            raise TypeError("file must have 'read' and 'readline' attributes")
        self._buffers = None if buffers is None else iter(buffers)
        self._file = file
        self._memo = {}
        self.encoding = encoding
        self.errors = errors
        self.proto = 0
        self._fix_imports = fix_imports

    @property
    def memo(self):
        """What the pickle may name again, by its number."""
        return self._memo

    @memo.setter
    def memo(self, value):
        if not isinstance(value, dict):
            raise TypeError(f"'memo' attribute must be an UnpicklerMemoProxy object or dict, not {type(value)!r}")
        for key in value:
            if not isinstance(key, int):
                raise TypeError("memo key must be integers")
            if key < 0:
                raise ValueError("memo key must be positive integers.")
        self._memo = value

    def load(self):
        """The next object."""
        if not hasattr(self, "_file"):
            raise UnpicklingError(f"Unpickler.__init__() was not called by {type(self).__name__}.__init__()")
        self.stack = []
        self._groups = []
        self._frame = None
        self.proto = 0
        read, steps = self._read_key, _STEPS
        while True:
            key = read()
            step = steps.get(key)
            if step is None:
                if not key:
                    raise EOFError("Ran out of input")
                shown = repr(key)[2:-1]
                raise UnpicklingError(f"invalid load key, '{shown}'.")
            try:
                step(self)
            except _Stop as stop:
                return stop.value
            except _Underflow:
                raise UnpicklingError("unexpected MARK found" if self._groups else "unpickling stack underflow") from None

    def persistent_load(self, pid):
        raise UnpicklingError(
            "A load persistent id instruction was encountered, but no persistent_load function was specified."
        )

    def find_class(self, module_name, global_name):
        """What stands under a name in a module."""
        if self.proto < 3 and self._fix_imports:
            known = _compat_pickle.NAME_MAPPING.get((module_name, global_name))
            if known is not None:
                module_name, global_name = known
            else:
                module_name = _compat_pickle.IMPORT_MAPPING.get(module_name, module_name)
        if module_name == "":
            raise ValueError("Empty module name")
        module = _codecs if module_name == "_codecs" else _import(module_name)
        try:
            if self.proto < 4:
                return getattr(module, global_name)
            return _resolve(module, global_name)[0]
        except AttributeError as error:
            if "<locals>" in global_name:
                raise AttributeError(f"Can't get local attribute {global_name!r} on {module!r}") from None
            raise AttributeError(f"Can't get attribute {global_name!r} on {module!r}") from error

    # --- reading
    def _read_key(self):
        frame = self._frame
        if frame is not None:
            key = frame.read(1)
            if key:
                return key
            self._frame = None
        return self._file.read(1)

    def _read(self, size):
        frame = self._frame
        if frame is not None:
            data = frame.read(size)
            if len(data) == size:
                return data
            if data or frame.at < len(frame.data):
                raise UnpicklingError("pickle exhausted before end of frame")
            self._frame = None
        data = self._file.read(size)
        if len(data) < size:
            raise UnpicklingError("pickle data was truncated")
        return data

    def _line(self):
        frame = self._frame
        if frame is not None:
            data = frame.readline()
            if data:
                if data[-1:] != b"\n":
                    raise UnpicklingError("pickle exhausted before end of frame")
                return data[:-1]
            self._frame = None
        data = self._file.readline()
        if data[-1:] != b"\n":
            raise UnpicklingError("pickle data was truncated")
        return data[:-1]

    def _number(self, size):
        return int.from_bytes(self._read(size), "little")

    # --- the stack
    def _pop(self):
        if not self.stack:
            raise _Underflow
        return self.stack.pop()

    def _top(self):
        if not self.stack:
            raise _Underflow
        return self.stack[-1]

    def _pop_group(self):
        if not self._groups:
            raise UnpicklingError("could not find MARK")
        items, self.stack = self.stack, self._groups.pop()
        return items

    def _mark(self):
        self._groups.append(self.stack)
        self.stack = []

    def _discard(self):
        if self.stack:
            self.stack.pop()
        elif self._groups:
            self._pop_group()
        else:
            raise _Underflow

    def _copy_top(self):
        self.stack.append(self._top())

    # --- framing
    def _protocol(self):
        self.proto = self._read(1)[0]
        if self.proto > HIGHEST_PROTOCOL:
            raise ValueError(f"unsupported pickle protocol: {self.proto}")

    def _begin_frame(self):
        size = self._number(8)
        if size > _LARGEST:
            raise ValueError(f"frame size > sys.maxsize: {size}")
        if self._frame is not None and self._frame.at < len(self._frame.data):
            raise UnpicklingError("beginning of a new frame before end of current frame")
        self._frame = None
        data = self._file.read(size)
        if len(data) < size:
            raise UnpicklingError("pickle data was truncated")
        self._frame = _Memory(data)

    def _end(self):
        raise _Stop(self._pop())

    # --- plain values
    def _int_line(self):
        text = self._line()
        if text in (b"00", b"01"):
            value = text == b"01"
        else:
            try:
                value = int(text, 0)
            except ValueError:
                raise ValueError("could not convert string to int") from None
        self.stack.append(value)

    def _long_line(self):
        text = self._line()
        self.stack.append(int(text[:-1] if text[-1:] == b"L" else text, 0))

    def _signed(self):
        self.stack.append(int.from_bytes(self._read(4), "little", signed=True))

    def _long(self, width):
        size = int.from_bytes(self._read(width), "little", signed=width == 4)
        if size < 0:
            raise UnpicklingError("LONG pickle has negative byte count")
        self.stack.append(int.from_bytes(self._read(size), "little", signed=True))

    def _float_line(self):
        try:
            self.stack.append(float(self._line()))
        except ValueError:
            raise ValueError("could not convert string to float") from None

    def _decoded(self, data):
        return data if self.encoding == "bytes" else data.decode(self.encoding, self.errors)

    def _string_line(self):
        data = self._line()
        if len(data) < 2 or data[0] != data[-1] or data[:1] not in (b"'", b'"'):
            raise UnpicklingError("the STRING opcode argument must be quoted")
        self.stack.append(self._decoded(_unescaped(data[1:-1])))

    def _old_string(self, width):
        size = int.from_bytes(self._read(width), "little", signed=width == 4)
        if size < 0:
            raise UnpicklingError("BINSTRING pickle has negative byte count")
        self.stack.append(self._decoded(self._read(size)))

    def _unicode_line(self):
        self.stack.append(_from_raw_unicode(self._line()))

    def _text(self, width):
        self.stack.append(self._read(self._number(width)).decode("utf-8", "surrogatepass"))

    def _data(self, width):
        size = self._number(width)
        if size > _LARGEST:
            raise OverflowError(f"BINBYTES exceeds system's maximum size of {_LARGEST} bytes")
        self.stack.append(self._read(size))

    def _byte_array(self):
        size = self._number(8)
        if size > _LARGEST:
            raise OverflowError(f"BYTEARRAY8 exceeds system's maximum size of {_LARGEST} bytes")
        self.stack.append(bytearray(self._read(size)))

    def _next_buffer(self):
        if self._buffers is None:
            raise UnpicklingError("pickle stream refers to out-of-band data but no *buffers* argument was given")
        try:
            found = next(self._buffers)
        except StopIteration:
            raise UnpicklingError("not enough out-of-band buffers") from None
        self.stack.append(found.raw() if isinstance(found, PickleBuffer) else found)

    def _readonly_buffer(self):
        view = memoryview(self._top())
        if not view.readonly:
            self.stack[-1] = view.toreadonly()

    # --- containers
    def _tuple(self, size):
        if len(self.stack) < size:
            raise _Underflow
        self.stack[-size:] = [tuple(self.stack[-size:])]

    def _group(self, make):
        items = self._pop_group()
        self.stack.append(make(items))

    def _dict(self):
        items = self._pop_group()
        if len(items) % 2:
            raise UnpicklingError("odd number of items for DICT")
        self.stack.append({items[at]: items[at + 1] for at in range(0, len(items), 2)})

    def _append(self):
        value = self._pop()
        self._extend(self._top(), [value])

    def _appends(self):
        items = self._pop_group()
        self._extend(self._top(), items)

    def _extend(self, target, items):
        if type(target) is list:
            target.extend(items)
            return
        extend = getattr(target, "extend", None)
        if extend is not None and len(items) != 1:
            return extend(items)
        append = target.append
        for item in items:
            append(item)

    def _set_item(self):
        value, key = self._pop(), self._pop()
        self._top()[key] = value

    def _set_items(self):
        items = self._pop_group()
        target = self._top()
        if len(items) % 2:
            raise UnpicklingError("odd number of items for SETITEMS")
        for at in range(0, len(items), 2):
            target[items[at]] = items[at + 1]

    def _add_items(self):
        items = self._pop_group()
        target = self._top()
        if isinstance(target, set):
            return target.update(items)
        for item in items:
            target.add(item)

    # --- the memo
    def _recall(self, at):
        try:
            self.stack.append(self._memo[at])
        except KeyError:
            raise UnpicklingError(f"Memo value not found at index {at}") from None

    def _recall_line(self):
        self._recall(int(self._line()))

    def _remember(self, at):
        top = self._top()
        if at < 0:
            raise ValueError("negative PUT argument")
        self._memo[at] = top

    # --- what is known by its name
    def _ascii_line(self):
        return self._line().decode("utf-8")

    def _global(self):
        module = self._ascii_line()
        self.stack.append(self.find_class(module, self._ascii_line()))

    def _stack_global(self):
        name, module = self._pop(), self._pop()
        if type(name) is not str or type(module) is not str:
            raise UnpicklingError("STACK_GLOBAL requires str")
        self.stack.append(self.find_class(module, name))

    def _extension(self, width):
        code = int.from_bytes(self._read(width), "little", signed=width == 4)
        if code <= 0:
            raise UnpicklingError("EXT specifies code <= 0")
        if code not in _extension_cache:
            key = _inverted_registry.get(code)
            if key is None:
                raise ValueError(f"unregistered extension code {code}")
            _extension_cache[code] = self.find_class(*key)
        self.stack.append(_extension_cache[code])

    def _persistent_line(self):
        try:
            pid = self._line().decode("ascii")
        except UnicodeDecodeError:
            raise UnpicklingError("persistent IDs in protocol 0 must be ASCII strings") from None
        self.stack.append(self.persistent_load(pid))

    def _persistent(self):
        self.stack.append(self.persistent_load(self._pop()))

    # --- making objects
    def _instance(self, cls, args):
        if args or not isinstance(cls, type) or hasattr(cls, "__getinitargs__"):
            made = cls(*args)
        else:
            made = cls.__new__(cls)
        self.stack.append(made)

    def _inst(self):
        if not self._groups:
            raise UnpicklingError("could not find MARK")
        module = self._ascii_line()
        name = self._ascii_line()
        args = self._pop_group()
        self._instance(self.find_class(module, name), args)

    def _obj(self):
        args = self._pop_group()
        if not args:
            raise _Underflow
        self._instance(args[0], args[1:])

    def _reduce(self):
        args, function = self._pop(), self._pop()
        if not isinstance(args, tuple):
            raise TypeError("argument list must be a tuple")
        self.stack.append(function(*args))

    def _new(self):
        args, cls = self._pop(), self._pop()
        if not isinstance(args, tuple):
            raise UnpicklingError("NEWOBJ expected an arg tuple, got " + type(args).__name__)
        if not isinstance(cls, type):
            raise UnpicklingError(f"NEWOBJ class argument must be a type, not {type(cls).__name__}")
        self.stack.append(cls.__new__(cls, *args))

    def _new_with_keywords(self):
        kwargs, args, cls = self._pop(), self._pop(), self._pop()
        if not isinstance(cls, type):
            raise UnpicklingError(f"NEWOBJ_EX class argument must be a type, not {type(cls).__name__}")
        if not isinstance(args, tuple):
            raise UnpicklingError(f"NEWOBJ_EX args argument must be a tuple, not {type(args).__name__}")
        if not isinstance(kwargs, dict):
            raise UnpicklingError(f"NEWOBJ_EX kwargs argument must be a dict, not {type(kwargs).__name__}")
        self.stack.append(cls.__new__(cls, *args, **kwargs))

    def _build(self):
        state = self._pop()
        made = self._top()
        if hasattr(made, "__setstate__"):
            return made.__setstate__(state)
        slots = None
        if isinstance(state, tuple) and len(state) == 2:
            state, slots = state
        if state:
            if not isinstance(state, dict):
                raise UnpicklingError("state is not a dictionary")
            own = made.__dict__
            for key, value in state.items():
                own[_sys.intern(key) if type(key) is str else key] = value
        if slots:
            if not isinstance(slots, dict):
                raise UnpicklingError("slot state is not a dictionary")
            for key, value in slots.items():
                setattr(made, key, value)


_LARGEST = 2**63 - 1


class _Stop(Exception):
    def __init__(self, value):
        self.value = value


class _Underflow(Exception):
    pass


_ESCAPES = {"\\": "\\", "'": "'", '"': '"', "a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}


def _unescaped(data):
    """What stands between the quotes of a bytes literal."""
    text = data.decode("latin-1")
    made, at = [], 0
    while at < len(text):
        if text[at] != "\\":
            made.append(text[at])
            at += 1
            continue
        letter = text[at + 1 : at + 2]
        if letter == "x":
            digits = text[at + 2 : at + 4]
            if len(digits) < 2:
                raise ValueError(f"invalid \\x escape at position {at}")
            made.append(chr(int(digits, 16)))
            at += 4
        elif letter and letter in "01234567":
            end = at + 2
            while end < at + 4 and text[end : end + 1] and text[end] in "01234567":
                end += 1
            made.append(chr(int(text[at + 1 : end], 8) & 0xFF))
            at = end
        elif not letter:
            raise ValueError("Trailing \\ in string")
        else:
            made.append(_ESCAPES.get(letter, "" if letter == "\n" else "\\" + letter))
            at += 2
    return "".join(made).encode("latin-1")


def _from_raw_unicode(data):
    """The encoding raw_unicode_escape."""
    text = data.decode("latin-1")
    if "\\" not in text:
        return text
    made, at = [], 0
    while at < len(text):
        start = at
        while at < len(text) and text[at] == "\\":
            at += 1
        made.append(text[start:at])
        # An even number of backslashes stands for itself.
        width = {"u": 4, "U": 8}.get(text[at : at + 1]) if (at - start) % 2 else None
        if width:
            digits = text[at + 1 : at + 1 + width]
            made[-1] = made[-1][:-1]
            made.append(chr(int(digits, 16)))
            at += 1 + width
        elif at < len(text):
            made.append(text[at])
            at += 1
    return "".join(made)


def _push(value):
    return lambda self: self.stack.append(value)


def _fresh(make):
    return lambda self: self.stack.append(make())


def _with(step, *args):
    return lambda self: step(self, *args)


_STEPS = {
    b"\x80": Unpickler._protocol,
    b"\x95": Unpickler._begin_frame,
    b".": Unpickler._end,
    b"(": Unpickler._mark,
    b"0": Unpickler._discard,
    b"1": lambda self: self._pop_group() and None,
    b"2": Unpickler._copy_top,
    b"N": _push(None),
    b"\x88": _push(True),
    b"\x89": _push(False),
    b"I": Unpickler._int_line,
    b"L": Unpickler._long_line,
    b"J": Unpickler._signed,
    b"K": lambda self: self.stack.append(self._read(1)[0]),
    b"M": lambda self: self.stack.append(self._number(2)),
    b"\x8a": _with(Unpickler._long, 1),
    b"\x8b": _with(Unpickler._long, 4),
    b"F": Unpickler._float_line,
    b"G": lambda self: self.stack.append(_float_of(self._read(8))),
    b"S": Unpickler._string_line,
    b"T": _with(Unpickler._old_string, 4),
    b"U": _with(Unpickler._old_string, 1),
    b"V": Unpickler._unicode_line,
    b"X": _with(Unpickler._text, 4),
    b"\x8c": _with(Unpickler._text, 1),
    b"\x8d": _with(Unpickler._text, 8),
    b"B": _with(Unpickler._data, 4),
    b"C": _with(Unpickler._data, 1),
    b"\x8e": _with(Unpickler._data, 8),
    b"\x96": Unpickler._byte_array,
    b"\x97": Unpickler._next_buffer,
    b"\x98": Unpickler._readonly_buffer,
    b")": _push(()),
    b"]": _fresh(list),
    b"}": _fresh(dict),
    b"\x8f": _fresh(set),
    b"t": _with(Unpickler._group, tuple),
    b"l": _with(Unpickler._group, lambda items: items),
    b"\x91": _with(Unpickler._group, frozenset),
    b"d": Unpickler._dict,
    b"\x85": _with(Unpickler._tuple, 1),
    b"\x86": _with(Unpickler._tuple, 2),
    b"\x87": _with(Unpickler._tuple, 3),
    b"a": Unpickler._append,
    b"e": Unpickler._appends,
    b"s": Unpickler._set_item,
    b"u": Unpickler._set_items,
    b"\x90": Unpickler._add_items,
    b"g": Unpickler._recall_line,
    b"h": lambda self: self._recall(self._read(1)[0]),
    b"j": lambda self: self._recall(self._number(4)),
    b"p": lambda self: self._remember(int(self._line())),
    b"q": lambda self: self._remember(self._read(1)[0]),
    b"r": lambda self: self._remember(self._number(4)),
    b"\x94": lambda self: self._remember(len(self._memo)),
    b"c": Unpickler._global,
    b"\x93": Unpickler._stack_global,
    b"\x82": _with(Unpickler._extension, 1),
    b"\x83": _with(Unpickler._extension, 2),
    b"\x84": _with(Unpickler._extension, 4),
    b"P": Unpickler._persistent_line,
    b"Q": Unpickler._persistent,
    b"i": Unpickler._inst,
    b"o": Unpickler._obj,
    b"R": Unpickler._reduce,
    b"\x81": Unpickler._new,
    b"\x92": Unpickler._new_with_keywords,
    b"b": Unpickler._build,
}
