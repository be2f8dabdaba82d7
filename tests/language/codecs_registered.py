# codecs: what lookup gives, encodings that a program registers, readers and writers.
import codecs
import io

info = codecs.lookup("utf-8")
print(info.name, isinstance(info, tuple), len(info), repr(info).partition(" at 0x")[0])
print(info.encode("é"), info.decode(b"\xc3\xa9"), info[0]("a"), info[1](b"a"))
print(codecs.getencoder("latin-1")("é"), codecs.getdecoder("latin-1")(b"\xe9"))
for wrong in ("nothing-like-it", "x y"):
    try:
        codecs.lookup(wrong)
    except LookupError as error:
        print(type(error).__name__, error)

asked = []


def search(name):
    asked.append(name)
    if name != "shout":
        return None
    return codecs.CodecInfo(
        lambda text, errors="strict": (text.upper().encode(), len(text)),
        lambda data, errors="strict": (bytes(data).decode().lower(), len(data)),
        name="shout",
    )


codecs.register(search)
shout = codecs.lookup("shout")
print(shout.name, shout.encode("abc"), shout.decode(b"ABC"), shout.streamreader, asked[-1])
try:
    codecs.register(3)
except TypeError as error:
    print(error)
codecs.unregister(search)

stream = io.BytesIO()
with codecs.getwriter("utf-8")(stream) as writer:
    writer.write("é\n")
    writer.writelines(["b\n", "c"])
    print(stream.getvalue())
reader = codecs.getreader("utf-8")(io.BytesIO("é\nb\nc".encode()))
print(repr(reader.readline()), repr(reader.read(1)), reader.readlines())
print(list(codecs.getreader("latin-1")(io.BytesIO(b"\xe9\nx"))))
