# io: the layers of files: raw, buffered, text.
import io
import os
import tempfile

folder = tempfile.mkdtemp()
path = os.path.join(folder, "file")
with open(path, "wb", buffering=0) as f:
    print(type(f).__name__, f.mode, f.closefd, f.write(b"first line\nsecond\n"), f.tell())
with open(path, "rb", buffering=0) as f:
    print(f.read(5), f.read(0), f.readline(), f.readall(), f.read(1), f.seekable())
with open(path, "rb") as f:
    print(type(f).__name__, f.mode, type(f.raw).__name__, f.peek(3)[:5], f.read1(3), f.read(2), f.tell())
    b = bytearray(4)
    print(f.readinto(b), b, f.seek(-2, 2), f.readinto(b), b)
    print(f.readable(), f.writable(), f.seekable(), f.isatty(), f.closed)
with open(path, "r+b") as f:
    print(type(f).__name__, f.mode, f.read(2), f.write(b"XX"), f.seek(0), f.readline())
    print(f.truncate(6), f.seek(0), f.read())
with open(path, "w+") as f:
    print(type(f).__name__, f.mode, type(f.buffer).__name__, type(f.buffer.raw).__name__)
    f.write("text")
    f.flush()
    print(f.buffer.seek(0), f.buffer.read())

with open(path, "wb") as f:
    print(f.mode, f.writelines([b"a\n", b"b\n"]), f.tell())
raw = io.FileIO(path)
print(raw.mode, raw.readable(), raw.writable())
buffered = io.BufferedReader(raw)
text = io.TextIOWrapper(buffered, encoding="ascii", newline="")
print(text.readline(), text.buffer is buffered, buffered.raw is raw, text.line_buffering)
text.close()
print(raw.closed, buffered.closed, text.closed)

memory = io.BytesIO()
text = io.TextIOWrapper(memory, encoding="utf-8", newline="\r\n", write_through=True)
text.write("a\nb\n")
print(memory.getvalue(), text.write_through, text.encoding, text.errors)
print(text.detach() is memory)
for act in (text.read, text.close, lambda: text.buffer):
    try:
        print("no error", act())
    except ValueError as e:
        print(e)
text = io.TextIOWrapper(io.BytesIO("größe\nx".encode("latin-1")), encoding="latin-1")
print(text.read(), text.seek(0), text.readline())
text = io.TextIOWrapper(io.BytesIO(), line_buffering=True, encoding="utf-8")
text.write("no end")
print(text.buffer.getvalue(), text.write(" end\n"), text.buffer.getvalue())
text.reconfigure(encoding="latin-1", newline="\r\n")
text.write("é\n")
print(text.encoding, text.buffer.getvalue())

writer = io.BufferedWriter(io.BytesIO(), 4)
print(writer.write(b"abc"), writer.raw.getvalue(), writer.write(b"defgh"), writer.flush(), writer.raw.getvalue())
pair = io.BufferedRWPair(io.BytesIO(b"to read"), io.BytesIO())
print(pair.read(2), pair.write(b"w"), pair.readable(), pair.writable(), pair.peek()[:2])
for kind, base in (("r", io.TextIOBase), ("rb", io.BufferedIOBase)):
    with open(path, kind) as f:
        print(isinstance(f, base), isinstance(f, io.IOBase), isinstance(f, io.RawIOBase))
print(issubclass(io.FileIO, io.RawIOBase), issubclass(io.TextIOWrapper, io.TextIOBase), issubclass(io.BytesIO, io.BufferedIOBase))
print(issubclass(io.StringIO, io.TextIOBase), issubclass(io.UnsupportedOperation, (OSError, ValueError)))
print(io.SEEK_SET, io.SEEK_CUR, io.SEEK_END, io.DEFAULT_BUFFER_SIZE, io.open is open)
decoder = io.IncrementalNewlineDecoder(None, translate=True)
print(repr(decoder.decode("a\r")), repr(decoder.decode("\nb\r\rc")), repr(decoder.decode("", True)), decoder.newlines)
os.remove(path)
os.rmdir(folder)
