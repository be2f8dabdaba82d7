"""codecs, encodings of text and back, byte order marks, handlers of errors, hex and rot13; sys.set_int_max_str_digits."""
import codecs
import sys

print(codecs.encode("Hello", "rot13"), codecs.decode("Uryyb", "rot_13"), codecs.encode(b"ab", "hex"), codecs.decode(b"6162", "hex"), codecs.encode("é", "utf-8"), codecs.decode(b"\xc3\xa9", "utf-8"), codecs.BOM_UTF8)
for name in ("utf-8", "utf-16", "utf-16-le", "utf-16-be", "utf-32-le", "latin-1", "ascii", "cp1252", "utf-8-sig"):
    try:
        data = "aé".encode(name)
        print(name, data, data.decode(name))
    except UnicodeError as error:
        print(name, type(error).__name__, error)
print(b"\xef\xbb\xbfhi".decode("utf-8-sig"), repr(b"\xef\xbb\xbfhi".decode("utf-8")), codecs.lookup("utf8").name)
try:
    codecs.lookup("nothing")
except LookupError as error:
    print(error)
try:
    b"abc\xff\xfe".decode("utf-8")
except UnicodeDecodeError as error:
    print(error, error.start, error.end, error.reason, error.object, error.encoding)
try:
    "abcé€".encode("ascii")
except UnicodeEncodeError as error:
    print(error, error.start, error.end, error.reason)
text = "naïve café — 日本"
for errors in ("ignore", "replace", "xmlcharrefreplace", "backslashreplace"):
    print(errors, text.encode("ascii", errors))
print([hex(ord(c)) for c in "aé€😀"], [len(c.encode()) for c in "aé€😀"], "😀".encode("utf-16-le"), "\ud83d".encode("utf-8", "surrogatepass") if False else "", chr(0x1F600) == "😀", "é".encode().hex(), bytes.fromhex("c3a9").decode(), ascii("é😀"))
big = 10 ** 5000
try:
    str(big)
except ValueError as error:
    print(error)
sys.set_int_max_str_digits(6000)
print(len(str(big)), sys.get_int_max_str_digits(), int("1" * 5500) % 97)
sys.set_int_max_str_digits(4300)
for bad in (lambda: int("9" * 5000), lambda: sys.set_int_max_str_digits(5)):
    try:
        bad()
    except ValueError as error:
        print(error)
print(hex(big)[:10], big.bit_length(), big % 7, f"{10**50:,}"[:20])
