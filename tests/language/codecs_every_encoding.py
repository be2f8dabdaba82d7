# Encodings by name: what each byte means in those of one byte, names and aliases, those between bytes and bytes, IDNA.
# As CPython 3.13 has it, which says more of what is wrong with labels.
import codecs
import encodings
import encodings.aliases
import hashlib
from encodings import idna, normalize_encoding


def tried(act):
    try:
        return act()
    except Exception as error:
        return f"{type(error).__name__}: {error}"


for name in """cp037 cp1006 cp1026 cp1125 cp1140 cp1250 cp1251 cp1252 cp1253 cp1254 cp1255 cp1256 cp1257 cp1258 cp273 cp424
    cp437 cp500 cp720 cp737 cp775 cp850 cp852 cp855 cp856 cp857 cp858 cp860 cp861 cp862 cp863 cp864 cp865 cp866 cp869 cp874
    cp875 hp_roman8 iso8859_1 iso8859_10 iso8859_11 iso8859_13 iso8859_14 iso8859_15 iso8859_16 iso8859_2 iso8859_3 iso8859_4
    iso8859_5 iso8859_6 iso8859_7 iso8859_8 iso8859_9 koi8_r koi8_t koi8_u kz1048 mac_croatian mac_cyrillic mac_farsi
    mac_greek mac_iceland mac_latin2 mac_roman mac_romanian mac_turkish palmos ptcp154 tis_620""".split():
    text = bytes(range(256)).decode(name, "backslashreplace")
    back = "".join(c for c in bytes(range(256)).decode(name, "ignore")).encode(name)
    print(name, codecs.lookup(name).name, hashlib.sha1(text.encode()).hexdigest()[:12], hashlib.sha1(back).hexdigest()[:12])
for name in ("UTF8", "utf-16", "latin1", "ISO-8859-15", "Windows-1252", "KOI8-R", "macintosh", "hex", "ROT13", "base64", "zip", "quopri", "u8", "646", "l2", "punycode", "idna", "unicode_escape", "gbk", "sjis", "euc-jp", "big5"):
    info = codecs.lookup(name)
    print(name, info.name, info._is_text_encoding, encodings.aliases.aliases.get(name.lower().replace("-", "_")))
print(normalize_encoding("  ISO 8859--1 "), tried(lambda: codecs.lookup("no-such")), tried(lambda: "x".encode("hex")), tried(lambda: b"x".decode("rot13")))
for text, name in (("日本語", "shift_jis"), ("日本語", "euc_jp"), ("日本語", "iso2022_jp"), ("中文", "gbk"), ("中文", "gb18030"), ("中文", "big5"), ("한국", "euc_kr"), ("한국", "cp949")):
    data = text.encode(name)
    print(name, data, data.decode(name), name == "iso2022_jp" or tried(lambda: data[:-1].decode(name, "replace")), tried(lambda: "\u0e01".encode(name)))
for name, data in (("hex", b"abc"), ("base64", b"abc" * 30), ("quopri", b"a=b\xff c"), ("uu", b"abc" * 20), ("zlib", b"abc" * 50)):
    packed = codecs.encode(data, name)
    print(name, packed if name != "zlib" else len(packed), codecs.decode(packed, name) == data)
print(codecs.encode("Hello", "rot13"), codecs.decode(b"x\\n\\x41", "unicode_escape"))

for text in ("bücher", "münchen", "abc", "ä", "-", "他们为什么不说中文", "Προστρεχω"):
    print(text.encode("punycode"), text.encode("punycode").decode("punycode") == text)
for name in ("bücher.example", "python.org", "Faß.de", "Königsgäßchen.", "日本。jp", "", "a" * 64, "a..b", "ä" * 60, "xn--ä.de"):
    print(tried(lambda: name.encode("idna")))
for data in (b"xn--bcher-kva.example", b"python.org.", b"", b"xn--a", b"XN--BCHER-KVA", b"\xff.de", b"xn--bcher-kv\xe4"):
    print(tried(lambda: data.decode("idna")))
print(idna.nameprep("STRASSE\u00ad"), idna.ToASCII("ü"), idna.ToUnicode(b"xn--tda"))
