# gzip: members, files and damage
import gzip
import io

packed = gzip.compress(b"hello" * 100, mtime=0)
print(gzip.decompress(packed) == b"hello" * 100, packed[:3], gzip.decompress(packed + packed + b"\0\0") == b"hello" * 200)
for bad in (b"abc", packed[:-4], packed[:20], b"\x1f\x8b\x07" + packed[3:], packed[:-4] + b"\0" * 4):
    try:
        gzip.decompress(bad)
    except (OSError, EOFError) as error:
        print(type(error).__name__, error)
buffer = io.BytesIO()
with gzip.GzipFile(fileobj=buffer, mode="wb", mtime=5) as file:
    print(file.write(b"line1\nline2\n"), file.writable(), file.readable(), file.tell())
    file.write(b"end")
print(file.closed)
raw = buffer.getvalue()
print(gzip.decompress(raw), raw[4:8])
with gzip.GzipFile(fileobj=io.BytesIO(raw)) as file:
    print(file.readline(), list(file), file.read(), file.seek(2), file.read(3), file.tell(), file.peek(1)[:1])
for act in (lambda: file.read(), lambda: file.seek(0)):
    try:
        act()
    except ValueError as error:
        print(type(error).__name__)
for level in (1, 6, 9):
    print(level, gzip.decompress(gzip.compress(bytes(range(256)) * 20, level)) == bytes(range(256)) * 20)
text = io.BytesIO()
with gzip.open(text, "wb") as file:
    file.writelines([b"a\n", b"b\n"])
print(gzip.open(io.BytesIO(text.getvalue())).readlines(), gzip.open(io.BytesIO(text.getvalue()), "rt").read())
for mode in ("rbt", "z"):
    try:
        gzip.open(io.BytesIO(b""), mode)
    except ValueError as error:
        print(error)
