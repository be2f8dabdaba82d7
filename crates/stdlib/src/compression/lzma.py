# _lzma: streams of xz and its forerunners.

from _compression import Unpicklable

from _tensorcell.compression import (
    LZMAError,
    _alone_decoder,
    _alone_encoder,
    _auto_decoder,
    _raw_decoder,
    _raw_encoder,
    _xz_decoder,
    _xz_encoder,
    _xz_filters_encoder,
)

CHECK_NONE, CHECK_CRC32, CHECK_CRC64, CHECK_SHA256, CHECK_ID_MAX, CHECK_UNKNOWN = 0, 1, 4, 10, 15, 16
FILTER_LZMA1, FILTER_LZMA2, FILTER_DELTA = 0x4000000000000001, 0x21, 3
FILTER_X86, FILTER_POWERPC, FILTER_IA64, FILTER_ARM, FILTER_ARMTHUMB, FILTER_SPARC = range(4, 10)
FORMAT_AUTO, FORMAT_XZ, FORMAT_ALONE, FORMAT_RAW = range(4)
MF_HC3, MF_HC4, MF_BT2, MF_BT3, MF_BT4 = 3, 4, 18, 19, 20
MODE_FAST, MODE_NORMAL = 1, 2
PRESET_DEFAULT, PRESET_EXTREME = 6, 1 << 31

_LZMA = ("preset", "dict_size", "lc", "lp", "pb", "mode", "nice_len", "mf", "depth")
_BRANCHES = (FILTER_X86, FILTER_POWERPC, FILTER_IA64, FILTER_ARM, FILTER_ARMTHUMB, FILTER_SPARC)
_OPTIONS = {
    FILTER_LZMA1: (_LZMA, "LZMA"),
    FILTER_LZMA2: (_LZMA, "LZMA"),
    FILTER_DELTA: (("dist",), "delta"),
    **{branch: (("start_offset",), "BCJ") for branch in _BRANCHES},
}
_XZ_MAGIC = b"\xfd7zXZ\0"


def is_check_supported(check_id, /):
    """Test whether the given integrity check is supported."""
    return check_id in (CHECK_NONE, CHECK_CRC32, CHECK_CRC64, CHECK_SHA256)


# --- filters
def _row(spec):
    """A filter as its number and its options, None where they are not given."""
    if not hasattr(spec, "keys"):
        raise TypeError("Filter specifier must be a dict or dict-like object")
    if "id" not in spec:
        raise ValueError('Filter specifier must have an "id" entry')
    id = _number(spec["id"])
    if id not in _OPTIONS:
        raise ValueError(f"Invalid filter ID: {id}")
    names, kind = _OPTIONS[id]
    if not set(spec.keys()) <= {"id", *names}:
        raise ValueError(f"Invalid filter specifier for {kind} filter")
    values = [_number(spec[name]) if name in spec else None for name in names]
    return (id, *values)


def _number(value):
    if not hasattr(value, "__index__"):
        raise TypeError(f"'{type(value).__name__}' object cannot be interpreted as an integer")
    return value.__index__()


def _chain(filters):
    rows = tuple(_row(filters[place]) for place in range(len(filters)))
    if len(rows) > 4:
        raise ValueError("Too many filters - liblzma supports a maximum of 4")
    return rows


def _encode_filter_properties(filter, /):
    """The options of a filter as the bytes that archives keep."""
    id, *values = _row(filter)
    if id in (FILTER_LZMA1, FILTER_LZMA2):
        options = dict(zip(_LZMA, values))
        size = _preset_dict_size(options["preset"]) if options["dict_size"] is None else options["dict_size"]
        if id == FILTER_LZMA2:
            return bytes([_dict_code(size)])
        lc, lp, pb = (
            default if options[name] is None else options[name] for name, default in (("lc", 3), ("lp", 0), ("pb", 2))
        )
        if lc + lp > 4 or pb > 4:
            raise LZMAError("Invalid or unsupported options")
        return bytes([(pb * 5 + lp) * 9 + lc]) + size.to_bytes(4, "little")
    if id == FILTER_DELTA:
        distance = values[0] or 1
        if distance > 256:
            raise LZMAError("Invalid or unsupported options")
        return bytes([distance - 1])
    return values[0].to_bytes(4, "little") if values[0] else b""


def _preset_dict_size(preset):
    level = (PRESET_DEFAULT if preset is None else preset) & 31
    if level > 9:
        raise LZMAError(f"Invalid compression preset: {preset}")
    return 1 << (18, 20, 21, 22, 22, 23, 23, 24, 25, 26)[level]


def _dict_code(size):
    """The smallest size of a dictionary that LZMA2 can say and that is not below this one."""
    return next((code for code in range(40) if _dict_size(code) >= size), 40)


def _dict_size(code):
    return 0xFFFFFFFF if code == 40 else (2 | code & 1) << (code // 2 + 11)


def _decode_filter_properties(filter_id, encoded_props, /):
    """The options of a filter from the bytes that archives keep."""
    id, props = _number(filter_id), bytes(encoded_props)
    length = {FILTER_LZMA1: 5, FILTER_LZMA2: 1, FILTER_DELTA: 1}.get(id)
    if id not in _OPTIONS or len(props) != (length or len(props)) or (length is None and len(props) not in (0, 4)):
        raise LZMAError("Invalid or unsupported options")
    if id == FILTER_LZMA1:
        rest, lc = divmod(props[0], 9)
        pb, lp = divmod(rest, 5)
        return {"id": id, "lc": lc, "lp": lp, "pb": pb, "dict_size": int.from_bytes(props[1:], "little")}
    if id == FILTER_LZMA2:
        if props[0] > 40:
            raise LZMAError("Invalid or unsupported options")
        return {"id": id, "dict_size": _dict_size(props[0])}
    if id == FILTER_DELTA:
        return {"id": id, "dist": props[0] + 1}
    return {"id": id, "start_offset": int.from_bytes(props, "little")} if props else {"id": id}


# --- streams
class LZMACompressor(Unpicklable):
    """Create a compressor object for compressing data incrementally."""

    def __new__(cls, format=FORMAT_XZ, check=-1, preset=None, filters=None):
        self = super().__new__(cls)
        format, check = _number(format), _number(check)
        if preset is not None and filters is not None:
            raise ValueError("Cannot specify both preset and filter chain")
        if preset is not None and not 0 <= _number(preset) < 1 << 32:
            raise OverflowError("int too large to convert to uint32_t")
        if format != FORMAT_XZ and check not in (-1, CHECK_NONE):
            raise ValueError("Integrity checks are only supported by FORMAT_XZ")
        preset = PRESET_DEFAULT if preset is None else _number(preset)
        if format == FORMAT_XZ:
            self._stream = self._xz(CHECK_CRC64 if check == -1 else check, preset, filters)
        elif format == FORMAT_ALONE:
            self._stream = _alone_encoder(self._alone(preset, filters))
        elif format == FORMAT_RAW:
            if filters is None:
                raise ValueError("Must specify filters for FORMAT_RAW")
            self._stream = _raw_encoder(_chain(filters))
        else:
            raise ValueError(f"Invalid container format: {format}")
        return self

    @staticmethod
    def _xz(check, preset, filters):
        return _xz_encoder(preset, check) if filters is None else _xz_filters_encoder(_chain(filters), check)

    @staticmethod
    def _alone(preset, filters):
        if filters is None:
            return _row({"id": FILTER_LZMA1, "preset": preset})
        rows = _chain(filters)
        if len(rows) != 1 or rows[0][0] != FILTER_LZMA1:
            raise ValueError("Invalid filter chain for FORMAT_ALONE - must be a single LZMA1 filter")
        return rows[0]

    def compress(self, data, /):
        """Provide data to the compressor object; what comes out for it."""
        return self._stream.compress(data)

    def flush(self):
        """Finish the compression process; what is left."""
        return self._stream.flush()


class LZMADecompressor(Unpicklable):
    """Create a decompressor object for decompressing data incrementally."""

    def __new__(cls, format=FORMAT_AUTO, memlimit=None, filters=None):
        self = super().__new__(cls)
        format = _number(format)
        if format == FORMAT_RAW and memlimit is not None:
            raise ValueError("Cannot specify memory limit with FORMAT_RAW")
        if format == FORMAT_RAW and filters is None:
            raise ValueError("Must specify filters for FORMAT_RAW")
        if format != FORMAT_RAW and filters is not None:
            raise ValueError("Cannot specify filters except with FORMAT_RAW")
        makers = {FORMAT_AUTO: _auto_decoder, FORMAT_XZ: _xz_decoder, FORMAT_ALONE: _alone_decoder}
        if format == FORMAT_RAW:
            self._stream = _raw_decoder(_chain(filters))
        elif format in makers:
            self._stream = makers[format](None if memlimit is None else _number(memlimit))
        else:
            raise ValueError(f"Invalid container format: {format}")
        self._check = CHECK_NONE if format in (FORMAT_ALONE, FORMAT_RAW) else CHECK_UNKNOWN
        self._begin = b""
        return self

    def decompress(self, data, max_length=-1):
        """Decompress data; at most so many bytes, the rest later."""
        if self._check == CHECK_UNKNOWN:
            self._look_for_check(data)
        return self._stream.decompress(data, max_length)

    def _look_for_check(self, data):
        """The header of a stream says how it is checked."""
        self._begin += bytes(data[: 12 - len(self._begin)])
        if not self._begin.startswith(_XZ_MAGIC[: len(self._begin)]):
            self._check = CHECK_NONE
        elif len(self._begin) == 12:
            self._check = self._begin[7] & 15

    @property
    def check(self):
        """ID of the integrity check used by the input stream."""
        return self._check

    @property
    def eof(self):
        """True if the end-of-stream marker has been reached."""
        return self._stream.eof

    @property
    def unused_data(self):
        """Data found after the end of the compressed stream."""
        return self._stream.unused_data

    @property
    def needs_input(self):
        """True if more input is needed before more decompressed data can be produced."""
        return self._stream.needs_input


for _class in (LZMACompressor, LZMADecompressor):
    _class.__module__ = "_lzma"
