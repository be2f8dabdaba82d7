# io: classes of one's own below the buffered and text layers.
import io


class Source(io.RawIOBase):
    """Gives data in small pieces."""

    def __init__(self, data, piece=3):
        self.data = data
        self.piece = piece
        self.asked = []

    def readable(self):
        return True

    def readinto(self, buffer):
        self.asked.append(len(buffer))
        part = self.data[: min(self.piece, len(buffer))]
        self.data = self.data[len(part) :]
        buffer[: len(part)] = part
        return len(part)


class Sink(io.RawIOBase):
    def __init__(self):
        self.parts = []

    def writable(self):
        return True

    def write(self, data):
        self.parts.append(bytes(data))
        return len(data)


s = Source(b"line one\nline two\nend")
print(s.read(4), s.read(1), s.readall(), s.read(1), s.readable(), s.writable(), s.seekable(), s.closed)
print(Source(b"a\nb\nc").readlines(), list(Source(b"x\ny")), Source(b"abcdef").readline(2))
b = io.BufferedReader(Source(b"line one\nline two\nend"))
print(b.readline(), b.read(4), b.peek()[:1], b.read())
t = io.TextIOWrapper(io.BufferedReader(Source("größe\r\nzwei\n".encode())), encoding="utf-8")
print(t.readline(), t.readlines())
sink = Sink()
w = io.BufferedWriter(sink)
w.write(b"one ")
w.write(b"two")
print(sink.parts)
w.flush()
print(sink.parts)
t = io.TextIOWrapper(io.BufferedWriter(sink), encoding="utf-8")
t.write("text")
t.close()
print(sink.parts, sink.closed)
for act in (lambda: Sink().read(1), lambda: Source(b"").write(b""), lambda: Sink().seek(0), lambda: Sink().fileno()):
    try:
        print("no error", act())
    except Exception as e:
        print(type(e).__name__, e)
with Source(b"x") as s:
    print(s.read(5))
try:
    s.__enter__()
except ValueError as e:
    print(e)


class Upper(io.TextIOBase):
    def __init__(self):
        self.got = ""

    def writable(self):
        return True

    def write(self, text):
        self.got += text.upper()
        return len(text)


u = Upper()
print("printed", 1, file=u)
u.writelines(["a", "b"])
print(repr(u.got), u.encoding, u.isatty(), u.closed)
u.close()
print(u.closed)


class Closing(io.BytesIO):
    def close(self):
        print("closing with", self.getvalue())
        super().close()


with io.TextIOWrapper(Closing(), encoding="utf-8") as t:
    t.write("content")
print(t.closed)


class Rot(io.BufferedIOBase):
    def __init__(self, inner):
        self.inner = inner

    def readable(self):
        return True

    def read(self, size=-1):
        return bytes((c + 1) % 256 for c in self.inner.read(size))

    read1 = read


print(io.TextIOWrapper(Rot(io.BytesIO(b"GdkknG")), encoding="ascii").read())
print(Rot(io.BytesIO(b"\x00\x01\x09x")).readline())
buffer = bytearray(3)
print(Rot(io.BytesIO(b"abc")).readinto(buffer), buffer)
