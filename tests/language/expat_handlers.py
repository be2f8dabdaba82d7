# pyexpat: handlers that raise, change others, answer oddly; parsers' attributes and arguments
import pyexpat


def shown(function, *args):
    try:
        return function(*args)
    except Exception as error:
        return type(error).__name__, str(error)


class Wrong(Exception):
    pass


def raises(*args):
    raise Wrong(*args)


for name, document in [
    ("StartElementHandler", "<a b='1'><c/></a>"),
    ("EndElementHandler", "<a/>"),
    ("CharacterDataHandler", "<a>text</a>"),
    ("CommentHandler", "<a><!-- c --></a>"),
    ("ProcessingInstructionHandler", "<a><?p d?></a>"),
    ("ExternalEntityRefHandler", "<!DOCTYPE a [<!ENTITY e SYSTEM 's'>]><a>&e;</a>"),
    ("XmlDeclHandler", "<?xml version='1.0'?><a/>"),
]:
    parser, others = pyexpat.ParserCreate(), []
    parser.EndElementHandler = others.append
    setattr(parser, name, raises)
    print(name, shown(parser.Parse, document, True), others, getattr(parser, name), parser.EndElementHandler, parser.ErrorCode)

# A handler that changes handlers.
parser, found = pyexpat.ParserCreate(), []


def start(name, attributes):
    found.append(name)
    parser.StartElementHandler = None
    parser.CharacterDataHandler = first


def first(text):
    found.append(("first", text))
    parser.CharacterDataHandler = None
    parser.DefaultHandler = lambda text: found.append(("default", text))


parser.StartElementHandler = start
print(parser.Parse("<a>one\ntwo<b>three</b></a>", True), found)

# Answers.
for answer in 1, 0, True, None, "x", 2.5, 1 << 70:
    parser = pyexpat.ParserCreate()
    parser.ExternalEntityRefHandler = lambda *args: answer
    print(repr(answer), shown(parser.Parse, "<!DOCTYPE a [<!ENTITY e SYSTEM 's'>]><a>&e;</a>", True))
    parser = pyexpat.ParserCreate()
    parser.NotStandaloneHandler = lambda: answer
    print(repr(answer), shown(parser.Parse, "<!DOCTYPE a SYSTEM 's'><a/>", True))

# Attributes.
parser = pyexpat.ParserCreate()
for name in ["buffer_text", "ordered_attributes", "specified_attributes", "namespace_prefixes"]:
    values = [getattr(parser, name)]
    for value in 1, "", [0], 0:
        setattr(parser, name, value)
        values.append(getattr(parser, name))
    print(name, values)
print(parser.GetBase(), parser.SetBase("there"), parser.GetBase(), parser.GetInputContext(), parser.CurrentByteIndex, parser.ErrorCode)
print(shown(setattr, parser, "unknown", 1)[0], shown(setattr, parser, "ErrorCode", 1)[0], shown(getattr, parser, "unknown")[0])
print(shown(pyexpat.XMLParserType)[0], sorted(name for name in dir(parser) if name[0] != "_"))

# Arguments.
for arguments in [("utf-8", "ab"), (1,), ("utf-8", 1), (None, None, [])]:
    print(arguments, shown(pyexpat.ParserCreate, *arguments)[0])
for data in 1, None, "\ud800", ["x"]:
    print(repr(data), shown(pyexpat.ParserCreate().Parse, data)[0])
for data in b"<a/>", bytearray(b"<a/>"), memoryview(b"<a/>"), "<a/>":
    print(data if isinstance(data, str) else type(data).__name__, pyexpat.ParserCreate().Parse(data, True))

# Names are shared.
table = {}
parser, names = pyexpat.ParserCreate(intern=table), []
parser.StartElementHandler = lambda name, attributes: names.extend([name, *attributes])
parser.Parse("<aa bb=''><aa bb=''/></aa>", True)
print(all(name is table[name] for name in names), sorted(table), parser.intern is table)


class File:
    def __init__(self, answer):
        self.answers = [answer, b""]

    def read(self, size):
        return self.answers.pop(0)


for answer in b"<a/>", "text", 5, b"x" * 5000:
    print(repr(answer)[:20], shown(pyexpat.ParserCreate().ParseFile, File(answer)))
print(shown(pyexpat.ParserCreate().ParseFile, None))
