# Incremental coders, streams with an encoding, handlers of errors, and mappings of the program's.
# As CPython 3.13 has it, whose streams without a mark raise UnicodeDecodeError.
import codecs
import io


def tried(act):
    try:
        return act()
    except Exception as error:
        return f"{type(error).__name__}: {error}"


text = "aé€😀\ufeffz"
for name in ("utf-8", "utf-8-sig", "utf-16", "utf-16-be", "utf-32", "utf-7", "latin-1", "unicode_escape", "raw_unicode_escape", "cp1252"):
    whole = text if name.startswith(("utf", "unicode", "raw")) else "aéz"
    encoder, decoder = codecs.getincrementalencoder(name)(), codecs.getincrementaldecoder(name)()
    data = b"".join(encoder.encode(c) for c in whole) + encoder.encode("", True)
    parts = [decoder.decode(data[at : at + 1]) for at in range(len(data))] + [decoder.decode(b"", True)]
    print(name, data, "".join(parts) == whole, decoder.getstate(), encoder.getstate())
decoder = codecs.getincrementaldecoder("utf-8")("replace")
print(decoder.decode(b"\xe2\x82"), decoder.getstate(), decoder.decode(b"x"), decoder.decode(b"\xf0", True), decoder.reset())
print(list(codecs.iterencode(["a", "é"], "utf-16")), list(codecs.iterdecode([b"\xc3", b"\xa9x"], "utf-8")))
print(tried(lambda: codecs.getincrementaldecoder("utf-8")().decode(b"\xe2\x82", True)))

stream = codecs.getreader("utf-8")(io.BytesIO("erste\r\nzweite\u2028dritte\n\nlast é".encode()))
print(repr(stream.readline()), repr(stream.read(3)), repr(stream.readline(keepends=False)), list(stream))
stream = codecs.getreader("utf-16")(io.BytesIO("zwei\nZeilen".encode("utf-16")))
print(stream.readlines(), tried(lambda: codecs.getreader("utf-16")(io.BytesIO(b"abcd")).read()))
out = io.BytesIO()
writer = codecs.getwriter("utf-16")(out)
writer.write("a")
writer.writelines(["b", "é"])
print(out.getvalue())
both = codecs.StreamReaderWriter(io.BytesIO(), codecs.getreader("utf-8"), codecs.getwriter("utf-8"))
both.write("é\nü")
both.seek(0)
print(both.read(), both.encoding)
recoder = codecs.EncodedFile(io.BytesIO(b"\xe9\n\xfc"), "utf-8", "latin-1")
print(recoder.readline(), recoder.read(), recoder.data_encoding, recoder.file_encoding)


def marked(error):
    if isinstance(error, UnicodeEncodeError):
        return ("<" + ",".join(f"{ord(c):x}" for c in error.object[error.start : error.end]) + ">", error.end)
    if isinstance(error, UnicodeDecodeError):
        return (f"<{error.object[error.start : error.end].hex()}>", error.end)
    raise error


codecs.register_error("test.marked", marked)
codecs.register_error("test.bytes", lambda error: (b"\x00\x01", -1))
codecs.register_error("test.bad", lambda error: 3)
codecs.register_error("test.far", lambda error: ("", 99))
for name in ("ascii", "latin-1", "utf-8", "cp1252", "utf-16-le"):
    print(name, tried(lambda: "aé€\udc00€b".encode(name, "test.marked")))
for data, name in ((b"a\xff\xfeb", "utf-8"), (b"a\x80\x81", "ascii"), (b"\x81\x8d", "cp1252"), (b"a", "utf-16-le"), (b"\\x4", "unicode_escape")):
    print(name, tried(lambda: data.decode(name, "test.marked")))
for errors in ("test.bytes", "test.bad", "test.far", "test.none"):
    print(errors, tried(lambda: "éab".encode("ascii", errors)), tried(lambda: b"\xffa".decode("ascii", errors)))
print(codecs.lookup_error("test.marked") is marked, tried(lambda: codecs.register_error("x", 3)), tried(lambda: codecs.lookup_error("none")))
error = UnicodeEncodeError("ascii", "aé€", 1, 3, "why")
for name in ("ignore", "replace", "xmlcharrefreplace", "backslashreplace", "namereplace"):
    print(name, codecs.lookup_error(name)(error))
for make in (lambda: UnicodeDecodeError("utf-8", b"ab", 0, 1), lambda: UnicodeEncodeError("a", b"b", 0, 1, "c"), lambda: UnicodeTranslateError("é", 0, 1, "no")):
    print(tried(make), tried(lambda: str(make())))
error.start, error.reason = 2, "other"
print(error, error.args)

print(codecs.charmap_encode("abz", "strict", {97: 120, 98: b"yy", 122: None}) if False else tried(lambda: codecs.charmap_encode("abz", "replace", {97: 120, 98: b"yy", 63: 63})))
print(codecs.charmap_decode(b"\x00\x01\x02", "replace", "ab"), codecs.charmap_decode(b"\x00\x01", "strict", {0: "xy", 1: 0x20AC}))
print(codecs.escape_encode(b"a\x00'\n\\"), codecs.escape_decode(rb"a\x41\101\n"), tried(lambda: codecs.escape_decode(rb"\x4")))
print(codecs.make_identity_dict(range(3)), codecs.make_encoding_map({0: 1, 1: 1, 2: 3}))
print(codecs.utf_16_ex_decode(b"\xff\xfea\x00", "strict", 0, True), codecs.utf_7_decode(b"+AOk", "strict", False))
