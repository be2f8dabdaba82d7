# bz2 and lzma: whole blocks, streams piece by piece, formats, filters, files, and what goes wrong.
import bz2
import io
import lzma
import os
import tempfile

DATA = b"".join(b"%d bottles of beer on the wall\n" % number for number in range(3000))


def attempt(label, act):
    try:
        print(label, act())
    except Exception as error:
        print(label, type(error).__name__, getattr(error, "strerror", None) or error)


# --- whole blocks: the same bytes as CPython's
for level in (1, 9):
    packed = bz2.compress(DATA, level)
    print(level, len(packed), packed[:4], bz2.decompress(packed) == DATA, bz2.decompress(packed + packed) == DATA * 2)
for preset in (0, 6, 9 | lzma.PRESET_EXTREME):
    packed = lzma.compress(DATA, preset=preset)
    print(preset, packed[:6], lzma.decompress(packed) == DATA)
for format in (lzma.FORMAT_XZ, lzma.FORMAT_ALONE):
    packed = lzma.compress(DATA, format)
    print(format, packed[:5], lzma.decompress(packed) == DATA, lzma.decompress(packed, format) == DATA)
print(bz2.decompress(b""), bz2.decompress(bz2.compress(b"")), lzma.decompress(lzma.compress(b"")))
print(bz2.decompress(bz2.compress(b"first") + b"what follows is no stream"))
print(lzma.decompress(lzma.compress(b"first") + b"what follows is no stream"))

# --- checks
for check in (lzma.CHECK_NONE, lzma.CHECK_CRC32, lzma.CHECK_CRC64, lzma.CHECK_SHA256):
    packed = lzma.compress(b"checked", check=check)
    stream = lzma.LZMADecompressor()
    before = stream.check
    print(check, lzma.is_check_supported(check), before, stream.decompress(packed), stream.check)
print(lzma.is_check_supported(7), lzma.CHECK_ID_MAX, lzma.CHECK_UNKNOWN)

# --- filters
CHAINS = [
    [{"id": lzma.FILTER_LZMA2}],
    [{"id": lzma.FILTER_LZMA1, "preset": 3}],
    [{"id": lzma.FILTER_DELTA, "dist": 4}, {"id": lzma.FILTER_LZMA2, "preset": 7, "dict_size": 1 << 16}],
    [{"id": lzma.FILTER_X86}, {"id": lzma.FILTER_LZMA2, "lc": 0, "lp": 2, "pb": 0, "mode": lzma.MODE_FAST, "mf": lzma.MF_HC4}],
]
for chain in CHAINS:
    packed = lzma.compress(DATA, lzma.FORMAT_RAW, filters=chain)
    print(len(chain), lzma.decompress(packed, lzma.FORMAT_RAW, filters=chain) == DATA)
packed = lzma.compress(DATA, filters=CHAINS[2])
print(lzma.decompress(packed) == DATA)
for row in CHAINS[0] + CHAINS[1] + CHAINS[2] + [{"id": lzma.FILTER_ARM, "start_offset": 8}]:
    properties = lzma._encode_filter_properties(row)
    print(properties, lzma._decode_filter_properties(row["id"], properties))

# --- piece by piece
for compressor, decompressor in ((bz2.BZ2Compressor, bz2.BZ2Decompressor), (lzma.LZMACompressor, lzma.LZMADecompressor)):
    stream = compressor()
    packed = b"".join([stream.compress(DATA[at : at + 1000]) for at in range(0, len(DATA), 1000)]) + stream.flush()
    attempt("after the end", lambda: stream.compress(b"more"))
    attempt("again", stream.flush)
    stream = decompressor()
    print(stream.needs_input, stream.eof, stream.unused_data)
    out = stream.decompress(packed[:-10], max_length=7)
    print(out, stream.needs_input, stream.eof)
    while not stream.needs_input:
        out += stream.decompress(b"", max_length=4096)
    out += stream.decompress(packed[-10:] + b"left")
    print(out == DATA, stream.eof, stream.needs_input, stream.unused_data)
    attempt("past the end", lambda: stream.decompress(b"more"))
    bytewise = decompressor()
    print(b"".join([bytewise.decompress(packed[at : at + 1]) for at in range(len(packed))]) == DATA)

# --- files
folder = tempfile.TemporaryDirectory()
path = os.path.join(folder.name, "file")
for module in (bz2, lzma):
    with module.open(path, "wt", encoding="utf-8") as file:
        print(file.write("größer\nkleiner\n"))
    with module.open(path, "at", encoding="utf-8") as file:
        file.write("ende\n")
    with module.open(path, "rt", encoding="utf-8") as file:
        print(file.readlines())
    with module.open(path) as file:
        print(file.readable(), file.writable(), file.seekable(), file.closed, file.readline(), file.tell())
        print(file.seek(-5, os.SEEK_END), file.read(), file.seek(0), file.read(3), file.peek(2)[:2], file.read1(2))
    print(file.closed)
    attempt("closed", file.read)
    with module.open(path, "wb") as file:
        print(file.write(DATA), file.tell(), file.writelines([b"a", b"b"]))
        attempt("reading", file.read)
    with module.open(path) as file:
        print(sum(1 for _ in file))
        attempt("writing", lambda: file.write(b"x"))
    with open(path, "rb") as raw, module.open(raw) as file:
        print(len(file.read()))
    attempt("exists", lambda: module.open(path, "xb") and None)
    with open(path, "r+b") as raw:
        raw.truncate(50)
    attempt("cut", lambda: module.open(path).read())
    attempt("mode", lambda: module.open(path, "rbt"))
    attempt("text", lambda: module.open(path, "rb", encoding="utf-8"))
    attempt("file", lambda: module.open(5.0))
    attempt("mode", lambda: module.open(io.BytesIO(), "z"))
folder.cleanup()

# --- what goes wrong
attempt("bz2 data", lambda: bz2.decompress(b"no stream at all"))
attempt("bz2 cut", lambda: bz2.decompress(bz2.compress(DATA)[:-5]))
attempt("bz2 level", lambda: bz2.compress(b"", 10))
attempt("bz2 text", lambda: bz2.compress("text"))
attempt("lzma data", lambda: lzma.decompress(b"no stream at all"))
attempt("lzma cut", lambda: lzma.decompress(lzma.compress(DATA)[:-5]))
damaged = bytearray(lzma.compress(DATA))
damaged[len(damaged) // 2] ^= 255
attempt("lzma damaged", lambda: lzma.decompress(bytes(damaged)))
attempt("lzma limit", lambda: lzma.decompress(lzma.compress(DATA, preset=6), memlimit=1024))
attempt("lzma both", lambda: lzma.LZMACompressor(preset=1, filters=[]))
attempt("lzma raw", lambda: lzma.LZMACompressor(lzma.FORMAT_RAW))
attempt("lzma raw limit", lambda: lzma.LZMADecompressor(lzma.FORMAT_RAW, memlimit=5))
attempt("lzma filters", lambda: lzma.LZMADecompressor(lzma.FORMAT_XZ, filters=[]))
attempt("lzma check", lambda: lzma.LZMACompressor(lzma.FORMAT_ALONE, check=lzma.CHECK_CRC32))
attempt("lzma chain", lambda: lzma.LZMACompressor(filters=[{"id": 77}]))
attempt("lzma option", lambda: lzma.LZMACompressor(filters=[{"id": lzma.FILTER_LZMA2, "what": 1}]))
attempt("lzma no id", lambda: lzma.LZMACompressor(filters=[{}]))
attempt("lzma many", lambda: lzma.LZMACompressor(filters=[{"id": lzma.FILTER_LZMA2}] * 6))
