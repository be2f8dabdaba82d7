# Lone surrogates: in literals and in order, encoded and decoded, in names of files, json and re.
import io
import json
import os
import re


def tried(act):
    try:
        return act()
    except Exception as error:
        return f"{type(error).__name__}: {error}"


high, low = "\ud83d", "\ude00"
for text in (high, low, high + low, "a\ud800b", "\U0000dfff", chr(0xDC80), f"{high}{1:>2}\udc00"):
    print(repr(text), ascii(text), len(text), [hex(ord(c)) for c in text], text.isprintable(), text.isalpha())
print(r"\ud800", "\ufffd\ud800\N{REPLACEMENT CHARACTER}" == "�" + chr(0xD800) + "\ufffd", high + low == "😀")
print("\ud7ff" < "\ud800" < "\udfff" < "\ue000" < "\U00010000", sorted(["\U0010ffff", "\ud800", "\ue000", "z"]) == ["z", "\ud800", "\ue000", "\U0010ffff"])
print(max("a\ud800", "a\uffff") == "a\uffff", "%c%c" % (0xD800, "\udc00") == "\ud800\udc00", f"{0xD800:c}" == "\ud800")
print("\ud800".translate({0xD800: 0xDC00, 97: "\udfff"}) == "\udc00", str.maketrans("\ud800", "x"), "a\ud800".upper() == "A\ud800")

text = "a\udc80\ud800b"
for encoding in ("utf-8", "utf-16-le", "utf-32-be", "utf-7", "ascii", "latin-1", "cp1252", "unicode_escape", "utf-8-sig"):
    for errors in ("strict", "ignore", "replace", "backslashreplace", "xmlcharrefreplace", "namereplace", "surrogatepass", "surrogateescape"):
        print(encoding, errors, tried(lambda: text.encode(encoding, errors)))
print("a\udc80\udcff".encode("ascii", "surrogateescape"), b"\x80a\xff\xc3\xa9".decode("utf-8", "surrogateescape") == "\udc80a\udcffé")
for data, encoding in ((b"\xed\xa0\x80x", "utf-8"), (b"\x00\xd8x\x00", "utf-16-le"), (b"\x00\x00\xd8\x00", "utf-32-be"), (b"\xed\xa0", "utf-8")):
    for errors in ("strict", "replace", "surrogatepass", "surrogateescape"):
        print(data, encoding, errors, ascii(tried(lambda: data.decode(encoding, errors))))
try:
    "é\ud800\udc00!".encode()
except UnicodeEncodeError as error:
    print(error.encoding, ascii(error.object), error.start, error.end, error.reason)

print(os.fsencode("a\udcff"), ascii(os.fsdecode(b"a\xff\xc3\xa9")), tried(lambda: os.stat("\ud800")))
print(json.dumps(["\ud800", "😀", "\udc00a"]), ascii(json.dumps("\ud800", ensure_ascii=False)))
print(ascii(json.loads(r'["\ud800", "\ud83d\ude00", "\ud83dx", "\ude00\ud83d", "\ud800A"]')))
for pattern in ("[\ud800-\udfff]+", r"[\ud800-\udbff]", r"[\u0080-\uffff]+", r"[\U00010000-\U0010ffff]", r"[^\x00-\x7f]+", ".", r"\udc00", r"\w"):
    print(ascii(pattern), ascii(re.findall(pattern, "a\ud800\udc00é😀")))

stream = io.StringIO()
print("\ud800", file=stream)
print(ascii(stream.getvalue()))
binary = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
print(tried(lambda: binary.write("\ud800")), tried(lambda: print("\ud800\ud801")))
names = io.TextIOWrapper(io.BytesIO(), encoding="ascii", errors="surrogateescape")
print(names.write("\udce9"), names.flush(), names.buffer.getvalue())
print({"\ud800": 1}, "\ud800" in "a\ud800", "a\ud800b".split("\ud800"), "\ud800".isidentifier(), hash("\ud800") == hash(chr(0xD800)))
