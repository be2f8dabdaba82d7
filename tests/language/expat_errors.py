# pyexpat: what is wrong with documents, and where: code, text, line, column, byte
import pyexpat

DOCUMENTS = r"""
<a>
<a></b>
<a
<a b
<a b=
<a b=1>
<a b="1
<a b="1"c="2"/>
<a b="1" b="2"/>
<a b="<"/>
<a>&
<a>&amp
<a>&undefined;</a>
<a b="&undefined;"/>
<a>&#0;</a>
<a>&#xD800;</a>
<a>&#x110000;</a>
<a>&#x;</a>
<a>&#65</a>
<a>]]></a>
<a>]]
<a><![CDATA[x</a>
<a><![CDAT[x]]></a>
<a><!-- x -- y --></a>
<a><!- x --></a>
<a><? x?></a>
<a><?xml version="1.0"?></a>
<a><?XML x?></a>
<a><?p x</a>
<a/><b/>
<a/>text
<a/>&amp;
<a/><!DOCTYPE a>
text<a/>
<1/>
<-a/>
<a:/>
<a:b:c/>
<?xml version="1.0" standalone="maybe"?><a/>
<?xml version="1.0" encoding="5"?><a/>
<?xml encoding="utf-8"?><a/>
<?xml version="1.0" encoding="utf-16"?><a/>
<?xml version="1.0" encoding="nothing-known"?><a/>
<?xml version=1.0?><a/>
<?xml?><a/>
 <?xml version="1.0"?><a/>
<!DOCTYPE>
<!DOCTYPE a [
<!DOCTYPE a SYSTEM><a/>
<!DOCTYPE a PUBLIC "x"><a/>
<!DOCTYPE a PUBLIC "{" "s"><a/>
<!DOCTYPE a [<!ELEMENT a (b,c|d)>]><a/>
<!DOCTYPE a [<!ELEMENT a (b>]><a/>
<!DOCTYPE a [<!ELEMENT a (#PCDATA|b)>]><a/>
<!DOCTYPE a [<!ATTLIST a b>]><a/>
<!DOCTYPE a [<!ATTLIST a b WRONG "x">]><a/>
<!DOCTYPE a [<!ENTITY e>]><a/>
<!DOCTYPE a [<!ENTITY e "%p;">]><a/>
<!DOCTYPE a [<!ENTITY % p "x"><!ENTITY e "%p;">]><a/>
<!DOCTYPE a [<!ENTITY e "&e;">]><a>&e;</a>
<!DOCTYPE a [<!ENTITY e "&f;"><!ENTITY f "&e;">]><a b="&e;"/>
<!DOCTYPE a [<!ENTITY e "<b>">]><a>&e;</a>
<!DOCTYPE a [<!ENTITY e "</a>">]><a>&e;
<!DOCTYPE a [<!ENTITY e "<">]><a b="&e;"/>
<!DOCTYPE a [<!ENTITY e SYSTEM "x">]><a b="&e;"/>
<!DOCTYPE a [<!NOTATION n SYSTEM "n"><!ENTITY e SYSTEM "x" NDATA n>]><a>&e;</a>
<!DOCTYPE a [<!NOTATION n SYSTEM "n"><!ENTITY e SYSTEM "x" NDATA n>]><a b="&e;"/>
<!DOCTYPE a [<!WRONG a>]><a/>
<!DOCTYPE a [<![INCLUDE[]]>]><a/>
<!DOCTYPE a [%undefined;]><a>&e;</a>
<!DOCTYPE a [<!ENTITY % p "<!ELEMENT b"> %p; ANY>]><a/>
<x:a/>
<a xmlns:x=""/>
<a x:b="1"/>
<a xmlns:xml="urn:x"/>
<a xmlns:xmlns="urn:x"/>
<a xmlns:y="http://www.w3.org/XML/1998/namespace"/>
<a xmlns="http://www.w3.org/2000/xmlns/"/>
<a xmlns:x="u" xmlns:y="u" x:b="1" y:b="2"/>
<a xmlns:x="a b"/>
""".strip().splitlines()


def outcome(data, separator, parameters):
    parser = pyexpat.ParserCreate(namespace_separator=separator)
    parser.SetParamEntityParsing(parameters)
    try:
        parser.Parse(data, True)
    except pyexpat.ExpatError as error:
        place = parser.ErrorLineNumber, parser.ErrorColumnNumber, parser.ErrorByteIndex
        return error.code, str(error), error.lineno, error.offset, *place, parser.ErrorCode
    return "well-formed", parser.CurrentLineNumber, parser.CurrentColumnNumber, parser.CurrentByteIndex


for document in DOCUMENTS:
    try:
        plain = outcome(document, None, pyexpat.XML_PARAM_ENTITY_PARSING_NEVER)
    except LookupError as error:
        plain = type(error).__name__, str(error)
    print(document, "\n   ", plain)
    try:
        spaced = outcome("\n\r\n" + document.replace(" ", "\n\t") if document[0] != "?" else document, " ", 2)
    except LookupError as error:
        spaced = type(error).__name__, str(error)
    print("   ", spaced)

for data in [b"", b" ", b"\xff", b"<a>\xc0\x80</a>", b"<a>\xed\xa0\x80</a>", b"<a>\xef\xbf\xbe</a>", b"<a>\xe4\xb8", b"<\xc2\xb7/>",
             b"<a>\x00</a>", b"<a>\x7f\xc2\x80</a>", b"\xef\xbb\xbf", b"\xef\xbb\xbf<a/>", b"<\xe4\xb8\xad>\xe4\xb8\xad</\xe4\xb8\xad>", b"<a>\r"]:
    print(data, outcome(data, None, 0))

parser = pyexpat.ParserCreate()
parser.Parse("<a/>", True)
for again in "<b/>", "":
    try:
        parser.Parse(again, True)
    except pyexpat.ExpatError as error:
        print(error.code, error, parser.ErrorCode)
for code in [-1, 0, 1, 2, 43, 44, 100]:
    print(code, pyexpat.ErrorString(code))
print(pyexpat.errors.codes["syntax error"], pyexpat.errors.messages[4], pyexpat.errors.XML_ERROR_TAG_MISMATCH, len(pyexpat.errors.codes))
print(pyexpat.ExpatError, pyexpat.ExpatError is pyexpat.error, pyexpat.XMLParserType, pyexpat.model.XML_CTYPE_SEQ)
