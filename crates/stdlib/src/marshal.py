# marshal: values as bytes in CPython's format; code objects in a form of this interpreter's own.

import struct as _struct

from _tensorcell.marshal import _code_bytes, _code_of

version = 4

_DEEPEST = 2000
_PLAIN = {None: b"N", False: b"F", True: b"T", Ellipsis: b".", StopIteration: b"S"}
_REFERENCE = 0x80
# Beside CPython's code this has a first field that no CPython code has: the number of its positional parameters.
_OWN_CODE = b"c\xff\xff\xff\xffTensorCell"


# What may be written once and referred to from then on.
_SHARED = {tuple, list, dict, set, frozenset, bytes}


class _Null:
    """Ends a dict."""


class _Writer:
    def __init__(self, version, allow_code):
        self.version, self.allow_code = version, allow_code
        self.parts = []
        # The places of what was written, by identity.
        self.known, self.written = {}, []
        # The items of the containers that are being written, the innermost last.
        self.open = []

    def write(self, value):
        self.open.append(iter((value,)))
        while self.open:
            if len(self.open) > _DEEPEST + 1:
                raise ValueError("object too deeply nested to marshal")
            for item in self.open[-1]:
                if self.write_one(item):
                    break
            else:
                self.open.pop()

    def write_one(self, value):
        """Writes a value, or its beginning; whether its items come next."""
        if value is None or value is True or value is False or value is Ellipsis or value is StopIteration:
            self.parts.append(_PLAIN[value])
            return False
        if value is _Null:
            self.parts.append(b"0")
            return False
        if self.version >= 3 and type(value) in _SHARED:
            if (at := self.known.get(id(value))) is not None:
                self.parts.append(b"r" + at.to_bytes(4, "little"))
                return False
            self.known[id(value)] = len(self.written)
            self.written.append(value)
        opened, begin = len(self.open), len(self.parts)
        write = _WRITERS.get(type(value))
        if write is not None:
            write(self, value)
        elif (code := _code_bytes(value)) is not None:
            self.write_code(code)
        else:
            self.write_buffer(value)
        if self.version >= 3 and type(value) in _SHARED:
            first = self.parts[begin]
            self.parts[begin] = bytes([first[0] | _REFERENCE]) + first[1:]
        return len(self.open) > opened

    def sized(self, kind, length):
        if length > 0x7FFFFFFF:
            raise ValueError("unmarshallable object")
        self.parts.append(kind + length.to_bytes(4, "little"))

    def write_code(self, code):
        if not self.allow_code:
            raise ValueError("marshalling code objects is disallowed")
        self.parts.append(_OWN_CODE + len(code).to_bytes(8, "little"))
        self.parts.append(code)

    def write_buffer(self, value):
        try:
            data = bytes(memoryview(value))
        except TypeError:
            raise ValueError("unmarshallable object") from None
        self.write_bytes(data)

    def write_int(self, value):
        if -0x80000000 <= value < 0x80000000:
            self.parts.append(b"i" + value.to_bytes(4, "little", signed=True))
            return
        count = (value.bit_length() + 14) // 15
        data = abs(value).to_bytes(2 * count + 1, "little")
        digits = [
            int.from_bytes(data[at * 15 // 8 : at * 15 // 8 + 3], "little") >> at * 15 % 8 & 0x7FFF for at in range(count)
        ]
        signed = count if value > 0 else -count
        self.parts.append(b"l" + signed.to_bytes(4, "little", signed=True) + _struct.pack(f"<{count}H", *digits))

    def write_float(self, value):
        if self.version > 1:
            self.parts.append(b"g" + _struct.pack("<d", value))
        else:
            self.write_digits(b"f", value)

    def write_complex(self, value):
        if self.version > 1:
            self.parts.append(b"y" + _struct.pack("<dd", value.real, value.imag))
        else:
            self.write_digits(b"x", value.real, value.imag)

    def write_digits(self, kind, *numbers):
        self.parts.append(kind)
        for number in numbers:
            text = format(number, ".17g").encode()
            self.parts.append(bytes([len(text)]) + text)

    def write_bytes(self, value):
        self.sized(b"s", len(value))
        self.parts.append(value)

    def write_text(self, value):
        data = value.encode("utf-8", "surrogatepass")
        if self.version < 4 or not value.isascii():
            self.sized(b"u", len(data))
        elif len(data) < 256:
            self.parts.append(b"z" + bytes([len(data)]))
        else:
            self.sized(b"a", len(data))
        self.parts.append(data)

    def write_tuple(self, value):
        if self.version >= 4 and len(value) < 256:
            self.parts.append(b")" + bytes([len(value)]))
        else:
            self.sized(b"(", len(value))
        self.open.append(iter(value))

    def write_list(self, value):
        self.sized(b"[", len(value))
        self.open.append(iter(value))

    def write_set(self, value):
        self.sized(b"<" if isinstance(value, set) else b">", len(value))
        self.open.append(iter(value))

    def write_dict(self, value):
        self.parts.append(b"{")
        self.open.append(iter([part for item in value.items() for part in item] + [_Null]))


_WRITERS = {
    int: _Writer.write_int,
    float: _Writer.write_float,
    complex: _Writer.write_complex,
    bytes: _Writer.write_bytes,
    str: _Writer.write_text,
    tuple: _Writer.write_tuple,
    list: _Writer.write_list,
    dict: _Writer.write_dict,
    set: _Writer.write_set,
    frozenset: _Writer.write_set,
}


class _Pending:
    """A reference to a value that is not complete yet."""


class _Open:
    """A container whose items are being read: `add` takes one, `finish` makes the container of them."""

    def __init__(self, made, left, add, finish=None):
        self.made, self.left, self.add, self.finish = made, left, add, finish
        self.place = None

    def take(self, value):
        """Whether the container is complete with this item."""
        if value is _Null:
            if self.left is not None or not isinstance(self.made, dict):
                raise TypeError("NULL object in marshal data for object")
            return True
        self.add(value)
        if self.left is None:
            return False
        self.left -= 1
        return self.left == 0

    def complete(self):
        return self.made if self.finish is None else self.finish(self.made)


class _Entries:
    """Adds keys and values to a dict, by turns."""

    def __init__(self, made):
        self.made, self.key = made, _Null

    def __call__(self, value):
        if self.key is _Null:
            self.key = value
        else:
            self.made[self.key] = value
            self.key = _Null


class _Reader:
    def __init__(self, take, allow_code):
        self.take, self.allow_code = take, allow_code
        self.known = []

    def read(self):
        """The next value."""
        containers = []
        while True:
            value = self.read_one()
            if isinstance(value, _Open) and value.left != 0:
                containers.append(value)
                if len(containers) > _DEEPEST:
                    raise ValueError("bad marshal data (recursion limit exceeded)")
                continue
            if isinstance(value, _Open):
                value = self.closed(value)
            while containers and containers[-1].take(value):
                value = self.closed(containers.pop())
            if not containers:
                if value is _Null:
                    raise TypeError("NULL object in marshal data for object")
                return value

    def closed(self, container):
        value = container.complete()
        if container.place is not None:
            self.known[container.place] = value
        return value

    def read_one(self):
        """A value without items, or a container to be filled."""
        kind = self.take(1, "EOF read where object expected")[0]
        is_known, kind = kind & _REFERENCE, chr(kind & ~_REFERENCE)
        read = _READERS.get(kind)
        if read is None:
            raise ValueError("bad marshal data (unknown type code)")
        if not is_known or kind in "0NFT.Sr":
            return read(self)
        place = len(self.known)
        self.known.append(_Pending)
        value = read(self)
        if isinstance(value, _Open):
            value.place = place
            self.known[place] = _Pending if value.finish is not None else value.made
        else:
            self.known[place] = value
        return value

    def number(self, size=4, signed=True):
        return int.from_bytes(self.take(size), "little", signed=signed)

    def length(self, what):
        length = self.number()
        if length < 0:
            raise ValueError(f"bad marshal data ({what} size out of range)")
        return length

    def read_long(self):
        count = self.number()
        value = 0
        digits = _struct.unpack(f"<{abs(count)}H", self.take(2 * abs(count)))
        if any(digit > 0x7FFF for digit in digits):
            raise ValueError("bad marshal data (digit out of range in long)")
        if digits and not digits[-1]:
            raise ValueError("bad marshal data (unnormalized long data)")
        for digit in reversed(digits):
            value = value << 15 | digit
        return -value if count < 0 else value

    def digits(self):
        return float(self.take(self.take(1)[0]).decode("latin-1"))

    def read_bytes(self):
        return self.take(self.length("bytes object"))

    def read_text(self):
        return self.take(self.length("string")).decode("utf-8", "surrogatepass")

    def read_ascii(self):
        return self.take(self.length("string")).decode("latin-1")

    def read_short_ascii(self):
        return self.take(self.take(1)[0]).decode("latin-1")

    def read_tuple(self):
        made = []
        return _Open(made, self.length("tuple"), made.append, tuple)

    def read_short_tuple(self):
        made = []
        return _Open(made, self.take(1)[0], made.append, tuple)

    def read_list(self):
        made = []
        return _Open(made, self.length("list"), made.append)

    def read_set(self):
        made = set()
        return _Open(made, self.length("set"), made.add)

    def read_frozenset(self):
        made = []
        return _Open(made, self.length("set"), made.append, frozenset)

    def read_dict(self):
        made = {}
        return _Open(made, None, _Entries(made))

    def read_reference(self):
        at = self.number()
        if not 0 <= at < len(self.known) or self.known[at] is _Pending:
            raise ValueError("bad marshal data (invalid reference)")
        return self.known[at]

    def read_code(self):
        if not self.allow_code:
            raise ValueError("unmarshalling code objects is disallowed")
        mark = self.take(len(_OWN_CODE) - 1)
        if mark != _OWN_CODE[1:]:
            raise ValueError("bad marshal data (code of CPython's own, which cannot run here)")
        code = _code_of(self.take(self.number(8)))
        if code is None:
            raise ValueError("bad marshal data (code of another version)")
        return code


_READERS = {
    "0": lambda reader: _Null,
    "N": lambda reader: None,
    "F": lambda reader: False,
    "T": lambda reader: True,
    ".": lambda reader: Ellipsis,
    "S": lambda reader: StopIteration,
    "i": lambda reader: reader.number(),
    "I": lambda reader: reader.number(8),
    "l": _Reader.read_long,
    "f": lambda reader: reader.digits(),
    "g": lambda reader: _struct.unpack("<d", reader.take(8))[0],
    "x": lambda reader: complex(reader.digits(), reader.digits()),
    "y": lambda reader: complex(*_struct.unpack("<dd", reader.take(16))),
    "s": _Reader.read_bytes,
    "u": _Reader.read_text,
    "t": _Reader.read_text,
    "a": _Reader.read_ascii,
    "A": _Reader.read_ascii,
    "z": _Reader.read_short_ascii,
    "Z": _Reader.read_short_ascii,
    "(": _Reader.read_tuple,
    ")": _Reader.read_short_tuple,
    "[": _Reader.read_list,
    "{": _Reader.read_dict,
    "<": _Reader.read_set,
    ">": _Reader.read_frozenset,
    "r": _Reader.read_reference,
    "c": _Reader.read_code,
}


def dumps(value, version=version, /, *, allow_code=True):
    """Return the bytes object that would be written to a file by dump(value, file)."""
    writer = _Writer(version, allow_code)
    writer.write(value)
    return b"".join(writer.parts)


def dump(value, file, version=version, /, *, allow_code=True):
    """Write the value on the open file."""
    file.write(dumps(value, version, allow_code=allow_code))


def loads(bytes, /, *, allow_code=True):
    """Convert the bytes-like object to a value."""
    data, at = memoryview(bytes).cast("B"), 0

    def take(count, missing="marshal data too short"):
        nonlocal at
        if count > len(data) - at:
            raise EOFError(missing)
        at += count
        return data[at - count : at].tobytes()

    return _Reader(take, allow_code).read()


def load(file, /, *, allow_code=True):
    """Read one value from the open file and return it."""

    def take(count, missing="marshal data too short"):
        data = file.read(count)
        if not isinstance(data, bytes):
            raise TypeError(f"file.read() returned not bytes but {type(data).__name__}")
        if len(data) < count:
            raise EOFError(missing)
        return data

    return _Reader(take, allow_code).read()
