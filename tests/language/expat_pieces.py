# pyexpat: documents in pieces of any size give the same events, with places in the whole
import pyexpat

HANDLERS = [name for name in dir(pyexpat.XMLParserType) if name.endswith("Handler") and not name.startswith("Default")]
DOCUMENT = """<?xml version="1.0" encoding="utf-8"?>
<!-- a comment \u00e9 --><!DOCTYPE r [
<!ENTITY e "text &#38;amp; <b>bold</b>"> <!ENTITY % p "<!ENTITY f '&e;2'>"> %p;
<!ATTLIST r a CDATA "d" b ID #IMPLIED c (x|y) "x" d NMTOKENS #REQUIRED e NOTATION (n) #IMPLIED f CDATA #FIXED "ff">
<!ELEMENT r (a,(b|c)*,d?)+> <!ELEMENT a (#PCDATA|b)*> <!ELEMENT b EMPTY> <!ELEMENT c ANY>
<!NOTATION n SYSTEM "s"> <!NOTATION m PUBLIC "-//X  Y"> <!ENTITY u SYSTEM "u.gif" NDATA n>
]>
<r d=" a  b " e='&e2;&lt;' xmlns:n="urn:n"><n:a n:b="1"/>&e;&f;\u4e2d\U0001f600\r\n]] &#65;<![CDATA[<&]]>]<?pi some data?></r >
<!-- after -->
""".replace("&e2;", "&amp;")


def events(data, size, **settings):
    parser = pyexpat.ParserCreate(namespace_separator="^")
    for name, value in settings.items():
        setattr(parser, name, value)
    found, text = [], []

    def handler(name):
        def handle(*args):
            place = parser.CurrentLineNumber, parser.CurrentColumnNumber, parser.CurrentByteIndex
            if name == "CharacterDataHandler":
                text.append(args[0])
                return
            if text:
                found.append(("text", "".join(text)))
                text.clear()
            found.append((name, args, place, (parser.GetInputContext() or b"")[:1]))
            return 1

        return handle

    for name in HANDLERS:
        setattr(parser, name, handler(name))
    parser.SetParamEntityParsing(pyexpat.XML_PARAM_ENTITY_PARSING_ALWAYS)
    for start in range(0, len(data), size):
        parser.Parse(data[start : start + size])
    parser.Parse(b"", True)
    found.append((parser.CurrentLineNumber, parser.CurrentColumnNumber, parser.CurrentByteIndex))
    return found


whole = events(DOCUMENT.encode(), 1 << 20)
for event in whole:
    print(event)
for size in 1, 2, 3, 7, 64:
    print(size, [pair for pair in zip(events(DOCUMENT.encode(), size), whole) if pair[0] != pair[1]])
for settings in [{"ordered_attributes": True}, {"specified_attributes": True}, {"namespace_prefixes": True}, {"buffer_text": True}]:
    for event in events(DOCUMENT.encode(), 5, **settings):
        if event[0] == "StartElementHandler":
            print(settings, event)

# An unfinished token is not read again until much more has come.
for enabled in True, False:
    parser = pyexpat.ParserCreate()
    parser.SetReparseDeferralEnabled(enabled)
    names = []
    parser.StartElementHandler = lambda name, attributes: names.append(name)
    for piece in b"<a", b" ", b">", b"<b", b"b", b"b/>", b"</a>":
        parser.Parse(piece)
        print(enabled, parser.GetReparseDeferralEnabled(), piece, names, parser.CurrentByteIndex)
    parser.Parse(b"", True)
    print(names)

# Joined text.
parser = pyexpat.ParserCreate()
pieces = []
parser.CharacterDataHandler = pieces.append
parser.buffer_text = True
print(parser.buffer_size, parser.buffer_used, parser.buffer_text)
parser.buffer_size = 10
parser.Parse("<a>12&amp;45")
print(pieces, parser.buffer_used)
parser.Parse("6789&lt;1")
print(pieces, parser.buffer_used)
parser.Parse("A" * 12)
print(pieces, parser.buffer_used)
parser.Parse("tail")
parser.buffer_text = False
print(pieces, parser.buffer_used, parser.buffer_text)
for size in 0, -1, 1 << 31, "x", 1.5:
    try:
        parser.buffer_size = size
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error)
