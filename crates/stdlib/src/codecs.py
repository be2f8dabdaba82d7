# codecs: encodings by name, and what converts piece by piece.

import builtins
import sys
from _codecs import *
from _codecs import _unregister_error, charmap_build

BOM_UTF8 = b"\xef\xbb\xbf"
BOM_UTF16_LE = BOM_LE = BOM32_LE = b"\xff\xfe"
BOM_UTF16_BE = BOM_BE = BOM32_BE = b"\xfe\xff"
BOM_UTF32_LE = BOM64_LE = b"\xff\xfe\x00\x00"
BOM_UTF32_BE = BOM64_BE = b"\x00\x00\xfe\xff"
BOM_UTF16 = BOM = BOM32 = BOM_UTF16_LE
BOM_UTF32 = BOM64 = BOM_UTF32_LE

strict_errors = lookup_error("strict")
ignore_errors = lookup_error("ignore")
replace_errors = lookup_error("replace")
xmlcharrefreplace_errors = lookup_error("xmlcharrefreplace")
backslashreplace_errors = lookup_error("backslashreplace")
namereplace_errors = lookup_error("namereplace")

_searches = []
_known = {}


def register(search_function, /):
    """Register a codec search function: it gives a CodecInfo for a name, or None."""
    if not callable(search_function):
        raise TypeError("argument must be callable")
    _searches.append(search_function)


def unregister(search_function, /):
    """Unregister a codec search function and clear the registry's cache."""
    if search_function in _searches:
        _searches.remove(search_function)
        _known.clear()


def _normal(encoding):
    """Small letters, with one underscore for each run of characters that are neither letters nor digits nor dots."""
    words = "".join(c if c.isalnum() or c == "." else " " for c in encoding if c.isascii()).split()
    return "_".join(words).lower()


def lookup(encoding, /):
    """Looks up a codec tuple in the Python codec registry and returns a CodecInfo object."""
    if not isinstance(encoding, str):
        raise TypeError(f"lookup() argument must be str, not {type(encoding).__name__}")
    if "\0" in encoding:
        raise ValueError("embedded null character")
    name = _normal(encoding)
    if name not in _known:
        import encodings

        for search in [encodings.search_function, *_searches]:
            found = search(name)
            if found is not None:
                break
        else:
            raise LookupError(f"unknown encoding: {encoding}")
        if not isinstance(found, tuple) or len(found) != 4:
            raise TypeError("codec search functions must return 4-tuples")
        _known[name] = found
    return _known[name]


def _converted(way, function, obj, encoding, errors):
    try:
        result = function(obj, errors)
    except Exception as error:
        error.add_note(f"{way[:-1]}ing with '{encoding}' codec failed")
        raise
    if not isinstance(result, tuple) or len(result) != 2:
        raise TypeError(f"{way}r must return a tuple (object, integer)")
    return result[0]


def encode(obj, encoding="utf-8", errors="strict"):
    """Encodes obj using the codec registered for encoding."""
    return _converted("encode", lookup(encoding)[0], obj, encoding, errors)


def decode(obj, encoding="utf-8", errors="strict"):
    """Decodes obj using the codec registered for encoding."""
    return _converted("decode", lookup(encoding)[1], obj, encoding, errors)


def _of_text(encoding, way):
    info = lookup(encoding)
    if not getattr(info, "_is_text_encoding", True):
        raise LookupError(f"'{encoding}' is not a text encoding; use codecs.{way}() to handle arbitrary codecs")
    return info


def _encoded(text, encoding, errors):
    """What `str.encode` gives where the codec is not native."""
    return _converted("encode", _of_text(encoding, "encode")[0], text, encoding, errors)


def _decoded(data, encoding, errors):
    """What `bytes.decode` gives where the codec is not native."""
    return _converted("decode", _of_text(encoding, "decode")[1], data, encoding, errors)


class CodecInfo(tuple):
    """Codec details when looking up the codec registry."""

    # Private API to allow Python 3.4 to denylist the known non-Unicode codecs in the standard library.
    _is_text_encoding = True

    def __new__(
        cls,
        encode,
        decode,
        streamreader=None,
        streamwriter=None,
        incrementalencoder=None,
        incrementaldecoder=None,
        name=None,
        *,
        _is_text_encoding=None,
    ):
        self = tuple.__new__(cls, (encode, decode, streamreader, streamwriter))
        self.name = name
        self.encode, self.decode = encode, decode
        self.streamreader, self.streamwriter = streamreader, streamwriter
        self.incrementalencoder, self.incrementaldecoder = incrementalencoder, incrementaldecoder
        if _is_text_encoding is not None:
            self._is_text_encoding = _is_text_encoding
        return self

    def __repr__(self):
        cls = type(self)
        return f"<{cls.__module__}.{cls.__qualname__} object for encoding {self.name} at {id(self):#x}>"

    def __getnewargs__(self):
        return tuple(self)


class Codec:
    """Defines the interface for stateless encoders and decoders."""

    def encode(self, input, errors="strict"):
        raise NotImplementedError

    def decode(self, input, errors="strict"):
        raise NotImplementedError


class IncrementalEncoder:
    """An encoder that is given its input piece by piece."""

    def __init__(self, errors="strict"):
        self.errors = errors
        self.buffer = ""

    def encode(self, input, final=False):
        raise NotImplementedError

    def reset(self):
        pass

    def getstate(self):
        return 0

    def setstate(self, state):
        pass


class BufferedIncrementalEncoder(IncrementalEncoder):
    """An encoder that keeps what it cannot encode yet."""

    def __init__(self, errors="strict"):
        IncrementalEncoder.__init__(self, errors)
        self.buffer = ""

    def _buffer_encode(self, input, errors, final):
        raise NotImplementedError

    def encode(self, input, final=False):
        data = self.buffer + input
        result, consumed = self._buffer_encode(data, self.errors, final)
        self.buffer = data[consumed:]
        return result

    def reset(self):
        IncrementalEncoder.reset(self)
        self.buffer = ""

    def getstate(self):
        return self.buffer or 0

    def setstate(self, state):
        self.buffer = state or ""


class IncrementalDecoder:
    """A decoder that is given its input piece by piece."""

    def __init__(self, errors="strict"):
        self.errors = errors

    def decode(self, input, final=False):
        raise NotImplementedError

    def reset(self):
        pass

    def getstate(self):
        return (b"", 0)

    def setstate(self, state):
        pass


class BufferedIncrementalDecoder(IncrementalDecoder):
    """A decoder that keeps the bytes of a character that is not whole yet."""

    def __init__(self, errors="strict"):
        IncrementalDecoder.__init__(self, errors)
        self.buffer = b""

    def _buffer_decode(self, input, errors, final):
        raise NotImplementedError

    def decode(self, input, final=False):
        data = self.buffer + input
        result, consumed = self._buffer_decode(data, self.errors, final)
        self.buffer = data[consumed:]
        return result

    def reset(self):
        IncrementalDecoder.reset(self)
        self.buffer = b""

    def getstate(self):
        return (self.buffer, 0)

    def setstate(self, state):
        self.buffer = state[0]


class _OverStream:
    """Stands over a stream, and passes on what it does not define itself."""

    def __getattr__(self, name, getattr=getattr):
        return getattr(self.stream, name)

    def __enter__(self):
        return self

    def __exit__(self, type, value, tb):
        self.stream.close()

    def __reduce_ex__(self, proto):
        raise TypeError("can't serialize %s" % self.__class__.__name__)


class StreamWriter(_OverStream, Codec):
    """Writes text into a stream of bytes."""

    def __init__(self, stream, errors="strict"):
        self.stream = stream
        self.errors = errors

    def write(self, object):
        data, consumed = self.encode(object, self.errors)
        self.stream.write(data)

    def writelines(self, list):
        self.write("".join(list))

    def reset(self):
        pass

    def seek(self, offset, whence=0):
        self.stream.seek(offset, whence)
        if whence == 0 and offset == 0:
            self.reset()


class StreamReader(_OverStream, Codec):
    """Reads text from a stream of bytes."""

    charbuffertype = str

    def __init__(self, stream, errors="strict"):
        self.stream = stream
        self.errors = errors
        # Bytes of a character that is not whole yet, and text that nobody has read.
        self.bytebuffer = b""
        self._empty_charbuffer = self.charbuffertype()
        self.charbuffer = self._empty_charbuffer

    def decode(self, input, errors="strict"):
        raise NotImplementedError

    def _decode_more(self, data, firstline):
        """The text of bytes; up to a mistake, where a whole line stands before it and only that is wanted."""
        try:
            return self.decode(data, self.errors)
        except UnicodeDecodeError as error:
            if firstline:
                text, consumed = self.decode(data[: error.start], self.errors)
                if len(text.splitlines(keepends=True)) > 1:
                    return text, consumed
            raise

    def read(self, size=-1, chars=-1, firstline=False):
        """Text of about `size` bytes, or of exactly `chars` characters; of all that is there without either."""
        if chars < 0:
            chars = size
        while not 0 <= chars <= len(self.charbuffer):
            more = self.stream.read() if size < 0 else self.stream.read(size)
            data = self.bytebuffer + more
            if not data:
                break
            text, consumed = self._decode_more(data, firstline)
            self.bytebuffer = data[consumed:]
            self.charbuffer += text
            if not more:
                break
        if chars < 0:
            chars = len(self.charbuffer)
        result, self.charbuffer = self.charbuffer[:chars], self.charbuffer[chars:]
        return result

    def readline(self, size=None, keepends=True):
        """A line; with a size, the result of one read where the line is longer."""
        step, line = size or 72, self._empty_charbuffer
        while True:
            data = self.read(step, firstline=True)
            if data.endswith("\r" if isinstance(data, str) else b"\r"):
                # The other half of the line's end.
                data += self.read(size=1, chars=1)
            line += data
            lines = line.splitlines(keepends=True)
            if lines and lines[0] != lines[0].splitlines()[0]:
                self.charbuffer = self._empty_charbuffer.join(lines[1:]) + self.charbuffer
                line = lines[0]
                break
            if not data or size is not None:
                break
            step = min(step * 2, 8000)
        return line if keepends else self._empty_charbuffer.join(line.splitlines())

    def readlines(self, sizehint=None, keepends=True):
        return self.read().splitlines(keepends)

    def reset(self):
        self.bytebuffer = b""
        self.charbuffer = self._empty_charbuffer

    def seek(self, offset, whence=0):
        self.stream.seek(offset, whence)
        self.reset()

    def __next__(self):
        line = self.readline()
        if line:
            return line
        raise StopIteration

    def __iter__(self):
        return self


class _StreamPair(_OverStream):
    """A stream with a reader and a writer."""

    def read(self, size=-1):
        return self.reader.read(size)

    def readline(self, size=None):
        return self.reader.readline(size)

    def readlines(self, sizehint=None):
        return self.reader.readlines(sizehint)

    def __next__(self):
        return next(self.reader)

    def __iter__(self):
        return self

    def write(self, data):
        return self.writer.write(data)

    def writelines(self, list):
        return self.writer.writelines(list)

    def reset(self):
        self.reader.reset()
        self.writer.reset()

    def seek(self, offset, whence=0):
        self.stream.seek(offset, whence)
        self.reader.reset()
        if whence == 0 and offset == 0:
            self.writer.reset()


class StreamReaderWriter(_StreamPair):
    """Text over a stream of bytes that is read and written."""

    encoding = "unknown"

    def __init__(self, stream, Reader, Writer, errors="strict"):
        self.stream = stream
        self.reader = Reader(stream, errors)
        self.writer = Writer(stream, errors)
        self.errors = errors


class StreamRecoder(_StreamPair):
    """Bytes in one encoding over a stream of bytes in another."""

    data_encoding = "unknown"
    file_encoding = "unknown"

    def __init__(self, stream, encode, decode, Reader, Writer, errors="strict"):
        self.stream = stream
        self.encode = encode
        self.decode = decode
        self.reader = Reader(stream, errors)
        self.writer = Writer(stream, errors)
        self.errors = errors

    def read(self, size=-1):
        return self.encode(self.reader.read(size), self.errors)[0]

    def readline(self, size=None):
        line = self.reader.readline() if size is None else self.reader.readline(size)
        return self.encode(line, self.errors)[0]

    def readlines(self, sizehint=None):
        return self.encode(self.reader.read(), self.errors)[0].splitlines(keepends=True)

    def __next__(self):
        return self.encode(next(self.reader), self.errors)[0]

    def write(self, data):
        return self.writer.write(self.decode(data, self.errors)[0])

    def writelines(self, list):
        return self.writer.write(self.decode(b"".join(list), self.errors)[0])


def open(filename, mode="r", encoding=None, errors="strict", buffering=-1):
    """Open an encoded file using the given mode and return a wrapped version providing transparent encoding/decoding."""
    if encoding is not None and "b" not in mode:
        mode = mode + "b"
    file = builtins.open(filename, mode, buffering)
    if encoding is None:
        return file
    try:
        info = lookup(encoding)
        pair = StreamReaderWriter(file, info.streamreader, info.streamwriter, errors)
        pair.encoding = encoding
        return pair
    except BaseException:
        file.close()
        raise


def EncodedFile(file, data_encoding, file_encoding=None, errors="strict"):
    """Return a wrapped version of file which provides transparent encoding translation."""
    if file_encoding is None:
        file_encoding = data_encoding
    data, own = lookup(data_encoding), lookup(file_encoding)
    recoder = StreamRecoder(file, data.encode, data.decode, own.streamreader, own.streamwriter, errors)
    recoder.data_encoding = data_encoding
    recoder.file_encoding = file_encoding
    return recoder


def getencoder(encoding):
    """Lookup up the codec for the given encoding and return its encoder function."""
    return lookup(encoding).encode


def getdecoder(encoding):
    """Lookup up the codec for the given encoding and return its decoder function."""
    return lookup(encoding).decode


def getincrementalencoder(encoding):
    """Lookup up the codec for the given encoding and return its IncrementalEncoder class or factory function."""
    encoder = lookup(encoding).incrementalencoder
    if encoder is None:
        raise LookupError(encoding)
    return encoder


def getincrementaldecoder(encoding):
    """Lookup up the codec for the given encoding and return its IncrementalDecoder class or factory function."""
    decoder = lookup(encoding).incrementaldecoder
    if decoder is None:
        raise LookupError(encoding)
    return decoder


def getreader(encoding):
    """Lookup up the codec for the given encoding and return its StreamReader class or factory function."""
    return lookup(encoding).streamreader


def getwriter(encoding):
    """Lookup up the codec for the given encoding and return its StreamWriter class or factory function."""
    return lookup(encoding).streamwriter


def iterencode(iterator, encoding, errors="strict", **kwargs):
    """Encodes the input strings from the iterator using an IncrementalEncoder."""
    encoder = getincrementalencoder(encoding)(errors, **kwargs)
    for input in iterator:
        output = encoder.encode(input)
        if output:
            yield output
    output = encoder.encode("", True)
    if output:
        yield output


def iterdecode(iterator, encoding, errors="strict", **kwargs):
    """Decodes the input strings from the iterator using an IncrementalDecoder."""
    decoder = getincrementaldecoder(encoding)(errors, **kwargs)
    for input in iterator:
        output = decoder.decode(input)
        if output:
            yield output
    output = decoder.decode(b"", True)
    if output:
        yield output


def make_identity_dict(rng):
    """Return a dictionary where elements of the rng sequence are mapped to themselves."""
    return {i: i for i in rng}


def make_encoding_map(decoding_map):
    """Creates an encoding map from a decoding map: what several bytes stand for is undefined."""
    encoding_map = {}
    for byte, code in decoding_map.items():
        encoding_map[code] = None if code in encoding_map else byte
    return encoding_map


__all__ = [
    "register",
    "lookup",
    "open",
    "EncodedFile",
    "BOM",
    "BOM_BE",
    "BOM_LE",
    "BOM32_BE",
    "BOM32_LE",
    "BOM64_BE",
    "BOM64_LE",
    "BOM_UTF8",
    "BOM_UTF16",
    "BOM_UTF16_LE",
    "BOM_UTF16_BE",
    "BOM_UTF32",
    "BOM_UTF32_LE",
    "BOM_UTF32_BE",
    "CodecInfo",
    "Codec",
    "IncrementalEncoder",
    "IncrementalDecoder",
    "StreamReader",
    "StreamWriter",
    "StreamReaderWriter",
    "StreamRecoder",
    "getencoder",
    "getdecoder",
    "getincrementalencoder",
    "getincrementaldecoder",
    "getreader",
    "getwriter",
    "encode",
    "decode",
    "iterencode",
    "iterdecode",
    "strict_errors",
    "ignore_errors",
    "replace_errors",
    "xmlcharrefreplace_errors",
    "backslashreplace_errors",
    "namereplace_errors",
    "register_error",
    "lookup_error",
]
