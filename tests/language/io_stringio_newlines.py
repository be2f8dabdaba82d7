"""StringIO's newline: what is translated as it is written, and where lines end."""
import io

TEXT = "a\nb\r\nc\rd\n\re\r\r\nf"
for newline in (None, "", "\n", "\r", "\r\n"):
    stream = io.StringIO(TEXT, newline=newline)
    print(repr(newline), stream.readlines(), repr(stream.getvalue()))
    stream = io.StringIO(newline=newline)
    print([stream.write(part) for part in ("one\n", "two\r\n", "three\rfour")], repr(stream.getvalue()), stream.tell())
    stream.seek(0)
    print([stream.readline(n) for n in (2, 5, -1, 3, None, 0)], list(stream))
for wrong in ("x", "\n\r", 5, b""):
    try:
        io.StringIO("", newline=wrong)
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error)
