# xml.etree.ElementTree: trees, events, entities and errors, by the parser that builds natively and by targets of the program's
import io
import xml.etree.ElementTree as ET

DOCUMENT = """<?xml version="1.0"?>
<!DOCTYPE r [<!ENTITY e "text"><!ATTLIST r d CDATA "default">]>
<r a="1" xmlns:n="urn:n"> one <n:b n:c="2">two&e;<!-- c --> three</n:b> four<?pi data?> five <d/>six</r>
"""


def shown(element, depth=0):
    print("  " * depth, getattr(element.tag, "__name__", element.tag), element.attrib, repr(element.text), repr(element.tail))
    for child in element:
        shown(child, depth + 1)


def outcome(function, *args):
    try:
        return function(*args)
    except ET.ParseError as error:
        return type(error).__name__, str(error), error.code, error.position


root = ET.fromstring(DOCUMENT)
shown(root)
print(ET.tostring(root), type(root) is ET.Element)
for events in [None, ("start", "end"), ("start-ns", "end-ns", "end"), ("comment", "pi", "start")]:
    found = ET.iterparse(io.BytesIO(DOCUMENT.encode()), events)
    print([(event, getattr(item, "tag", item) if event in ("start", "end") else getattr(item, "text", item)) for event, item in found])
    print(found.root.tag)

# Elements that the program changes while the document is read.
kept = []
for event, element in ET.iterparse(io.BytesIO(b"<r><a><b>1</b></a><a><b>2</b></a></r>"), ("start", "end")):
    if event == "end" and element.tag == "a":
        kept.append([child.text for child in element])
        element.clear()
print(kept, len(element), [len(child) for child in element])

# In pieces.
parser = ET.XMLPullParser(("start", "end"))
for piece in "<r>", "te", "xt<a", " b='", "c'/", ">tail</r>":
    parser.feed(piece)
    print(piece, [(event, element.tag, element.attrib) for event, element in parser.read_events()])
root = parser.close()
target = ET.TreeBuilder()
parser = ET.XMLParser(target=target)
parser.feed("<r>a<b>c</b>d")
parser.feed("</r>")
shown(parser.close())

# Targets of the program's.
for options in [{"insert_comments": True}, {"insert_pis": True}]:
    shown(ET.fromstring(DOCUMENT, ET.XMLParser(target=ET.TreeBuilder(**options))))


class Own(ET.Element):
    pass


class Target:
    def __init__(self):
        self.seen = []

    def start(self, tag, attributes):
        self.seen.append((tag, attributes))

    def data(self, text):
        self.seen.append(text)

    def start_ns(self, prefix, uri):
        self.seen.append((prefix, uri))

    def doctype(self, *args):
        self.seen.append(args)

    def close(self):
        return self.seen


print(type(ET.fromstring("<r><a/></r>", ET.XMLParser(target=ET.TreeBuilder(element_factory=Own)))[0]))
print(ET.fromstring('<!DOCTYPE r SYSTEM "s"><r a="1" xmlns="urn:r">x</r>', ET.XMLParser(target=Target())))
parser = ET.XMLParser()
parser.entity["known"] = "value"
parser.feed("<!DOCTYPE r SYSTEM 's'><r>&known;!</r>")
print(ET.tostring(parser.close()))

for document in "<a>", "<a></b>", "", "<a>&x;</a>", "<!DOCTYPE r SYSTEM 's'><r>&x;</r>", "<a b='1' b='2'/>", "<a/><b/>", "<x:a/>":
    print(document, outcome(ET.fromstring, document))
parser = ET.XMLParser()
print(outcome(parser.feed, "<a><b></a>"), outcome(parser.close)[0])
