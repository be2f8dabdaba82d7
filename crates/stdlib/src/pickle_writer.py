# Bytes from objects, in Python: part of pickle. `_pickle` writes the same bytes natively.

import _compat_pickle
import codecs as _codecs
import sys as _sys
from _pickle import PickleBuffer, PicklingError
from copyreg import _extension_registry, _reduce_ex_object
from copyreg import dispatch_table as _dispatch_table

from _tensorcell.copyreg import _float_bytes
from _tensorcell.importlib import _import

HIGHEST_PROTOCOL = 5
DEFAULT_PROTOCOL = 4
_BATCH = 1000
_FRAME = 64 * 1024


class _Frames:
    """Collects the opcodes of one pickle; from protocol 4 on they go out in frames."""

    def __init__(self, write):
        self.write_out = write
        self.parts = []
        self.length = 0
        self.framing = False

    def write(self, data):
        self.parts.append(data)
        self.length += len(data)

    def commit(self, force=False):
        if not self.framing:
            return
        if self.length >= _FRAME or force:
            data = b"".join(self.parts)
            if self.length >= 4:
                data = b"\x95" + self.length.to_bytes(8, "little") + data
            self.write_out(data)
            self.parts, self.length = [], 0

    def write_large(self, head, data):
        """Bytes too many for a frame: they stand between two."""
        if self.framing:
            self.commit(True)
            self.write_out(head)
            self.write_out(data)
        else:
            self.write(head)
            self.write(data)

    def end(self):
        if self.framing:
            self.commit(True)
            self.framing = False
        else:
            self.write_out(b"".join(self.parts))
            self.parts, self.length = [], 0


class _Memo:
    """The memo as a mapping of a program's."""

    def __init__(self, pickler):
        self._pickler = pickler

    def clear(self):
        self._pickler.clear_memo()

    def copy(self):
        return dict(self._pickler._memo)


_ABSENT = object()
_MODULE_NAMES = {}
_NATIVE_FUNCTION = type(len)
_METHODS = (type(len), type(str.join), type(PickleBuffer(b"").raw))


def _same(text, use):
    """One object for each name and use, so that the memo knows it again. As in CPython, modules of built-in functions have
    one of their own."""
    return _MODULE_NAMES.setdefault((text, use), "".join([text[:1], text[1:]]))


def _resolve(obj, name):
    """What stands under a dotted name, and what holds it."""
    parent = obj
    for part in name.split("."):
        if part == "<locals>":
            raise AttributeError(name)
        parent, obj = obj, getattr(obj, part)
    return obj, parent


def _module_of(obj, name):
    if obj is _codecs.encode:
        return "_codecs"
    if obj is ... or obj is NotImplemented:
        return "builtins"
    found = getattr(obj, "__module__", None)
    return _holder(obj, name) if found is None else found


def _holder(obj, name):
    """The module that has an object under a name."""
    for module_name, module in _sys.modules.copy().items():
        if module_name in ("__main__", "__mp_main__") or module is None:
            continue
        try:
            if _resolve(module, name)[0] is obj:
                return module_name
        except AttributeError:
            pass
    return "__main__"


class Pickler:
    """Writes objects to a file."""

    def __init__(self, file, protocol=None, *, fix_imports=True, buffer_callback=None):
        protocol = DEFAULT_PROTOCOL if protocol is None else protocol
        if protocol < 0:
            protocol = HIGHEST_PROTOCOL
        elif protocol > HIGHEST_PROTOCOL:
            raise ValueError(f"pickle protocol must be <= {HIGHEST_PROTOCOL}")
        if buffer_callback is not None and protocol < 5:
            raise ValueError("buffer_callback needs protocol >= 5")
        self._buffer_callback = buffer_callback
        try:
            self._frames = _Frames(file.write)
        except AttributeError:
            raise TypeError("file must have a 'write' attribute") from None
        self.write = self._frames.write
        self._memo = {}
        self._protocol = int(protocol)
        self.bin = self._protocol >= 1
        self.fast = 0
        self._fix_imports = fix_imports and self._protocol < 3
        self._own_persistent = type(self).persistent_id is not Pickler.persistent_id

    def persistent_id(self, obj):
        return None

    @property
    def memo(self):
        return _Memo(self)

    @memo.setter
    def memo(self, value):
        self._memo = dict(value._pickler._memo if isinstance(value, _Memo) else value)

    def clear_memo(self):
        self._memo.clear()

    def dump(self, obj):
        """Writes one object."""
        if not hasattr(self, "_frames"):
            raise PicklingError(f"Pickler.__init__() was not called by {type(self).__name__}.__init__()")
        self._own_override = hasattr(self, "reducer_override")
        frames = self._frames
        frames.parts, frames.length, frames.framing = [], 0, False
        if self._protocol >= 2:
            start = b"\x80" + bytes([self._protocol])
            if self._protocol >= 4:
                frames.write_out(start)
                frames.framing = True
            else:
                frames.write(start)
        self.save(obj)
        self.write(b".")
        frames.end()

    def _remember(self, obj):
        if self.fast:
            return
        at = len(self._memo)
        self._memo[id(obj)] = at, obj
        if self._protocol >= 4:
            self.write(b"\x94")
        elif not self.bin:
            self.write(b"p%d\n" % at)
        elif at < 256:
            self.write(b"q" + bytes([at]))
        else:
            self.write(b"r" + at.to_bytes(4, "little"))

    def _recall(self, at):
        if not self.bin:
            return b"g%d\n" % at
        return b"h" + bytes([at]) if at < 256 else b"j" + at.to_bytes(4, "little")

    def save(self, obj, as_it_is=False):
        frames = self._frames
        if frames.length >= _FRAME:
            frames.commit()
        if self._own_persistent and not as_it_is:
            known = self.persistent_id(obj)
            if known is not None:
                return self._save_persistent(known)
        kind = type(obj)
        if kind in _SCALARS:
            return _SCALARS[kind](self, obj)
        known = self._memo.get(id(obj))
        if known is not None:
            return self.write(self._recall(known[0]))
        if kind in _TEXTS:
            return _TEXTS[kind](self, obj)
        reduced = NotImplemented
        if self._own_override:
            reduced = self.reducer_override(obj)
        if reduced is NotImplemented:
            save = _BUILT_IN.get(kind)
            if save is not None:
                return save(self, obj)
            reducer = getattr(self, "dispatch_table", _dispatch_table).get(kind, _ABSENT)
            if reducer is not _ABSENT:
                reduced = reducer(obj)
            elif issubclass(kind, type):
                return self.save_global(obj)
            else:
                # A method would hand the question on to its function.
                own = _ABSENT if kind in _METHODS else getattr(obj, "__reduce_ex__", _ABSENT)
                reduced = _reduce_ex_object(obj, self._protocol) if own is _ABSENT else own(self._protocol)
        if isinstance(reduced, str):
            return self.save_global(obj, reduced)
        if not isinstance(reduced, tuple):
            raise PicklingError("__reduce__ must return a string or tuple")
        if not 2 <= len(reduced) <= 6:
            raise PicklingError("tuple returned by __reduce__ must contain 2 through 6 elements")
        self.save_reduce(*reduced, obj=obj)

    def _save_persistent(self, known):
        if self.bin:
            self.save(known, True)
            return self.write(b"Q")
        text = str(known)
        if "\n" in text or not text.isascii():
            raise PicklingError("persistent IDs in protocol 0 must be ASCII strings")
        self.write(b"P" + text.encode("ascii") + b"\n")

    def save_reduce(self, func, args, state=None, listitems=None, dictitems=None, state_setter=None, *, obj=None):
        if not callable(func):
            raise PicklingError("first item of the tuple returned by __reduce__ must be callable")
        if not isinstance(args, tuple):
            raise PicklingError("second item of the tuple returned by __reduce__ must be a tuple")
        name = getattr(func, "__name__", "")
        if self._protocol >= 2 and name == "__newobj_ex__":
            self._save_new_with_keywords(args, obj)
        elif self._protocol >= 2 and name == "__newobj__":
            self._save_new(args, obj)
        else:
            self.save(func)
            self.save(args)
            self.write(b"R")
        if obj is not None:
            known = self._memo.get(id(obj))
            if known is not None:
                self.write(b"0" + self._recall(known[0]))
            else:
                self._remember(obj)
        if listitems is not None:
            self._save_items(listitems)
        if dictitems is not None:
            self._save_pairs(dictitems)
        if state is not None:
            if state_setter is None:
                self.save(state)
                self.write(b"b")
            else:
                self.save(state_setter)
                self.save(obj)
                self.save(state)
                self.write(b"\x86R0")

    def _save_new_with_keywords(self, args, obj):
        cls, args, kwargs = args
        if not hasattr(cls, "__new__"):
            raise PicklingError("first argument to __newobj_ex__() has no __new__")
        if obj is not None and cls is not obj.__class__:
            raise PicklingError(f"first argument to __newobj_ex__() must be {obj.__class__!r}, not {cls!r}")
        if self._protocol >= 4:
            self.save(cls)
            self.save(args)
            self.save(kwargs)
            return self.write(b"\x92")
        from functools import partial

        self.save(partial(cls.__new__, cls, *args, **kwargs))
        self.write(b")R")

    def _save_new(self, args, obj):
        if not args:
            raise PicklingError("__newobj__ expected at least 1 argument, got 0")
        cls = args[0]
        if not hasattr(cls, "__new__"):
            raise PicklingError("first argument to __newobj__() has no __new__")
        if obj is not None and cls is not obj.__class__:
            raise PicklingError(f"first argument to __newobj__() must be {obj.__class__!r}, not {cls!r}")
        self.save(cls)
        self.save(args[1:])
        self.write(b"\x81")

    # --- plain values
    def _save_none(self, obj):
        self.write(b"N")

    def _save_bool(self, obj):
        if self._protocol >= 2:
            self.write(b"\x88" if obj else b"\x89")
        else:
            self.write(b"I01\n" if obj else b"I00\n")

    def _save_int(self, obj):
        if -0x80000000 <= obj <= 0x7FFFFFFF:
            if not self.bin:
                return self.write(b"I%d\n" % obj)
            if obj < 0 or obj > 0xFFFF:
                return self.write(b"J" + obj.to_bytes(4, "little", signed=True))
            if obj > 0xFF:
                return self.write(b"M" + obj.to_bytes(2, "little"))
            return self.write(b"K" + bytes([obj]))
        if self._protocol < 2:
            return self.write(b"L" + repr(obj).encode("ascii") + b"L\n")
        size = (obj.bit_length() >> 3) + 1
        data = obj.to_bytes(size, "little", signed=True)
        if obj < 0 and size > 1 and data[-1] == 0xFF and data[-2] & 0x80:
            data = data[:-1]
        head = b"\x8a" + bytes([len(data)]) if len(data) < 256 else b"\x8b" + len(data).to_bytes(4, "little")
        self.write(head + data)

    def _save_float(self, obj):
        self.write(b"G" + _float_bytes(obj) if self.bin else b"F" + repr(obj).encode("ascii") + b"\n")

    def _write_sized(self, short, plain, long, data):
        """Data behind its length, in one byte, four or eight."""
        size = len(data)
        if size < 256 and short:
            self.write(short + bytes([size]) + data)
        elif size > 0xFFFFFFFF and long:
            self._frames.write_large(long + size.to_bytes(8, "little"), data)
        elif size >= _FRAME:
            self._frames.write_large(plain + size.to_bytes(4, "little"), data)
        else:
            self.write(plain + size.to_bytes(4, "little") + data)

    def _save_bytes(self, obj):
        if self._protocol < 3:
            if obj:
                return self.save_reduce(_codecs.encode, (obj.decode("latin1"), "latin1"), obj=obj)
            return self.save_reduce(bytes, (), obj=obj)
        self._write_sized(b"C", b"B", b"\x8e" if self._protocol >= 4 else None, obj)
        self._remember(obj)

    def _save_bytearray(self, obj):
        if self._protocol < 5:
            return self.save_reduce(bytearray, (bytes(obj),) if obj else (), obj=obj)
        head = b"\x96" + len(obj).to_bytes(8, "little")
        if len(obj) >= _FRAME:
            self._frames.write_large(head, bytes(obj))
        else:
            self.write(head + bytes(obj))
        self._remember(obj)

    def _save_str(self, obj):
        if self.bin:
            data = obj.encode("utf-8", "surrogatepass")
            long = b"\x8d" if self._protocol >= 4 else None
            self._write_sized(b"\x8c" if self._protocol >= 4 else None, b"X", long, data)
        else:
            text = obj
            for letter in "\\\0\n\r\x1a":
                text = text.replace(letter, f"\\u{ord(letter):04x}")
            self.write(b"V" + _raw_unicode(text) + b"\n")
        self._remember(obj)

    def _save_buffer(self, obj):
        if self._protocol < 5:
            raise PicklingError("PickleBuffer can only be pickled with protocol >= 5")
        if not obj.__buffer__(0).contiguous:
            raise PicklingError("PickleBuffer can not be pickled when pointing to a non-contiguous buffer")
        view = obj.raw()
        if self._buffer_callback is None or self._buffer_callback(obj):
            data = view.tobytes()
            return self._save_bytes(data) if view.readonly else self._save_bytearray(bytearray(data))
        self.write(b"\x97")
        if view.readonly:
            self.write(b"\x98")

    # --- containers
    def _save_tuple(self, obj):
        size = len(obj)
        if not size:
            return self.write(b")" if self.bin else b"(t")
        small = size <= 3 and self._protocol >= 2
        if not small:
            self.write(b"(")
        for item in obj:
            self.save(item)
        known = self._memo.get(id(obj))
        if known is not None:
            # It holds itself: the one that was made further in is taken.
            if small:
                undo = b"0" * size
            else:
                undo = b"1" if self.bin else b"0" * (size + 1)
            return self.write(undo + self._recall(known[0]))
        self.write((b"\x85", b"\x86", b"\x87")[size - 1] if small else b"t")
        self._remember(obj)

    def _save_list(self, obj):
        self.write(b"]" if self.bin else b"(l")
        self._remember(obj)
        if not obj:
            return
        if self._protocol == 0:
            return self._save_items(iter(obj))
        if len(obj) == 1:
            self.save(obj[0])
            return self.write(b"a")
        at = 0
        while at < len(obj):
            self.write(b"(")
            for item in obj[at : at + _BATCH]:
                self.save(item)
            self.write(b"e")
            at += _BATCH

    def _save_items(self, items):
        """The items of something like a list."""
        if not self.bin:
            for item in items:
                self.save(item)
                self.write(b"a")
            return
        absent = object()
        while True:
            first, second = next(items, absent), absent
            if first is absent:
                return
            second = next(items, absent)
            if second is absent:
                self.save(first)
                return self.write(b"a")
            self.write(b"(")
            self.save(first)
            count = 1
            while second is not absent:
                self.save(second)
                count += 1
                if count == _BATCH:
                    break
                second = next(items, absent)
            self.write(b"e")
            if count != _BATCH:
                return

    def _save_dict(self, obj):
        self.write(b"}" if self.bin else b"(d")
        self._remember(obj)
        if not obj:
            return
        if self._protocol == 0:
            return self._save_pairs(iter(obj.items()))
        pairs, size = iter(obj.items()), len(obj)
        if size == 1:
            return self._save_pairs(pairs)
        count = _BATCH
        while count == _BATCH:
            count = 0
            self.write(b"(")
            for key, value in pairs:
                self.save(key)
                self.save(value)
                count += 1
                if count == _BATCH:
                    break
            self.write(b"u")

    def _save_pairs(self, pairs):
        """The entries of something like a dict."""
        if not self.bin:
            for key, value in pairs:
                self.save(key)
                self.save(value)
                self.write(b"s")
            return
        absent = object()
        while True:
            first = next(pairs, absent)
            if first is absent:
                return
            second = next(pairs, absent)
            for entry in (first, second):
                if entry is not absent and (not isinstance(entry, tuple) or len(entry) != 2):
                    raise TypeError("dict items iterator must return 2-tuples")
            if second is absent:
                self.save(first[0])
                self.save(first[1])
                return self.write(b"s")
            self.write(b"(")
            self.save(first[0])
            self.save(first[1])
            count = 1
            while second is not absent:
                self.save(second[0])
                self.save(second[1])
                count += 1
                if count == _BATCH:
                    break
                second = next(pairs, absent)
            self.write(b"u")
            if count != _BATCH:
                return

    def _save_set(self, obj):
        if self._protocol < 4:
            return self.save_reduce(set, (list(obj),), obj=obj)
        self.write(b"\x8f")
        self._remember(obj)
        items, count = iter(obj), _BATCH if obj else 0
        while count == _BATCH:
            count = 0
            self.write(b"(")
            for item in items:
                self.save(item)
                count += 1
                if count == _BATCH:
                    break
            self.write(b"\x90")

    def _save_frozenset(self, obj):
        if self._protocol < 4:
            return self.save_reduce(frozenset, (list(obj),), obj=obj)
        self.write(b"(")
        for item in obj:
            self.save(item)
        known = self._memo.get(id(obj))
        if known is not None:
            return self.write(b"1" + self._recall(known[0]))
        self.write(b"\x91")
        self._remember(obj)

    # --- what is known by its name
    def save_global(self, obj, name=None):
        if name is None:
            name = getattr(obj, "__qualname__", None) or obj.__name__
        module_name = _module_of(obj, name)
        if "<locals>" in name.split("."):
            raise AttributeError(f"Can't get local object {name!r}")
        try:
            module = _codecs if module_name == "_codecs" else _import(module_name)
        except ImportError as error:
            raise PicklingError(f"Can't pickle {obj!r}: import of module {module_name!r} failed") from error
        try:
            found, parent = _resolve(module, name)
        except AttributeError as error:
            text = f"Can't pickle {obj!r}: attribute lookup {name} on {module_name} failed"
            raise PicklingError(text) from error
        if found is not obj:
            raise PicklingError(f"Can't pickle {obj!r}: it's not the same object as {module_name}.{name}")
        if self._protocol >= 2:
            code = _extension_registry.get((module_name, name))
            if code is not None:
                if code <= 0xFF:
                    return self.write(b"\x82" + bytes([code]))
                if code <= 0xFFFF:
                    return self.write(b"\x83" + code.to_bytes(2, "little"))
                return self.write(b"\x84" + code.to_bytes(4, "little"))
        if parent is module:
            name = name.rpartition(".")[2]
        if self._protocol >= 4:
            self.save(_same(module_name, "function" if type(obj) is _NATIVE_FUNCTION else "module"))
            self.save(_same(name, "global"))
            self.write(b"\x93")
        elif parent is not module:
            # getattr(getattr(..., name), name)
            first, *rest = name.split(".")
            for _ in rest:
                self.save(getattr)
                if self._protocol < 2:
                    self.write(b"(")
            self._save_of_module(module_name, first)
            for part in rest:
                self.save(_same(part, "global"))
                self.write(b"\x86R" if self._protocol >= 2 else b"tR")
        else:
            self._save_of_module(module_name, name)
        self._remember(obj)

    def _save_of_module(self, module_name, name):
        """A name of a module, which protocols below 3 know by its name in Python 2."""
        if self._fix_imports:
            old_names, old_modules = _compat_pickle.REVERSE_NAME_MAPPING, _compat_pickle.REVERSE_IMPORT_MAPPING
            if (module_name, name) in old_names:
                module_name, name = old_names[module_name, name]
            else:
                module_name = old_modules.get(module_name, module_name)
        if self._protocol < 3 and not (module_name + name).isascii():
            text = f"can't pickle global identifier '{module_name}.{name}' using pickle protocol {self._protocol}"
            raise PicklingError(text)
        self.write(b"c" + f"{module_name}\n{name}\n".encode("utf-8"))

    def _save_type(self, obj):
        if obj is type(None):
            return self.save_reduce(type, (None,), obj=obj)
        if obj is type(NotImplemented):
            return self.save_reduce(type, (NotImplemented,), obj=obj)
        if obj is type(...):
            return self.save_reduce(type, (...,), obj=obj)
        self.save_global(obj)


def _raw_unicode(text):
    """The encoding raw_unicode_escape."""
    made = []
    for letter in text:
        code = ord(letter)
        if code < 0x100:
            made.append(bytes([code]))
        else:
            made.append((f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}").encode("ascii"))
    return b"".join(made)


_SCALARS = {type(None): Pickler._save_none, bool: Pickler._save_bool, int: Pickler._save_int, float: Pickler._save_float}
_TEXTS = {str: Pickler._save_str, bytes: Pickler._save_bytes}
_BUILT_IN = {
    bytearray: Pickler._save_bytearray,
    tuple: Pickler._save_tuple,
    list: Pickler._save_list,
    dict: Pickler._save_dict,
    set: Pickler._save_set,
    frozenset: Pickler._save_frozenset,
    type: Pickler._save_type,
    type(lambda: None): Pickler.save_global,
    PickleBuffer: Pickler._save_buffer,
}
