# encodings.idna: names of hosts, their labels in ASCII (RFC 3490).

import codecs
import re
import stringprep
from unicodedata import ucd_3_2_0 as unicodedata

dots = re.compile("[\u002e\u3002\uff0e\uff61]")
ace_prefix = b"xn--"
sace_prefix = "xn--"

_FORBIDDEN = [
    stringprep.in_table_c12,
    stringprep.in_table_c22,
    stringprep.in_table_c3,
    stringprep.in_table_c4,
    stringprep.in_table_c5,
    stringprep.in_table_c6,
    stringprep.in_table_c7,
    stringprep.in_table_c8,
    stringprep.in_table_c9,
]


def _refused(label, start, end, reason):
    return UnicodeEncodeError("idna", label, start, end, reason)


def nameprep(label):
    """A label as names are compared (RFC 3491)."""
    mapped = "".join(stringprep.map_table_b2(c) for c in label if not stringprep.in_table_b1(c))
    label = unicodedata.normalize("NFKC", mapped)
    for at, c in enumerate(label):
        if any(forbidden(c) for forbidden in _FORBIDDEN):
            raise _refused(label, at, at + 1, f"Invalid character {c!r}")
    from_right = [stringprep.in_table_d1(c) for c in label]
    if any(from_right):
        for at, c in enumerate(label):
            if stringprep.in_table_d2(c):
                raise _refused(label, at, at + 1, "Violation of BIDI requirement 2")
        if not from_right[0]:
            raise _refused(label, 0, 1, "Violation of BIDI requirement 3")
        if not from_right[-1]:
            raise _refused(label, len(label) - 1, len(label), "Violation of BIDI requirement 3")
    return label


def _checked(data, label):
    """A label's bytes, where their number fits."""
    if not data:
        raise _refused(label, 0, 1, "label empty")
    if len(data) >= 64:
        raise _refused(label, 0, len(label), "label too long")
    return data


def _ascii(label):
    try:
        return label.encode("ascii")
    except UnicodeEncodeError:
        return None


def ToASCII(label):
    data = _ascii(label)
    if data is None:
        prepared = nameprep(label)
        data = _ascii(prepared)
        if data is None:
            if prepared.lower().startswith(sace_prefix):
                raise _refused(label, 0, len(sace_prefix), "Label starts with ACE prefix")
            data = ace_prefix + prepared.encode("punycode")
    return _checked(data, label)


def ToUnicode(label):
    if len(label) > 1024:
        # Nothing that long is a label; preparing it would take long.
        if isinstance(label, str):
            label = label.encode("utf-8", errors="backslashreplace")
        raise UnicodeDecodeError("idna", label, 0, len(label), "label way too long")
    if isinstance(label, bytes):
        data = label
    else:
        data = _ascii(label)
        if data is None:
            data = _ascii(nameprep(label))
            if data is None:
                raise UnicodeEncodeError("idna", label, 0, 1, "Invalid character in IDN label")
    if not data.lower().startswith(ace_prefix):
        return str(data, "ascii")
    try:
        result = data[len(ace_prefix) :].decode("punycode")
    except UnicodeDecodeError as error:
        offset = len(ace_prefix)
        raise UnicodeDecodeError("idna", data, offset + error.start, offset + error.end, error.reason)
    if str(data, "ascii").lower() != str(ToASCII(result), "ascii"):
        raise UnicodeDecodeError("idna", data, 0, len(data), f"IDNA does not round-trip, '{label!r}' != '{result!r}'")
    return result


def _check_errors(errors):
    if errors != "strict":
        raise UnicodeError(f"Unsupported error handling: {errors}")


def _labels(input):
    """The labels of a name, and the dot at its end."""
    labels = dots.split(input)
    return (labels[:-1], ".") if labels and not labels[-1] else (labels, "")


def _joined(labels, input):
    """The labels in ASCII; a mistake is told by its place in the whole name."""
    out, offset = [], 0
    for label in labels:
        try:
            out.append(ToASCII(label))
        except UnicodeEncodeError as error:
            raise UnicodeEncodeError("idna", input, offset + error.start, offset + error.end, error.reason)
        offset += len(label) + 1
    return b".".join(out)


class Codec(codecs.Codec):
    def encode(self, input, errors="strict"):
        _check_errors(errors)
        if not input:
            return b"", 0
        plain = _ascii(input)
        if plain is not None:
            return self._checked_plain(plain, input), len(input)
        labels, end = _labels(input)
        return _joined(labels, input) + end.encode(), len(input)

    def _checked_plain(self, data, input):
        offset, labels = 0, data.split(b".")
        for label in labels[:-1] + ([labels[-1]] if labels[-1] else []):
            if not label:
                raise UnicodeEncodeError("idna", input, offset, offset + 1, "label empty")
            if len(label) >= 64:
                raise UnicodeEncodeError("idna", input, offset, offset + len(label), "label too long")
            offset += len(label) + 1
        return data

    def decode(self, input, errors="strict"):
        _check_errors(errors)
        if not input:
            return "", 0
        data = bytes(input)
        if ace_prefix not in data.lower():
            try:
                return data.decode("ascii"), len(data)
            except UnicodeDecodeError:
                pass
        labels, end = data.split(b"."), ""
        if not labels[-1]:
            labels, end = labels[:-1], "."
        return _decoded(labels, data) + end, len(data)


def _decoded(labels, data):
    out, offset = [], 0
    for label in labels:
        try:
            out.append(ToUnicode(label))
        except UnicodeEncodeError as error:
            raise UnicodeDecodeError("idna", data, offset + error.start, offset + error.end, error.reason)
        except UnicodeDecodeError as error:
            raise UnicodeDecodeError("idna", data, offset + error.start, offset + error.end, error.reason)
        offset += len(label) + 1
    return ".".join(out)


class IncrementalEncoder(codecs.BufferedIncrementalEncoder):
    def _buffer_encode(self, input, errors, final):
        _check_errors(errors)
        if not input:
            return b"", 0
        labels, end = _labels(input)
        if labels and not end and not final:
            # The last label may go on.
            labels, end = labels[:-1], "." if labels[:-1] else ""
        result = _joined(labels, input) + end.encode()
        return result, sum(len(label) for label in labels) + max(len(labels) - 1, 0) + len(end)


class IncrementalDecoder(codecs.BufferedIncrementalDecoder):
    def _buffer_decode(self, input, errors, final):
        _check_errors(errors)
        if not input:
            return "", 0
        data = bytes(input)
        if not data.isascii():
            at = next(at for at, byte in enumerate(data) if byte >= 128)
            raise UnicodeDecodeError("idna", data, at, at + 1, "ordinal not in range(128)")
        labels, end = data.split(b"."), ""
        if not labels[-1]:
            labels, end = labels[:-1], "."
        elif not final:
            labels, end = labels[:-1], "." if labels[:-1] else ""
        text = _decoded(labels, data) + end
        return text, sum(len(label) for label in labels) + max(len(labels) - 1, 0) + len(end)


class StreamWriter(Codec, codecs.StreamWriter):
    pass


class StreamReader(Codec, codecs.StreamReader):
    pass


def getregentry():
    return codecs.CodecInfo(
        name="idna",
        encode=Codec().encode,
        decode=Codec().decode,
        incrementalencoder=IncrementalEncoder,
        incrementaldecoder=IncrementalDecoder,
        streamwriter=StreamWriter,
        streamreader=StreamReader,
    )
