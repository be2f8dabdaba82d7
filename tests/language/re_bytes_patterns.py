# Patterns of bytes.
import re
print(re.findall(rb"\d+", b"a1b22"), re.sub(rb"a", b"X", b"banana"), re.match(rb"(b)(a)", b"ban").groups(), re.split(rb",", b"a,b"), re.compile(rb"a(?P<n>.)").search(b"xab").groupdict())
try: re.match(rb"a", "a")
except TypeError as e: print(e)
try: re.match("a", b"a")
except TypeError as e: print(e)
print(re.compile(rb"a"), re.escape(b"a.b"), re.fullmatch(rb"\w+", b"abc"))
print(re.findall(rb".", b"\xff\x00"), re.sub(rb"(.)(.)", rb"\2\1", b"abcd"))
