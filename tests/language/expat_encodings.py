# pyexpat: encodings given, declared, marked and unknown; places in bytes
import codecs
import pyexpat

TEXT = "<r a='\u00e9'>\u00e9\u00df <\u00e0b/>\n\u00e7</r>"


def read(data, given=None, size=None):
    parser = pyexpat.ParserCreate(given)
    found = []
    parser.StartElementHandler = lambda *args: found.append((*args, parser.CurrentColumnNumber, parser.CurrentByteIndex))
    parser.CharacterDataHandler = lambda text: found.append((text, parser.CurrentLineNumber, parser.CurrentByteIndex))
    parser.XmlDeclHandler = lambda *args: found.append(args)
    try:
        for start in range(0, len(data), size or 1 << 20):
            parser.Parse(data[start : start + (size or 1 << 20)])
        parser.Parse(b"", True)
    except (pyexpat.ExpatError, LookupError, ValueError) as error:
        found.append((type(error).__name__, str(error), parser.ErrorByteIndex))
    return found


for name in ["utf-8", "iso-8859-1", "us-ascii", "utf-16", "UTF-16LE", "utf-16-be", "cp1252", "iso8859-15", "koi8-r", "cp437", "cp037",
             "shift_jis", "utf-32", "mac-roman", "rot13", "hex", "nothing", "utf-7", "latin1", "ascii", "windows-1251"]:
    declaration = f"<?xml version='1.0' encoding='{name}'?>"
    for text in declaration + TEXT, TEXT:
        try:
            data = text.encode(name, "replace")
        except LookupError:
            data = text.encode()
        print(name, text is TEXT, read(data), read(data, size=1) == read(data), read(data, name))
for data in [codecs.BOM_UTF8 + b"<r/>", codecs.BOM_UTF16_LE + "<r/>".encode("utf-16-le"), codecs.BOM_UTF16_BE + "<r/>".encode("utf-16-be"),
             "<r>\U0001f600</r>".encode("utf-16-le"), "<r>".encode("utf-16-le") + b"\x00\xdc", "<r>".encode("utf-16-le") + b"\x3d\xd8",
             "<r>".encode("utf-16-le") + b"x", b"\xff\xfe", b"\xfe", b"\x00<", b"<\x00"]:
    print(data, read(data), read(data, size=1), read(data, "utf-8"))
print(read("<?xml version='1.0' encoding='iso-8859-1'?><r>\u00e9\u4e2d</r>".encode(), "utf-8"))
parser = pyexpat.ParserCreate()
pieces = []
parser.CharacterDataHandler = lambda text: pieces.append((len(text), parser.CurrentByteIndex))
parser.Parse(b"<?xml version='1.0' encoding='iso-8859-1'?><r>" + b"\xe9" * 3000 + b"</r>", True)
print(pieces)
parser = pyexpat.ParserCreate()
parser.CharacterDataHandler = print
print(parser.Parse("<?xml version='1.0' encoding='iso-8859-1'?><r>\u4e2d\u00e9</r>", True))
