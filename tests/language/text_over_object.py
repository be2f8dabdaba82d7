# A text stream over an object that is no raw stream writes once where write() answers None
import io


class Pieces(list):
    write = list.append
    closed = False


def stream(write):
    buffer = io.BufferedIOBase()
    buffer.writable = lambda: True
    buffer.write = write
    return io.TextIOWrapper(buffer, encoding="utf-8", write_through=True, newline="\n")


pieces = Pieces()
text = stream(pieces.write)
print(text.write("one"), text.write("caf\u00e9\n"), pieces)
pieces = []
text = stream(lambda data: pieces.append(bytes(data)) or len(data))
print(text.write("two"), pieces)
