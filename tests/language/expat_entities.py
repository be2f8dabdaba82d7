# pyexpat: entities of a document and of others, external subsets, encodings of each, contexts
import pyexpat

FILES = {
    "x.xml": b'<?xml version="1.0" encoding="iso-8859-1"?>ext \xe9 <i>t</i> &e;',
    "wide.xml": '<?xml version="1.0" encoding="utf-16"?>wide \u4e2d'.encode("utf-16"),
    "bad.xml": b"<i>",
    "q.ent": b'<?xml encoding="utf-8"?><!ENTITY fromq "Q"><![INCLUDE[<!ENTITY inc "I">]]><![IGNORE[ <![ x ]]> ]]>'
    b'<!ENTITY % v "vv"><!ENTITY w "%v; w">',
    "e.dtd": b'<!ENTITY ext "from dtd"><!ATTLIST r z CDATA "zz"><!ELEMENT r ANY><!ENTITY % k "INCLUDE"><![%k;[<!ENTITY kk "k">]]>',
    "part.ent": b"part of a value",
    "value.dtd": b'<!ENTITY % part SYSTEM "part.ent"><!ENTITY made "a %part; b">',
}


def install(parser, found):
    for name in ["StartElement", "EndElement", "CharacterData", "EntityDecl", "SkippedEntity", "XmlDecl", "AttlistDecl", "StartDoctypeDecl"]:
        setattr(parser, name + "Handler", lambda *args, name=name: found.append((name, args)))

    def standalone():
        found.append(("NotStandalone",))
        return 1

    def external(context, base, system, public):
        found.append(("ExternalEntityRef", context, base, system, public))
        inner = parser.ExternalEntityParserCreate(context)
        inner.ExternalEntityRefHandler = parser.ExternalEntityRefHandler
        try:
            inner.Parse(FILES.get(system, b""), True)
        except pyexpat.ExpatError as error:
            found.append(("inner", str(error)))
            return 0
        return 1

    parser.NotStandaloneHandler = standalone
    parser.ExternalEntityRefHandler = external


def read(document, parameters=0, **settings):
    parser = pyexpat.ParserCreate(namespace_separator="|")
    found = []
    install(parser, found)
    parser.SetBase("base")
    parser.SetParamEntityParsing(parameters)
    for name, value in settings.items():
        setattr(parser, name, value)
    try:
        parser.Parse(document, True)
    except pyexpat.ExpatError as error:
        found.append(str(error))
    print(document, parameters)
    for event in found:
        print("   ", event)


read('<!DOCTYPE r [<!ENTITY x SYSTEM "x.xml"><!ENTITY e "E">]><r xmlns:p="urn:p" xmlns="urn:d">&x;</r>')
read('<!DOCTYPE r [<!ENTITY x PUBLIC " a  b " "wide.xml">]><r>&x;</r>')
read('<!DOCTYPE r [<!ENTITY x SYSTEM "bad.xml">]><r>&x;</r>')
for parameters in 0, 1, 2:
    read('<!DOCTYPE r SYSTEM "e.dtd"><r>&ext;&kk;</r>', parameters)
    read('<?xml version="1.0" standalone="yes"?><!DOCTYPE r SYSTEM "e.dtd"><r>&ext;</r>', parameters)
    read('<!DOCTYPE r [<!ENTITY % q SYSTEM "q.ent">%q;<!ENTITY late "L">]><r>&fromq;&inc;&w;&late;</r>', parameters)
    read('<!DOCTYPE r SYSTEM "value.dtd"><r>&made;</r>', parameters)
    read('<!DOCTYPE r [<!ENTITY % p "<!ENTITY f \'1\'>">%p;%p;%none;<!ENTITY g "2">]><r>&f;&g;&h;</r>', parameters)
read('<!DOCTYPE r [<!ENTITY e "<b>&f;</b>"><!ENTITY f "deep">]><r a="&f;">&e;</r>')
read('<!DOCTYPE r [<!ENTITY e "1"><!ENTITY e "2"><!ENTITY lt "no">]><r>&e;&lt;</r>')

# The default handler sees entities or their texts.
for name in "DefaultHandler", "DefaultHandlerExpand":
    parser, pieces = pyexpat.ParserCreate(), []
    setattr(parser, name, pieces.append)
    parser.Parse('<!DOCTYPE r [<!ENTITY e "t&#65;">]>\n<r a="&e;">&e;&amp;&#66;<!-- c --></r>', True)
    print(name, pieces)

parser = pyexpat.ParserCreate()
found = []
install(parser, found)
parser.SetParamEntityParsing(pyexpat.XML_PARAM_ENTITY_PARSING_ALWAYS)
parser.UseForeignDTD(True)
parser.Parse("<r/>", True)
print(found)
try:
    parser = pyexpat.ParserCreate()
    parser.Parse("<r>")
    print(parser.SetParamEntityParsing(2))
    parser.UseForeignDTD(True)
except pyexpat.ExpatError as error:
    print(error.code, error)

# The models of elements.
parser = pyexpat.ParserCreate()
parser.ElementDeclHandler = lambda name, model: print(name, model)
parser.Parse("<!DOCTYPE a [<!ELEMENT a (b?,(c|d+)*,(e))+><!ELEMENT b EMPTY><!ELEMENT c ANY><!ELEMENT d (#PCDATA)><!ELEMENT e (#PCDATA|a|b)*>]><a/>", True)
