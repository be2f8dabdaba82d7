# str.isidentifier for every character, first and later, and names in source that begin with other letters.
# As CPython 3.13 has it.
import hashlib

starts = [c for c in range(0x110000) if not 0xD800 <= c < 0xE000 and chr(c).isidentifier()]
later = [c for c in range(0x110000) if not 0xD800 <= c < 0xE000 and ("a" + chr(c)).isidentifier()]
for found in (starts, later):
    print(len(found), hashlib.md5(repr(found).encode()).hexdigest())
for c in "\u2118\u212e\u1885\u309b\u00b7\u0387\u1369\u19da\u200c\u30fb\u037a\u0e33\u2e2f":
    print(hex(ord(c)), c.isidentifier(), ("a" + c).isidentifier())
for c in "\u2118\u212e\u1885":
    try:
        exec(f"{c} = 1\nprint({c})")
    except SyntaxError as error:
        print(error.msg)
